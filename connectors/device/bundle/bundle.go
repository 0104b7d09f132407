// Package bundle holds the files that a server hands to devices beside the
// client program: the install script, plugins for agents, and a README. They
// are public, and name no server and no key.
package bundle

import (
	"embed"
	"io/fs"
)

//go:embed all:files
var files embed.FS

// InstallScript is the name of the script among the files. It has a line
// ServerLine, which a server replaces by its own address.
const (
	InstallScript = "install.sh"
	ServerLine    = "server=''"
)

// Files is what is in the bundle beside the programs: slash paths, plain files.
func Files() fs.FS {
	sub, err := fs.Sub(files, "files")
	if err != nil {
		panic("bundle: internal error: " + err.Error())
	}
	return sub
}
