package sqlite

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
	"jezero/server/chain"
)

// Whatever changes an item appends an event to its source's chain: none of the
// ways to write goes past it. JL-01, JL-02
func TestEveryWriteIsAnEvent(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	it := l.put(segment("a", "s1", 0, "old", testTime, "hello canary"), title("one canary"))
	l.put(segment("a", "s2", 0, "old", testTime, "hello"), title("two"))
	l.put(segment("b", "s3", 0, "old", testTime, "hello"), title("three"))
	if n, err := l.Retag(ctx, "a", "s1", "new"); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := l.Resummarize(ctx, []server.Resummary{{ItemID: it.ID, Revision: 2, Summary: title("one more canary"), Summarizer: "other"}}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := l.RedactStored(ctx, fakeRedactor{"rules-2", regexp.MustCompile("canary")}, RedactStoredOptions{}); err != nil {
		t.Fatal(err)
	}
	if n, err := l.Forget(ctx, ForgetTarget{Scope: ForgetItem, Name: it.ID}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	var kinds []string
	err := l.reader().Events(ctx, func(r chain.Record) error {
		kinds = append(kinds, fmt.Sprintf("%s/%d %s", r.Source, r.Seq, r.Kind))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a/1 put", "a/2 put", "a/3 retag", "a/4 resummarize", "a/5 redact", "a/6 forget", "b/1 put"}
	if d := cmp.Diff(want, kinds); d != "" {
		t.Error(d)
	}
	l.mustVerify()
	l.mustNotHold("canary")
}

// Writers in two programs take turns, so the chain of a source never forks.
// JL-07
func TestWriters_TakeTurns(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	other := &library{path: l.path, keys: l.keys, tb: t}
	other.open()
	defer other.Close()
	const each = 10
	var wg sync.WaitGroup
	for i, w := range []*library{l, other} {
		wg.Go(func() {
			for k := range each {
				if _, err := w.Put(ctx, segment("a", fmt.Sprint("s", i, "-", k), 0, "p", testTime, fmt.Sprint("hello ", i, k)), title("one"), "x"); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	rep := l.verify()
	if !rep.OK() || rep.Sources["a"].Seq != 2*each {
		t.Errorf("%+v", rep)
	}
}

// What is proved is of one moment: writing beside it, and even signing anew, is
// no tampering.
func TestVerify_BesideAWriter(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s0", 0, "p", testTime, "hello"), title("one"))
	r := l.reader()
	n := 0
	write := func(session string) {
		n++
		seg := segment("a", fmt.Sprint(session, n), 0, "p", testTime, fmt.Sprint("hello ", n))
		if _, err := l.Put(ctx, seg, title("one"), "x"); err != nil {
			t.Error(err)
		}
	}
	// What is written comes at the worst moments: right after the head was read
	// for the first time, and for the second.
	for _, c := range []struct {
		name   string
		after  int
		change func()
	}{
		{"written before the moment", 1, func() { write("s") }},
		{"written after it", 2, func() { write("s") }},
		// A session's id holds something: all events from it on are signed anew, so
		// that the older head fits no more.
		{"signed anew before the moment", 1, func() {
			if _, err := l.RedactStored(ctx, fakeRedactor{"rules-2", regexp.MustCompile("canary")}, RedactStoredOptions{}); err != nil {
				t.Error(err)
			}
		}},
	} {
		write("canary")
		reads := 0
		rep, err := r.Verify(ctx, l.keys, func() (*chain.Head, error) {
			head, err := chain.ReadHead(HeadPath(l.path))
			if reads++; reads == c.after {
				c.change()
			}
			return head, err
		})
		if err != nil || !rep.OK() {
			t.Errorf("%s: %v %v", c.name, rep.Problems, err)
		}
	}
	// And with a real writer beside.
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 40 {
			write("s")
		}
	}()
	for writing := true; writing; {
		select {
		case <-done:
			writing = false
		default:
		}
		rep, err := r.Verify(ctx, l.keys, func() (*chain.Head, error) { return chain.ReadHead(HeadPath(l.path)) })
		if err != nil || !rep.OK() {
			t.Fatal(rep.Problems, err)
		}
	}
	l.mustVerify()
}

// What search counts by can be damaged like the index, and is made anew like it.
func TestVacuum_CountsAnew(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ name, damage string }{
		{"no tallies", "DELETE FROM tallies"},
		{"one tally less", "DELETE FROM tallies WHERE project_id = (SELECT id FROM projects WHERE name = 'q')"},
		{"a wrong count", "UPDATE tallies SET items = items + 1"},
		{"of what is not there", "INSERT INTO tallies VALUES (77, 77, 1)"},
		{"no version", "DELETE FROM search_version"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLibrary(t)
			l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
			l.put(segment("a", "s2", 0, "q", testTime, "hello to another heron"), title("two herons"))
			if _, err := raw(t, l.path).Exec(c.damage); err != nil {
				t.Fatal(err)
			}
			if _, err := l.reader().Search(ctx, everything, server.Query{Text: "hello"}); err == nil {
				t.Error("nothing was damaged")
			}
			if err := l.CheckIndex(ctx); !errors.Is(err, ErrIndex) {
				t.Errorf("checked: %v", err)
			}
			if res, err := l.Vacuum(ctx); err != nil || !res.Reindexed {
				t.Errorf("%+v %v", res, err)
			}
			l.mustVerify()
			r := l.reader()
			if hits, err := r.Search(ctx, everything, server.Query{Text: "hello"}); len(hits) != 2 || err != nil {
				t.Errorf("search: %v %v", hits, err)
			}
			o, err := r.Overview(ctx, everything)
			if d := cmp.Diff(map[string]int{"p": 1, "q": 1}, o.Projects); d != "" || err != nil {
				t.Error(d, err)
			}
		})
	}
}

func TestRetag(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	first := l.put(segment("a", "s1", 0, "heronwood", testTime, "hello"), title("one"))
	l.put(segment("a", "s1", 1, "heronwood", testTime, "hello there"), title("two"))
	l.put(segment("a", "s2", 0, "other", testTime, "hello"), title("three"))
	l.put(segment("b", "s1", 0, "other", testTime, "hello"), title("four"))
	r := l.reader()
	if n, err := r.CountDifferent(ctx, "a", "s1", "kestrel"); n != 2 || err != nil {
		t.Errorf("to change: %d %v", n, err)
	}
	if n, err := l.Retag(ctx, "a", "s1", "kestrel"); n != 2 || err != nil {
		t.Errorf("changed: %d %v", n, err)
	}
	if n, err := l.Retag(ctx, "a", "s1", "kestrel"); n != 0 || err != nil {
		t.Errorf("again: %d %v", n, err)
	}
	it, err := r.Get(ctx, everything, first.ID)
	if err != nil || it.Project != "kestrel" || it.Revision != 2 {
		t.Errorf("%+v %v", it, err)
	}
	o, err := r.Overview(ctx, everything)
	if d := cmp.Diff(map[string]int{"kestrel": 2, "other": 2}, o.Projects); d != "" || err != nil {
		t.Error(d, err)
	}
	if hits, err := r.Search(ctx, everything, server.Query{Text: "hello", Project: "kestrel"}); len(hits) != 2 || err != nil {
		t.Errorf("search: %v %v", hits, err)
	}
	l.mustVerify()
	// The old name is a text like any other: it goes with the next scrub.
	if _, err := l.Vacuum(ctx); err != nil {
		t.Fatal(err)
	}
	l.mustNotHold("heronwood")

	// A project that was forgotten on purpose gets nothing new.
	if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetProject, Name: "kestrel"}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Retag(ctx, "a", "s2", "kestrel"); !errors.Is(err, server.ErrForgotten) {
		t.Errorf("into what was forgotten: %v", err)
	}
	l.mustVerify()
}

// What was forgotten in one copy goes from another by its tombstones, and does
// not come back there either.
func TestBury(t *testing.T) {
	ctx := context.Background()
	for _, target := range []ForgetTarget{
		{Scope: ForgetItem}, {Scope: ForgetSession, Source: "a", Name: "s1"},
		{Scope: ForgetProject, Name: "p"}, {Scope: ForgetSource, Name: "a"},
	} {
		t.Run(string(target.Scope), func(t *testing.T) {
			a, b := newLibrary(t), newLibrary(t)
			seg := segment("a", "s1", 0, "p", testTime, "hello canary-of-the-mine")
			for _, l := range []*library{a, b} {
				it := l.put(seg, title("one"))
				l.put(segment("z", "s9", 0, "q", testTime, "hello"), title("two"))
				if target.Scope == ForgetItem {
					target.Name = it.ID
				}
			}
			if n, titles, err := a.reader().Match(ctx, target, 5); n != 1 || len(titles) != 1 || titles[0] != "one" || err != nil {
				t.Errorf("match: %d %v %v", n, titles, err)
			}
			if _, err := a.Forget(ctx, target); err != nil {
				t.Fatal(err)
			}
			stones, err := a.reader().Tombstones(ctx)
			if err != nil || len(stones) != 1 || stones[0].Scope != target.Scope {
				t.Fatalf("%+v %v", stones, err)
			}
			if n, err := b.Bury(ctx, stones); n != 1 || err != nil {
				t.Fatal(n, err)
			}
			b.mustNotHold("canary-of-the-mine")
			b.mustVerify()
			if _, err := b.Put(ctx, seg, title("one"), "x"); !errors.Is(err, server.ErrForgotten) {
				t.Errorf("put again: %v", err)
			}
			if n, err := b.Bury(ctx, stones); n != 0 || err != nil {
				t.Errorf("again: %d %v", n, err)
			}
		})
	}
}

func TestVacuum(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	var batch []server.Stored
	for i := range 40 {
		seg := segment("a", fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprint("hello number ", i), fmt.Sprint("a long answer ", make([]int, 500)))
		batch = append(batch, server.Stored{Segment: seg, Summary: title("one"), Summarizer: "test"})
	}
	if _, err := l.PutAll(ctx, batch); err != nil {
		t.Fatal(err)
	}
	db := raw(t, l.path)
	if _, err := db.Exec("DELETE FROM search_segments"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	res, err := l.Vacuum(ctx)
	if err != nil || !res.Reindexed || res.After <= 0 {
		t.Errorf("%+v %v", res, err)
	}
	l.mustVerify()
	if hits, err := l.reader().Search(ctx, everything, server.Query{Text: "hello", Limit: 5}); len(hits) != 5 || err != nil {
		t.Errorf("search: %d %v", len(hits), err)
	}
	if res, err = l.Vacuum(ctx); err != nil || res.Reindexed || res.After > res.Before {
		t.Errorf("again: %+v %v", res, err)
	}
}

func TestCountSegments(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	l.put(segment("a", "s2", 0, "q", testTime.Add(-48*time.Hour), "hello"), title("two"))
	l.put(segment("b", "s3", 0, "p", testTime, "hello"), title("three"))
	for _, c := range []struct {
		name string
		f    server.SummaryFilter
		want int
	}{
		{"all", server.SummaryFilter{}, 3},
		{"another summariser", server.SummaryFilter{Not: "test"}, 0},
		{"source", server.SummaryFilter{Source: "a"}, 2},
		{"project", server.SummaryFilter{Project: "p"}, 2},
		{"since", server.SummaryFilter{Since: testTime.Add(-time.Hour)}, 2},
		{"before time began", server.SummaryFilter{Since: time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)}, 3},
	} {
		n, err := l.CountSegments(ctx, c.f)
		list, lerr := l.Segments(ctx, c.f)
		if n != c.want || len(list) != c.want || err != nil || lerr != nil {
			t.Errorf("%s: counted %d, got %d, want %d; %v %v", c.name, n, len(list), c.want, err, lerr)
		}
	}
}

// After a rotation the head is the new key's, and both keys verify.
func TestSignHead(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	next, err := l.keys.Rotate(l.path + ".keys")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SignHead(ctx, next); err != nil {
		t.Fatal(err)
	}
	l.keys = next
	l.put(segment("a", "s2", 0, "p", testTime, "hello"), title("two"))
	head, err := chain.ReadHead(HeadPath(l.path))
	if err != nil || head.KeyID != next.Current() {
		t.Errorf("%+v %v", head, err)
	}
	l.mustVerify()
	rep, err := l.reader().ChainReport(ctx)
	if err != nil || len(rep.Keys) != 2 || rep.Keys[next.Current()] != 1 || rep.Trust["own"] != 2 || rep.Kinds["put"] != 2 {
		t.Errorf("%+v %v", rep, err)
	}
}
