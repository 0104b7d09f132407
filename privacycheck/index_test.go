package privacycheck

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// file is what a path stands for in an index or a tree.
type file struct {
	mode uint32
	id   byte // all bytes of its name
}

func (f file) name() []byte { return bytes.Repeat([]byte{f.id}, sha1Size) }

// encodeIndex writes an index, with behind (extensions) after the entries.
func encodeIndex(version uint32, files map[string]file, behind []byte) []byte {
	out := binary.BigEndian.AppendUint32([]byte("DIRC"), version)
	out = binary.BigEndian.AppendUint32(out, uint32(len(files)))
	last := ""
	for _, path := range slices.Sorted(maps.Keys(files)) {
		begin := len(out)
		out = append(out, make([]byte, 24)...)
		out = binary.BigEndian.AppendUint32(out, files[path].mode)
		out = append(append(out, make([]byte, 12)...), files[path].name()...)
		out = binary.BigEndian.AppendUint16(out, uint16(min(len(path), flagNameLen)))
		if version < 4 {
			out = append(out, path...)
			out = append(out, make([]byte, 8-(len(out)-begin)%8)...)
			continue
		}
		same := 0
		for same < min(len(path), len(last)) && path[same] == last[same] {
			same++
		}
		drop := len(last) - same
		number := []byte{byte(drop & 0x7f)}
		for drop >>= 7; drop > 0; drop >>= 7 {
			drop--
			number = append([]byte{byte(drop&0x7f) | 0x80}, number...)
		}
		out = append(append(append(out, number...), path[same:]...), 0)
		last = path
	}
	return append(append(out, behind...), make([]byte, sha1Size)...)
}

// extension writes one extension of an index.
func extension(name, data string) []byte {
	return append(binary.BigEndian.AppendUint32([]byte(name), uint32(len(data))), data...)
}

// makeTrees writes the tree objects of files into objects, and returns the
// name of the top. known, when not nil, gets what an index remembers of them.
func makeTrees(files map[string]file, objects map[string][]byte, known *strings.Builder, name string) string {
	items := map[string][]byte{} // by the name that orders them
	below := map[string]map[string]file{}
	for path, f := range files {
		first, rest, dir := strings.Cut(path, "/")
		if !dir {
			items[first] = fmt.Appendf(nil, "%o %s\x00%s", f.mode, first, f.name())
			continue
		}
		if below[first+"/"] == nil {
			below[first+"/"] = map[string]file{}
		}
		below[first+"/"][rest] = f
	}
	var cache strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(below)) {
		first := strings.TrimSuffix(dir, "/")
		id, _ := hex.DecodeString(makeTrees(below[dir], objects, &cache, first))
		items[dir] = fmt.Appendf(nil, "40000 %s\x00%s", first, id)
	}
	var data []byte
	for _, k := range slices.Sorted(maps.Keys(items)) {
		data = append(data, items[k]...)
	}
	sum := sha1.Sum(append(fmt.Appendf(nil, "tree %d\x00", len(data)), data...))
	objects[hex.EncodeToString(sum[:])] = data
	if known != nil {
		fmt.Fprintf(known, "%s\x00%d %d\n%s%s", name, len(files), len(below), sum[:], cache.String())
	}
	return hex.EncodeToString(sum[:])
}

// lookIn answers what a comparison asks.
func lookIn(objects map[string][]byte) func([]string, func([]byte) error) error {
	return func(names []string, fn func([]byte) error) error {
		for _, n := range names {
			data, ok := objects[n]
			if !ok {
				return fmt.Errorf("there is no tree %s", n)
			}
			if err := fn(data); err != nil {
				return err
			}
		}
		return nil
	}
}

// slowDiff compares path by path.
func slowDiff(now, old map[string]file) (out []change, renames bool) {
	added, gone := false, false
	for path := range old {
		_, ok := now[path]
		gone = gone || !ok
	}
	for _, path := range slices.Sorted(maps.Keys(now)) {
		f, o := now[path], old[path]
		c := change{status: "M", mode: fmt.Sprintf("%06o", f.mode), olds: []string{hex.EncodeToString(o.name())}, new: hex.EncodeToString(f.name()), path: path}
		switch {
		case f == o:
			continue
		case o.mode == 0:
			c.status, c.olds[0], added = "A", zeroSHA1, true
		case o.mode&typeBits != f.mode&typeBits:
			c.status = "T"
		}
		out = append(out, c)
	}
	return out, added && gone
}

// readFiles makes files of a text: two characters of content, then a path, a line
// for each. Paths that are folders of others are left out.
func readFiles(text string) map[string]file {
	modes := []uint32{modeBitsFile, modeBitsExec, modeBitsLink, modeBitsSub}
	out := map[string]file{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if len(line) < 3 {
			continue
		}
		path := line[2:]
		if strings.HasPrefix(path, "/") || strings.HasSuffix(path, "/") || strings.Contains(path, "//") || strings.Contains(path, "\x00") {
			continue
		}
		out[path] = file{modes[line[0]%4], 1 + line[1]%8}
	}
	for path := range out {
		for i, c := range path {
			if c == '/' {
				delete(out, path[:i])
			}
		}
	}
	return out
}

// FuzzIndexDiff compares made indexes with made trees, and with the comparison
// path by path.
func FuzzIndexDiff(f *testing.F) {
	f.Add("00a\n00a-b\n00b/c\n", "00a\n00a.b\n01b/c\n", uint8(2), uint8(0))
	f.Add("00a/b\n00a-b\n00a.b\n00a0\n", "00a/b\n00a-b\n00a.b\n", uint8(4), uint8(1))
	f.Add("00x/y/z\n10x/y/w\n20x/y-z\n30m\n", "30x/y/z\n10x/y/w\n20x/y-z\n30m\n", uint8(3), uint8(2))
	f.Add("00a/b/c/d/e\n00a/b/c/f\n00a/b/c.d/f\n", "00a/b/c/d/e\n00a/b/c/f\n00a/b/c.d/f\n00a/q\n", uint8(4), uint8(3))
	f.Add("00a\n", "00a/b\n", uint8(2), uint8(0))
	f.Add("", "00a/b\n", uint8(2), uint8(1))
	f.Add("00ab\n00a\n00abc/d", "", uint8(4), uint8(1))
	f.Fuzz(func(t *testing.T, nowText, oldText string, version, cache uint8) {
		now, old := readFiles(nowText), readFiles(oldText)
		objects := map[string][]byte{}
		root := makeTrees(old, objects, nil, "")
		var known strings.Builder
		top := makeTrees(now, map[string][]byte{}, &known, "")
		remembered := known.String()
		switch cache % 4 {
		case 0:
			remembered = ""
		case 1: // as it is after an addition at the top
			if len(now) > 0 {
				line, rest, _ := strings.Cut(remembered, "\n")
				_, subs, _ := strings.Cut(line, " ")
				remembered = "\x00-1 " + subs + "\n" + rest[sha1Size:]
			}
		case 2:
			remembered = "\x00-1 0\n"
		}
		data := encodeIndex(2+uint32(version%3), now, append(extension("TREE", remembered), extension("XYZW", "abc")...))
		x, err := parseIndex(data)
		if err != nil {
			t.Fatal(err)
		}
		if len(x.entries) != len(now) {
			t.Fatalf("%d entries, want %d", len(x.entries), len(now))
		}
		for _, e := range x.entries {
			if g := (file{e.mode, e.id[0]}); g != now[string(e.path)] {
				t.Fatalf("%q: %v, want %v", e.path, g, now[string(e.path)])
			}
		}
		d, err := newIndexDiff(x)
		if err != nil {
			t.Fatal(err)
		}
		if len(now) > 0 {
			m, err := d.trees.make(x.top(), 0)
			if err != nil || hex.EncodeToString(m.id) != top || m.end != len(now) {
				t.Fatalf("the tree %x with %d entries (%v), want %s with %d", m.id, m.end, err, top, len(now))
			}
		}
		got, err := d.run(objects[root], lookIn(objects))
		want, renames := slowDiff(now, old)
		switch {
		case renames && err != errUnusual:
			t.Fatalf("error %v, want %v", err, errUnusual)
		case !renames && err != nil:
			t.Fatal(err)
		}
		if diff := diffChanges(want, got); !renames && diff != "" {
			t.Fatal(diff)
		}
	})
}

// FuzzIndex gives the parser anything, and anything for HEAD's trees. Whatever it
// takes must be an index that means the same when it is written anew.
func FuzzIndex(f *testing.F) {
	files := readFiles("00a\n10a/b\n20c/d/e\n30c/d.e\n")
	objects := map[string][]byte{}
	var known strings.Builder
	root := makeTrees(files, objects, &known, "")
	for v := range uint32(5) {
		f.Add(encodeIndex(v+1, files, extension("TREE", known.String())), objects[root])
	}
	f.Add(encodeIndex(2, files, append(extension("TREE", "\x00-1 0\n"), extension("EOIE", "....")...)), []byte{})
	f.Add(encodeIndex(4, files, extension("link", strings.Repeat("x", 20))), []byte("100644 a\x00"))
	f.Add(encodeIndex(3, nil, nil), []byte("40000 c\x00aaaaaaaaaaaaaaaaaaaa"))
	f.Fuzz(func(t *testing.T, data, tree []byte) {
		x, err := parseIndex(data)
		if err != nil {
			if err != errUnusual {
				t.Fatalf("error %v, want %v", err, errUnusual)
			}
			return
		}
		if len(x.entries) > len(data)/entryHeader || len(x.folders) > len(data)/minCached {
			t.Fatalf("%d entries and %d folders in %d bytes", len(x.entries), len(x.folders), len(data))
		}
		names := 0
		for i, e := range x.entries {
			names += len(e.path)
			if i > 0 && bytes.Compare(x.entries[i-1].path, e.path) >= 0 || len(e.path) == 0 || len(e.id) != sha1Size || !fileMode(e.mode) {
				t.Fatalf("entry %d is not what git writes: %q", i, e.path)
			}
		}
		if names > namesPerByte*len(data) {
			t.Fatalf("%d bytes of names in %d", names, len(data))
		}
		for i, c := range x.folders {
			if c.end <= i || c.end > len(x.folders) || (c.id == nil) != (c.files < 0) {
				t.Fatalf("folder %d ends at %d of %d", i, c.end, len(x.folders))
			}
		}
		d, err := newIndexDiff(x)
		if err != nil {
			if err != errUnusual {
				t.Fatal(err)
			}
			return
		}
		got, err := d.run(tree, func(names []string, fn func([]byte) error) error {
			for range names {
				if err := fn(tree[:0]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && err != errUnusual {
			t.Fatal(err)
		}
		if err == nil && len(got) > len(x.entries) {
			t.Fatalf("%d changes of %d entries", len(got), len(x.entries))
		}
	})
}

// TestIndexUnusual holds what must not be decided here.
func TestIndexUnusual(t *testing.T) {
	files := readFiles("00a\n10a/b\n20c/d/e\n30c/d.e\n")
	id := strings.Repeat("i", sha1Size)
	good := encodeIndex(2, files, nil)
	at := func(data []byte, i int, b ...byte) []byte {
		data = bytes.Clone(data)
		copy(data[i:], b)
		return data
	}
	const first = indexHeader // the first entry
	if _, err := parseIndex(good); err != nil {
		t.Fatal(err)
	}
	const version = "\x00\x00\x00\x01" // of a table of blocks
	blocks := func(at, n uint32) string {
		return string(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, at), n))
	}
	var deep, wide strings.Builder
	for range maxTreeDepth + 2 {
		deep.WriteString("d\x00-1 1\n")
	}
	var long []byte // version 4: each name is one byte longer than the last
	for range 30_000 {
		e := make([]byte, entryHeader)
		binary.BigEndian.PutUint32(e[24:], modeBitsFile)
		binary.BigEndian.PutUint16(e[60:], uint16(min(len(long)/65+1, flagNameLen)))
		long = append(append(long, e...), 0, 'x', 0)
	}
	wide.WriteString("\x00-1 999999999\n")
	for name, data := range map[string][]byte{
		"nothing":                      nil,
		"short":                        good[:20],
		"no entries":                   good[:indexHeader+sha1Size],
		"cut in an entry":              good[:len(good)-40],
		"another signature":            at(good, 0, 'X'),
		"version 1":                    encodeIndex(1, files, nil),
		"version 5":                    encodeIndex(5, files, nil),
		"more entries than there are":  at(good, 8, 0, 0, 0, 5),
		"fewer entries":                at(good, 8, 0, 0, 0, 1),
		"more entries than fit":        at(good, 8, 0xff, 0xff, 0xff, 0xff),
		"a side of a merge":            at(good, first+60, 0x10),
		"more flags in version 2":      at(good, first+60, 0x40),
		"intent to add":                at(encodeIndex(3, files, nil), first+60, 0x40, 3, 0x20, 0, 'a', '/', 'b'),
		"flags to come":                at(encodeIndex(3, files, nil), first+60, 0x40, 3, 0x80, 0, 'a', '/', 'b'),
		"a folder":                     at(good, first+24, 0, 0, 0x40, 0),
		"mode 664":                     at(good, first+24, 0, 0, 0x81, 0xb4),
		"name longer than told":        at(good, first+61, 2),
		"name shorter than told":       at(good, first+61, 4),
		"names out of order":           at(good, first+62, 'z'),
		"a name twice":                 append(at(good[:len(good)-sha1Size], 8, 0, 0, 0, byte(len(files)+1)), good[len(good)-sha1Size-72:]...),
		"split index":                  encodeIndex(2, files, extension("link", id)),
		"sparse index":                 encodeIndex(2, files, extension("sdir", "")),
		"extension cut short":          encodeIndex(2, files, extension("REUC", "abc")[:10]),
		"bytes behind the extensions":  encodeIndex(2, files, []byte("abc")),
		"two caches":                   encodeIndex(2, files, append(extension("TREE", "\x00-1 0\n"), extension("TREE", "\x00-1 0\n")...)),
		"cache without a top":          encodeIndex(2, files, extension("TREE", "a\x00-1 0\n")),
		"cache with two tops":          encodeIndex(2, files, extension("TREE", "\x00-1 0\n\x00-1 0\n")),
		"cache cut short":              encodeIndex(2, files, extension("TREE", "\x00-1 1\n")),
		"cache without a name":         encodeIndex(2, files, extension("TREE", "\x003 0\nabc")),
		"cache that counts on":         encodeIndex(2, files, extension("TREE", wide.String())),
		"cache too deep":               encodeIndex(2, files, extension("TREE", "\x00-1 1\n"+deep.String())),
		"cache that counts wrongly":    encodeIndex(2, files, extension("TREE", "\x002 0\n"+id)),
		"cache that covers too much":   encodeIndex(2, files, extension("TREE", "\x00-1 1\na\x002 0\n"+id)),
		"cache that covers too little": encodeIndex(2, files, extension("TREE", "\x00-1 1\nc\x001 0\n"+id)),
		"cache of no files":            encodeIndex(2, files, extension("TREE", "\x00-1 1\nc\x000 0\n"+id)),
		"path with two slashes":        encodeIndex(2, map[string]file{"a//b": {modeBitsFile, 1}}, nil),
		"path with a slash before":     encodeIndex(2, map[string]file{"/a": {modeBitsFile, 1}}, nil),
		"path with a slash behind":     encodeIndex(2, map[string]file{"a/": {modeBitsFile, 1}}, nil),
		"path too deep":                encodeIndex(2, map[string]file{strings.Repeat("a/", maxTreeDepth+1) + "b": {modeBitsFile, 1}}, nil),
		"version 4 drops too much":     at(encodeIndex(4, files, nil), first+62, 1),
		"version 4 drops without end":  at(encodeIndex(4, files, nil), first+62, 0x80, 0x80, 0x80, 0x80, 0x80),
		"cache with a name twice":      encodeIndex(2, files, extension("TREE", "\x00-1 2\na\x00-1 0\na\x00-1 0\n")),
		"cache out of order":           encodeIndex(2, files, extension("TREE", "\x00-1 3\na\x00-1 0\ncc\x00-1 0\nb\x00-1 0\n")),
		"blocks of another version":    encodeIndex(2, files, extension("IEOT", "\x00\x00\x00\x02"+blocks(first, 3))),
		"blocks that stand elsewhere":  encodeIndex(2, files, extension("IEOT", version+blocks(first, 1)+blocks(first+8, 2))),
		"blocks of too few entries":    encodeIndex(2, files, extension("IEOT", version+blocks(first, 2))),
		"blocks of too many entries":   encodeIndex(2, files, extension("IEOT", version+blocks(first, 4))),
		"a block of no entries":        encodeIndex(2, files, extension("IEOT", version+blocks(first, 0)+blocks(first, 3))),
		"blocks cut short":             encodeIndex(2, files, extension("IEOT", version+blocks(first, 3)[:7])),
		"block that shortens a path":   encodeIndex(4, files, extension("IEOT", version+blocks(first, 2)+blocks(first+136, 1))),
		"entries that end elsewhere":   encodeIndex(2, files, extension("EOIE", "\x00\x00\x00\x0c"+id)),
		"end within an extension":      encodeIndex(2, files, extension("XYZW", string(extension("EOIE", "\x00\x00\x00\x0c"+id)))),
		"version 4 grows":              append(append(binary.BigEndian.AppendUint32([]byte("DIRC\x00\x00\x00\x04"), 30_000), long...), make([]byte, sha1Size)...),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x, err := parseIndex(data)
		if err == nil {
			_, err = newIndexDiff(x)
		}
		runtime.ReadMemStats(&after)
		if err != errUnusual {
			t.Errorf("%s: error %v, want %v", name, err, errUnusual)
		}
		// Bytes of names, entries and folders for each byte of the index.
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(len(data))*64+64<<10 {
			t.Errorf("%s: %d bytes for an index of %d", name, took, len(data))
		}
	}
}

// TestIndexBlocks holds indexes that say rightly where entries begin and end, and
// caches in the orders of several programs.
func TestIndexBlocks(t *testing.T) {
	files := readFiles("10a/b\n20c/d/e\n30c/d.e\n")
	table := func(numbers ...uint32) (out string) {
		for _, n := range numbers {
			out += string(binary.BigEndian.AppendUint32(nil, n))
		}
		return out
	}
	const sum = "aaaaaaaaaaaaaaaaaaaa"
	for name, data := range map[string][]byte{
		"one block":      encodeIndex(2, files, extension("IEOT", table(1, 12, 3))),
		"two blocks":     encodeIndex(3, files, extension("IEOT", table(1, 12, 1, 12+72, 2))),
		"version 4":      encodeIndex(4, files, extension("IEOT", table(1, 12, 1, 12+67, 2))),
		"end":            encodeIndex(2, files, extension("EOIE", table(12+3*72)+sum)),
		"cache of git":   encodeIndex(2, files, extension("TREE", "\x00-1 3\nb\x00-1 0\nc\x00-1 0\naa\x00-1 0\n")),
		"cache of names": encodeIndex(2, files, extension("TREE", "\x00-1 3\na-b\x00-1 0\na\x00-1 0\nb\x00-1 0\n")),
	} {
		if x, err := parseIndex(data); err != nil || len(x.entries) != len(files) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTreeUnusual holds trees that git does not write.
func TestTreeUnusual(t *testing.T) {
	id := strings.Repeat("i", sha1Size)
	x, err := parseIndex(encodeIndex(2, readFiles("00a\n00a0\n00b/c\n"), nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, tree := range map[string]string{
		"out of order":        "100644 a0\x00" + id + "100644 a\x00" + id,
		"folder out of order": "40000 a\x00" + id + "100644 a-b\x00" + id,
		"twice":               "100644 a\x00" + id + "100644 a\x00" + id,
		"mode 664":            "100664 a\x00" + id,
		"no mode":             " a\x00" + id,
		"a mode of letters":   "10o644 a\x00" + id,
		"a long mode":         "100000000644 a\x00" + id,
		"no name":             "100644 \x00" + id,
		"no end of the name":  "100644 a",
		"cut short":           "100644 a\x00" + id[1:],
		"a slash":             "100644 a/b\x00" + id,
	} {
		d, err := newIndexDiff(x)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := d.run([]byte(tree), lookIn(nil)); err != errUnusual {
			t.Errorf("%s: %v and error %v, want %v", name, got, err, errUnusual)
		}
	}
}
