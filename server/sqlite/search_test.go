package sqlite

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"jezero/server"
)

func TestSearch_Terms(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	for id, text := range map[string]string{
		"camel":     "The handler calls getUserById before the retry",
		"snake":     "max_open_conns is 20 in the pool",
		"dash":      "the foo-bar service",
		"dots":      "see a.b.c for the setting",
		"path":      "edit server/sqlite/put.go first",
		"error":     "dial tcp 127.0.0.1:5432: connect: connection refused",
		"accent":    "Die Prüfung der Größe über das Café",
		"cjk":       "データベースの接続プールを調べる",
		"cjk2":      "数据库连接池的大小是二十",
		"plural":    "Two migrations were cached by the runner",
		"phrase":    "the quick brown fox",
		"scrambled": "brown quick the fox",
		"operators": "use AND OR NOT NEAR in a question, with column title: and a star * and ^ and {braces}",
		"quote":     `he said "never" twice`,
	} {
		l.put(segment("a", id, 0, "p", testTime, text), server.Summary{Title: "note " + id, Summary: "s"})
	}
	r := l.reader()
	for _, c := range []struct {
		query string
		want  string // ids that are found, in any order; "" for none
	}{
		{"getUserById", "camel"},
		{"getuserbyid", "camel"},
		{"user", "camel"},
		{"UserById", "camel"}, // by the words inside, when there is nothing else
		{"max_open_conns", "snake"},
		{"conns", "snake"},
		{"foo-bar", "dash"},
		{"a.b.c", "dots"},
		{"server/sqlite/put.go", "path"},
		{"put.go", "path"},
		{"connection refused", "error"},
		{`"connect: connection refused"`, "error"},
		{"127.0.0.1:5432", "error"},
		{"prufung", "accent"},
		{"GRÖßE", "accent"},
		{"cafe", "accent"},
		{"接続プール", "cjk"},
		{"データベース", "cjk"},
		{"连接池", "cjk2"},
		{"大小", "cjk2"},
		{"migration cache", "plural"},
		{"caching", "plural"},
		{`"quick brown"`, "phrase"},
		{"quick brown", "phrase scrambled"},
		{"migr*", "plural"},
		{"mi*", "plural"},
		// JZ-180: operators are text.
		{`AND`, "operators"},
		{`NEAR`, "operators"},
		{`title:`, "operators"},
		{`he said "never`, "quote"},
		{`"`, ""},
		{`""`, ""},
		{`*`, ""},
		{`(((`, ""},
		{`'; DROP TABLE items; --`, ""},
		{"\x00", ""},
		{"  ", ""},
	} {
		t.Run(c.query, func(t *testing.T) {
			hits, err := r.Search(ctx, everything, server.Query{Text: c.query})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for _, h := range hits {
				got[h.Item.Session] = true
			}
			want := strings.Fields(c.want)
			for _, w := range want {
				if !got[w] {
					t.Errorf("%s is not found (%v)", w, got)
				}
			}
			if len(want) == 0 && len(got) > 0 {
				t.Errorf("found %v", got)
			}
			if len(want) > 0 && len(hits) > 0 && !strings.Contains(c.want, hits[0].Item.Session) {
				t.Errorf("first is %s", hits[0].Item.Session)
			}
		})
	}
}

// Newest-first alone would lose the one old item that says it best.
func TestSearch_OldButClearlyBetter(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	var batch []server.Stored
	for i := range 3000 {
		text := fmt.Sprintf("%s the deploy went through after the token was renewed, step %d", strings.Repeat("talk about many other things in between ", 10), i)
		batch = append(batch, server.Stored{Segment: segment("a", fmt.Sprint("n", i), 0, "p", testTime.Add(-time.Duration(i)*time.Minute), text),
			Summary: server.Summary{Title: fmt.Sprintf("Routine %d", i), Summary: "routine"}})
	}
	old := segment("a", "old", 0, "q", testTime.AddDate(-2, 0, 0), "How do we renew the deploy token? With jezctl renew.")
	batch = append(batch, server.Stored{Segment: old, Summary: server.Summary{
		Title: "Renew the deploy token", Summary: "The deploy token is renewed with jezctl.", Questions: []string{"How do we renew the deploy token?"}, Atoms: []string{"The deploy token is renewed with `jezctl renew`"}}})
	for len(batch) > 0 {
		k := min(500, len(batch))
		if _, err := l.PutAll(ctx, batch[:k]); err != nil {
			t.Fatal(err)
		}
		batch = batch[k:]
	}
	r := l.reader()
	for _, q := range []string{"renew deploy token", "how to renew the deploy token", "deploy token renewal jezctl"} {
		hits, err := r.Search(ctx, everything, server.Query{Text: q, Prefer: "p"})
		if err != nil {
			t.Fatal(err)
		}
		if len(hits) == 0 || hits[0].Item.Session != "old" {
			t.Errorf("%s: first is %q", q, hits[0].Item.Title)
		}
	}
}

func TestSearch_RecencyAndProject(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	put := func(id, project string, at time.Time) {
		l.put(segment("a", id, 0, project, at, "the retry budget is three "+id), server.Summary{Title: "Retry budget", Summary: id})
	}
	put("old", "p", testTime.AddDate(-1, 0, 0))
	put("new", "p", testTime)
	put("mine", "q", testTime.AddDate(0, 0, -20))
	first := func(q server.Query) string {
		t.Helper()
		hits, err := l.reader().Search(ctx, everything, q)
		if err != nil || len(hits) == 0 {
			t.Fatal(hits, err)
		}
		return hits[0].Item.Session
	}
	if got := first(server.Query{Text: "retry budget"}); got != "new" {
		t.Errorf("first is %s, want the newest of equals", got)
	}
	if got := first(server.Query{Text: "retry budget", Prefer: "q"}); got != "mine" {
		t.Errorf("first is %s, want the one of the same project", got)
	}
}

// Copies of a text, and segments of a session on one subject, are one hit.
func TestSearch_Folds(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	sum := server.Summary{Title: "Choose the queue", Summary: "We chose the queue with acks."}
	l.put(segment("a", "s1", 0, "p", testTime, "the queue with acks"), sum)
	l.put(segment("a", "s1-resumed", 0, "p", testTime.Add(time.Hour), "the queue with acks"), sum)
	l.put(segment("a", "s2", 0, "p", testTime, "the queue, part one"), sum)
	l.put(segment("a", "s2", 1, "p", testTime, "the queue, part two"), sum)
	l.put(segment("a", "s2", 2, "p", testTime, "the queue is mentioned"), server.Summary{Title: "Colours of the chart", Summary: "Blue and green."})
	hits, err := l.reader().Search(ctx, everything, server.Query{Text: "queue"})
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) != 3 {
		for _, h := range hits {
			t.Log(h.Item.ExternalID, h.Item.Title)
		}
		t.Errorf("%d hits, want 3", len(hits))
	}
}

func TestSearch_Passages(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	long := strings.Repeat("words before that do not matter at all. ", 100) + "The checkpoint stays busy while a reader is open. key=hushabc12345 follows." + strings.Repeat(" and words after it.", 100)
	l.put(segment("a", "s1", 0, "p", testTime, long), server.Summary{Title: "t", Summary: "s", Atoms: []string{"one", "A checkpoint needs all readers gone", "three"}})
	r := l.reader(WithRedact(func(s string) string { return hush.String(s) }))
	hits, err := r.Search(ctx, everything, server.Query{Text: "checkpoint reader"})
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	ps := hits[0].Passages
	if len(ps) != 2 || ps[0] != (server.Passage{Field: "atoms", Text: "A checkpoint needs all readers gone"}) {
		t.Fatalf("%+v", ps)
	}
	if b := ps[1]; b.Field != "body" || !strings.Contains(b.Text, "The checkpoint stays busy while a reader is open.") || len(b.Text) > 400 ||
		!strings.HasPrefix(b.Text, "… ") || !strings.HasSuffix(b.Text, " …") || strings.Contains(b.Text, "hush") {
		t.Errorf("%+v", b)
	}
}

// FuzzSearch: no question is an error, whatever its bytes.
func FuzzSearch(f *testing.F) {
	l := newLibrary(f)
	l.put(segment("a", "s1", 0, "p", testTime, "the quick brown fox 接続プール café"), server.Summary{Title: "note", Summary: "s"})
	r := l.reader()
	for _, s := range []string{"fox", `"`, `a" OR "b`, "接続", "*", "a*", "{x}:y", "NEAR(a b)", "-a", "^a", "\xff", "a\x00b", "é́", strings.Repeat("a ", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := r.Search(context.Background(), everything, server.Query{Text: s}); err != nil {
			t.Error(err)
		}
		if _, err := r.Timeline(context.Background(), everything, server.Query{Text: s, Project: s, Source: s}); err != nil {
			t.Error(err)
		}
		if _, err := r.Later(context.Background(), everything, itemID("a", "s1#0"), s, 3); err != nil {
			t.Error(err)
		}
	})
}

// The tokens here must be those of the index, or scores and passages would miss
// what the index found.
func FuzzTokens(f *testing.F) {
	l := newLibrary(f)
	db := raw(f, l.path)
	if _, err := db.Exec(`CREATE VIRTUAL TABLE tok USING fts5 (t, tokenize = "unicode61 remove_diacritics 2");
		CREATE VIRTUAL TABLE vocab USING fts5vocab (tok, 'instance')`); err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"Hello, World", "getUserById", "Größe ÉCOLE naïve", "接続プール", "a_b-c.d", "x²", "ﬁ", "ı İ", "한국어", "1,000.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ContainsRune(s, 0) || len(s) > 200 {
			return
		}
		s = strings.ToValidUTF8(s, "")
		for _, r := range s {
			if r > 0xffff { // the index's tables are older than Go's
				return
			}
		}
		if _, err := db.Exec("DELETE FROM tok; INSERT INTO tok (t) VALUES (?)", s); err != nil {
			t.Fatal(err)
		}
		want, err := stringsOf(context.Background(), db, "SELECT term FROM vocab ORDER BY offset")
		if err != nil {
			t.Fatal(err)
		}
		got := tokens(s)
		if !ascii(s) && len(want) != len(got) {
			t.Skip() // letters that only one of the two knows
		}
		if len(want) != len(got) {
			t.Fatalf("%q: %v, want %q", s, got, want)
		}
		for i := range want {
			if ascii(s) && got[i].text != want[i] {
				t.Errorf("%q: %q, want %q", s, got[i].text, want[i])
			}
		}
	})
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
