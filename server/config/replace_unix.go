//go:build !windows

package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// replaceFile writes beside the file, syncs, renames, and syncs the folder, so
// that the rename lasts over a power cut.
func replaceFile(path string, text []byte) error {
	dir := filepath.Dir(path)
	if err := renameio.WriteFile(path, text, 0o600, renameio.WithTempDir(dir), renameio.WithStaticPermissions(0o600)); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) {
		return err
	}
	return nil
}
