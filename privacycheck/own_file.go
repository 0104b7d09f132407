package privacycheck

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxOwnFile is the largest size, in bytes, of a file that steers the check.
const maxOwnFile = 16 << 20

var errNotRegular = errors.New("is no regular file")

// ReadOwnFile reads a configuration, a denylist or a baseline. Links are
// followed; what they lead to must be a regular file of at most 16 MB, as a
// repository may bring a link to a device or a pipe, which never ends. A missing
// file is os.ErrNotExist.
func ReadOwnFile(path string) ([]byte, error) { return readRegular(path, maxOwnFile) }

// ReadMessageFile reads a commit message, which has no limit but the one that
// other objects of a repository have.
func ReadMessageFile(path string) ([]byte, error) { return readRegular(path, maxOther) }

func readRegular(path string, limit int64) ([]byte, error) {
	f, st, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var data bytes.Buffer
	data.Grow(int(min(st.Size(), limit)) + bytes.MinRead) // so that one read takes it and one its end
	// The size may be untrue (a file that grows), so reading is bounded too.
	_, err = data.ReadFrom(io.LimitReader(f, limit+1))
	if err == nil && int64(data.Len()) > limit {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("is larger than %d MB", limit>>20)}
	}
	return data.Bytes(), err
}

// openRegular opens a file for reading, which may be reached over links. What
// is no regular file is refused without waiting for another side: a pipe blocks
// whoever opens it, and a device has no end.
func openRegular(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openNonBlocking, 0)
	if err != nil {
		return nil, nil, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, st, nil
}
