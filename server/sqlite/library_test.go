package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"jezero/redact"
	"jezero/server"
	"jezero/server/chain"
)

var testTime = time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)

// library is a library in a temporary folder.
type library struct {
	*DB
	path string
	keys *chain.Keys
	tb   testing.TB
}

func newLibrary(tb testing.TB) *library {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "library.db")
	l := &library{path: path, keys: chain.NewKeys(), tb: tb}
	l.open()
	tb.Cleanup(func() { l.DB.Close() })
	return l
}

func (l *library) open() {
	l.tb.Helper()
	db, err := Open(context.Background(), l.path, Options{Keys: l.keys, Now: func() time.Time { return testTime }})
	if err != nil {
		l.tb.Fatal(err)
	}
	l.DB = db
}

func (l *library) reader(opts ...ReaderOption) *Reader {
	l.tb.Helper()
	r, err := OpenReader(l.path, append([]ReaderOption{WithClock(func() time.Time { return testTime })}, opts...)...)
	if err != nil {
		l.tb.Fatal(err)
	}
	l.tb.Cleanup(func() { r.Close() })
	return r
}

func (l *library) put(seg *server.Segment, sum server.Summary) server.Item {
	l.tb.Helper()
	it, err := l.Put(context.Background(), seg, sum, "test")
	if err != nil {
		l.tb.Fatal(err)
	}
	return it
}

// verify checks the library as jezero verify does.
func (l *library) verify() chain.Report {
	l.tb.Helper()
	rep, err := l.reader().Verify(context.Background(), l.keys, func() (*chain.Head, error) { return chain.ReadHead(HeadPath(l.path)) })
	if err != nil {
		l.tb.Fatal(err)
	}
	return rep
}

func (l *library) mustVerify() {
	l.tb.Helper()
	if rep := l.verify(); !rep.OK() {
		l.tb.Fatalf("verify: %v", rep.Problems)
	}
	if err := l.CheckIndex(context.Background()); err != nil {
		l.tb.Fatal(err)
	}
}

// raw opens the file the way anyone with a SQLite shell could.
func raw(tb testing.TB, path string) *sql.DB {
	tb.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	return db
}

// segment makes a segment of one session.
func segment(source, session string, ordinal int, project string, ended time.Time, texts ...string) *server.Segment {
	seg := &server.Segment{
		Source: source, Session: session, Ordinal: ordinal, ExternalID: fmt.Sprintf("%s#%d", session, ordinal),
		Project: project, Branch: "main", StartedAt: ended.Add(-time.Minute), EndedAt: ended, Rules: "rules-1", Trust: server.TrustOwn,
	}
	for i, t := range texts {
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		seg.Turns = append(seg.Turns, server.Turn{Role: role, At: ended.Add(time.Duration(i-len(texts)) * time.Second), Text: t})
	}
	seg.Hash = server.HashTurns(seg.Turns)
	return seg
}

func title(s string) server.Summary { return server.Summary{Title: s, Summary: s} }

// everything sees all sources.
var everything = server.Scope{Sources: []string{"*"}}

// fakeRedactor redacts what its pattern matches.
type fakeRedactor struct {
	version string
	pattern *regexp.Regexp
}

func (f fakeRedactor) String(s string) string {
	return f.pattern.ReplaceAllString(s, "[REDACTED:fake]")
}

func (f fakeRedactor) Find(src []byte) []redact.Finding {
	var out []redact.Finding
	for _, m := range f.pattern.FindAllIndex(src, -1) {
		out = append(out, redact.Finding{Rule: "fake", Kind: "fake", Match: m[0], MatchEnd: m[1], Start: m[0], End: m[1]})
	}
	return out
}

func (f fakeRedactor) Version() string { return f.version }

// files returns the bytes of the database and what stands beside it.
func (l *library) files() map[string][]byte {
	l.tb.Helper()
	out := map[string][]byte{}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		b, err := os.ReadFile(l.path + suffix)
		if err == nil {
			out[suffix] = b
		}
	}
	return out
}

// mustNotHold looks for the words in whatever case. They should be long: the
// chain's hashes are base64 and spell short ones now and then.
func (l *library) mustNotHold(words ...string) {
	l.tb.Helper()
	for suffix, b := range l.files() {
		lower := strings.ToLower(string(b)) // the index holds folded words
		for _, w := range words {
			if strings.Contains(lower, strings.ToLower(w)) {
				l.tb.Errorf("library.db%s holds %q", suffix, w)
			}
		}
	}
}
