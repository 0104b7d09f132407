package sqlite

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
	"jezero/server/chain"
)

// hush is a rule that is new: what it matches was stored in clear.
var hush = fakeRedactor{"rules-2", regexp.MustCompile(`(?i)hush[a-z0-9]+`)}

// secretLibrary holds a word in every text that is stored, in n of many items.
func secretLibrary(tb testing.TB, many, n int) *library {
	l := newLibrary(tb)
	var batch []server.Stored
	for i := range many {
		word := ""
		if i < n {
			word = fmt.Sprintf(" hushsecret%dx", i)
		}
		seg := segment("agent-x", fmt.Sprintf("s%d", i), 0, "project"+strings.TrimSpace(word), testTime,
			"the question"+word, "the answer"+word)
		seg.Branch = "main" + strings.TrimSpace(word)
		batch = append(batch, server.Stored{Segment: seg, Summarizer: "test", Summary: server.Summary{
			Title: "title" + word, Summary: "summary" + word, Questions: []string{"q?" + word, "other"}, Atoms: []string{"a" + word, "fact"},
		}})
	}
	for len(batch) > 0 {
		k := min(len(batch), 100)
		if _, err := l.PutAll(context.Background(), batch[:k]); err != nil {
			tb.Fatal(err)
		}
		batch = batch[k:]
	}
	return l
}

// JZ-03, JZ-42, JZ-44: after redact-stored no byte of the word is left, in no
// text, not in the index, not in the log. JZ-43 holds by the signature: there
// is no summariser to call.
func TestRedactStored_LeavesNoOldByte(t *testing.T) {
	ctx := context.Background()
	l := secretLibrary(t, 40, 7)
	// An old revision leaves bytes of its own behind.
	seg := segment("agent-x", "s0", 0, "projecthushsecret0x", testTime, "the question hushsecret0x", "the answer hushsecret0x", "hushsecretlate")
	before := l.put(seg, title("title hushsecret0x"))
	if b := string(l.files()[""]) + string(l.files()["-wal"]); !strings.Contains(b, "hushsecret0x") {
		t.Fatal("the test's word is not in the library to begin with")
	}
	var seen []int
	dry, err := l.RedactStored(ctx, hush, RedactStoredOptions{DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	res, err := l.RedactStored(ctx, hush, RedactStoredOptions{Progress: func(done, total int) { seen = append(seen, done, total) }})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(dry, res); diff != "" {
		t.Errorf("the dry run said something else (-dry +real):\n%s", diff)
	}
	if res.Seen != 40 || res.Changed != 7 || res.ByKind["fake"] != 6*8+6 {
		t.Errorf("%+v", res)
	}
	if diff := cmp.Diff([]int{40, 40}, seen); diff != "" {
		t.Errorf("progress: %s", diff)
	}
	l.mustNotHold("secret")
	after, err := l.reader().Get(ctx, everything, before.ID)
	if err != nil {
		t.Fatal(err)
	}
	if after.Revision != before.Revision+1 || after.Title != "title [REDACTED:fake]" || after.Rules != "rules-2" {
		t.Errorf("%+v", after)
	}
	if want := server.HashTurns([]server.Turn{{Role: "user", Text: "the question [REDACTED]"}, {Role: "assistant", Text: "the answer [REDACTED]"}, {Role: "user", Text: "[REDACTED]"}}); after.Hash != want {
		t.Error("the hash is not that of the redacted turns")
	}
	hits, err := l.reader().Search(ctx, everything, server.Query{Text: "hushsecret0x"})
	if err != nil || len(hits) != 0 {
		t.Errorf("search still finds the word: %v %v", hits, err)
	}
	l.mustVerify()

	// What is clean costs nothing: no event, no revision, no look.
	res, err = l.RedactStored(ctx, fakeRedactor{"rules-2", regexp.MustCompile("the")}, RedactStoredOptions{})
	if err != nil || res.Seen != 0 {
		t.Errorf("a second time: %+v %v", res, err)
	}
}

// Rows move between pages while they are rewritten and leave copies behind:
// sizes that make them do so.
func TestRedactStored_LeavesNoOldByteInAnySize(t *testing.T) {
	for _, many := range []int{1, 50, 333, 1000} {
		t.Run(fmt.Sprint(many), func(t *testing.T) {
			l := secretLibrary(t, many, (many+2)/3)
			if _, err := l.RedactStored(context.Background(), hush, RedactStoredOptions{}); err != nil {
				t.Fatal(err)
			}
			l.mustNotHold("secret")
			l.mustVerify()
		})
	}
}

// What only an older revision holds goes too.
func TestRedactStored_OlderRevision(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.put(segment("a", "s1", 0, "p", testTime, "the hushsecret9 of old"), title("one"))
	l.put(segment("a", "s1", 0, "p", testTime, "the text without"), title("one"))
	if _, err := l.RedactStored(ctx, hush, RedactStoredOptions{}); err != nil {
		t.Fatal(err)
	}
	l.mustNotHold("secret")
	l.mustVerify()
}

// A sweep that was stopped goes on where it was, and ends as if it had not been.
func TestRedactStored_Resumes(t *testing.T) {
	l := secretLibrary(t, 3*sweepBatch, 3*sweepBatch)
	ctx, cancel := context.WithCancel(context.Background())
	first, err := l.RedactStored(ctx, hush, RedactStoredOptions{Progress: func(done, _ int) { cancel() }})
	if err == nil {
		t.Fatal("a cancelled run says that it is done")
	}
	if first.Changed == 0 || first.Changed == 3*sweepBatch {
		t.Fatalf("%d items were changed before the interruption", first.Changed)
	}
	second, err := l.RedactStored(context.Background(), hush, RedactStoredOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if second.Changed != 3*sweepBatch-first.Changed {
		t.Errorf("%d and %d items changed", first.Changed, second.Changed)
	}
	l.mustNotHold("secret")
	l.mustVerify()
}

// Whoever takes away the note under which rules an item is clean does not keep
// it from being redacted.
func TestRedactStored_WithoutNotes(t *testing.T) {
	ctx := context.Background()
	l := secretLibrary(t, 5, 5)
	if _, err := l.RedactStored(ctx, fakeRedactor{"rules-1c", regexp.MustCompile("nothing at all")}, RedactStoredOptions{}); err != nil {
		t.Fatal(err)
	}
	mustExec(t, raw(t, l.path), "DELETE FROM item_rules WHERE pk IN (SELECT pk FROM items ORDER BY pk LIMIT 3)")
	res, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
	if err != nil || res.Seen != 5 || res.Changed != 5 {
		t.Errorf("%+v %v", res, err)
	}
	l.mustNotHold("secret")
	l.mustVerify()
}

func TestRedactStored_SinceVersion(t *testing.T) {
	ctx := context.Background()
	l := secretLibrary(t, 3, 3)
	other := segment("agent-x", "new", 0, "p", testTime, "hushother1")
	other.Rules = "rules-1b"
	l.put(other, title("t"))
	res, err := l.RedactStored(ctx, hush, RedactStoredOptions{SinceVersion: "rules-1b"})
	if err != nil || res.Seen != 1 || res.Changed != 1 {
		t.Errorf("%+v %v", res, err)
	}
}

// While someone reads, the log cannot be emptied; this is said, remembered, and
// made good by the next run although nothing is left to redact.
func TestRedactStored_BusyReader(t *testing.T) {
	ctx := context.Background()
	l := secretLibrary(t, 3, 3)
	l.write.SetMaxIdleConns(0) // so that the next connection has the timeout below
	for i := range writePragmas {
		if writePragmas[i].name == "busy_timeout" {
			old := writePragmas[i]
			writePragmas[i] = pragma{"busy_timeout", "50", "50"}
			defer func() { writePragmas[i] = old }()
		}
	}
	l.Close()
	l.open()
	r := l.reader()
	rows, err := r.db.QueryContext(ctx, "SELECT pk FROM items")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	if _, err := l.RedactStored(ctx, hush, RedactStoredOptions{}); !errors.Is(err, ErrOldBytes) {
		t.Errorf("with a reader in the middle: %v", err)
	}
	st, err := l.Stats(ctx)
	if err != nil || !st.Scrub {
		t.Errorf("stats do not tell: %+v %v", st, err)
	}
	rows.Close()
	res, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
	if err != nil || res.Seen != 0 {
		t.Errorf("%+v %v", res, err)
	}
	l.mustNotHold("secret")
}

// A panic while redacting tells the item and never the text.
func TestRedactStored_PanicsTellNothing(t *testing.T) {
	l := secretLibrary(t, 1, 1)
	_, err := l.RedactStored(context.Background(), panicky{hush}, RedactStoredOptions{})
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v", err)
	}
}

type panicky struct{ fakeRedactor }

func (panicky) String(s string) string { panic("cannot redact " + s) }

func TestForget(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name   string
		target func(it server.Item) ForgetTarget
		gone   int
	}{
		{"item", func(it server.Item) ForgetTarget { return ForgetTarget{Scope: ForgetItem, Name: it.ID} }, 1},
		{"session", func(server.Item) ForgetTarget {
			return ForgetTarget{Scope: ForgetSession, Source: "agent-x", Name: "s1"}
		}, 2},
		{"project", func(server.Item) ForgetTarget { return ForgetTarget{Scope: ForgetProject, Name: "secretive"} }, 3},
		{"source", func(server.Item) ForgetTarget { return ForgetTarget{Scope: ForgetSource, Name: "agent-x"} }, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLibrary(t)
			segs := []*server.Segment{
				segment("agent-x", "s1", 0, "secretive", testTime, "canary one"),
				segment("agent-x", "s1", 1, "secretive", testTime, "canary two"),
				segment("agent-x", "s2", 0, "secretive", testTime, "canary three"),
				segment("agent-y", "s3", 0, "open", testTime, "bird"),
			}
			var items []server.Item
			for _, s := range segs {
				items = append(items, l.put(s, title("t "+s.Turns[0].Text)))
			}
			n, err := l.Forget(ctx, c.target(items[0]))
			if err != nil || n != c.gone {
				t.Fatalf("%d items went: %v", n, err)
			}
			if c.gone == 3 {
				l.mustNotHold("canary")
			}
			if _, err := l.reader().Get(ctx, everything, items[0].ID); !errors.Is(err, server.ErrNotFound) {
				t.Errorf("get: %v", err)
			}
			if hits, _ := l.reader().Search(ctx, everything, server.Query{Text: "one"}); len(hits) != 0 {
				t.Errorf("search: %v", hits)
			}
			// It does not come back.
			if _, err := l.Put(ctx, segs[0], title("t"), "test"); !errors.Is(err, server.ErrForgotten) {
				t.Errorf("put again: %v", err)
			}
			if c.name != "project" { // the project is not asked for
				if known, err := l.Known(ctx, "agent-x", "s1#0", "whatever"); err != nil || !known {
					t.Errorf("known: %v %v", known, err)
				}
			}
			if got, err := l.PutAll(ctx, []server.Stored{{Segment: segs[0]}, {Segment: segs[3]}}); err != nil || got[0].ID != "" || got[1].ID == "" {
				t.Errorf("put in a batch: %v %v", got, err)
			}
			l.mustVerify()
		})
	}
}

// The name of a project goes with its last item, and names that were left before
// go when the rules are newer: they are text like any other.
func TestProjectNames_GoWithTheirItems(t *testing.T) {
	ctx := context.Background()
	for name, leave := range map[string]func(*library, server.Item) error{
		"forget an item": func(l *library, it server.Item) error {
			_, err := l.Forget(ctx, ForgetTarget{Scope: ForgetItem, Name: it.ID})
			return err
		},
		"forget a source": func(l *library, it server.Item) error {
			_, err := l.Forget(ctx, ForgetTarget{Scope: ForgetSource, Name: it.Source})
			return err
		},
		"read anew with another": func(l *library, it server.Item) error {
			l.put(segment("agent-x", "s", 0, "other", testTime, "more"), title("t"))
			_, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
			return err
		},
		"left by an older program": func(l *library, it server.Item) error {
			mustExec(t, raw(t, l.path), "INSERT INTO projects (name) VALUES ('canaryolder')")
			if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetItem, Name: it.ID}); err != nil {
				return err
			}
			_, err := l.RedactStored(ctx, hush, RedactStoredOptions{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			l.put(segment("agent-y", "stays", 0, "open", testTime, "text"), title("t"))
			it := l.put(segment("agent-x", "s", 0, "canaryproject", testTime, "text"), title("t"))
			if err := leave(l, it); err != nil {
				t.Fatal(err)
			}
			l.mustNotHold("canary")
			l.mustVerify()
			o, err := l.reader().Overview(ctx, everything)
			if err != nil || o.Projects["open"] != 1 {
				t.Errorf("%+v %v", o, err)
			}
		})
	}
}

func TestForget_Unknown(t *testing.T) {
	l := newLibrary(t)
	if _, err := l.Forget(context.Background(), ForgetTarget{Scope: ForgetItem, Name: "mnone"}); !errors.Is(err, server.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if _, err := l.Forget(context.Background(), ForgetTarget{Scope: "all"}); err == nil {
		t.Error("an unknown scope is accepted")
	}
	var _ chain.EventSource = l.reader()
}
