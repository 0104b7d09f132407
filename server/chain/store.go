package chain

import (
	"errors"
	"fmt"
)

// Store is a place where chain keys are kept, as the text of a key file: File,
// Sealed, Variable or Keychain (JL-67). What it reads and writes is the secret.
type Store interface {
	// Read returns the text; nothing there is ErrNoKeys.
	Read() ([]byte, error)
	// Write puts the text there as a whole. Without replace, what is there
	// already stays and is ErrKeysExist: an overwritten key would make the chain
	// unverifiable. A place that only its owner can write is ErrReadOnly.
	Write(text []byte, replace bool) error
	// String names the place for people, without a secret.
	String() string
}

// ErrReadOnly says that the keys are kept where only their owner can put them.
var ErrReadOnly = errors.New("jezero cannot write there")

// Load reads the keys of a store.
func Load(s Store) (*Keys, error) {
	text, err := s.Read()
	if err != nil {
		return nil, err
	}
	k, err := decodeKeys(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	return k, nil
}

// Create makes a fresh key in a store that has none.
func Create(s Store) (*Keys, error) {
	k := NewKeys()
	return k, s.Write(k.encode(), false)
}

// Put keeps these keys in a store that has none.
func (k *Keys) Put(s Store) error { return s.Write(k.encode(), false) }

// RotateIn adds a fresh key, makes it the current one and writes the store anew.
// What older keys signed stays as it is.
func (k *Keys) RotateIn(s Store) (*Keys, error) {
	next := k.next()
	if err := s.Write(next.encode(), true); err != nil {
		return nil, err
	}
	return next, nil
}

// RotateTo is RotateIn for keys whose own store cannot be written: the keys and
// a fresh one go into another, which must be empty.
func (k *Keys) RotateTo(s Store) (*Keys, error) {
	next := k.next()
	if err := next.Put(s); err != nil {
		return nil, err
	}
	return next, nil
}

// LoadKeys is Load of a plain file.
func LoadKeys(path string) (*Keys, error) { return Load(File(path)) }

// Rotate is RotateIn a plain file.
func (k *Keys) Rotate(path string) (*Keys, error) { return k.RotateIn(File(path)) }
