package privacycheck

import (
	"strings"
	"testing"
)

func TestLinks(t *testing.T) {
	tree, parent, blob, other := strings.Repeat("a1", 20), strings.Repeat("b2", 20), strings.Repeat("\xc3", 20), strings.Repeat("d4", 20)
	commit := "tree " + tree + "\nparent " + parent + "\nauthor a <a@example.com> 1 +0000\nparent nonsense\n\nparent nonsense\n"
	read := func(commit, trees string) (*links, bool) {
		l := &links{named: keys{}}
		l.header([]byte(commit))
		var last objectKey
		ok := eachEntry([]byte(trees), 20, func(mode, _, id []byte) { l.entry(mode, id, &last) })
		return l, ok
	}
	set := func(ids ...string) keys {
		s := keys{}
		for _, id := range ids {
			if !s.add([]byte(id)) {
				t.Fatalf("%q is no id", id)
			}
		}
		return s
	}
	entries := "100644 f\x00" + blob + "160000 sub\x00" + strings.Repeat("\xee", 20)
	l, ok := read(commit, entries)
	if !ok || !l.met(set(tree, other), set(parent, strings.Repeat("c3", 20))) {
		t.Error("everything is there, yet something is called missing")
	}
	for i, have := range []keys{set(parent, strings.Repeat("c3", 20)), set(tree, strings.Repeat("c3", 20)), set(tree, parent)} {
		if l.met(have) {
			t.Errorf("case %d: what is missing goes unseen", i)
		}
	}
	if _, ok := read(commit, entries[:len(entries)-1]); ok {
		t.Error("a tree that ends early is taken for whole")
	}
	if l, _ := read("", "100644 f\x00"+strings.Repeat("\x00", 20)); l.met(set(tree)) {
		t.Error("an entry that names nothing goes unseen")
	}
	if l, _ := read("tree nonsense\n", ""); l.met() {
		t.Error("a commit that names no tree is taken for whole")
	}
}
