package privacycheck

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxOwnFile is the largest size, in bytes, of a file that steers the check.
const maxOwnFile = 16 << 20

// ReadOwnFile reads a configuration, a denylist or a baseline. Links are
// followed; what they lead to must be a regular file of at most 16 MB, as a
// repository may bring a link to a device or a pipe, which never ends. A missing
// file is os.ErrNotExist.
func ReadOwnFile(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openNonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	fail := func(err error) ([]byte, error) {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	if !st.Mode().IsRegular() {
		return fail(errors.New("is no regular file"))
	}
	// The size may be untrue (a file that grows), so reading is bounded too.
	data, err := io.ReadAll(io.LimitReader(f, maxOwnFile+1))
	if err == nil && len(data) > maxOwnFile {
		return fail(fmt.Errorf("is larger than %d MB", maxOwnFile>>20))
	}
	return data, err
}
