//go:build !windows

package chain

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// syncDir makes a rename in path's folder durable. File systems that cannot
// sync a folder say EINVAL or ENOTSUP, which is no reason to fail.
func syncDir(path string) error {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
