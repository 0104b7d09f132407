package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"jezero/server"
)

// A backup made while the library is written to opens, verifies against its own
// head, and holds one moment of it.
func TestBackup_WhileWriting(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	for i := range 50 {
		l.put(segment("a", fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprint("hello ", i)), title("one"))
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 50; ; i++ {
			select {
			case <-stop:
				return
			default:
				if _, err := l.Put(ctx, segment("a", fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprint("hello ", i)), title("one"), "x"); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	dest := filepath.Join(t.TempDir(), "backup.db")
	err := l.Backup(ctx, dest)
	close(stop)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if fi, err := os.Stat(dest); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", fi, err)
	}
	entries, err := os.ReadDir(filepath.Dir(dest))
	if err != nil || len(entries) != 2 {
		t.Errorf("beside the backup: %v %v", entries, err)
	}
	b := &library{path: dest, keys: l.keys, tb: t}
	b.open()
	defer b.Close()
	b.mustVerify()
	st, err := b.Stats(ctx)
	if err != nil || st.Items < 50 || st.Items != st.Events {
		t.Errorf("%+v %v", st, err)
	}
	// What is in use was not disturbed.
	l.mustVerify()
	if err := l.Backup(ctx, dest); !errors.Is(err, ErrBackupExists) {
		t.Errorf("over a file: %v", err)
	}
}

// Restored over a library that went on, it is refused until it is anchored on
// purpose.
func TestBackup_Restored(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	dest := filepath.Join(t.TempDir(), "backup.db")
	if err := l.Backup(ctx, dest); err != nil {
		t.Fatal(err)
	}
	l.put(segment("a", "s2", 0, "p", testTime, "hello there"), title("two"))
	l.Close()
	copyFile(t, dest, l.path)
	if _, err := Open(ctx, l.path, Options{Keys: l.keys}); !errors.Is(err, ErrAnchor) {
		t.Fatalf("got %v", err)
	}
	db, err := Open(ctx, l.path, Options{Keys: l.keys, Reanchor: true})
	if err != nil {
		t.Fatal(err)
	}
	if known, err := db.Known(ctx, "a", "s1#0", server.HashTurns([]server.Turn{{Role: "user", Text: "hello"}})); err != nil || !known {
		t.Errorf("%v %v", known, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if rep := l.verify(); !rep.OK() {
		t.Errorf("verify: %v", rep.Problems)
	}
}

// A library of an older layout is copied as it is: a copy from before is what one
// wants then, and to bring it up to date takes the lock. It is brought up to date
// where it is restored.
func TestBackup_OlderLayout(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	version := func(path string) (n int) {
		if err := raw(t, path).QueryRow("PRAGMA user_version").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	l.Close()
	const former = 3
	l.formerly(former)
	old, err := Open(ctx, l.path, Options{Keys: l.keys, AsIs: true})
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	dest := filepath.Join(t.TempDir(), "backup.db")
	if err := old.Backup(ctx, dest); err != nil {
		t.Fatal(err)
	}
	if a, b := version(l.path), version(dest); a != former || b != former {
		t.Errorf("the layouts are %d and %d now", a, b)
	}
	b := &library{path: dest, keys: l.keys, tb: t}
	b.open()
	defer b.Close()
	b.mustVerify()
	// What does not fit its head is not copied: the copy's head would sign it.
	mustExec(t, raw(t, l.path), "PRAGMA user_version = 99")
	if _, err := Open(ctx, l.path, Options{Keys: l.keys, AsIs: true}); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer one: %v", err)
	}
	mustExec(t, raw(t, l.path), fmt.Sprint("PRAGMA user_version = ", former))
	if err := os.Remove(HeadPath(l.path)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, l.path, Options{Keys: l.keys, AsIs: true}); !errors.Is(err, ErrAnchor) {
		t.Errorf("without its head: %v", err)
	}
}
