package ingest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"jezero/server"
	"jezero/server/chain"
	"jezero/server/sqlite"
)

func TestResummarize(t *testing.T) {
	ctx := context.Background()
	r := newRig(t)
	path := filepath.Join(t.TempDir(), "library.db")
	keys := chain.NewKeys()
	db, err := sqlite.Open(ctx, path, sqlite.Options{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r.Store = db
	for i := range 100 {
		r.agent.file(fmt.Sprintf("%03d", i), session(fmt.Sprint("s", i), "/home/me/p", fmt.Sprint("hello ", i), "world"))
	}
	if run := r.run(RunOptions{}); run.Stored != 100 {
		t.Fatalf("%+v", run)
	}
	next := &namedSummarizer{spySummarizer{journal: r.log}}
	next.fail = func(s *server.Segment) error {
		if s.Session == "s7" {
			return errors.New("malformed")
		}
		return nil
	}
	p := *r.Pipeline
	p.Summarizer = next
	res, err := p.Resummarize(ctx, db, ResummarizeOptions{})
	if err == nil || !strings.Contains(err.Error(), "malformed") || res.Seen != 100 || res.Stored != 99 || res.Failed != 1 || res.Usage.InputTokens != 99*10+5 {
		t.Errorf("%+v %v", res, err)
	}
	// The next run does what is left, and a third nothing.
	next.fail = nil
	if res, err := p.Resummarize(ctx, db, ResummarizeOptions{Project: "p"}); err != nil || res.Seen != 1 || res.Stored != 1 {
		t.Errorf("again: %+v %v", res, err)
	}
	if res, err := p.Resummarize(ctx, db, ResummarizeOptions{}); err != nil || res.Seen != 0 {
		t.Errorf("a third time: %+v %v", res, err)
	}
	rd, err := sqlite.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rd.Close()
	hits, err := rd.Timeline(ctx, server.Scope{Sources: []string{"*"}}, server.Query{Limit: 100})
	if err != nil || len(hits) != 100 {
		t.Fatal(len(hits), err)
	}
	for _, h := range hits {
		if h.Item.Revision != 2 || h.Item.Summarizer != "next" || strings.Contains(h.Item.Title, "hush") {
			t.Errorf("%+v", h.Item)
		}
	}
	head, err := chain.ReadHead(sqlite.HeadPath(path))
	if err != nil {
		t.Fatal(err)
	}
	if rep, err := chain.Verify(ctx, rd, keys, head); err != nil || !rep.OK() {
		t.Errorf("%v %v", rep.Problems, err)
	}
	// A new run does not undo it: the text is known.
	for _, f := range r.agent.files {
		f.change = "2"
	}
	if run := r.run(RunOptions{}); run.Skipped != 100 {
		t.Errorf("%+v", run)
	}
}

// What is not what was signed is named and stays, and all else is done.
func TestResummarize_PassesOverTheTampered(t *testing.T) {
	ctx := context.Background()
	r := newRig(t)
	path := filepath.Join(t.TempDir(), "library.db")
	db, err := sqlite.Open(ctx, path, sqlite.Options{Keys: chain.NewKeys()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	r.Store = db
	for i := range 70 {
		r.agent.file(fmt.Sprintf("%03d", i), session(fmt.Sprint("s", i), "/home/me/p", fmt.Sprint("hello ", i), "world"))
	}
	if run := r.run(RunOptions{}); run.Stored != 70 {
		t.Fatalf("%+v", run)
	}
	list, err := db.Segments(ctx, server.SummaryFilter{Limit: 100})
	if err != nil || len(list) != 70 {
		t.Fatal(len(list), err)
	}
	file, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := map[string]bool{}
	for i, change := range map[int]string{
		3:  "body = body || 'more'",                  // the turns do not fit any more
		5:  "turns = '{'",                            // they cannot be read
		66: "body = replace(body, 'hello', 'hallo')", // they fit, and are others
	} {
		res, err := file.Exec("UPDATE items SET "+change+" WHERE item_id = ?", list[i].ItemID)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := res.RowsAffected(); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		want[list[i].ItemID] = true
	}
	p := *r.Pipeline
	p.Summarizer = &namedSummarizer{spySummarizer{journal: r.log}}
	res, err := p.Resummarize(ctx, db, ResummarizeOptions{})
	if res.Seen != 70 || res.Stored != 67 || res.Failed != 3 {
		t.Errorf("%+v", res)
	}
	var left *server.TamperedError
	if !errors.As(err, &left) || len(left.Items) != 3 {
		t.Fatal(err)
	}
	for _, id := range left.Items {
		if !want[id] {
			t.Errorf("named: %s", id)
		}
	}
}

type namedSummarizer struct{ spySummarizer }

func (*namedSummarizer) Name() string { return "next" }
