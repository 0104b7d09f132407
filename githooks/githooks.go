// Package githooks holds the hook scripts, so that programs can install them.
package githooks

import (
	"embed"
	"io/fs"
)

//go:embed pre-commit commit-msg pre-push
var scripts embed.FS

// Names are the hooks that there are.
var Names = []string{"pre-commit", "commit-msg", "pre-push"}

// Script is the POSIX shell script of a hook.
func Script(name string) ([]byte, error) { return fs.ReadFile(scripts, name) }
