//go:build !windows

package command

import (
	"io"
	"os"
	"syscall"

	"github.com/google/renameio/v2"
)

// replace gives a file new content in one step, synced to disk.
func replace(path string, content []byte, mode os.FileMode) error {
	return replaceBy(path, mode, func(w io.Writer) (bool, error) {
		_, err := w.Write(content)
		return true, err
	})
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
	if st, err := os.Stat(path); err == nil {
		if owner, ok := st.Sys().(*syscall.Stat_t); ok && int(owner.Uid) != os.Geteuid() {
			// Only root may: then the file stays its owner's. Failing is no reason not to redact.
			_ = t.Chown(int(owner.Uid), int(owner.Gid))
		}
	}
	return t.CloseAtomicallyReplace()
}
