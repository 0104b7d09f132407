//go:build !windows

package command

import (
	"io"
	"os"

	"github.com/google/renameio/v2"
)

// replace gives a file new content in one step, synced to disk.
func replace(path string, content []byte, mode os.FileMode) error {
	return renameio.WriteFile(path, content, mode, renameio.WithStaticPermissions(mode))
}

// replaceBy gives a file the content that fill writes, in one step, if fill
// says so.
func replaceBy(path string, mode os.FileMode, fill func(io.Writer) (bool, error)) error {
	t, err := renameio.NewPendingFile(path, renameio.WithStaticPermissions(mode))
	if err != nil {
		return err
	}
	defer t.Cleanup()
	if keep, err := fill(t); err != nil || !keep {
		return err
	}
	return t.CloseAtomicallyReplace()
}
