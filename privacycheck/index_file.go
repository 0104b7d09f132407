package privacycheck

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
)

// errUnusual is what the built-in comparison of index and HEAD does not decide:
// git must be asked. It never reaches the user.
var errUnusual = errors.New("git must be asked")

const (
	sha1Size     = 20
	indexHeader  = 12               // signature, version, number of entries
	entryHeader  = 62               // what stands before the name: times, ids, mode, size, flags
	namesPerByte = 16               // how much longer than the index its names may be, which version 4 shortens
	maxTreeDepth = 4096             // folders within folders in the index's cache
	maxIndex     = 256 << 20        // bytes
	typeBits     = 0o170000         // of a mode
	modeBitsLink = 0o120000         // a symbolic link
	modeBitsSub  = 0o160000         // a submodule
	modeBitsDir  = 0o040000         // a folder
	modeBitsFile = 0o100644         // a file
	modeBitsExec = 0o100755         // a program
	flagExtended = 0x4000           // more flags follow
	flagStage    = 0x3000           // a side of an unsolved merge
	flagNameLen  = 0x0fff           // the name's length, or this much and more
	flagSkipTree = 0x4000           // of those that follow: left out of the work tree
	minCached    = len("\x000 0\n") // of a folder in the index's cache
)

// indexEntry is one path of the index.
type indexEntry struct {
	mode uint32
	at   uint32 // position in the index
	id   []byte // sha1Size bytes
	path []byte
}

// cachedFolder is what the index remembers of a folder: the tree object that
// its entries make.
type cachedFolder struct {
	name  []byte
	files int    // entries below it; -1 when the object is no longer known
	id    []byte // sha1Size bytes, nil when files is -1
	end   int    // position behind its folders, which follow it
}

// indexFile is git's index. Both lists are in git's order.
type indexFile struct {
	entries []indexEntry
	folders []cachedFolder // the top first, folders before what is in them; may be empty
}

// parseIndex reads an index of versions 2 to 4 with SHA-1 names. It holds on to
// data. What it does not know, what is damaged, and entries that git treats
// apart (unsolved merges, intent to add, folders of a sparse index) are
// errUnusual. As in git, the sum at the end is not looked at.
func parseIndex(data []byte) (*indexFile, error) {
	if len(data) < indexHeader+sha1Size || len(data) > maxIndex || string(data[:4]) != "DIRC" {
		return nil, errUnusual
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	rest := data[indexHeader : len(data)-sha1Size]
	if version < 2 || version > 4 || uint64(count) > uint64(len(rest)/entryHeader) {
		return nil, errUnusual
	}
	x := &indexFile{entries: make([]indexEntry, 0, count)}
	names := len(data) * namesPerByte
	var last []byte
	at := indexHeader
	for range count {
		e, size := parseEntry(rest, version, last)
		// Entries stand in order, each path once.
		if size == 0 || len(x.entries) > 0 && bytes.Compare(last, e.path) >= 0 {
			return nil, errUnusual
		}
		if names -= len(e.path); names < 0 {
			return nil, errUnusual
		}
		e.at = uint32(at)
		x.entries = append(x.entries, e)
		rest, last, at = rest[size:], e.path, at+size
	}
	if !endsAt(data[:len(data)-sha1Size], at) {
		return nil, errUnusual
	}
	return x, x.parseExtensions(rest, data, version)
}

// parseEntry reads one entry, which follows that of the path last. size is how
// much of b it takes, 0 when it is unusual.
func parseEntry(b []byte, version uint32, last []byte) (e indexEntry, size int) {
	if len(b) < entryHeader+2 { // with further flags, or a name and its end
		return e, 0
	}
	e.mode, e.id = binary.BigEndian.Uint32(b[24:]), b[40:60]
	flags := binary.BigEndian.Uint16(b[60:])
	if flags&flagStage != 0 || !fileMode(e.mode) {
		return e, 0
	}
	at := entryHeader
	if flags&flagExtended != 0 {
		if version < 3 || binary.BigEndian.Uint16(b[at:])&^flagSkipTree != 0 {
			return e, 0
		}
		at += 2
	}
	var kept []byte // of the last path
	if version == 4 {
		drop, n := offsetNumber(b[at:])
		if n == 0 || drop > len(last) {
			return e, 0
		}
		kept = last[:len(last)-drop]
		at += n
	}
	n := bytes.IndexByte(b[at:], 0)
	if n < 0 {
		return e, 0
	}
	e.path = b[at : at+n : at+n]
	if version == 4 {
		e.path = append(append(make([]byte, 0, len(kept)+n), kept...), e.path...)
	}
	if len(e.path) == 0 || min(len(e.path), flagNameLen) != int(flags&flagNameLen) {
		return e, 0
	}
	size = at + n + 1
	if version < 4 {
		size = (at + n + 8) &^ 7 // zeros up to a multiple of 8, one at least
		if size > len(b) {
			return e, 0
		}
	}
	return e, size
}

// fileMode is true for the modes that git gives to what it tracks.
func fileMode(m uint32) bool {
	switch m {
	case modeBitsFile, modeBitsExec, modeBitsLink, modeBitsSub:
		return true
	}
	return false
}

// offsetNumber reads the number by which version 4 shortens a path; n is how
// many bytes it takes, 0 when it is too large or has no end.
func offsetNumber(b []byte) (v, n int) {
	for i, c := range b {
		if i == 4 {
			return 0, 0
		}
		if i > 0 {
			v++
		}
		v = v<<7 | int(c&0x7f)
		if c < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}

// parseExtensions reads what stands behind the entries of the index data: the
// cache of tree objects and the table of blocks. Others may be passed over when
// git says so by a capital letter.
func (x *indexFile) parseExtensions(b, data []byte, version uint32) error {
	seen := false
	for len(b) > 0 {
		if len(b) < 8 {
			return errUnusual
		}
		name, size := string(b[:4]), binary.BigEndian.Uint32(b[4:])
		b = b[8:]
		if uint64(size) > uint64(len(b)) || name[0] < 'A' || name[0] > 'Z' {
			return errUnusual // damaged; or "link", "sdir" and what is to come
		}
		switch name {
		case "TREE":
			if seen || !x.parseFolders(b[:size]) {
				return errUnusual
			}
			seen = true
		case "IEOT":
			if !x.inBlocks(b[:size], data, version) {
				return errUnusual
			}
		}
		b = b[size:]
	}
	return nil
}

// parseFolders reads the cache of tree objects.
func (x *indexFile) parseFolders(b []byte) bool {
	// A folder, how many of its folders are to come, the name that came last, and in
	// which order all of them were until then.
	type open struct {
		at, left       int
		last           []byte
		byLen, byNames bool
	}
	var stack []open
	for len(b) > 0 {
		nul := bytes.IndexByte(b, 0)
		if nul < 0 || (nul == 0) != (len(stack) == 0) || len(stack) > maxTreeDepth {
			return false
		}
		line, rest, found := bytes.Cut(b[nul+1:], []byte{'\n'})
		files, subs, cut := bytes.Cut(line, []byte{' '})
		if !found || !cut {
			return false
		}
		f := cachedFolder{name: b[:nul]}
		var ok bool
		if string(files) == "-1" {
			f.files = -1
		} else if f.files, ok = decimal(files); !ok || len(rest) < sha1Size {
			return false
		} else {
			f.id, rest = rest[:sha1Size], rest[sha1Size:]
		}
		left, ok := decimal(subs)
		if !ok || left > len(rest)/minCached {
			return false
		}
		b = rest
		if len(stack) > 0 {
			// No name is there twice: git ends at one. It orders them by their lengths
			// first, other programs as in trees.
			in := &stack[len(stack)-1]
			if in.last != nil {
				in.byLen = in.byLen && cmp.Or(cmp.Compare(len(in.last), len(f.name)), bytes.Compare(in.last, f.name)) < 0
				in.byNames = in.byNames && compareNames(in.last, true, f.name, true) < 0
			}
			if !in.byLen && !in.byNames {
				return false
			}
			in.last = f.name
		}
		x.folders = append(x.folders, f)
		stack = append(stack, open{at: len(x.folders) - 1, left: left, byLen: true, byNames: true})
		for len(stack) > 0 && stack[len(stack)-1].left == 0 {
			x.folders[stack[len(stack)-1].at].end = len(x.folders)
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 {
			return len(b) == 0
		}
		stack[len(stack)-1].left--
	}
	return len(stack) == 0
}

// decimal reads a small number.
func decimal(b []byte) (n int, ok bool) {
	if len(b) == 0 || len(b) > 9 {
		return 0, false
	}
	for _, c := range b {
		if !isDigit(c) {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}
