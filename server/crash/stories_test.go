package crash

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const laterRules = "\n[redaction]\n[[redaction.extra_patterns]]\nkind = \"harbour-word\"\npattern = 'harbourword[0-9]+'\nliteral = \"harbourword\"\n"

var told struct {
	once sync.Once
	list []*story
}

// stories are the commands that write, each with where it begins. They are made
// once for all tests.
func stories(t *testing.T) []*story {
	t.Helper()
	program(t)
	told.once.Do(func() { told.list = tell(t) })
	if told.list == nil {
		t.Fatal("the stories could not be made")
	}
	return told.list
}

func tell(t *testing.T) []*story {
	sessions := lasting(t)
	short, grown := filepath.Join(sessions, "short"), filepath.Join(sessions, "grown")
	moved, more := filepath.Join(sessions, "moved"), filepath.Join(sessions, "more")
	writeSessions(t, short, sessionFiles, 24, false)
	writeSessions(t, grown, sessionFiles+8, 38, false)
	writeSessions(t, moved, sessionFiles, 24, true)
	writeSessions(t, more, sessionFiles+1, 24, true)

	empty := &home{t: t, dir: lasting(t)}
	empty.configure(settings{sessions: short})

	full := empty.keep(t)
	full.must("run")
	items := len(dump(t, full.library()))
	if items < 400 {
		t.Fatalf("the library has %d lines only", items)
	}
	// with is a folder whose configuration differs.
	with := func(from *home, s settings) *home {
		h := from.keep(t)
		h.configure(s)
		return h
	}
	grow := with(full, settings{sessions: grown})

	// Every session that was retagged is a segment of the search index; the next
	// run that stores something merges them.
	pieces := with(full, settings{sessions: moved})
	pieces.must("retag")
	pieces.configure(settings{sessions: more})
	if n := segments(t, pieces.library()); n < 5 {
		t.Fatalf("the index has %d segments only", n)
	}

	model := modelServer(t)
	byModel := with(empty, settings{sessions: short, more: fmt.Sprintf(
		"\n[summarizer]\nkind = \"openai\"\nmodel = \"m\"\nbase_url = %q\napi_key_env = \"MODEL_KEY\"\n", model)})
	byModel.env = []string{"MODEL_KEY=synthetic"}
	byModel.must("run")

	backed := full.keep(t)
	backed.must("backup", "one.backup")
	backed.configure(settings{sessions: grown})
	backed.must("run")

	noTide := func(h *home) {
		if name := h.holds(tideText); name != "" {
			h.t.Errorf("%s still holds what was forgotten", name)
		}
	}
	return []*story{
		{name: "run", share: 40, begin: empty, args: []string{"run"}},
		{name: "run of grown sessions", share: 40, begin: grow, args: []string{"run"}},
		{name: "run that merges the index", share: 40, begin: pieces, args: []string{"run"},
			end: func(h *home) { checkIndex(h.t, h.library(), h.path("chain.keys")) }},
		{name: "redact-stored", share: 75, begin: with(full, settings{sessions: short, more: laterRules}), args: []string{"redact-stored"},
			end: func(h *home) {
				if name := h.holds(laterSecret); name != "" {
					h.t.Errorf("%s still holds what the later rules take", name)
				}
			}},
		{name: "retag", share: 60, begin: with(full, settings{sessions: moved}), args: []string{"retag"}},
		{name: "resummarize", share: 60, begin: with(byModel, settings{sessions: short}), args: []string{"resummarize"}},
		{name: "forget", share: 60, begin: full, args: []string{"forget", "--project", tideProject, "--yes"}, end: noTide},
		{name: "backup", share: 60, begin: full, args: []string{"backup", "one.backup"}, finish: finishBackup, end: backupIsWhole},
		{name: "restore", share: 35, begin: backed, args: []string{"restore", "one.backup", "--yes"}, repaired: true},
		{name: "vacuum", share: 20, begin: full, args: []string{"vacuum"}, end: func(*home) {}},
		{name: "chain rotate", share: 10, begin: full, args: []string{"chain", "rotate"}, end: func(*home) {}},
	}
}

// finishBackup makes the backup, unless the kill came after it was whole.
func finishBackup(h *home) {
	h.t.Helper()
	code, out := h.run("backup", "one.backup")
	if code == 2 && strings.Contains(out, "there is a file already") {
		return
	}
	if code != 0 {
		h.t.Fatalf("backup after a kill: exit code %d\n%s", code, out)
	}
}

// backupIsWhole restores the backup and finds what the library holds.
func backupIsWhole(h *home) {
	h.t.Helper()
	want := dump(h.t, h.library())
	if diff := differ(want, dump(h.t, h.path("one.backup"))); diff != "" {
		h.t.Fatalf("the backup holds something else:\n%s", diff)
	}
	for _, name := range files(h.t, h.dir) {
		if strings.Contains(name, "partial") || strings.HasSuffix(name, "-wal") {
			h.t.Errorf("a killed backup left %s", name)
		}
	}
	h.must("restore", "one.backup", "--yes")
	h.must("verify")
	if diff := differ(want, dump(h.t, h.library())); diff != "" {
		h.t.Fatalf("restoring the backup ends elsewhere:\n%s", diff)
	}
}

// modelServer answers as a model would, always the same to the same.
func modelServer(t *testing.T) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		sum := fmt.Sprintf("%x", sha256.Sum256(body))
		answer, _ := json.Marshal(map[string]any{"title": "Title " + sum[:8], "summary": "Summary " + sum,
			"questions": []string{"What is " + sum[8:16] + "?"}, "atoms": []string{"It is " + sum[16:24] + "."}})
		json.NewEncoder(w).Encode(map[string]any{ //nolint:errcheck // the client has gone
			"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": string(answer)}, "finish_reason": "stop"}},
			"usage":   map[string]any{"prompt_tokens": 10, "completion_tokens": 5},
		})
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/v1"
}
