package ingest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jezero/connectors"
	"jezero/redact"
	"jezero/server"
)

var testTime = time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)

// fakeAgent serves sessions from memory.
type fakeAgent struct {
	mu      sync.Mutex
	files   map[string]*fakeFile
	listErr error
	panics  bool
	read    []string // keys, as they were read
}

type fakeFile struct {
	sessions []*connectors.Session
	changed  time.Time
	change   string
	report   connectors.Report
	err      error
	panics   bool
}

func (*fakeAgent) ID() string                    { return "fake" }
func (*fakeAgent) Roots(connectors.Env) []string { return nil }
func (*fakeAgent) UploadPath(string) bool        { return false }
func (a *fakeAgent) file(key string, s ...*connectors.Session) *fakeFile {
	f := &fakeFile{sessions: s, changed: testTime.Add(-time.Hour), change: "1"}
	if a.files == nil {
		a.files = map[string]*fakeFile{}
	}
	a.files[key] = f
	return f
}

func (a *fakeAgent) Sources(context.Context, string) ([]connectors.Source, []connectors.Warning, error) {
	if a.panics {
		panic("the content of a file")
	}
	var out []connectors.Source
	for key, f := range a.files {
		out = append(out, connectors.Source{Key: key, Path: "/home/me/.fake/" + key, ModTime: f.changed, Change: f.change})
	}
	slices.SortFunc(out, func(x, y connectors.Source) int { return strings.Compare(x.Key, y.Key) })
	return out, nil, a.listErr
}

func (a *fakeAgent) Read(_ context.Context, _ string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	a.mu.Lock()
	a.read = append(a.read, src.Key)
	f := a.files[src.Key]
	a.mu.Unlock()
	if f.panics {
		panic("the content of a file")
	}
	for _, s := range f.sessions {
		if err := emit(s); err != nil {
			return f.report, err
		}
	}
	return f.report, f.err
}

// session makes one of alternating messages.
func session(id, cwd string, texts ...string) *connectors.Session {
	s := &connectors.Session{ID: id, CWD: cwd, Branch: "main", Started: testTime.Add(-2 * time.Hour)}
	for i, t := range texts {
		role := connectors.User
		if i%2 == 1 {
			role = connectors.Assistant
		}
		s.Messages = append(s.Messages, connectors.Message{Role: role, Text: t, Time: testTime.Add(-2*time.Hour + time.Duration(i)*time.Second)})
	}
	return s
}

// journal is the order in which a spy pipeline's parts were called.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

// spyRedactor takes words that begin with hush.
type spyRedactor struct{ *journal }

var hush = regexp.MustCompile(`hush[a-z0-9]*`)

func (r spyRedactor) String(s string) string {
	r.add("redact %d", len(s))
	return hush.ReplaceAllString(s, "[REDACTED:fake]")
}

func (r spyRedactor) Find(src []byte) []redact.Finding {
	var out []redact.Finding
	for _, m := range hush.FindAllIndex(src, -1) {
		out = append(out, redact.Finding{Rule: "fake", Kind: "fake", Start: m[0], End: m[1]})
	}
	return out
}

func (spyRedactor) Version() string { return "rules-1" }

// spySummarizer keeps what it was shown.
type spySummarizer struct {
	*journal
	fail  func(*server.Segment) error
	calls int
	seen  []string
}

func (*spySummarizer) Name() string { return "spy" }

func (s *spySummarizer) Summarize(_ context.Context, seg *server.Segment) (server.Summary, server.Usage, error) {
	s.add("summarise %s", seg.ExternalID)
	s.mu.Lock()
	s.calls++
	s.seen = append(s.seen, fmt.Sprintf("%+v", *seg))
	s.mu.Unlock()
	if s.fail != nil {
		if err := s.fail(seg); err != nil {
			return server.Summary{}, server.Usage{InputTokens: 5}, err
		}
	}
	return server.Summary{Title: "hushtitle of " + seg.ExternalID, Summary: "s"}, server.Usage{InputTokens: 10, OutputTokens: 1}, nil
}

// spyStore is a store in memory.
type spyStore struct {
	*journal
	items   map[string]server.Stored
	cursor  map[string]string
	runs    []server.Run
	putErr  func(*server.Segment) error
	gone    map[string]bool
	batches []int
}

func (s *spyStore) Known(_ context.Context, source, externalID, hash string) (bool, error) {
	s.add("known %s", externalID)
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.items[source+" "+externalID]
	return ok && it.Segment.Hash == hash, nil
}

func (s *spyStore) Put(_ context.Context, seg *server.Segment, sum server.Summary, name string) (server.Item, error) {
	s.add("store %s", seg.ExternalID)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone[seg.ExternalID] {
		return server.Item{}, server.ErrForgotten
	}
	if s.putErr != nil {
		if err := s.putErr(seg); err != nil {
			return server.Item{}, err
		}
	}
	s.items[seg.Source+" "+seg.ExternalID] = server.Stored{Segment: seg, Summary: sum, Summarizer: name}
	return server.Item{ID: "m" + seg.ExternalID}, nil
}

func (s *spyStore) PutAll(ctx context.Context, batch []server.Stored) ([]server.Item, error) {
	s.mu.Lock()
	s.batches = append(s.batches, len(batch))
	if s.putErr != nil {
		for _, b := range batch {
			if err := s.putErr(b.Segment); err != nil {
				s.mu.Unlock()
				return nil, err
			}
		}
	}
	s.mu.Unlock()
	var out []server.Item
	for _, b := range batch {
		it, err := s.Put(ctx, b.Segment, b.Summary, b.Summarizer)
		if err != nil && !errors.Is(err, server.ErrForgotten) {
			return nil, err
		}
		out = append(out, it)
	}
	return out, nil
}

func (s *spyStore) Cursor(context.Context, string) (map[string]string, error) { return s.cursor, nil }

func (s *spyStore) Advance(_ context.Context, _ string, keys map[string]string) error {
	for k, v := range keys {
		s.add("advance %s", k)
		s.cursor[k] = v
	}
	return nil
}

func (s *spyStore) RecordRun(_ context.Context, r server.Run) error {
	s.runs = append(s.runs, r)
	return nil
}

func (s *spyStore) LastRun(_ context.Context, connector string) (server.Run, bool, error) {
	for i := len(s.runs) - 1; i >= 0; i-- {
		if s.runs[i].Connector == connector {
			return s.runs[i], true, nil
		}
	}
	return server.Run{}, false, nil
}

// rig is a pipeline of spies.
type rig struct {
	*Pipeline
	t      *testing.T
	log    *journal
	store  *spyStore
	sum    *spySummarizer
	agent  *fakeAgent
	events []Event
	now    time.Time
}

func newRig(t *testing.T) *rig {
	j := &journal{}
	r := &rig{t: t, log: j, agent: &fakeAgent{}, now: testTime,
		store: &spyStore{journal: j, items: map[string]server.Stored{}, cursor: map[string]string{}, gone: map[string]bool{}},
		sum:   &spySummarizer{journal: j}}
	r.Pipeline = &Pipeline{Store: r.store, Redactor: spyRedactor{j}, Summarizer: r.sum,
		Project:  func(cwd string) string { return cwd[strings.LastIndexByte(cwd, '/')+1:] },
		Now:      func() time.Time { return r.now },
		Progress: func(e Event) { r.events = append(r.events, e) }, MaxConcurrency: 3}
	return r
}

func (r *rig) connector() Connector {
	return Connector{Name: "agent-fake", Agent: r.agent, Root: "/home/me/.fake", Enabled: true}
}

// run runs the one connector.
func (r *rig) run(o RunOptions) server.Run {
	r.t.Helper()
	r.log.lines = nil
	runs, err := r.Run(context.Background(), []Connector{r.connector()}, o)
	if err != nil {
		r.t.Fatal(err)
	}
	if len(runs) != 1 {
		r.t.Fatalf("%d runs", len(runs))
	}
	return runs[0]
}
