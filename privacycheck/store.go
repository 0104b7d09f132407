package privacycheck

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The kinds of entries in trees and the index.
const (
	modeFile    = "100644"
	modeSymlink = "120000"
	modeGitlink = "160000"
	modeTree    = "040000"
)

// change is one path that differs between a version and the ones before it.
type change struct {
	status string   // git's letter: A, M, D, R, T, U; one for each parent of a merge
	mode   string   // of the new version
	olds   []string // object ids before; zeros where the path was not there
	new    string
	path   string
}

// entry is one path of the index or a tree.
type entry struct {
	mode  string
	id    string
	stage string // "0", or a side of an unsolved merge
	path  string
}

// rawObject is what an id names. data is valid until the callback returns.
type rawObject struct {
	id      string
	kind    string // blob, tree, commit, tag; "missing" when the repository does not hold it
	size    int64
	data    []byte
	tooBig  bool // data was not read
	release func()
}

// maxOther is the largest size of a commit, tag or tree that is read.
const maxOther = 256 << 20

func (o *rawObject) overLimit(limit int64) bool {
	if o.kind != "blob" {
		limit = max(limit, maxOther)
	}
	return o.size > limit
}

// ref is a name and what it stands for.
type ref struct{ name, id, kind string }

// commitChanges is a commit with what it changed against all of its parents.
type commitChanges struct {
	id      string
	changes []change
}

// store reads a repository: the git program, or go-git where there is none. Only
// one goroutine may call it, as go-git's storage is not safe for more.
type store interface {
	// staged begins to list what the index holds and HEAD does not, and returns
	// what waits for the list. It need not be called when ctx is cancelled.
	staged(ctx context.Context) func() ([]change, error)
	// expect says that objects will be called soon.
	expect(ctx context.Context)
	// tracked calls fn for every entry of the index; in a bare repository for
	// those of HEAD.
	tracked(ctx context.Context, fn func(entry) error) error
	// log calls fn for the commits of a range, newest first. revs are git's
	// revision arguments.
	log(ctx context.Context, revs []string, fn func(commitChanges) error) error
	// objects reads the objects that ids sends, in order. limit is for files'
	// content; other objects are read up to maxOther.
	objects(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error
	// allObjects reads every object of the repository once, in any order.
	allObjects(ctx context.Context, limit int64, fn func(rawObject) error) error
	// tips begins to look whether a ref names what is not there, and returns what
	// waits for the answer.
	tips(ctx context.Context) func() error
	// whole is an error when the repository lacks something that a ref reaches
	// and that no shallow or partial clone explains.
	whole(ctx context.Context) error
	// intentToAdd lists paths that are in the index without content.
	intentToAdd(ctx context.Context) (map[string]bool, error)
	// tree calls fn for every file of a tree.
	tree(ctx context.Context, id string, fn func(entry) error) error
	// refs lists all refs.
	refs(ctx context.Context) ([]ref, error)
	// has is true when the repository holds the object.
	has(ctx context.Context, id string) bool
	// facts tells what hides part of the repository.
	facts(ctx context.Context) facts
	name() string
}

// facts are what a report must state about what could not be seen.
type facts struct {
	shallow bool
	partial bool
	bare    bool
}

// diskFacts reads them from marks in the repository's folder.
func diskFacts(r *Repo) facts {
	f := facts{bare: r.Bare}
	if st, err := os.Stat(filepath.Join(r.CommonDir, "shallow")); err == nil && st.Size() > 0 {
		f.shallow = true
	}
	// A promisor remote marks its packs.
	if m, _ := filepath.Glob(filepath.Join(r.CommonDir, "objects", "pack", "*.promisor")); len(m) > 0 {
		f.partial = true
	}
	return f
}

func zeroID(id string) bool { return strings.Trim(id, "0") == "" }

// ErrNoRepository is returned by sources that need one.
var ErrNoRepository = errors.New("not inside a git repository; name paths, or use - to read standard input")

var errNotWhole = errors.New("not all that the refs reach can be read, so the history was not checked to its end: an object is missing or a ref is damaged. Run git fsck --full, which names it; fetch or restore the object, or delete the ref, and check again")

var errRaw = errors.New("git printed a list of changes that cannot be understood")

// parseRawHeader parses ":<modes> <ids> <status>"; n colons mean n parents.
func parseRawHeader(s string) (change, bool, error) {
	n := 0
	for n < len(s) && s[n] == ':' {
		n++
	}
	f := strings.Split(s[n:], " ")
	if n == 0 || len(f) != 2*(n+1)+1 {
		return change{}, false, errRaw
	}
	c := change{status: f[len(f)-1], mode: f[n], olds: f[n+1 : 2*n+1], new: f[2*n+1]}
	for _, id := range append(c.olds, c.new) {
		if len(id) != 40 && len(id) != 64 {
			return change{}, false, fmt.Errorf("%w: short object id", errRaw)
		}
	}
	if c.status == "" {
		return change{}, false, errRaw
	}
	twoPaths := n == 1 && (c.status[0] == 'R' || c.status[0] == 'C')
	return c, twoPaths, nil
}
