package privacycheck

import (
	"bytes"
	"encoding/binary"
)

// objectKey stands for an object's id: its first eight bytes, in which no two
// objects of a repository are alike by accident.
type objectKey uint64

const keyBytes = 8

func keyOfHex(id []byte) (k objectKey, ok bool) {
	if len(id) < 2*keyBytes {
		return 0, false
	}
	for _, c := range id[:2*keyBytes] {
		d := hexDigit(c)
		if d < 0 {
			return 0, false
		}
		k = k<<4 | objectKey(d)
	}
	return k, true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// keys are the objects that one goroutine met.
type keys map[objectKey]struct{}

func (s keys) add(id []byte) bool {
	k, ok := keyOfHex(id)
	if ok {
		s[k] = struct{}{}
	}
	return ok
}

// links are the objects that commits, tags and trees name. When all of them are
// there, nothing that a ref reaches is missing, and git need not walk to tell.
type links struct {
	named   keys
	damaged bool // an object could not be understood
}

// header reads what the lines of a commit or tag before its message name.
func (l *links) header(obj []byte) {
	for len(obj) > 0 {
		line, rest, _ := bytes.Cut(obj, []byte{'\n'})
		if len(line) == 0 {
			return
		}
		key, id, _ := bytes.Cut(line, []byte{' '})
		switch string(key) {
		case "tree", "parent", "object":
			l.damaged = l.damaged || !l.named.add(id)
		case "author", "tagger":
			return // what follows names nothing
		}
		obj = rest
	}
}

// entry reads an entry of a tree. last is what the name stood for before: from
// one version of a folder to the next hardly any entry changes.
func (l *links) entry(mode, id []byte, last *objectKey) {
	if string(mode) == modeGitlink {
		return // of another repository
	}
	k := objectKey(binary.BigEndian.Uint64(id))
	if k != *last || k == 0 { // 0 is what a name that is new stood for
		*last = k
		l.named[k] = struct{}{}
	}
}

// met reports whether every object that was named is in one of the sets.
func (l *links) met(sets ...keys) bool {
	if l.damaged {
		return false
	}
named:
	for k := range l.named {
		for _, s := range sets {
			if _, ok := s[k]; ok {
				continue named
			}
		}
		return false
	}
	return true
}

// eachEntry calls fn for the entries of a tree object, "<mode> <name>\0<id>"; ok
// is false when it is none.
func eachEntry(tree []byte, idLen int, fn func(mode, name, id []byte)) (ok bool) {
	for len(tree) > 0 {
		sp := bytes.IndexByte(tree, ' ')
		nul := bytes.IndexByte(tree, 0)
		if sp < 0 || nul < sp || nul+1+idLen > len(tree) {
			return false
		}
		fn(tree[:sp], tree[sp+1:nul], tree[nul+1:nul+1+idLen])
		tree = tree[nul+1+idLen:]
	}
	return true
}
