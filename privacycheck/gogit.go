package privacycheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"
	"github.com/go-git/go-git/v5/plumbing/storer"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// goGitStore reads a repository where there is no git program. What go-git
// cannot open (SHA-256, reftable, split and sparse indexes) is refused, so that
// it is never called clean. It finds no renames but exact ones that are staged.
//
// Only go-git's storage is used: its root package would bring ssh, http and
// OpenPGP along, and with them two milliseconds at every start.
type goGitStore struct {
	repo  *Repo
	st    *filesystem.Storage
	index string // path of the index
}

func openGoGit(r *Repo, get func(string) string) (store, error) {
	dot, common := regularOnly(r.GitDir), regularOnly(r.CommonDir)
	fs := dotgit.NewRepositoryFilesystem(dot, common)
	st := filesystem.NewStorageWithOptions(fs, cache.NewObjectLRUDefault(), filesystem.Options{AlternatesFS: regularOnly("/")})
	cfg, err := st.Config()
	if err != nil {
		return nil, fmt.Errorf("reading its configuration: %w", err)
	}
	// Extensions change what files mean; one that is not known must stop us.
	for _, o := range cfg.Raw.Section("extensions").Options {
		switch key, value := strings.ToLower(o.Key), strings.ToLower(o.Value); {
		case key == "partialclone", key == "noop", key == "preciousobjects",
			key == "objectformat" && value == "sha1", key == "refstorage" && value == "files":
		default:
			return nil, fmt.Errorf("the repository uses the extension %s, which the built-in reader does not know; install git", o.Key)
		}
	}
	return &goGitStore{repo: r, st: st, index: r.index(get)}, nil
}

func (g *goGitStore) name() string { return "go-git" }

func (g *goGitStore) readIndex() (*index.Index, error) {
	f, _, err := openRegular(g.index)
	if errors.Is(err, os.ErrNotExist) {
		return &index.Index{Version: 2}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the index: %w", bare(err))
	}
	defer f.Close()
	idx := &index.Index{}
	if err := index.NewDecoder(f).Decode(idx); err != nil {
		return nil, fmt.Errorf("reading the index: %w; install git", err)
	}
	return idx, nil
}

func modeString(m filemode.FileMode) string { return fmt.Sprintf("%06o", uint32(m)) }

func (g *goGitStore) headTree() (plumbing.Hash, error) {
	ref, err := storer.ResolveReference(g.st, plumbing.HEAD)
	if errors.Is(err, plumbing.ErrReferenceNotFound) {
		return plumbing.ZeroHash, nil
	}
	if err != nil {
		return plumbing.ZeroHash, err
	}
	c, err := g.commit(ref.Hash())
	if err != nil {
		return plumbing.ZeroHash, err
	}
	return c.tree, nil
}

// read reads a small object of a known kind.
func (g *goGitStore) read(kind plumbing.ObjectType, h plumbing.Hash) ([]byte, error) {
	o, err := g.st.EncodedObject(kind, h)
	if err != nil {
		return nil, err
	}
	r, err := o.Reader()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

func (g *goGitStore) expect(context.Context) {}

func (g *goGitStore) staged(ctx context.Context) func() ([]change, error) {
	return func() ([]change, error) { return g.stagedNow(ctx) }
}

func (g *goGitStore) stagedNow(ctx context.Context) ([]change, error) {
	if g.repo.Bare {
		return nil, errors.New("a bare repository has no index: use --all, --history or --diff")
	}
	idx, err := g.readIndex()
	if err != nil {
		return nil, err
	}
	root, err := g.headTree()
	if err != nil {
		return nil, fmt.Errorf("reading HEAD: %w", err)
	}
	head := map[string]treeEntry{}
	if err := g.flatten(root, "", func(p string, e treeEntry) error { head[p] = e; return nil }); err != nil {
		return nil, fmt.Errorf("reading HEAD: %w", err)
	}
	kept := map[string]bool{}
	for _, e := range idx.Entries {
		kept[e.Name] = true
	}
	gone := map[string]bool{} // blobs whose path goes: an equal new one is a rename
	for p, e := range head {
		if !kept[p] {
			gone[e.id] = true
		}
	}
	var out []change
	for _, e := range idx.Entries {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if e.IntentToAdd {
			continue
		}
		c := change{status: "M", mode: modeString(e.Mode), olds: []string{zeroSHA1}, new: e.Hash.String(), path: e.Name}
		old, was := head[e.Name]
		switch {
		case e.Stage != 0:
			c.status = "U"
		case was && old.id == c.new && old.mode == c.mode:
			continue
		case was:
			c.olds[0] = old.id
		case gone[c.new]:
			c.status, c.olds[0] = "R100", c.new
		default:
			c.status = "A"
		}
		out = append(out, c)
	}
	return out, nil
}

const zeroSHA1 = "0000000000000000000000000000000000000000"

type treeEntry struct{ mode, id string }

// folder reads one tree object.
func (g *goGitStore) folder(h plumbing.Hash) (map[string]treeEntry, error) {
	if h.IsZero() {
		return nil, nil
	}
	data, err := g.read(plumbing.TreeObject, h)
	if err != nil {
		return nil, err
	}
	out := map[string]treeEntry{}
	for len(data) > 0 {
		sp := bytes.IndexByte(data, ' ')
		nul := bytes.IndexByte(data, 0)
		if sp < 1 || nul < sp || nul+1+len(h) > len(data) {
			return nil, fmt.Errorf("tree %s is damaged", h)
		}
		e := treeEntry{mode: string(data[:sp]), id: fmt.Sprintf("%x", data[nul+1:nul+1+len(h)])}
		if len(e.mode) == 5 {
			e.mode = "0" + e.mode
		}
		out[string(data[sp+1:nul])] = e
		data = data[nul+1+len(h):]
	}
	return out, nil
}

// commitNode is what is needed of a commit.
type commitNode struct {
	id, tree plumbing.Hash
	parents  []plumbing.Hash
	when     int64 // committer's seconds
}

func (g *goGitStore) commit(h plumbing.Hash) (*commitNode, error) {
	data, err := g.read(plumbing.CommitObject, h)
	if err != nil {
		return nil, err
	}
	c := &commitNode{id: h}
	for _, line := range headerLines(data) {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "tree":
			c.tree = plumbing.NewHash(value)
		case "parent":
			c.parents = append(c.parents, plumbing.NewHash(value))
		case "committer":
			if f := strings.Fields(value); len(f) > 2 {
				c.when, _ = strconv.ParseInt(f[len(f)-2], 10, 64)
			}
		}
	}
	return c, nil
}

// tagTarget is what an annotated tag points at.
func (g *goGitStore) tagTarget(h plumbing.Hash) (plumbing.Hash, error) {
	data, err := g.read(plumbing.TagObject, h)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	for _, line := range headerLines(data) {
		if id, ok := strings.CutPrefix(line, "object "); ok {
			return plumbing.NewHash(id), nil
		}
	}
	return plumbing.ZeroHash, fmt.Errorf("tag %s is damaged", h)
}

func headerLines(obj []byte) []string {
	head, _, _ := bytes.Cut(obj, []byte("\n\n"))
	return strings.Split(string(head), "\n")
}

func (g *goGitStore) flatten(h plumbing.Hash, prefix string, fn func(string, treeEntry) error) error {
	t, err := g.folder(h)
	if err != nil {
		return err
	}
	for n, e := range t {
		if e.mode == modeTree {
			err = g.flatten(plumbing.NewHash(e.id), prefix+n+"/", fn)
		} else {
			err = fn(prefix+n, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *goGitStore) tracked(ctx context.Context, fn func(entry) error) error {
	if g.repo.Bare {
		root, err := g.headTree()
		if err != nil {
			return fmt.Errorf("reading HEAD: %w", err)
		}
		return g.tree(ctx, root.String(), fn)
	}
	idx, err := g.readIndex()
	if err != nil {
		return err
	}
	for _, e := range idx.Entries {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := fn(entry{mode: modeString(e.Mode), id: e.Hash.String(), stage: fmt.Sprint(int(e.Stage)), path: e.Name}); err != nil {
			return err
		}
	}
	return nil
}

func (g *goGitStore) objects(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error {
	return ids(func(id string) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		o, err := g.st.EncodedObject(plumbing.AnyObject, plumbing.NewHash(id))
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			return fn(rawObject{id: id, kind: "missing"})
		}
		if err != nil {
			return err
		}
		return g.hand(o, limit, fn)
	})
}

func (g *goGitStore) hand(o plumbing.EncodedObject, limit int64, fn func(rawObject) error) error {
	x := rawObject{id: o.Hash().String(), kind: o.Type().String(), size: o.Size()}
	if x.overLimit(limit) {
		x.tooBig = true
		return fn(x)
	}
	r, err := o.Reader()
	if err != nil {
		return err
	}
	defer r.Close()
	x.data = make([]byte, x.size)
	if _, err := io.ReadFull(r, x.data); err != nil {
		return err
	}
	return fn(x)
}

func (g *goGitStore) allObjects(ctx context.Context, limit int64, fn func(rawObject) error) error {
	it, err := g.st.IterEncodedObjects(plumbing.AnyObject)
	if err != nil {
		return err
	}
	defer it.Close()
	seen := map[plumbing.Hash]bool{} // packs may hold an object twice
	return it.ForEach(func(o plumbing.EncodedObject) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if seen[o.Hash()] {
			return nil
		}
		seen[o.Hash()] = true
		return g.hand(o, limit, fn)
	})
}

func (g *goGitStore) tips(ctx context.Context) func() error {
	return func() error {
		_, err := g.roots(ctx)
		return err
	}
}

// roots are the objects that refs and HEAD name. One that is missing is an error.
func (g *goGitStore) roots(ctx context.Context) (out []plumbing.Hash, _ error) {
	refs, err := g.refs(ctx)
	if err != nil {
		return nil, errNotWhole
	}
	for _, r := range refs {
		out = append(out, plumbing.NewHash(r.id))
	}
	switch head, err := storer.ResolveReference(g.st, plumbing.HEAD); {
	case err == nil:
		out = append(out, head.Hash())
	case !errors.Is(err, plumbing.ErrReferenceNotFound): // no commits yet
		return nil, errNotWhole
	}
	for _, h := range out {
		if !g.facts(ctx).partial && g.st.HasEncodedObject(h) != nil {
			return nil, errNotWhole
		}
	}
	return out, nil
}

// whole walks from the refs to every object.
func (g *goGitStore) whole(ctx context.Context) error {
	if g.facts(ctx).partial {
		return nil
	}
	roots, err := g.roots(ctx)
	if err != nil {
		return err
	}
	commits, err := g.reachable(ctx, slices.Clone(roots))
	if err != nil {
		return notWhole(ctx)
	}
	seen := map[plumbing.Hash]bool{}
	for _, c := range commits {
		if err := g.walk(ctx, c.tree, seen); err != nil {
			return notWhole(ctx)
		}
	}
	for _, r := range roots { // refs and tags may name trees
		for k, _ := g.kind(r); k == plumbing.TagObject; k, _ = g.kind(r) {
			if r, err = g.tagTarget(r); err != nil {
				return notWhole(ctx)
			}
		}
		if k, _ := g.kind(r); k == plumbing.TreeObject {
			if err := g.walk(ctx, r, seen); err != nil {
				return notWhole(ctx)
			}
		}
	}
	return nil
}

func notWhole(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errNotWhole
}

// walk is an error when something below a tree is missing.
func (g *goGitStore) walk(ctx context.Context, tree plumbing.Hash, seen map[plumbing.Hash]bool) error {
	if seen[tree] {
		return ctx.Err()
	}
	seen[tree] = true
	entries, err := g.folder(tree)
	if err != nil {
		return err
	}
	for _, e := range entries {
		h := plumbing.NewHash(e.id)
		switch {
		case e.mode == modeGitlink || seen[h]:
		case e.mode == modeTree:
			err = g.walk(ctx, h, seen)
		default:
			seen[h] = true
			err = g.st.HasEncodedObject(h)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *goGitStore) intentToAdd(context.Context) (map[string]bool, error) {
	if g.repo.Bare {
		return nil, nil
	}
	idx, err := g.readIndex()
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, e := range idx.Entries {
		if e.IntentToAdd {
			out[e.Name] = true
		}
	}
	return out, nil
}

func (g *goGitStore) refs(context.Context) (out []ref, _ error) {
	it, err := g.st.IterReferences()
	if err != nil {
		return nil, err
	}
	err = it.ForEach(func(r *plumbing.Reference) error {
		if r.Type() == plumbing.HashReference {
			k, _ := g.kind(r.Hash())
			out = append(out, ref{name: r.Name().String(), id: r.Hash().String(), kind: k.String()})
		}
		return nil
	})
	return out, err
}

func (g *goGitStore) tree(_ context.Context, id string, fn func(entry) error) error {
	return g.flatten(plumbing.NewHash(id), "", func(p string, e treeEntry) error {
		return fn(entry{mode: e.mode, id: e.id, stage: "0", path: p})
	})
}

func (g *goGitStore) has(_ context.Context, id string) bool {
	if id == "HEAD" {
		_, err := storer.ResolveReference(g.st, plumbing.HEAD)
		return err == nil
	}
	return g.st.HasEncodedObject(plumbing.NewHash(id)) == nil
}

func (g *goGitStore) facts(context.Context) facts { return diskFacts(g.repo) }
