//go:build !windows

package command

import (
	"os"

	"github.com/google/renameio/v2"
)

// replace gives a file new content in one step, synced to disk.
func replace(path string, content []byte, mode os.FileMode) error {
	return renameio.WriteFile(path, content, mode, renameio.WithStaticPermissions(mode))
}
