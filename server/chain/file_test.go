package chain

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What a killed program left is removed once it is old; what is young, or has
// another name, may be a living program's.
func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "chain.keys")
	old := time.Now().Add(-2 * leftoverAge)
	for name, c := range map[string]struct {
		at   time.Time
		gone bool
	}{
		".chain.keys.123":     {old, true},
		".chain.keys.9":       {time.Now(), false},
		".chain.keys.project": {old, false},
		".chain.keys.":        {old, false},
		".other.123":          {old, false},
		"chain.keys":          {old, false},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, c.at, c.at); err != nil {
			t.Fatal(err)
		}
		if err := RemoveLeftovers(path); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) != c.gone {
			t.Errorf("%s: gone is %v, want %v", name, !c.gone, c.gone)
		}
	}
}

// A key file appears whole under its name, replaces none, and leaves nothing
// beside it.
func TestCreate_Files(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chain.keys")
	k, err := Create(File(path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(File(path)); !errors.Is(err, ErrKeysExist) {
		t.Errorf("a second time: %v", err)
	}
	same, err := LoadKeys(path)
	if err != nil || same.Current() != k.Current() {
		t.Errorf("read again: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files beside the keys, %v", len(entries), err)
	}
}
