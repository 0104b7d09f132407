package privacycheck

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// goGitStore reads a repository where there is no git program. What go-git
// cannot open (SHA-256, reftable, split and sparse indexes) is refused, so that
// it is never called clean. It finds no renames but exact ones that are staged.
type goGitStore struct {
	repo  *Repo
	git   *git.Repository
	index string // path of the index
}

func openGoGit(r *Repo, get func(string) string) (store, error) {
	dot, common := osfs.New(r.GitDir), osfs.New(r.CommonDir)
	fs := dotgit.NewRepositoryFilesystem(dot, common)
	st := filesystem.NewStorageWithOptions(fs, cache.NewObjectLRUDefault(), filesystem.Options{AlternatesFS: osfs.New("/")})
	repo, err := git.Open(st, nil)
	if err != nil {
		return nil, err
	}
	cfg, err := repo.Config()
	if err != nil {
		return nil, err
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
	g := &goGitStore{repo: r, git: repo, index: filepath.Join(r.GitDir, "index")}
	if p := get("GIT_INDEX_FILE"); p != "" {
		if !filepath.IsAbs(p) {
			p = filepath.Join(r.Top, p)
		}
		g.index = p
	}
	return g, nil
}

func (g *goGitStore) name() string { return "go-git" }

func (g *goGitStore) readIndex() (*index.Index, error) {
	f, err := os.Open(g.index)
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
	ref, err := g.git.Head()
	if errors.Is(err, plumbing.ErrReferenceNotFound) {
		return plumbing.ZeroHash, nil
	}
	if err != nil {
		return plumbing.ZeroHash, err
	}
	c, err := g.git.CommitObject(ref.Hash())
	if err != nil {
		return plumbing.ZeroHash, err
	}
	return c.TreeHash, nil
}

func (g *goGitStore) staged(ctx context.Context) ([]change, error) {
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

// tree reads one tree object.
func (g *goGitStore) tree(h plumbing.Hash) (map[string]treeEntry, error) {
	if h.IsZero() {
		return nil, nil
	}
	t, err := g.git.TreeObject(h)
	if err != nil {
		return nil, err
	}
	out := make(map[string]treeEntry, len(t.Entries))
	for _, e := range t.Entries {
		out[e.Name] = treeEntry{modeString(e.Mode), e.Hash.String()}
	}
	return out, nil
}

func (g *goGitStore) flatten(h plumbing.Hash, prefix string, fn func(string, treeEntry) error) error {
	t, err := g.tree(h)
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
		return g.flatten(root, "", func(p string, e treeEntry) error {
			return fn(entry{mode: e.mode, id: e.id, stage: "0", path: p})
		})
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

// reachable is the set of commits that the hashes reach.
func (g *goGitStore) reachable(ctx context.Context, from []plumbing.Hash) (map[plumbing.Hash]*object.Commit, error) {
	seen := map[plumbing.Hash]*object.Commit{}
	stack := from
	shallow, err := g.shallow()
	if err != nil {
		return nil, err
	}
	for len(stack) > 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[h] != nil {
			continue
		}
		c, err := g.git.CommitObject(h)
		if err != nil {
			if tag, terr := g.git.TagObject(h); terr == nil {
				stack = append(stack, tag.Target)
				continue
			}
			return nil, fmt.Errorf("reading commit %s: %w", h, err)
		}
		if shallow[h] {
			c.ParentHashes = nil // as git has it: the edge is a root
		}
		seen[h] = c
		stack = append(stack, c.ParentHashes...)
	}
	return seen, nil
}

func (g *goGitStore) shallow() (map[plumbing.Hash]bool, error) {
	hs, err := g.git.Storer.Shallow()
	if err != nil {
		return nil, err
	}
	out := map[plumbing.Hash]bool{}
	for _, h := range hs {
		out[h] = true
	}
	return out, nil
}

// resolve turns git's revision arguments into commits to show and to hide.
func (g *goGitStore) resolve(ctx context.Context, revs []string) (show, hide []plumbing.Hash, err error) {
	not := false
	put := func(h plumbing.Hash, negative bool) {
		if negative != not {
			hide = append(hide, h)
		} else {
			show = append(show, h)
		}
	}
	one := func(rev string) (plumbing.Hash, error) {
		if rev == "" {
			rev = "HEAD"
		}
		h, err := g.git.ResolveRevision(plumbing.Revision(rev))
		if err != nil {
			return plumbing.ZeroHash, errors.New("the range names a revision that is not in this repository")
		}
		return *h, nil
	}
	for _, r := range revs {
		switch {
		case r == "--not":
			not = !not
		case r == "--all", strings.HasPrefix(r, "--remotes"):
			prefix := "refs/"
			if rem, ok := strings.CutPrefix(r, "--remotes"); ok {
				prefix = "refs/remotes/"
				if rem != "" {
					prefix += rem[1:] + "/"
				}
			}
			refs, err := g.git.References()
			if err != nil {
				return nil, nil, err
			}
			err = refs.ForEach(func(ref *plumbing.Reference) error {
				if ref.Type() == plumbing.HashReference && strings.HasPrefix(ref.Name().String(), prefix) {
					put(ref.Hash(), false)
				}
				return nil
			})
			if err != nil {
				return nil, nil, err
			}
		case strings.Contains(r, "..."):
			a, b, _ := strings.Cut(r, "...")
			ha, err := one(a)
			if err != nil {
				return nil, nil, err
			}
			hb, err := one(b)
			if err != nil {
				return nil, nil, err
			}
			put(ha, false)
			put(hb, false)
			ra, err := g.reachable(ctx, []plumbing.Hash{ha})
			if err != nil {
				return nil, nil, err
			}
			rb, err := g.reachable(ctx, []plumbing.Hash{hb})
			if err != nil {
				return nil, nil, err
			}
			for h := range ra {
				if rb[h] != nil {
					put(h, true)
				}
			}
		case strings.Contains(r, ".."):
			a, b, _ := strings.Cut(r, "..")
			ha, err := one(a)
			if err != nil {
				return nil, nil, err
			}
			hb, err := one(b)
			if err != nil {
				return nil, nil, err
			}
			put(ha, true)
			put(hb, false)
		default:
			h, err := one(r)
			if err != nil {
				return nil, nil, err
			}
			put(h, false)
		}
	}
	return show, hide, nil
}

func (g *goGitStore) log(ctx context.Context, revs []string, fn func(commitChanges) error) error {
	show, hide, err := g.resolve(ctx, revs)
	if err != nil {
		return err
	}
	hidden, err := g.reachable(ctx, hide)
	if err != nil {
		return err
	}
	shown, err := g.reachable(ctx, show)
	if err != nil {
		return err
	}
	var list []*object.Commit
	for h, c := range shown {
		if hidden[h] == nil {
			list = append(list, c)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if !a.Committer.When.Equal(b.Committer.When) {
			return a.Committer.When.After(b.Committer.When)
		}
		return a.Hash.String() < b.Hash.String()
	})
	for _, c := range list {
		cc := commitChanges{id: c.Hash.String()}
		parents := []plumbing.Hash{}
		for _, p := range c.ParentHashes {
			pc, err := g.git.CommitObject(p)
			if err != nil {
				return fmt.Errorf("reading commit %s: %w", p, err)
			}
			parents = append(parents, pc.TreeHash)
		}
		if len(parents) == 0 {
			parents = append(parents, plumbing.ZeroHash)
		}
		if err := g.diff(c.TreeHash, parents, "", &cc.changes); err != nil {
			return err
		}
		sort.Slice(cc.changes, func(i, j int) bool { return cc.changes[i].path < cc.changes[j].path })
		if err := fn(cc); err != nil {
			return err
		}
	}
	return nil
}

// diff appends what a tree holds and none of the parents' trees.
func (g *goGitStore) diff(now plumbing.Hash, olds []plumbing.Hash, prefix string, out *[]change) error {
	t, err := g.tree(now)
	if err != nil {
		return err
	}
	before := make([]map[string]treeEntry, len(olds))
	for i, h := range olds {
		if before[i], err = g.tree(h); err != nil {
			return err
		}
	}
next:
	for n, e := range t {
		for _, b := range before {
			if b[n] == e {
				continue next
			}
		}
		if e.mode == modeTree {
			sub := make([]plumbing.Hash, len(olds))
			for i, b := range before {
				if o := b[n]; o.mode == modeTree {
					sub[i] = plumbing.NewHash(o.id)
				}
			}
			if err := g.diff(plumbing.NewHash(e.id), sub, prefix+n+"/", out); err != nil {
				return err
			}
			continue
		}
		c := change{status: "A", mode: e.mode, new: e.id, path: prefix + n}
		for _, b := range before {
			o, was := b[n]
			if !was || o.mode == modeTree || o.mode == modeGitlink {
				o.id = zeroSHA1
			} else {
				c.status = "M"
			}
			c.olds = append(c.olds, o.id)
		}
		*out = append(*out, c)
	}
	return nil
}

func (g *goGitStore) objects(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error {
	return ids(func(id string) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		o, err := g.git.Storer.EncodedObject(plumbing.AnyObject, plumbing.NewHash(id))
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
	if x.size > limit {
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
	it, err := g.git.Storer.IterEncodedObjects(plumbing.AnyObject)
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

func (g *goGitStore) tags(context.Context) (map[string]bool, error) {
	it, err := g.git.TagObjects()
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	err = it.ForEach(func(t *object.Tag) error { out[t.Hash.String()] = true; return nil })
	return out, err
}

func (g *goGitStore) has(_ context.Context, id string) bool {
	if id == "HEAD" {
		_, err := g.git.Head()
		return err == nil
	}
	return g.git.Storer.HasEncodedObject(plumbing.NewHash(id)) == nil
}

func (g *goGitStore) facts(context.Context) facts {
	f := diskFacts(g.repo)
	if hs, err := g.git.Storer.Shallow(); err == nil && len(hs) > 0 {
		f.shallow = true
	}
	return f
}
