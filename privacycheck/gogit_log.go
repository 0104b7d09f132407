package privacycheck

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/storer"
)

// reachable is the set of commits that the hashes reach.
func (g *goGitStore) reachable(ctx context.Context, from []plumbing.Hash) (map[plumbing.Hash]*commitNode, error) {
	seen := map[plumbing.Hash]*commitNode{}
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
		c, err := g.commit(h)
		if err != nil {
			if target, terr := g.tagTarget(h); terr == nil {
				stack = append(stack, target)
				continue
			}
			if _, ok := g.kind(h); ok {
				continue // a ref may name a tree or a blob
			}
			return nil, fmt.Errorf("reading commit %s: %w", h, err)
		}
		if shallow[h] {
			c.parents = nil // as git has it: the edge is a root
		}
		seen[h] = c
		stack = append(stack, c.parents...)
	}
	return seen, nil
}

func (g *goGitStore) kind(h plumbing.Hash) (plumbing.ObjectType, bool) {
	o, err := g.st.EncodedObject(plumbing.AnyObject, h)
	if err != nil {
		return plumbing.InvalidObject, false
	}
	return o.Type(), true
}

func (g *goGitStore) shallow() (map[plumbing.Hash]bool, error) {
	hs, err := g.st.Shallow()
	if err != nil {
		return nil, err
	}
	out := map[plumbing.Hash]bool{}
	for _, h := range hs {
		out[h] = true
	}
	return out, nil
}

var errRevision = errors.New("the range names a revision that is not in this repository")

// revision resolves a name as git does: HEAD, refs by their short names, object
// ids, also short ones, and ~n and ^n behind them.
func (g *goGitStore) revision(rev string) (plumbing.Hash, error) {
	end := strings.IndexAny(rev, "~^")
	if end < 0 {
		end = len(rev)
	}
	h, err := g.base(rev[:end])
	if err != nil {
		return h, err
	}
	for rest := rev[end:]; rest != ""; {
		op := rest[0]
		rest = rest[1:]
		if op == '^' && strings.HasPrefix(rest, "{") {
			if _, after, ok := strings.Cut(rest, "}"); ok { // ^{}, ^{commit}: tags are followed anyway
				rest = after
				continue
			}
			return h, errRevision
		}
		n, digits := 1, 0
		for digits < len(rest) && isDigit(rest[digits]) {
			digits++
		}
		if digits > 0 {
			if n, err = strconv.Atoi(rest[:digits]); err != nil {
				return h, errRevision
			}
			rest = rest[digits:]
		}
		for target, terr := g.tagTarget(h); terr == nil; target, terr = g.tagTarget(h) {
			h = target
		}
		steps, which := n, 1
		if op == '^' {
			steps, which = min(n, 1), n
		}
		for range steps {
			c, err := g.commit(h)
			if err != nil || which > len(c.parents) {
				return h, errRevision
			}
			h = c.parents[which-1]
		}
	}
	return h, nil
}

func (g *goGitStore) base(name string) (plumbing.Hash, error) {
	if name == "" || name == "@" {
		name = "HEAD"
	}
	for _, pattern := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		ref, err := storer.ResolveReference(g.st, plumbing.ReferenceName(fmt.Sprintf(pattern, name)))
		if err == nil {
			return ref.Hash(), nil
		}
	}
	for _, b := range []byte(name) {
		if !isHex(b) {
			return plumbing.ZeroHash, errRevision
		}
	}
	if len(name) == 40 {
		h := plumbing.NewHash(name)
		if g.st.HasEncodedObject(h) == nil {
			return h, nil
		}
		return h, errRevision
	}
	if len(name) < 4 || len(name) > 40 {
		return plumbing.ZeroHash, errRevision
	}
	prefix, _ := hex.DecodeString(name[:len(name)&^1])
	hs, err := g.st.HashesWithPrefix(prefix)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	var fit []plumbing.Hash
	for _, h := range hs {
		if strings.HasPrefix(h.String(), strings.ToLower(name)) {
			if k, ok := g.kind(h); ok && (k == plumbing.CommitObject || k == plumbing.TagObject) {
				fit = append(fit, h)
			}
		}
	}
	if len(fit) != 1 {
		return plumbing.ZeroHash, errRevision
	}
	return fit[0], nil
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
	one := g.revision
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
			refs, err := g.st.IterReferences()
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
	var list []*commitNode
	for h, c := range shown {
		if hidden[h] == nil {
			list = append(list, c)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.when != b.when {
			return a.when > b.when
		}
		return a.id.String() < b.id.String()
	})
	// Newer commits first also where clocks disagree: a parent never comes
	// before its children.
	list = childrenFirst(list)
	for _, c := range list {
		cc := commitChanges{id: c.id.String()}
		parents := []plumbing.Hash{}
		for _, p := range c.parents {
			pc, err := g.commit(p)
			if err != nil {
				return fmt.Errorf("reading commit %s: %w", p, err)
			}
			parents = append(parents, pc.tree)
		}
		if len(parents) == 0 {
			parents = append(parents, plumbing.ZeroHash)
		}
		if err := g.diff(c.tree, parents, "", &cc.changes); err != nil {
			return err
		}
		sort.Slice(cc.changes, func(i, j int) bool { return cc.changes[i].path < cc.changes[j].path })
		if err := fn(cc); err != nil {
			return err
		}
	}
	return nil
}

// childrenFirst keeps the order but for parents that stand before a child.
func childrenFirst(list []*commitNode) []*commitNode {
	waiting := map[plumbing.Hash]int{} // children that are still to come
	at := map[plumbing.Hash]*commitNode{}
	for _, c := range list {
		at[c.id] = c
		for _, p := range c.parents {
			waiting[p]++
		}
	}
	out := make([]*commitNode, 0, len(list))
	put := map[plumbing.Hash]bool{}
	var ready []*commitNode
	for _, c := range list {
		if waiting[c.id] > 0 {
			continue
		}
		ready = append(ready, c)
		for len(ready) > 0 {
			n := ready[0]
			ready = ready[1:]
			if put[n.id] {
				continue
			}
			put[n.id] = true
			out = append(out, n)
			for _, p := range n.parents {
				waiting[p]--
				if waiting[p] == 0 && at[p] != nil {
					ready = append(ready, at[p])
				}
			}
		}
	}
	return out
}

// diff appends what a tree holds and none of the parents' trees.
func (g *goGitStore) diff(now plumbing.Hash, olds []plumbing.Hash, prefix string, out *[]change) error {
	t, err := g.folder(now)
	if err != nil {
		return err
	}
	before := make([]map[string]treeEntry, len(olds))
	for i, h := range olds {
		if before[i], err = g.folder(h); err != nil {
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
