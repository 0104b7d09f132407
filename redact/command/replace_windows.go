package command

import (
	"io"
	"os"
	"path/filepath"
)

// replace gives a file new content in one step.
func replace(path string, content []byte, mode os.FileMode) error {
	return replaceBy(path, mode, func(w io.Writer) (bool, error) {
		_, err := w.Write(content)
		return true, err
	})
}

// replaceBy gives a file the content that fill writes, if fill says so, by a
// rename, which Windows does in one step on one volume; renameio does not
// support Windows.
func replaceBy(path string, mode os.FileMode, fill func(io.Writer) (bool, error)) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".redact-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone already when the rename worked
	keep, err := fill(f)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err != nil || !keep {
		return err
	}
	return os.Rename(f.Name(), path)
}
