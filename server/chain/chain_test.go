package chain

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func sample() Event {
	return Event{V: 1, Source: "agent-x", Seq: 2, Prev: "p", KeyID: "k1", Kind: KindPut, ExternalID: "s#0", ItemID: "m1", AtMS: 1700000000000,
		Rules: "r", Commit: map[string]string{"text": "b", "body": "a"}, Attrs: Attrs{"trust": NewText("own"), "revision": Int(3)}}
}

// JL-03: sorted keys, no whitespace.
func TestCanonical(t *testing.T) {
	e := sample()
	want := `{"at_ms":1700000000000,"attrs":{"revision":3,"trust":"own"},"commit":{"body":"a","text":"b"},"external_id":"s#0","item_id":"m1",` +
		`"key_id":"k1","kind":"put","prev":"p","rules":"r","seq":2,"source":"agent-x","v":1}`
	if diff := cmp.Diff(want, string(e.Canonical())); diff != "" {
		t.Error(diff)
	}
}

// Each field is inside the hash.
func TestHash_CoversEveryField(t *testing.T) {
	k := NewKeys()
	base := sample()
	hash := k.Seal(&base)
	for name, change := range map[string]func(*Event){
		"v": func(e *Event) { e.V = 2 }, "source": func(e *Event) { e.Source = "agent-y" }, "seq": func(e *Event) { e.Seq++ },
		"prev": func(e *Event) { e.Prev = "q" }, "kind": func(e *Event) { e.Kind = KindForget }, "external id": func(e *Event) { e.ExternalID = "t" },
		"item id": func(e *Event) { e.ItemID = "m2" }, "time": func(e *Event) { e.AtMS-- }, "rules": func(e *Event) { e.Rules = "" },
		"commit":       func(e *Event) { e.Commit = map[string]string{"text": "b", "body": "x"} },
		"commit gone":  func(e *Event) { e.Commit = map[string]string{"text": "b"} },
		"attrs":        func(e *Event) { e.Attrs = Attrs{"trust": NewText("own"), "revision": Int(4)} },
		"attrs' types": func(e *Event) { e.Attrs = Attrs{"trust": NewText("own"), "revision": NewText("3")} },
	} {
		e := base
		change(&e)
		if got, err := k.Hash(&e); err != nil || got == hash {
			t.Errorf("%s: %v, %v", name, got == hash, err)
		}
	}
	if got, err := k.Hash(&base); err != nil || got != hash {
		t.Errorf("unchanged: %v", err)
	}
	// JL-05, JL-06: the key's id is inside; an unknown one never passes.
	base.KeyID = "k0"
	if _, err := k.Hash(&base); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("unknown key: %v", err)
	}
}

// Two lists of fields never encode alike, whatever their bytes.
func FuzzFields(f *testing.F) {
	f.Add("a", "b", "ab", "")
	f.Add(`"`, `\`, `","`, "\xff")
	f.Add("\x00", "\ufffd", "\xed\xa0\x80", "é")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		if string(Fields(a, b)) == string(Fields(c, d)) && (a != c || b != d) {
			t.Errorf("%q %q and %q %q", a, b, c, d)
		}
		if string(Fields(a+b)) == string(Fields(a, b)) {
			t.Errorf("%q and %q join", a, b)
		}
	})
}

// What is stored is read back exactly, and only the canonical form is accepted.
func FuzzParse(f *testing.F) {
	f.Add(`{"a":"b"}`)
	f.Add(`{"a":1,"b":"x"}`)
	f.Add(`{"b":1,"a":2}`)
	f.Add(`{"a":1.0}`)
	f.Add(`{"a":null}`)
	f.Add(`{ }`)
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := ParseCommit(s); err == nil && (&Event{Commit: m}).CommitJSON() != s {
			t.Errorf("commit %q", s)
		}
		if a, err := ParseAttrs(s); err == nil && (&Event{Attrs: a}).AttrsJSON() != s {
			t.Errorf("attrs %q", s)
		}
	})
}

func TestParse_Refuses(t *testing.T) {
	for _, s := range []string{"", "null", "[]", "{", `{"a":1.5}`, `{"a":true}`, `{"a":null}`, `{"a":{}}`, `{"a": 1}`, `{"b":1,"a":1}`, `{"a":1}{}`,
		`{"a":1}x`, `{"a":01}`, `{"a":99999999999999999999}`, `{"a":1,"a":1}`} {
		if _, err := ParseAttrs(s); !errors.Is(err, ErrEncoding) {
			t.Errorf("attrs %q: %v", s, err)
		}
	}
	for _, s := range []string{"", "null", `{"a":1}`, `{"a":"b" }`, `{"b":"","a":""}`} {
		if _, err := ParseCommit(s); !errors.Is(err, ErrEncoding) {
			t.Errorf("commit %q: %v", s, err)
		}
	}
}

func TestKeys_File(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chain.key")
	if _, err := LoadKeys(path); !errors.Is(err, ErrNoKeys) {
		t.Errorf("missing: %v", err)
	}
	k, err := Create(File(path))
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(File(path)); !errors.Is(err, ErrKeysExist) {
		t.Errorf("created twice: %v", err)
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file was overwritten")
	}
	next, err := k.Rotate(path)
	if err != nil {
		t.Fatal(err)
	}
	if next.Current() == k.Current() || !next.Has(k.Current()) {
		t.Error("the old key is gone, or still signs")
	}
	loaded, err := LoadKeys(path)
	if err != nil || loaded.Current() != next.Current() {
		t.Fatalf("loaded: %v", err)
	}
	e := sample()
	hash := k.Seal(&e)
	if got, err := loaded.Hash(&e); err != nil || got != hash {
		t.Errorf("an old event after rotation: %v", err)
	}
	if runtime.GOOS != "windows" {
		fi, err := os.Stat(path)
		if err != nil || fi.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", fi.Mode(), err)
		}
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadKeys(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("readable by others: %v", err)
		}
	}
}

// No error quotes the file.
func TestKeys_DamagedFile(t *testing.T) {
	k := NewKeys()
	good := string(k.encode())
	for name, text := range map[string]string{
		"empty":      "",
		"not JSON":   "canary",
		"version":    strings.Replace(good, `"v": 1`, `"v": 2`, 1),
		"no current": strings.Replace(good, k.Current(), "k1canary", 1),
		"no keys":    `{"v":1,"current":"kcanary","keys":[]}`,
		"short key":  `{"v":1,"current":"k","keys":[{"id":"k","secret":"Y2FuYXJ5"}]}`,
		"not base64": `{"v":1,"current":"k","keys":[{"id":"k","secret":"canary!"}]}`,
		"twice":      strings.Replace(good, `"keys": [`, `"keys": [`+good[strings.Index(good, "{\n      \"id\""):strings.LastIndex(good, "]")]+",", 1),
	} {
		_, err := decodeKeys([]byte(text))
		if err == nil {
			t.Errorf("%s is accepted", name)
		} else if strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: the error quotes: %v", name, err)
		}
	}
}

// Commitments cannot be passed off as links, nor one part as another.
func TestCommit_Apart(t *testing.T) {
	k := NewKeys()
	a, err := k.Commit(k.Current(), "text", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := k.Commit(k.Current(), "body", []byte("x"))
	c, _ := NewKeys().Commit("", "text", []byte("x"))
	if a == b || a == c || a == mac(k.byID[k.current].event, []byte("x")) {
		t.Error("commitments coincide")
	}
	if _, err := k.Commit("k0", "text", nil); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("unknown key: %v", err)
	}
}

func TestHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.head")
	if _, err := ReadHead(path); !errors.Is(err, ErrNoHead) {
		t.Errorf("missing: %v", err)
	}
	k := NewKeys()
	tips := map[string]Tip{"a": {1, "h"}, "b": {7, "i"}}
	if err := k.WriteHead(path, tips, time.UnixMilli(5)); err != nil {
		t.Fatal(err)
	}
	read := func() *Head {
		t.Helper()
		h, err := ReadHead(path)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := read()
	if err := k.CheckHead(h); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(tips, h.Sources); diff != "" {
		t.Error(diff)
	}
	for name, change := range map[string]func(*Head){
		"seq": func(h *Head) { h.Sources["a"] = Tip{2, "h"} }, "hash": func(h *Head) { h.Sources["a"] = Tip{1, "x"} },
		"source gone": func(h *Head) { delete(h.Sources, "a") }, "source": func(h *Head) { h.Sources["c"] = Tip{1, "h"} },
		"time": func(h *Head) { h.AtMS++ }, "mac": func(h *Head) { h.MAC = "x" },
	} {
		h := read()
		change(h)
		if err := k.CheckHead(h); !errors.Is(err, ErrBadHead) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := NewKeys().CheckHead(read()); !errors.Is(err, ErrUnknownKey) {
		t.Errorf("foreign keys: %v", err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHead(path); !errors.Is(err, ErrBadHead) {
		t.Errorf("damaged: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are left: %v", len(entries), err)
	}
}
