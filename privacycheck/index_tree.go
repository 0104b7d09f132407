package privacycheck

import (
	"bytes"
	"crypto/sha1"
	"strconv"
)

// folder is a range of the index's entries that share the beginning of their
// paths.
type folder struct {
	from, to int // to may lie behind its end
	prefix   int // length of its path with the slash
	cache    int // its position in the cache; -1: not there
}

// top is the whole index.
func (x *indexFile) top() folder {
	f := folder{to: len(x.entries), cache: -1}
	if len(x.folders) > 0 {
		f.cache = 0
	}
	return f
}

// below maps the cached folders right below f to their positions.
func (x *indexFile) below(f folder) map[string]int {
	if f.cache < 0 {
		return nil
	}
	out := map[string]int{}
	for i := f.cache + 1; i < x.folders[f.cache].end; i = x.folders[i].end {
		out[string(x.folders[i].name)] = i
	}
	return out
}

// sub is the folder of that name in f, which begins at the entry i.
func (f folder) sub(i int, name []byte, cached map[string]int) folder {
	s := folder{from: i, to: f.to, prefix: f.prefix + len(name) + 1, cache: -1}
	if at, ok := cached[string(name)]; ok {
		s.cache = at
	}
	return s
}

// indexTrees names the tree objects that the index's folders make.
type indexTrees struct {
	index *indexFile
	known map[folderKey]madeTree
	buf   []byte // of those that are being made, one behind the other
}

type folderKey struct{ from, prefix int }

// madeTree is the name of a folder's tree object, and the position behind its
// entries.
type madeTree struct {
	id  []byte
	end int
}

// make takes the object's name from the cache, as git itself does when it
// commits, or makes the object. depth counts the folders around f.
func (t *indexTrees) make(f folder, depth int) (m madeTree, err error) {
	entries := t.index.entries
	path := entries[f.from].path[:f.prefix]
	in := func(i int) bool { return bytes.HasPrefix(entries[i].path, path) }
	if f.cache >= 0 && t.index.folders[f.cache].files >= 0 {
		c := &t.index.folders[f.cache]
		end := f.from + c.files
		if end <= f.from || end > f.to || !in(end-1) || end < f.to && in(end) {
			return m, errUnusual
		}
		return madeTree{c.id, end}, nil
	}
	key := folderKey{f.from, f.prefix}
	if m, ok := t.known[key]; ok {
		return m, nil
	}
	if depth > maxTreeDepth {
		return m, errUnusual
	}
	cached := t.index.below(f)
	begin := len(t.buf)
	i := f.from
	for i < f.to && in(i) {
		e := &entries[i]
		name, dir := component(e.path[f.prefix:])
		if len(name) == 0 {
			return m, errUnusual
		}
		mode, id := e.mode, e.id
		i++
		if dir {
			sub, err := t.make(f.sub(i-1, name, cached), depth+1)
			if err != nil {
				return m, err
			}
			mode, id, i = modeBitsDir, sub.id, sub.end
		}
		t.buf = strconv.AppendUint(t.buf, uint64(mode), 8)
		t.buf = append(append(t.buf, ' '), name...)
		t.buf = append(append(t.buf, 0), id...)
	}
	h := sha1.New()
	h.Write(append(strconv.AppendInt([]byte("tree "), int64(len(t.buf)-begin), 10), 0))
	h.Write(t.buf[begin:])
	t.buf = t.buf[:begin]
	m = madeTree{h.Sum(nil), i}
	if t.known == nil {
		t.known = map[folderKey]madeTree{}
	}
	t.known[key] = m
	return m, nil
}
