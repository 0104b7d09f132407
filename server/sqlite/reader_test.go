package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
)

// JZ-119: a reader's connection cannot write, even when query_only is switched
// off on it.
func TestReader_CannotWrite(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	r := l.reader()
	conn, err := r.db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var on int
	if err := conn.QueryRowContext(ctx, "PRAGMA query_only").Scan(&on); err != nil || on != 1 {
		t.Errorf("query_only is %d: %v", on, err)
	}
	for range 2 {
		for _, q := range []string{"UPDATE items SET title = 'x'", "DELETE FROM cursors", "CREATE TABLE x (y)", "DELETE FROM search_segments"} {
			if _, err := conn.ExecContext(ctx, q); err == nil {
				t.Errorf("%s was accepted", q)
			}
		}
		if _, err := conn.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil {
			t.Fatal(err)
		}
	}
}

// JZ-120: between operations no connection is in use.
func TestReader_HoldsNoConnection(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	it := l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	r := l.reader()
	for _, op := range []func() error{
		func() error { _, err := r.Search(ctx, everything, server.Query{Text: "hello"}); return err },
		func() error { _, err := r.Get(ctx, everything, it.ID); return err },
		func() error { _, err := r.Get(ctx, everything, "none"); return errors.Join(err, nil) },
		func() error { _, err := r.Timeline(ctx, everything, server.Query{}); return err },
		func() error { _, err := r.Later(ctx, everything, it.ID, "", 3); return err },
		func() error { _, err := r.Sources(ctx, everything); return err },
		func() error { _, err := r.Overview(ctx, everything); return err },
	} {
		if err := op(); err != nil && !errors.Is(err, server.ErrNotFound) {
			t.Error(err)
		}
		if n := r.db.Stats().InUse; n != 0 {
			t.Errorf("%d connections are held", n)
		}
	}
}

// JZ-121, JZ-122: readers work while a write is under way, and see nothing of
// it before it is committed.
func TestReader_WorksDuringAWrite(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	r := l.reader()
	err := l.inTx(ctx, func(t_ *tx) error {
		seg := segment("a", "s2", 0, "p", testTime, "hello")
		rec, err := newRecord(&server.Stored{Segment: seg})
		if err != nil {
			return err
		}
		if err := t_.put(ctx, rec); err != nil {
			return err
		}
		hits, err := r.Search(ctx, everything, server.Query{Text: "hello"})
		if err == nil && len(hits) != 1 {
			err = fmt.Errorf("%d hits", len(hits))
		}
		// BEGIN IMMEDIATE: a second writer waits from its first statement on.
		short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		if _, werr := l.Put(short, seg, server.Summary{}, "x"); werr == nil {
			err = errors.Join(err, errors.New("two writers at once"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenReader_NoLibrary(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenReader(dir + "/none.db"); !errors.Is(err, ErrNoLibrary) {
		t.Errorf("got %v", err)
	}
	if entries, _ := OpenReader(dir + "/none.db"); entries != nil {
		t.Error("a file was made")
	}
}

// JZ-89, JZ-93: globs are case-sensitive.
func TestScope_Globs(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	for i, source := range []string{"agent-codex", "Agent-codex", "agent-codex-laptop", "mail"} {
		l.put(segment(source, fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprint("hello ", i)), title("one"))
	}
	r := l.reader()
	for _, c := range []struct {
		globs []string
		want  []string
	}{
		{nil, []string{}},
		{[]string{}, []string{}},
		{[]string{""}, []string{}},
		{[]string{"*"}, []string{"Agent-codex", "agent-codex", "agent-codex-laptop", "mail"}},
		{[]string{"agent-*"}, []string{"agent-codex", "agent-codex-laptop"}},
		{[]string{"agent-codex"}, []string{"agent-codex"}},
		{[]string{"AGENT-*"}, []string{}},
		{[]string{"mail", "Agent-?odex"}, []string{"Agent-codex", "mail"}},
		{[]string{"[", "%", "'; DROP TABLE items; --"}, []string{}},
	} {
		t.Run(strings.Join(c.globs, ","), func(t *testing.T) {
			sc := server.Scope{Sources: c.globs}
			infos, err := r.Sources(ctx, sc)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, s := range infos {
				got = append(got, s.Name)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			// JZ-90: every read applies it.
			hits, err := r.Search(ctx, sc, server.Query{Text: "hello"})
			if err != nil || len(hits) != len(c.want) {
				t.Errorf("search: %d hits, %v", len(hits), err)
			}
			hits, err = r.Timeline(ctx, sc, server.Query{})
			if err != nil || len(hits) != len(c.want) {
				t.Errorf("timeline: %d hits, %v", len(hits), err)
			}
			o, err := r.Overview(ctx, sc)
			if err != nil || o.Items != len(c.want) {
				t.Errorf("overview: %+v, %v", o, err)
			}
		})
	}
}

// JZ-92: a forbidden item and a missing one are told in the same words.
func TestScope_ForbiddenIsMissing(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	it := l.put(segment("mail", "s1", 0, "p", testTime, "hello"), title("one"))
	l.put(segment("agent-x", "s2", 0, "p", testTime, "hello"), title("one"))
	r := l.reader()
	sc := server.Scope{Sources: []string{"agent-*"}}
	_, forbidden := r.Get(ctx, sc, it.ID)
	_, missing := r.Get(ctx, sc, "mnothinghere")
	if forbidden != missing || !errors.Is(forbidden, server.ErrNotFound) {
		t.Errorf("get: %v and %v", forbidden, missing)
	}
	_, forbidden = r.Later(ctx, sc, it.ID, "hello", 5)
	_, missing = r.Later(ctx, sc, "mnothinghere", "hello", 5)
	if forbidden != missing || !errors.Is(forbidden, server.ErrNotFound) {
		t.Errorf("later: %v and %v", forbidden, missing)
	}
}

// JZ-91: what a caller may not see changes neither hits nor scores nor limits:
// the answers of a library with forbidden items are those of one without.
func TestScope_ForbiddenChangesNothing(t *testing.T) {
	ctx := context.Background()
	sc := server.Scope{Sources: []string{"agent-*"}}
	fill := func(l *library, forbidden bool) {
		var batch []server.Stored
		for i := range 60 {
			at := testTime.Add(-time.Duration(i) * 24 * time.Hour)
			text := fmt.Sprintf("the cache of module %d fails when the disk is full", i)
			batch = append(batch, server.Stored{Segment: segment("agent-x", fmt.Sprint("s", i), 0, "p", at, text, "cache eviction"), Summary: title(text)})
			if forbidden {
				for j := range 10 {
					batch = append(batch, server.Stored{Segment: segment("mail", fmt.Sprint("m", i, j), 0, "p", at.Add(time.Minute), text, "cache module"), Summary: title("cache " + text)})
				}
			}
		}
		if _, err := l.PutAll(ctx, batch); err != nil {
			t.Fatal(err)
		}
	}
	with, without := newLibrary(t), newLibrary(t)
	fill(with, true)
	fill(without, false)
	a, b := with.reader(), without.reader()
	for _, q := range []server.Query{
		{Text: "cache"}, {Text: "cache module 7"}, {Text: "disk eviction nothing"}, {Text: "cache", Limit: 50, Offset: 20},
		{Text: "cache", Source: "mail"}, {Text: "module", Project: "p"}, {Text: "module", Until: testTime.AddDate(0, 0, -10)},
	} {
		ha, err := a.Search(ctx, sc, q)
		if err != nil {
			t.Fatal(err)
		}
		hb, err := b.Search(ctx, sc, q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(hb, ha); diff != "" {
			t.Errorf("search %+v differs:\n%s", q, diff)
		}
		if len(hb) == 0 && q.Source == "" {
			t.Errorf("search %+v finds nothing, so it shows nothing", q)
		}
		ta, err := a.Timeline(ctx, sc, q)
		if err != nil {
			t.Fatal(err)
		}
		tb, err := b.Timeline(ctx, sc, q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tb, ta); diff != "" {
			t.Errorf("timeline %+v differs:\n%s", q, diff)
		}
	}
	id := itemID("agent-x", "s30#0")
	la, err := a.Later(ctx, sc, id, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	lb, err := b.Later(ctx, sc, id, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lb, la); diff != "" {
		t.Errorf("later differs:\n%s", diff)
	}
}

func TestReader_ManyAtOnce(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	for i := range 20 {
		l.put(segment("a", fmt.Sprint("s", i), 0, "p", testTime, "hello"), title("one"))
	}
	r := l.reader()
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			for range 5 {
				if hits, err := r.Search(ctx, everything, server.Query{Text: "hello", Limit: 5}); err != nil || len(hits) == 0 {
					t.Errorf("%d hits, %v", len(hits), err)
				}
			}
		})
	}
	wg.Wait()
}

// JZ-154: what reads has no way to a model: the Reader's type holds none.
func TestTimeline(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	for i := range 12 {
		project := "even"
		if i%2 == 1 {
			project = "odd"
		}
		l.put(segment("agent-x", fmt.Sprint("s", i), 0, project, testTime.Add(time.Duration(i)*time.Hour), fmt.Sprint("text ", i)), title(fmt.Sprint("t", i)))
	}
	r := l.reader()
	titles := func(q server.Query) []string {
		t.Helper()
		hits, err := r.Timeline(ctx, everything, q)
		if err != nil {
			t.Fatal(err)
		}
		out := []string{}
		for _, h := range hits {
			if h.Item.Body != "" {
				t.Error("a list carries a body")
			}
			out = append(out, h.Item.Title)
		}
		return out
	}
	at := func(h int) time.Time { return testTime.Add(time.Duration(h) * time.Hour) }
	for _, c := range []struct {
		name string
		q    server.Query
		want []string
	}{
		{"newest first", server.Query{Limit: 3}, []string{"t11", "t10", "t9"}},
		{"next page", server.Query{Limit: 3, Offset: 3}, []string{"t8", "t7", "t6"}},
		{"past the end", server.Query{Limit: 3, Offset: 30}, []string{}},
		{"project", server.Query{Limit: 2, Project: "odd"}, []string{"t11", "t9"}},
		{"project, other case", server.Query{Limit: 1, Project: "ODD"}, []string{"t11"}},
		{"unknown project", server.Query{Project: "none"}, []string{}},
		{"until", server.Query{Limit: 2, Until: at(4)}, []string{"t4", "t3"}},
		{"since", server.Query{Since: at(10)}, []string{"t11", "t10"}},
		{"between", server.Query{Since: at(3), Until: at(5)}, []string{"t5", "t4", "t3"}},
		{"between, in a project", server.Query{Since: at(3), Until: at(5), Project: "odd"}, []string{"t5", "t3"}},
		{"source", server.Query{Source: "agent-y"}, []string{}},
		{"with words", server.Query{Text: "text 7"}, []string{"t7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, titles(c.q)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// JZ-182: what undoes a decision need not speak in the words of its title. In the
// same project two of an item's ten most telling words do, in another two of the
// first six.
func TestLater_OtherWordsThanTheTitle(t *testing.T) {
	l := newLibrary(t)
	first := l.put(segment("a", "s1", 0, "heron", testTime.Add(-48*time.Hour), "how long should heron keep messages?"), server.Summary{
		Title: "How long should heron keep messages?", Questions: []string{"How long should heron keep messages?"},
		Atoms: []string{"Most reads are for the last week, the rest is the yearly audit.", "Proposal: keep 90 days in the table, replication does not lag."}})
	for i, project := range []string{"heron", "other"} {
		l.put(segment("a", fmt.Sprint("t", i), 0, project, testTime, "the audit team needs messages for two years"), server.Summary{
			Title: "The audit team needs messages for two years, days and delete do not work", Summary: "An archive instead of delete."})
	}
	for i, text := range []string{"keep the lamp", "a long way", "reads of the gauge", "last week", "the rest of it", "heron feed"} {
		l.put(segment("a", fmt.Sprint("u", i), 0, "other", testTime, text), title(text))
	}
	hits, err := l.reader().Later(context.Background(), everything, first.ID, "", 5)
	if err != nil || len(hits) != 1 || hits[0].Item.Session != "t0" || !strings.Contains(hits[0].Why, "audit") {
		t.Errorf("%+v %v", hits, err)
	}
}

func TestLater(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	day := 24 * time.Hour
	put := func(id string, d int, project, text string) server.Item {
		return l.put(segment("agent-x", id, 0, project, testTime.Add(time.Duration(d)*day), text), server.Summary{Title: text, Summary: text})
	}
	old := put("old", -20, "harbor", "Idempotency keys for payments are kept in Redis for 24 hours")
	put("before", -30, "harbor", "Idempotency keys for payments in Redis were considered")
	moved := put("moved", -10, "harbor", "Idempotency keys for payments moved to Postgres instead of Redis")
	put("other", -5, "harbor", "The landing page has a new font")
	elsewhere := put("elsewhere", -3, "quay", "Payments service stores idempotency keys elsewhere")
	for i := range 30 {
		put(fmt.Sprint("noise", i), -1, "noise", fmt.Sprintf("Unrelated work number %d on charts and colours", i))
	}
	r := l.reader()
	hits, err := r.Later(ctx, everything, old.ID, "", 5)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range hits {
		got = append(got, h.Item.ID)
	}
	if diff := cmp.Diff([]string{moved.ID, elsewhere.ID}, got); diff != "" {
		t.Fatalf("%s", diff)
	}
	if w := hits[0].Why; !strings.Contains(w, "same project") || !strings.Contains(w, "idempotency") || !strings.Contains(w, "instead of") {
		t.Errorf("why: %s", w)
	}
	// JZ-182: the caller's own words count too.
	hits, err = r.Later(ctx, everything, old.ID, "font", 5)
	if err != nil || len(hits) == 0 || !strings.Contains(hits[0].Item.Title, "font") && !strings.Contains(hits[len(hits)-1].Item.Title, "font") {
		t.Errorf("with words: %v %v", hits, err)
	}
	hits, err = r.Later(ctx, everything, elsewhere.ID, "", 5)
	if err != nil || len(hits) != 0 {
		t.Errorf("after the newest: %v %v", hits, err)
	}
}

// A writer that was killed leaves a write-ahead log; a reader must come up on it
// by itself (serve starts before the next run), also with the -shm file gone.
func TestOpenReader_AfterAWriterWasKilled(t *testing.T) {
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "hello"), title("one"))
	for _, suffixes := range [][]string{{"", "-wal"}, {"", "-wal", "-shm"}} {
		c := &library{path: t.TempDir() + "/library.db", keys: l.keys, tb: t}
		for _, s := range suffixes {
			copyFile(t, l.path+s, c.path+s)
		}
		hits, err := c.reader().Search(context.Background(), everything, server.Query{Text: "hello"})
		if err != nil || len(hits) != 1 {
			t.Errorf("%q: %d hits, %v", suffixes, len(hits), err)
		}
	}
}
