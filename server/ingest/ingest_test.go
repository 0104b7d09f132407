package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/connectors"
	"jezero/server"
)

// JZ-01, JZ-02, JZ-141: redact, then hash and look up, then summarise, then
// store; and nobody behind the redactor ever sees the word.
func TestRun_Order(t *testing.T) {
	r := newRig(t)
	s := session("s1", "/home/me/hushproject", "what is hushword1?", "it is hushword2")
	s.Title, s.Branch = "about hushtitle9", "feature/hushbranch"
	r.agent.file("a.jsonl", s)
	run := r.run(RunOptions{})
	if run.Error != "" || run.Stored != 1 || run.Sessions != 1 || run.Segments != 1 {
		t.Fatalf("%+v", run)
	}
	var steps []string
	for _, l := range r.log.lines {
		step, _, _ := strings.Cut(l, " ")
		if len(steps) == 0 || steps[len(steps)-1] != step {
			steps = append(steps, step)
		}
	}
	// The summary is redacted too, between summarise and store, and the source's
	// path before the cursor moves.
	if diff := cmp.Diff([]string{"redact", "known", "summarise", "redact", "store", "redact", "advance"}, steps); diff != "" {
		t.Error(diff)
	}
	for _, seen := range append(r.sum.seen, fmt.Sprintf("%+v %+v", r.store.items, *r.store.items["agent-fake s1#0"].Segment)) {
		if strings.Contains(seen, "hush") {
			t.Errorf("unredacted: %s", seen)
		}
	}
	seg := r.store.items["agent-fake s1#0"].Segment
	if seg.Title != "about [REDACTED:fake]" || seg.Branch != "feature/[REDACTED:fake]" || seg.Project != "[REDACTED:fake]" || seg.Rules != "rules-1" {
		t.Errorf("%+v", seg)
	}
	if diff := cmp.Diff(map[string]int{"fake": 2}, run.Redacted); diff != "" {
		t.Error(diff)
	}
	if got := r.store.items["agent-fake s1#0"].Summary.Title; got != "[REDACTED:fake] of s1#0" {
		t.Errorf("title %q", got)
	}
	if run.Usage != (server.Usage{InputTokens: 10, OutputTokens: 1}) {
		t.Errorf("usage %+v", run.Usage)
	}
}

// JZ-142, JZ-146: what is known costs no model call; an unchanged source is not
// even read.
func TestRun_KnownIsFree(t *testing.T) {
	r := newRig(t)
	f := r.agent.file("a.jsonl", session("s1", "/p", "hello", "world"))
	r.run(RunOptions{})
	run := r.run(RunOptions{})
	if len(r.agent.read) != 1 || run.Sessions != 0 {
		t.Errorf("read %v, %+v", r.agent.read, run)
	}
	f.change = "2"
	run = r.run(RunOptions{})
	if run.Skipped != 1 || run.Stored != 0 || r.sum.calls != 1 {
		t.Errorf("%+v, %d calls", run, r.sum.calls)
	}
}

// JZ-145: the cursor.
func TestRun_Cursor(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(*rig, *fakeFile)
		moves  bool
		errors bool
		stored int
	}{
		{"all is well", func(*rig, *fakeFile) {}, true, false, 2},
		{"a note", func(_ *rig, f *fakeFile) { f.report.Notes = []connectors.Note{{Line: 3, What: "bad record"}} }, true, false, 2},
		{"a warning", func(_ *rig, f *fakeFile) {
			f.report.Warnings = []connectors.Warning{{Path: "a.jsonl", What: "unknown format"}}
		}, false, true, 2},
		{"cannot be read", func(_ *rig, f *fakeFile) { f.err = errors.New("permission denied") }, false, true, 2},
		{"the connector panics", func(_ *rig, f *fakeFile) { f.panics = true }, false, true, 1},
		{"a segment is not summarised", func(r *rig, _ *fakeFile) {
			r.sum.fail = func(s *server.Segment) error {
				if s.Session == "s1" {
					return errors.New("malformed")
				}
				return nil
			}
		}, false, true, 1},
		{"a segment is not stored", func(r *rig, _ *fakeFile) {
			r.store.putErr = func(s *server.Segment) error {
				if s.Session == "s1" {
					return errors.New("disk")
				}
				return nil
			}
		}, false, true, 1},
		{"a segment was forgotten", func(r *rig, _ *fakeFile) { r.store.gone["s1#0"] = true }, true, false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			f := r.agent.file("a.jsonl", session("s1", "/p", "hello", "world"))
			r.agent.file("b.jsonl", session("s2", "/p", "hi", "there"))
			c.spoil(r, f)
			run := r.run(RunOptions{})
			if _, moved := r.store.cursor["a.jsonl"]; moved != c.moves {
				t.Errorf("cursor moved: %v; %+v", moved, run)
			}
			if r.store.cursor["b.jsonl"] != "1" {
				t.Error("the cursor of the other source is held")
			}
			if (run.Error != "") != c.errors || run.Stored != c.stored {
				t.Errorf("%+v", run)
			}
			if strings.Contains(run.Error+strings.Join(run.Warnings, ""), "content of a file") {
				t.Errorf("the run quotes: %+v", run)
			}
			if diff := cmp.Diff([]server.Run{run}, r.store.runs); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// JZ-148: one connector's failure is its own.
func TestRun_OthersGoOn(t *testing.T) {
	r := newRig(t)
	r.agent.file("a.jsonl", session("s1", "/p", "hello", "world"))
	good := r.connector()
	missing := good
	missing.Name, missing.Agent = "missing", &fakeAgent{listErr: connectors.ErrNoRoot}
	broken := good
	broken.Name, broken.Agent = "broken", &fakeAgent{panics: true}
	badGlob := good
	badGlob.Name, badGlob.Exclude = "bad-glob", []string{"fine", "[a"}
	disabled := good
	disabled.Name, disabled.Enabled = "disabled", false
	runs, err := r.Run(context.Background(), []Connector{missing, broken, badGlob, disabled, good}, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, run := range runs {
		got = append(got, fmt.Sprint(run.Connector, " ", run.Stored, " ", run.Error != ""))
	}
	if diff := cmp.Diff([]string{"missing 0 true", "broken 0 true", "bad-glob 0 true", "agent-fake 1 false"}, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(runs[2].Error, "number 2") || strings.Contains(runs[1].Error, "content") {
		t.Errorf("%q, %q", runs[1].Error, runs[2].Error)
	}
}

// JZ-155: settle time; sample files count as quiet.
func TestRun_Settle(t *testing.T) {
	r := newRig(t)
	r.agent.file("a.jsonl", session("s1", "/p", "hello", "world")).changed = testTime.Add(-29 * time.Minute)
	if run := r.run(RunOptions{}); run.Stored != 0 || len(r.agent.read) != 0 {
		t.Errorf("%+v", run)
	}
	if run := r.run(RunOptions{Quiet: true}); run.Stored != 1 {
		t.Errorf("quiet: %+v", run)
	}
	for _, c := range []struct {
		name   string
		age    time.Duration
		stored int
	}{
		{"quiet for long enough", 30 * time.Minute, 1},
		{"a moment ahead, as another computer's clock may be", -29 * time.Minute, 0},
		{"from a time to come, as the clock is wrong", -30 * time.Minute, 1},
	} {
		r = newRig(t)
		r.agent.file("a.jsonl", session("s1", "/p", "hello", "world")).changed = testTime.Add(-c.age)
		if run := r.run(RunOptions{}); run.Stored != c.stored {
			t.Errorf("%s: %+v", c.name, run)
		}
	}
}

// JZ-151: --due.
func TestRun_Due(t *testing.T) {
	r := newRig(t)
	c := r.connector()
	count := func() int {
		t.Helper()
		runs, err := r.Run(context.Background(), []Connector{c}, RunOptions{Due: true})
		if err != nil {
			t.Fatal(err)
		}
		return len(runs)
	}
	if count() != 1 {
		t.Error("a connector that never ran is not due")
	}
	r.now = r.now.Add(14 * time.Minute)
	if count() != 0 {
		t.Error("due after 14 minutes")
	}
	r.now = r.now.Add(time.Minute)
	if count() != 1 {
		t.Error("not due after 15 minutes")
	}
	c.Interval = time.Hour
	r.now = r.now.Add(59 * time.Minute)
	if count() != 0 {
		t.Error("due before its interval")
	}
	r.now = r.now.Add(-24 * time.Hour)
	if count() != 1 {
		t.Error("a clock that was set back stops it")
	}
}

// JZ-187: a pilot stores nothing, moves nothing, and works on a connector that
// is not enabled.
func TestRun_Pilot(t *testing.T) {
	r := newRig(t)
	for i := range 5 {
		f := r.agent.file(fmt.Sprintf("%d.jsonl", i), session(fmt.Sprint("s", i), "/p", "hello hushx", "world"))
		f.changed = testTime.Add(time.Duration(i) * time.Second) // not even quiet
	}
	c := r.connector()
	c.Enabled = false
	runs, err := r.Run(context.Background(), []Connector{c}, RunOptions{Pilot: 2})
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	if runs[0].Sessions != 2 || runs[0].Stored != 2 || runs[0].Error != "" {
		t.Errorf("%+v", runs[0])
	}
	if len(r.store.items) != 0 || len(r.store.runs) != 0 || len(r.store.cursor) != 0 {
		t.Error("something was stored")
	}
	var shown []string
	for _, e := range r.events {
		if e.Kind == EventPreview {
			shown = append(shown, e.Segment.Session)
			if e.Summary.Title == "" || strings.Contains(e.Segment.Turns[0].Text, "hush") {
				t.Errorf("%+v", e)
			}
		}
	}
	slices.Sort(shown)
	if diff := cmp.Diff([]string{"s3", "s4"}, shown); diff != "" {
		t.Error(diff)
	}
}

// JZ-188: what is excluded by path is not read.
// JZ-29
func TestRun_Exclude(t *testing.T) {
	for _, c := range []struct {
		glob string
		read []string
		kept []string
	}{
		{"none", []string{"one/a.jsonl", "one/sub/b.jsonl", "two/c.jsonl"}, []string{"a", "b", "c"}},
		{"one", []string{"two/c.jsonl"}, []string{"c"}},
		{"c.*", []string{"one/a.jsonl", "one/sub/b.jsonl"}, []string{"a", "b"}},
		{"one/*", []string{"one/sub/b.jsonl", "two/c.jsonl"}, []string{"b", "c"}},
		{"one/**", []string{"two/c.jsonl"}, []string{"c"}},
		{"/home/me/.fake/two/*", []string{"one/a.jsonl", "one/sub/b.jsonl"}, []string{"a", "b"}},
		{"ONE", []string{"one/a.jsonl", "one/sub/b.jsonl", "two/c.jsonl"}, []string{"a", "b", "c"}},
		{"project:secret-*", []string{"one/a.jsonl", "one/sub/b.jsonl", "two/c.jsonl"}, []string{"a", "b"}},
	} {
		t.Run(c.glob, func(t *testing.T) {
			r := newRig(t)
			r.agent.file("one/a.jsonl", session("a", "/p", "hello", "world"))
			r.agent.file("one/sub/b.jsonl", session("b", "/p", "hello", "world"))
			r.agent.file("two/c.jsonl", session("c", "/home/me/secret-thing", "hello", "world"))
			conn := r.connector()
			conn.Exclude = []string{c.glob}
			if _, err := r.Run(context.Background(), []Connector{conn}, RunOptions{}); err != nil {
				t.Fatal(err)
			}
			slices.Sort(r.agent.read)
			if diff := cmp.Diff(c.read, r.agent.read); diff != "" {
				t.Errorf("read: %s", diff)
			}
			kept := []string{}
			for _, it := range r.store.items {
				kept = append(kept, it.Segment.Session)
			}
			slices.Sort(kept)
			if diff := cmp.Diff(c.kept, kept); diff != "" {
				t.Errorf("stored: %s", diff)
			}
		})
	}
}

// JZ-143: at most MaxConcurrency model calls at once.
func TestRun_Concurrency(t *testing.T) {
	r := newRig(t)
	for i := range 12 {
		r.agent.file(fmt.Sprint(i), session(fmt.Sprint("s", i), "/p", fmt.Sprint("hello ", i), "world"))
	}
	var now, most atomic.Int32
	two := make(chan struct{})
	meet := sync.OnceFunc(func() { close(two) })
	r.sum.fail = func(*server.Segment) error {
		n := now.Add(1)
		defer now.Add(-1)
		for {
			m := most.Load()
			if n <= m || most.CompareAndSwap(m, n) {
				break
			}
		}
		// The first one waits for another.
		if n == 2 {
			meet()
		}
		select {
		case <-two:
		case <-time.After(time.Minute):
		}
		time.Sleep(2 * time.Millisecond)
		return nil
	}
	if run := r.run(RunOptions{}); run.Stored != 12 {
		t.Errorf("%+v", run)
	}
	if most.Load() > 3 || most.Load() < 2 {
		t.Errorf("%d calls at once", most.Load())
	}
}

func TestRun_Interrupted(t *testing.T) {
	r := newRig(t)
	ctx, cancel := context.WithCancel(context.Background())
	for i := range 300 {
		r.agent.file(fmt.Sprintf("%03d", i), session(fmt.Sprint("s", i), "/p", fmt.Sprint("hello ", i), "world"))
	}
	r.sum.fail = func(*server.Segment) error { cancel(); return nil }
	runs, err := r.Run(ctx, []Connector{r.connector()}, RunOptions{})
	if !errors.Is(err, context.Canceled) || len(runs) != 1 || !strings.Contains(runs[0].Error, "interrupted") {
		t.Errorf("%+v %v", runs, err)
	}
	if len(r.store.runs) != 1 {
		t.Error("the run is not recorded")
	}
	for key := range r.store.cursor {
		if _, ok := r.store.items["agent-fake s"+strings.TrimLeft(key, "0")+"#0"]; !ok && key != "000" {
			t.Errorf("the cursor of %s moved and nothing is stored", key)
		}
	}
	r.sum.fail = nil
	if run := r.run(RunOptions{}); run.Error != "" || len(r.store.items) != 300 || len(r.store.cursor) != 300 {
		t.Errorf("after the rerun: %d items, %+v", len(r.store.items), run)
	}
}

// JZ-108, JZ-159: the project that a device sent wins over the path rules.
func TestRun_SidecarProject(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		"team/kestrel": "team/kestrel", " kestrel \n": "kestrel", "": "", "a b": "", "x\ny": "", strings.Repeat("x", 200): "", "ключ": "",
	} {
		path := filepath.Join(dir, "s.jsonl")
		if err := os.WriteFile(filepath.Join(dir, ".s.jsonl.project"), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := sidecarProject(path); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if got := sidecarProject(filepath.Join(dir, "other.jsonl")); got != "" {
		t.Errorf("without a file: %q", got)
	}
}

// JZ-150: one lock; it goes with its process.
func TestAcquireLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.lock")
	release, err := AcquireLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := AcquireLock(path); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "another run is in progress") {
		t.Errorf("a second time: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	release, err = AcquireLock(path)
	if err != nil {
		t.Fatal(err)
	}
	release()
}

func TestRun_PrivateRegions(t *testing.T) {
	r := newRig(t)
	r.agent.file("a", session("s1", "/p", "note <private>merger\ntalks</private> end <private>more</private>.", "see <private> the tag"))
	run := r.run(RunOptions{})
	seg := r.store.items["agent-fake s1#0"].Segment
	if got := seg.Turns[0].Text; got != "note [REDACTED:private] end [REDACTED:private]." {
		t.Errorf("%q", got)
	}
	if got := seg.Turns[1].Text; got != "see <private> the tag" {
		t.Errorf("%q", got)
	}
	if run.Redacted["private"] != 2 {
		t.Errorf("%v", run.Redacted)
	}
}

// JZ-184, JZ-185, JZ-189: the trust label.
func TestRun_Trust(t *testing.T) {
	r := newRig(t)
	r.agent.file("a", session("s1", "/p", "hello", "world"))
	r.run(RunOptions{})
	if got := r.store.items["agent-fake s1#0"].Segment.Trust; got != server.TrustOwn {
		t.Errorf("%q", got)
	}
	c := r.connector()
	c.Trust = server.TrustExternal
	r.store.cursor, r.store.items = map[string]string{}, map[string]server.Stored{}
	if _, err := r.Run(context.Background(), []Connector{c}, RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := r.store.items["agent-fake s1#0"].Segment.Trust; got != server.TrustExternal {
		t.Errorf("%q", got)
	}
}
