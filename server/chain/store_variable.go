package chain

import "fmt"

// Variable keeps the keys in an environment variable, which its owner sets from
// wherever secrets are managed. Value is what it holds now.
type Variable struct{ Name, Value string }

func (v Variable) String() string { return "variable " + v.Name }

// Read returns the variable's value.
func (v Variable) Read() ([]byte, error) {
	if v.Value == "" {
		return nil, fmt.Errorf("%w: variable %s is not set", ErrNoKeys, v.Name)
	}
	return []byte(v.Value), nil
}

// Write is ErrReadOnly.
func (v Variable) Write([]byte, bool) error {
	return fmt.Errorf("%s: %w", v, ErrReadOnly)
}
