package connectors

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular says that a path is a link, a folder, a pipe or a device.
var ErrNotRegular = errors.New("not a regular file")

// Open opens a session file for reading. The last element is not followed
// when it is a link, and only a regular file is opened: a store that others
// write must not be able to point the reader elsewhere or to block it.
func Open(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		if fi, lerr := os.Lstat(path); lerr == nil && !fi.Mode().IsRegular() {
			return nil, nil, fmt.Errorf("%s: %w", path, ErrNotRegular)
		}
		return nil, nil, err
	}
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", path, ErrNotRegular)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, fi, nil
}

// ErrTooLarge says that a file is over what is read of one.
var ErrTooLarge = errors.New("over the size limit")

// MaxFile is the largest store that is one JSON object and so has to be read
// whole, in bytes.
const MaxFile = 256 << 20

// ReadFile reads a small file whole, with the same care as Open. A file over
// MaxFile is an error.
func ReadFile(path string) ([]byte, error) {
	f, fi, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if fi.Size() > MaxFile {
		return nil, fmt.Errorf("%s: %w of %d MiB", path, ErrTooLarge, MaxFile>>20)
	}
	return io.ReadAll(io.LimitReader(f, MaxFile))
}

// Unreadable turns the error of opening or reading a source into the warning
// that holds the cursor for it. The error names the path and the system's
// reason, never content.
func Unreadable(path string, err error) Warning {
	what := "cannot be read"
	switch {
	case errors.Is(err, fs.ErrPermission):
		what = "cannot be read: permission denied"
	case errors.Is(err, fs.ErrNotExist):
		what = "vanished while it was read"
	case errors.Is(err, ErrTooLarge):
		what = "cannot be read: over the size limit"
	case errors.Is(err, ErrNotRegular):
		what = "cannot be read: not a regular file"
	}
	return Warning{Path: path, What: what}
}
