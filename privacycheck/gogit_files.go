package privacycheck

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
)

// regularFS is a folder of which go-git opens regular files only. It reads
// references and configurations as a whole, so those are bounded too.
type regularFS struct{ billy.Filesystem }

func regularOnly(dir string) billy.Filesystem { return regularFS{osfs.New(dir)} }

func (r regularFS) Open(name string) (billy.File, error) { return r.OpenFile(name, os.O_RDONLY, 0) }

func (r regularFS) OpenFile(name string, flag int, perm os.FileMode) (billy.File, error) {
	if st, err := r.Stat(name); err == nil {
		fail := func(err error) (billy.File, error) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		switch {
		case !st.Mode().IsRegular():
			return fail(errNotRegular)
		case st.Size() > maxOwnFile && !holdsMany(name):
			return fail(fmt.Errorf("is larger than %d MB", maxOwnFile>>20))
		}
	}
	return r.Filesystem.OpenFile(name, flag|openNonBlocking, perm)
}

// holdsMany is true of files that grow with the repository and are read in
// pieces: objects, and the list of all refs.
func holdsMany(name string) bool {
	name = filepath.ToSlash(name)
	return strings.Contains("/"+name, "/objects/") || filepath.Base(name) == "packed-refs"
}

func (r regularFS) Chroot(path string) (billy.Filesystem, error) {
	sub, err := r.Filesystem.Chroot(path)
	if err != nil {
		return nil, err
	}
	return regularFS{sub}, nil
}
