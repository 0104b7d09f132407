package corpus

import (
	"embed"
	"io/fs"
)

//go:embed all:benign
var benignFiles embed.FS

// Benign is a tree of harmless files of many kinds, as they stand in real
// projects: lock files, certificates, public keys, minified code, forms. A
// redactor has to leave every byte of them alone.
func Benign() fs.FS {
	sub, err := fs.Sub(benignFiles, "benign")
	if err != nil {
		panic("corpus: internal error: " + err.Error())
	}
	return sub
}
