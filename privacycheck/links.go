package privacycheck

import "bytes"

// objectKey stands for an object's id: half of a SHA-1 or SHA-256 and more, so
// no two objects of a repository share it by accident.
type objectKey [16]byte

func keyOfHex(id []byte) (k objectKey, ok bool) {
	if len(id) < 2*len(k) {
		return k, false
	}
	for i := range k {
		hi, lo := hexDigit(id[2*i]), hexDigit(id[2*i+1])
		if hi < 0 || lo < 0 {
			return k, false
		}
		k[i] = byte(hi<<4 | lo)
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
	var k objectKey
	copy(k[:], id)
	if k != *last {
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
