package chain

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// File keeps the keys in a file with mode 0600, at the path.
type File string

func (f File) String() string { return string(f) }

// Read refuses a file that others can read, since whoever holds the keys can
// write history.
func (f File) Read() ([]byte, error) {
	b, err := readPrivate(string(f))
	if err == nil && bytes.HasPrefix(b, []byte(sealMark)) {
		return nil, fmt.Errorf("%s is sealed with a passphrase: name the variable that holds it, as passphrase_env in [chain]", f)
	}
	return b, err
}

// Write makes or replaces the file in one step.
func (f File) Write(text []byte, replace bool) error { return writePrivate(string(f), text, replace) }

func readPrivate(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNoKeys, path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the chain key file: %w", err)
	}
	if runtime.GOOS != "windows" && st.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the chain key file can be read by others; run: chmod 600 %s", path)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the chain key file: %w", err)
	}
	return b, nil
}

func writePrivate(path string, text []byte, replace bool) error {
	if replace {
		if err := writeFile(path, text); err != nil {
			return fmt.Errorf("writing the chain key file: %w", err)
		}
		return nil
	}
	err := createFile(path, text)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: %s", ErrKeysExist, path)
	}
	if err != nil {
		return fmt.Errorf("creating the chain key file: %w", err)
	}
	return syncDir(path)
}
