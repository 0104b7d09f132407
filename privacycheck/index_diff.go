package privacycheck

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
)

// indexDiff compares an index with a tree, as git diff --cached does. Folders of
// which both sides have the same tree object are not looked into: the index
// remembers most of them, and the others are made here.
type indexDiff struct {
	index *indexFile
	trees indexTrees
	found []placed
	added bool // a path is in the index alone
	gone  bool // a path is in the tree alone
	todo  []folderDiff
}

// placed is a change with its position in the index.
type placed struct {
	at int
	change
}

// folderDiff is a folder that has yet to be compared.
type folderDiff struct {
	folder
	old string // name of the tree object
}

// newIndexDiff does what need not wait for the tree.
func newIndexDiff(x *indexFile) (*indexDiff, error) {
	d := &indexDiff{index: x, trees: indexTrees{index: x}}
	if len(x.entries) == 0 {
		return d, nil
	}
	_, err := d.trees.make(x.top(), 0)
	return d, err
}

// run lists what the index holds and the tree does not, in the order of paths.
// What only the tree holds is left out, as it publishes nothing. get is asked
// for tree objects by their names, and hands over their content in the same
// order. It is errUnusual when git has to be asked: renames are git's to find.
func (d *indexDiff) run(root []byte, get func(trees []string, fn func(data []byte) error) error) ([]change, error) {
	if err := d.compare(d.index.top(), root); err != nil {
		return nil, err
	}
	for len(d.todo) > 0 {
		level := d.todo
		d.todo = nil
		ids := make([]string, len(level))
		for i := range level {
			ids[i] = level[i].old
		}
		k := 0
		err := get(ids, func(data []byte) error {
			k++
			return d.compare(level[k-1].folder, data)
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(d.found, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	out := make([]change, len(d.found))
	for i := range d.found {
		out[i] = d.found[i].change
	}
	return out, nil
}

// compare compares one folder with its tree object.
func (d *indexDiff) compare(f folder, tree []byte) error {
	cached := d.index.below(f)
	old, tree, err := nextInTree(tree, treeItem{})
	if err != nil {
		return err
	}
	for i := f.from; i < f.to || old.name != nil; {
		var name []byte
		var dir bool
		side := 1 // which of the two comes first: -1 the index, 1 the tree
		if i < f.to {
			if name, dir = component(d.index.entries[i].path[f.prefix:]); len(name) == 0 {
				return errUnusual
			}
			if side = -1; old.name != nil {
				side = compareNames(name, dir, old.name, old.dir())
			}
		}
		next := i + 1
		if side <= 0 && dir {
			sub := f.sub(i, name, cached)
			made, err := d.trees.make(sub, 0)
			if err != nil {
				return err
			}
			if next = made.end; side == 0 && !bytes.Equal(made.id, old.id) {
				sub.to = next
				d.todo = append(d.todo, folderDiff{sub, hex.EncodeToString(old.id)})
			}
		}
		switch {
		case side > 0:
			d.gone = true
		case side < 0:
			d.added = true
			for k := i; k < next; k++ {
				d.add(k, "A", nil)
			}
		case !dir:
			d.file(i, &old)
		}
		if d.added && d.gone {
			return errUnusual // that may be a rename
		}
		if side <= 0 {
			i = next
		}
		if side >= 0 {
			if old, tree, err = nextInTree(tree, old); err != nil {
				return err
			}
		}
	}
	return nil
}

// file compares two files of one path.
func (d *indexDiff) file(i int, old *treeItem) {
	e := &d.index.entries[i]
	switch {
	case e.mode&typeBits != old.mode&typeBits:
		d.add(i, "T", old.id)
	case e.mode != old.mode || !bytes.Equal(e.id, old.id):
		d.add(i, "M", old.id)
	}
}

// add notes that the entry i differs. old is nil when its path is new.
func (d *indexDiff) add(i int, status string, old []byte) {
	e := &d.index.entries[i]
	c := change{status: status, mode: fmt.Sprintf("%06o", e.mode), olds: []string{zeroSHA1}, new: hex.EncodeToString(e.id), path: string(e.path)}
	if old != nil {
		c.olds[0] = hex.EncodeToString(old)
	}
	d.found = append(d.found, placed{i, c})
}

// component cuts a path's first part off; dir tells that more follows.
func component(path []byte) (name []byte, dir bool) {
	name, _, dir = bytes.Cut(path, []byte{'/'})
	return name, dir
}

// compareNames orders names within a folder. Both index and trees take a folder
// for its name with a slash.
func compareNames(a []byte, aDir bool, b []byte, bDir bool) int {
	n := min(len(a), len(b))
	if c := bytes.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	return cmp.Compare(after(a, n, aDir), after(b, n, bDir))
}

// after is the byte at position n of a name with its slash; -1 behind the end.
func after(name []byte, n int, dir bool) int {
	switch {
	case n < len(name):
		return int(name[n])
	case dir:
		return '/'
	}
	return -1
}

// treeItem is an entry of a tree object.
type treeItem struct {
	mode uint32
	name []byte // nil: the end
	id   []byte
}

func (t *treeItem) dir() bool { return t.mode == modeBitsDir }

// nextInTree reads the entry at the beginning of b, which follows last.
func nextInTree(b []byte, last treeItem) (t treeItem, rest []byte, err error) {
	if len(b) == 0 {
		return t, nil, nil
	}
	sp := bytes.IndexByte(b[:min(len(b), 8)], ' ')
	nul := bytes.IndexByte(b, 0)
	if sp < 1 || nul < sp+2 || nul+1+sha1Size > len(b) {
		return t, nil, errUnusual
	}
	for _, c := range b[:sp] {
		if c < '0' || c > '7' {
			return t, nil, errUnusual
		}
		t.mode = t.mode<<3 | uint32(c-'0')
	}
	t.name, t.id, rest = b[sp+1:nul], b[nul+1:nul+1+sha1Size], b[nul+1+sha1Size:]
	if t.mode != modeBitsDir && !fileMode(t.mode) || bytes.IndexByte(t.name, '/') >= 0 ||
		last.name != nil && compareNames(last.name, last.dir(), t.name, t.dir()) >= 0 {
		return t, nil, errUnusual
	}
	return t, rest, nil
}
