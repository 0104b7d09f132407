package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
	"jezero/server/chain"
)

// labelled is a library in which every label holds a word, in two sessions that
// redaction makes alike, with revisions, a forgotten session and a run.
func labelled(t *testing.T) (l *library, kept server.Item) {
	ctx := context.Background()
	l = newLibrary(t)
	l.put(segment("agent-x", "plain", 0, "p", testTime, "first"), title("one"))
	for i, at := range []time.Time{testTime, testTime.Add(time.Hour)} {
		for ordinal := range 2 {
			kept = l.put(segment("agent-x", fmt.Sprintf("hushsecret%d", i), ordinal, "p", at, fmt.Sprint("text ", i, ordinal)), title("t"))
		}
	}
	l.put(segment("agent-x", "hushsecretgone", 0, "p", testTime.Add(-5*time.Hour), "to be forgotten"), title("t"))
	if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetSession, Source: "agent-x", Name: "hushsecretgone"}); err != nil {
		t.Fatal(err)
	}
	l.put(segment("agent-y", "other", 0, "p", testTime, "another source"), title("two"))
	if err := l.Advance(ctx, "agent-x", map[string]string{"a/hushsecret1.jsonl": "1", "a/hushsecret2.jsonl": "2", "b": "3"}); err != nil {
		t.Fatal(err)
	}
	if err := l.RecordRun(ctx, server.Run{Connector: "agent-x", Error: "reading hushsecret3", Warnings: []string{"hushsecret4.jsonl: is odd"}}); err != nil {
		t.Fatal(err)
	}
	return l, kept
}

// JZ-42, JZ-44: a word that only newer rules know goes from ids of sessions,
// paths, runs, tombstones and events too; items keep their ids, sessions stay
// apart, what was forgotten does not come back, and the chain verifies.
func TestRedactStored_Labels(t *testing.T) {
	ctx := context.Background()
	l, kept := labelled(t)
	dry, err := l.RedactStored(ctx, hush, RedactStoredOptions{DryRun: true})
	if err != nil || dry.Sessions != 2 {
		t.Fatalf("dry run: %+v %v", dry, err)
	}
	if rep := l.verify(); len(rep.Resealed) != 0 {
		t.Errorf("before: %+v", rep.Resealed)
	}
	res, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
	if err != nil || res.Sessions != 2 || res.ByKind["fake"] != 2 {
		t.Fatalf("%+v %v", res, err)
	}
	l.mustNotHold("secret")
	l.mustVerify()
	// An auditor sees which events are not byte for byte those that were appended,
	// and where the chain that older heads know of went on: 7 events of before, and
	// 4 for the items of the two sessions.
	rep := l.verify()
	if len(rep.Resealed) != 1 {
		t.Fatalf("%+v", rep.Resealed)
	}
	re := rep.Resealed[0]
	if re.Was == "" || re.Seq != 12 || rep.Sources["agent-x"].Seq != 12 {
		t.Errorf("%+v, the chain ends with %+v", re, rep.Sources["agent-x"])
	}
	re.Was = ""
	want := chain.Reseal{Source: "agent-x", Seq: 12, From: 2, Changed: 6, AtMS: testTime.UnixMilli(), Rules: "rules-2"}
	if diff := cmp.Diff(want, re); diff != "" {
		t.Error(diff)
	}
	if err := l.reader().Guards(ctx); err != nil {
		t.Error(err)
	}
	if _, err := raw(t, l.path).Exec("UPDATE events SET kind = 'x'"); err == nil {
		t.Error("events can be changed afterwards")
	}
	got, err := l.reader().Get(ctx, everything, kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	id := server.SessionID("hushsecret1", "[REDACTED:fake]", kept.StartedAt)
	if got.Session != id || got.ExternalID != id+"#1" || got.Revision != kept.Revision+1 {
		t.Errorf("%+v", got)
	}
	// What its source brings now, under today's rules, is the same item.
	again := l.put(segment("agent-x", id, 1, "p", testTime.Add(time.Hour), "text 1 1, and more"), title("t"))
	if again.ID != kept.ID || again.Revision != got.Revision+1 {
		t.Errorf("read again it is %s, revision %d", again.ID, again.Revision)
	}
	gone := server.SessionID("hushsecretgone", "[REDACTED:fake]", testTime.Add(-5*time.Hour))
	if _, err := l.Put(ctx, segment("agent-x", gone, 0, "p", testTime, "to be forgotten"), title("t"), "test"); !errors.Is(err, server.ErrForgotten) {
		t.Errorf("what was forgotten comes back: %v", err)
	}
	// Another session of that redacted id, which began since, is none of it.
	l.put(segment("agent-x", server.SessionID("hushsecretnew", "[REDACTED:fake]", testTime.Add(time.Hour*9)), 0, "p", testTime, "new"), title("t"))
	cursor, err := l.Cursor(ctx, "agent-x")
	if err != nil || len(cursor) != 2 || cursor["b"] != "3" {
		t.Errorf("%v %v", cursor, err)
	}
	run, ok, err := l.LastRun(ctx, "agent-x")
	if err != nil || !ok || !strings.Contains(run.Error, "[REDACTED:fake]") || !strings.Contains(run.Warnings[0], "is odd") {
		t.Errorf("%+v %v", run, err)
	}
	if res, err = l.RedactStored(ctx, hush, RedactStoredOptions{}); err != nil || res.Sessions != 0 {
		t.Errorf("a second time: %+v %v", res, err)
	}
}

// A crash between the head that names both ends and the commit, or between the
// commit and the head after it, leaves a library that opens and verifies.
func TestReseal_Crash(t *testing.T) {
	ctx := context.Background()
	l, _ := labelled(t)
	old, err := os.ReadFile(HeadPath(l.path))
	if err != nil {
		t.Fatal(err)
	}
	s := &sweep{db: l.DB, redactor: hush, result: RedactStoredResult{ByKind: map[string]int{}}}
	stop := errors.New("stopped")
	err = l.inTx(ctx, func(t *tx) error {
		before, err := t.allTips(ctx)
		if err != nil {
			return err
		}
		next := map[string]chain.Tip{"agent-x": {Seq: 99, Hash: "of a change that was not committed"}}
		return errors.Join(l.keys.WriteHeads(l.headPath, before, next, testTime), stop)
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	l.mustVerify()
	if err := s.reseal(ctx); err != nil {
		t.Fatal(err)
	}
	l.mustVerify()
	tips := map[string]chain.Tip{}
	if err := l.inTx(ctx, func(t *tx) error { tips, err = t.allTips(ctx); return err }); err != nil {
		t.Fatal(err)
	}
	head, err := chain.ReadHead(HeadPath(l.path))
	if err != nil || head.Next != nil || head.Sources["agent-x"] != tips["agent-x"] {
		t.Fatalf("%+v %v", head, err)
	}
	// The event that says so names what the head of before names.
	was, err := chain.ReadHead(HeadPath(l.path))
	if err == nil {
		err = json.Unmarshal(old, was)
	}
	if rep := l.verify(); err != nil || len(rep.Resealed) != 1 || rep.Resealed[0].Was != was.Sources["agent-x"].Hash {
		t.Errorf("%+v, and the head of before names %+v: %v", rep.Resealed, was.Sources["agent-x"], err)
	}
	// The head as it was before alone does not fit any more; with the new end it does.
	if err := os.WriteFile(HeadPath(l.path), old, 0o600); err != nil {
		t.Fatal(err)
	}
	if rep := l.verify(); rep.OK() {
		t.Error("the head before the change still fits")
	}
	if err := l.keys.WriteHeads(HeadPath(l.path), was.Sources, tips, testTime); err != nil {
		t.Fatal(err)
	}
	l.mustVerify()
	both, err := os.ReadFile(HeadPath(l.path))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(HeadPath(l.path), []byte(strings.Replace(string(both), tips["agent-x"].Hash, "forged", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if rep := l.verify(); rep.OK() {
		t.Error("a forged end passes")
	}
}

// JL-10: what does not verify is not signed anew, whichever event it is and
// whether or not it holds a finding: verify names it afterwards as before.
func TestReseal_RefusesWhatWasTampered(t *testing.T) {
	var events int64
	l, _ := labelled(t)
	if err := l.read.QueryRow("SELECT count(*) FROM events WHERE source = 'agent-x'").Scan(&events); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for seq := int64(1); seq <= events; seq++ {
		for _, set := range []string{"at_ms = at_ms + 1", "external_id = 'hushsecretforged#0'", "item_id = 'mforged'", "prev = 'x'", "hash = 'x'"} {
			t.Run(fmt.Sprintf("%d %s", seq, set), func(t *testing.T) {
				l, _ := labelled(t)
				withoutGuard(t, raw(t, l.path), fmt.Sprintf("UPDATE events SET %s WHERE source = 'agent-x' AND seq = %d", set, seq))
				_, err := l.RedactStored(context.Background(), hush, RedactStoredOptions{})
				if errors.Is(err, ErrTampered) {
					refused++
				} else if err != nil || seq > 1 {
					// The first alone is of a session that has no finding.
					t.Errorf("%v", err)
				}
				rep := l.verify()
				for _, p := range rep.Problems {
					if p.Source == "agent-x" && p.Seq == seq {
						return
					}
				}
				t.Errorf("the event is not named any more: %v", rep.Problems)
			})
		}
	}
	if events < 5 || refused < 20 {
		t.Errorf("%d events, %d refused", events, refused)
	}
}

// withoutGuard changes events as someone with the file could.
func withoutGuard(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	var guard string
	if err := db.QueryRow("SELECT sql FROM sqlite_schema WHERE name = 'events_update'").Scan(&guard); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"DROP TRIGGER events_update", query, guard} {
		mustExec(t, db, q)
	}
}
