// Package connectortest holds the suite that every agent passes: what it
// reads of the sample sessions, and what it does with broken files. An
// agent's test is one call of Run, and one of Fuzz.
package connectortest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"jezero/connectors"
	"jezero/corpus"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Suite says what the suite has to know about an agent.
type Suite struct {
	Agent connectors.Agent
	// File is the path below the root, with slashes, of a transcript that
	// stands alone.
	File string
	// Records makes such a file in which the user says each text in turn. It
	// returns the bytes of the file and the byte ranges are free to the agent.
	Records func(texts ...string) []byte
	// JSONL says that File has one record a line, so that one bad or
	// over-long record leaves the others.
	JSONL bool
	// Uploads are paths that UploadPath accepts, Refused ones that it does not
	// (beyond those that no agent accepts).
	Uploads, Refused []string
	// Shared is what must be found in the format samples of the design, where
	// they are at hand: substrings of messages.
	Shared []string
}

// Run runs the suite.
func Run(t *testing.T, s Suite) {
	t.Run("golden", s.golden)
	t.Run("read only", s.readOnly)
	t.Run("at once", s.atOnce)
	t.Run("one", s.one)
	t.Run("truncated file", s.truncated)
	t.Run("huge line", s.hugeLine)
	t.Run("invalid UTF-8", s.invalidUTF8)
	t.Run("early stop", s.earlyStop)
	t.Run("own output", s.ownOutput)
	t.Run("unreadable", s.unreadable)
	t.Run("missing root", s.missingRoot)
	t.Run("format drift", s.drift)
	t.Run("any bytes", s.anyBytes)
	t.Run("scrambled database", s.scrambled)
	t.Run("link", s.link)
	t.Run("upload path", s.uploadPath)
	t.Run("export", s.export)
	t.Run("design samples", s.shared)
	t.Run("cancelled", s.cancelled)
}

// Golden is what is compared with testdata/golden.json.
type Golden struct {
	Source   string
	Sessions []*connectors.Session
	Records  int
	Notes    []connectors.Note    `json:",omitempty"`
	Warnings []connectors.Warning `json:",omitempty"`
}

// Store extracts the sample sessions of an agent, with markers where the
// credentials belong, and returns its root. SQL scripts become databases.
func Store(t testing.TB, id string) string {
	t.Helper()
	dir := t.TempDir()
	if err := corpus.ExtractSessionTemplates(dir, id); err != nil {
		t.Fatalf("no sample sessions of %s in corpus/sessions: %v", id, err)
	}
	root := filepath.Join(dir, id)
	BuildDatabases(t, root)
	return root
}

// ReadAll reads every source of a root.
func ReadAll(t testing.TB, a connectors.Agent, root string) []Golden {
	t.Helper()
	srcs, warns, err := a.Sources(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	if len(warns) > 0 {
		t.Errorf("warnings of Sources: %v", warns)
	}
	var out []Golden
	for _, src := range srcs {
		g := Golden{Source: src.Key}
		rep, err := a.Read(context.Background(), root, src, func(s *connectors.Session) error {
			g.Sessions = append(g.Sessions, s)
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", src.Key, err)
		}
		for i := range rep.Warnings {
			if rel, err := filepath.Rel(root, rep.Warnings[i].Path); err == nil {
				rep.Warnings[i].Path = filepath.ToSlash(rel)
			}
		}
		g.Records, g.Notes, g.Warnings = rep.Records, rep.Notes, rep.Warnings
		out = append(out, g)
	}
	return out
}

// JZ-110, JZ-156, JZ-158: the sample store is read as the golden file says.
func (s Suite) golden(t *testing.T) {
	got := ReadAll(t, s.Agent, Store(t, s.Agent.ID()))
	if len(got) == 0 {
		t.Fatal("no sources in the sample store")
	}
	for _, g := range got {
		for _, sess := range g.Sessions {
			checkSession(t, sess)
			for _, m := range sess.Messages {
				for _, word := range forbidden {
					if strings.Contains(m.Text, word) {
						t.Errorf("%s: %s came through", g.Source, word)
					}
				}
			}
		}
	}
	b, err := json.MarshalIndent(got, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	b = append(b, '\n')
	path := filepath.Join("testdata", "golden.json")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))), string(b)); diff != "" {
		t.Errorf("golden file differs (-want +got):\n%s", diff)
	}
}

// checkSession checks what holds for every session of every agent.
func checkSession(t testing.TB, s *connectors.Session) {
	t.Helper()
	if s.ID == "" || len(s.Messages) == 0 {
		t.Errorf("session %q with %d messages", s.ID, len(s.Messages))
		return
	}
	seen := map[string]bool{}
	var last time.Time
	for i, m := range s.Messages {
		if strings.TrimSpace(m.Text) == "" || !utf8.ValidString(m.Text) {
			t.Errorf("message %d is blank or not UTF-8", i)
		}
		if m.Role == connectors.Tool && (len(m.Text) > connectors.MaxToolLine || strings.ContainsAny(m.Text, "\r\n")) {
			t.Errorf("message %d: a tool line of %d bytes, or of more than one line", i, len(m.Text))
		}
		if m.Role != connectors.User && m.Role != connectors.Assistant && m.Role != connectors.Tool {
			t.Errorf("message %d has the role %q", i, m.Role)
		}
		if m.ID != "" && seen[m.ID] {
			t.Errorf("message %d repeats an id", i)
		}
		seen[m.ID] = true
		if m.Time.IsZero() {
			t.Errorf("message %d has no time", i)
		}
		if m.Time.After(last) {
			last = m.Time
		}
	}
	if !s.Ended.Equal(last) || s.Started.After(s.Ended) {
		t.Errorf("session from %v to %v, last message at %v", s.Started, s.Ended, last)
	}
}

// JZ-157: reading leaves no trace in the store.
func (s Suite) readOnly(t *testing.T) {
	root := Store(t, s.Agent.ID())
	before := tree(t, root)
	ReadAll(t, s.Agent, root)
	if diff := cmp.Diff(before, tree(t, root)); diff != "" {
		t.Errorf("reading changed the store (-before +after):\n%s", diff)
	}
}

// Sources are read by several goroutines at once, with the same result.
func (s Suite) atOnce(t *testing.T) {
	root := Store(t, s.Agent.ID())
	want := ReadAll(t, s.Agent, root)
	got := make([][]Golden, 3)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = ReadAll(t, s.Agent, root) })
	}
	wg.Wait()
	for _, g := range got {
		if diff := cmp.Diff(want, g); diff != "" {
			t.Fatalf("read beside others (-want +got):\n%s", diff)
		}
	}
}

// tree is the names, sizes and times of everything below root.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		what := fi.Mode().String()
		if !d.IsDir() {
			what += " " + connectors.Change(fi.ModTime(), fi.Size())
		}
		out[rel] = what
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// place writes a store with one file.
func (s Suite) place(t testing.TB, b []byte) (root string) {
	t.Helper()
	root = t.TempDir()
	path := filepath.Join(root, filepath.FromSlash(s.File))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

// read reads the one file of a store made by place.
func (s Suite) read(t testing.TB, b []byte) ([]*connectors.Session, connectors.Report) {
	t.Helper()
	root := s.place(t, b)
	src := s.source(t, root)
	var out []*connectors.Session
	rep, err := s.Agent.Read(context.Background(), root, src, func(sess *connectors.Session) error {
		out = append(out, sess)
		return nil
	})
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return out, rep
}

func (s Suite) source(t testing.TB, root string) connectors.Source {
	t.Helper()
	srcs, warns, err := s.Agent.Sources(context.Background(), root)
	if err != nil || len(warns) > 0 || len(srcs) != 1 {
		t.Fatalf("Sources: %d sources, warnings %v, error %v; want the one file", len(srcs), warns, err)
	}
	if srcs[0].Key == "" || srcs[0].Change == "" || srcs[0].ModTime.IsZero() {
		t.Errorf("source %+v lacks a key, a change or a time", srcs[0])
	}
	return srcs[0]
}

// texts are what was said, without the tool lines.
func texts(sessions []*connectors.Session) []string {
	var out []string
	for _, s := range sessions {
		for _, m := range s.Messages {
			if m.Role != connectors.Tool {
				out = append(out, m.Text)
			}
		}
	}
	return out
}

func (s Suite) one(t *testing.T) {
	got, rep := s.read(t, s.Records("first question", "second question"))
	if diff := cmp.Diff([]string{"first question", "second question"}, texts(got)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for _, sess := range got {
		checkSession(t, sess)
	}
	if len(rep.Notes)+len(rep.Warnings) > 0 || rep.Records == 0 {
		t.Errorf("report %+v", rep)
	}
}

func (s Suite) earlyStop(t *testing.T) {
	root := s.place(t, s.Records("first question", "second question"))
	stop := errors.New("enough")
	_, err := s.Agent.Read(context.Background(), root, s.source(t, root), func(*connectors.Session) error { return stop })
	if !errors.Is(err, stop) {
		t.Errorf("Read returned %v, want emit's error", err)
	}
}

func (s Suite) cancelled(t *testing.T) {
	many := make([]string, 5000)
	for i := range many {
		many[i] = strings.Repeat("x", 20)
	}
	root := s.place(t, s.Records(many...))
	src := s.source(t, root)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	emitted := 0
	_, err := s.Agent.Read(ctx, root, src, func(*connectors.Session) error { emitted++; return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Read returned %v after %d sessions, want the context's error", err, emitted)
	}
}

// What jezero's own hooks injected never comes back as something said.
func (s Suite) ownOutput(t *testing.T) {
	own := connectors.MarkerOpen + "\nRecent items: CANARY\n" + connectors.MarkerClose
	got, _ := s.read(t, s.Records("before", own, own+"\nreal question", "after"))
	if diff := cmp.Diff([]string{"before", "real question", "after"}, texts(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// JZ-29, JZ-99, JZ-100: only an agent's own transcripts are taken, and never
// the credentials that stand beside them.
func (s Suite) uploadPath(t *testing.T) {
	root := Store(t, s.Agent.ID())
	srcs, _, err := s.Agent.Sources(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range srcs {
		if !connectors.InDatabase(src.Key) && !s.Agent.UploadPath(src.Key) {
			t.Errorf("%s is a source and not accepted", src.Key)
		}
	}
	for _, p := range s.Uploads {
		if !s.Agent.UploadPath(p) {
			t.Errorf("%q is refused", p)
		}
	}
	good := append([]string{s.File}, s.Uploads...)
	if i := slices.IndexFunc(good, s.Agent.UploadPath); i < 0 {
		t.Fatal("no path is accepted")
	}
	refused := slices.Clone(s.Refused)
	for _, p := range good {
		dir, file := "", p
		if i := strings.LastIndexByte(p, '/'); i >= 0 {
			dir, file = p[:i+1], p[i+1:]
		}
		refused = append(refused,
			"", "/"+p, p+"/", "../"+p, dir+"../"+file, dir+"./"+file, dir+"/"+file, "x/"+p, p+"\n", p+"\x00", p+" ",
			strings.ReplaceAll(p, "/", `\`)+`\`, dir+"%2e%2e/"+file, "%2e%2e/"+p, dir+"\xff"+file, p+".tmp", p+".project", dir+"."+file+".project",
			dir+"CON/"+file, dir+"nul", dir+"com1.jsonl", dir+"AUX.json", dir+strings.Repeat("a", 600)+file)
	}
	refused = append(refused,
		"auth.json", "oauth_creds.json", ".env", "agent/auth.json", ".credentials.json", "antigravity-cli/antigravity-oauth-token",
		"config.toml", "settings.json", "state.db", "opencode.db", "sessions/sessions.db", "state.vscdb")
	for _, p := range refused {
		if s.Agent.UploadPath(p) {
			t.Errorf("%q is accepted", p)
		}
	}
}
