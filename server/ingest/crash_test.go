package ingest_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/connectors"
	"jezero/redact"
	"jezero/server"
	"jezero/server/chain"
	"jezero/server/ingest"
	"jezero/server/sqlite"
	"jezero/server/summarize"
)

var crashes = flag.Int("crashes", 3, "how often the crash test kills its child in each phase")

// The child of the crash test is this test binary, told by these variables.
const (
	crashPhase = "JEZERO_TEST_CRASH_PHASE" // run or redact
	crashDir   = "JEZERO_TEST_CRASH_DIR"
)

func TestMain(m *testing.M) {
	if phase := os.Getenv(crashPhase); phase != "" {
		if err := crashWork(os.Getenv(crashDir), phase); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// wordRedactor takes words by a pattern.
type wordRedactor struct {
	version string
	pattern *regexp.Regexp
}

func (r wordRedactor) String(s string) string {
	return r.pattern.ReplaceAllString(s, "[REDACTED:word]")
}
func (r wordRedactor) Version() string { return r.version }
func (r wordRedactor) Find(src []byte) []redact.Finding {
	var out []redact.Finding
	for _, m := range r.pattern.FindAllIndex(src, -1) {
		out = append(out, redact.Finding{Kind: "word", Start: m[0], End: m[1]})
	}
	return out
}

var (
	rulesOld = wordRedactor{"rules-1", regexp.MustCompile(`oldsecret\d+`)}
	rulesNew = wordRedactor{"rules-2", regexp.MustCompile(`(?:old|new)secret\d+`)}
)

// crashAgent makes sessions that hold words which only the newer rules know.
type crashAgent struct{ benchAgent }

func (a crashAgent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	return a.benchAgent.Read(ctx, root, src, func(s *connectors.Session) error {
		if strings.HasSuffix(src.Key, "3.jsonl") {
			s.ID = "of newsecret" + strings.TrimSuffix(src.Key, ".jsonl")
		}
		for i := range s.Messages {
			if i%3 == 0 {
				s.Messages[i].Text += fmt.Sprintf(" with oldsecret%d and newsecret%d in it.", i, i)
			}
		}
		return emit(s)
	})
}

// crashWork does what a program of that phase would, from start to end.
func crashWork(dir, phase string) error {
	ctx := context.Background()
	keys, err := chain.LoadKeys(filepath.Join(dir, "chain.key"))
	if err != nil {
		return err
	}
	release, err := ingest.AcquireLock(filepath.Join(dir, "library.lock"))
	if err != nil {
		return err
	}
	defer release()
	db, err := sqlite.Open(ctx, filepath.Join(dir, "library.db"), sqlite.Options{Keys: keys})
	if err != nil {
		return err
	}
	defer db.Close()
	if phase == "redact" {
		_, err := db.RedactStored(ctx, rulesNew, sqlite.RedactStoredOptions{})
		return err
	}
	p := &ingest.Pipeline{Store: db, Redactor: rulesOld, Summarizer: summarize.Extractive{}, Project: filepath.Base}
	a := crashAgent{benchAgent{sessions: 24, bytes: 15000}}
	runs, err := p.Run(ctx, []ingest.Connector{{Name: "agent-a", Agent: a, Enabled: true}, {Name: "agent-b", Agent: a, Enabled: true}}, ingest.RunOptions{Quiet: true})
	for _, r := range runs {
		if r.Error != "" {
			err = errors.Join(err, errors.New(r.Error))
		}
	}
	return err
}

// child runs the phase in a process of its own and kills it after d; d < 0
// means not to kill it. It reports whether the phase came to its end.
func child(t *testing.T, dir, phase string, d time.Duration) (ended bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashPhase+"="+phase, crashDir+"="+dir)
	var out strings.Builder
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if d >= 0 {
		timer := time.AfterFunc(d, func() { cmd.Process.Kill() }) // SIGKILL
		defer timer.Stop()
	}
	err := cmd.Wait()
	if err != nil && (d < 0 || cmd.ProcessState.ExitCode() == 1) {
		t.Fatalf("%s: %v\n%s", phase, err, &out)
	}
	return err == nil
}

func crashLibrary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := chain.Create(chain.File(filepath.Join(dir, "chain.key"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// checkLibrary opens and verifies what a crash left.
func checkLibrary(t *testing.T, dir string) {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(dir, "library.db")
	if _, err := os.Stat(path); err != nil {
		return // killed before it began
	}
	keys, err := chain.LoadKeys(filepath.Join(dir, "chain.key"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(ctx, path, sqlite.Options{Keys: keys})
	if err != nil {
		t.Fatalf("after a crash: %v", err)
	}
	defer db.Close()
	if err := db.CheckIndex(ctx); err != nil {
		t.Fatalf("after a crash: %v", err)
	}
	r, err := sqlite.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	head, err := chain.ReadHead(sqlite.HeadPath(path))
	if err != nil {
		t.Fatal(err)
	}
	rep, err := chain.Verify(ctx, r, keys, head)
	if err != nil || !rep.OK() {
		t.Fatalf("after a crash: %v %v", err, rep.Problems)
	}
}

// dump is the library without row ids, times of storing and MACs.
func dump(t *testing.T, dir string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "library.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out []string
	for _, q := range []string{
		`SELECT 'item ' || s.name || char(10) || p.name || concat_ws(char(10), item_id, external_id, session, ordinal, branch, trust, started_ms,
			ended_ms, revision, rules, hash, summarizer, redactions, title, summary, questions, atoms, parts, turns, body)
			FROM items i JOIN sources s ON s.id = source_id JOIN projects p ON p.id = project_id ORDER BY s.name, external_id`,
		`SELECT concat_ws(' ', 'event', source, kind, external_id, item_id, rules, iif(kind = 'reseal', '', attrs)) FROM events ORDER BY source, kind, external_id`,
		`SELECT concat_ws(' ', 'cursor', connector, source_key, change) FROM cursors ORDER BY connector, source_key`,
		`SELECT concat_ws(' ', 'rules', item_id, version) FROM item_rules r JOIN items i ON i.pk = r.pk JOIN rule_versions v ON v.id = rules_id ORDER BY item_id`,
		`SELECT concat_ws(' ', 'tally', s.name, p.name, items) FROM tallies JOIN sources s ON s.id = source_id JOIN projects p ON p.id = project_id ORDER BY s.name, p.name`,
		`SELECT 'fact ' || name FROM facts ORDER BY name`,
	} {
		rows, err := db.Query(q)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// JZ-124: a process that is killed at any moment of a run or of redact-stored
// leaves a library that opens and verifies, and running again ends in the state
// of a run that was not disturbed.
func TestCrash(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	calm := crashLibrary(t)
	start := time.Now()
	child(t, calm, "run", -1)
	took := map[string]time.Duration{"run": time.Since(start)}
	want := map[string][]string{"run": dump(t, calm)}
	if len(want["run"]) < 150 {
		t.Fatalf("the undisturbed run has %d lines only", len(want["run"]))
	}
	start = time.Now()
	child(t, calm, "redact", -1)
	took["redact"] = time.Since(start)
	want["redact"] = dump(t, calm)
	if cmp.Equal(want["run"], want["redact"]) {
		t.Fatal("redact-stored changed nothing")
	}

	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	for _, phase := range []string{"run", "redact"} {
		fresh := func() string {
			dir := crashLibrary(t)
			if phase == "redact" {
				child(t, dir, "run", -1)
			}
			return dir
		}
		end := func(dir string) {
			checkLibrary(t, dir)
			if diff := cmp.Diff(want[phase], dump(t, dir)); diff != "" {
				t.Fatalf("%s: the rerun ends elsewhere:\n%.3000s", phase, diff)
			}
			if phase == "redact" {
				noWord(t, dir)
			}
		}
		dir, kills := fresh(), 0
		for kills < *crashes {
			if child(t, dir, phase, time.Duration(rng.Int64N(int64(took[phase])*2/3))) {
				end(dir)
				dir = fresh()
				continue
			}
			kills++
			checkLibrary(t, dir)
		}
		child(t, dir, phase, -1)
		end(dir)
	}
}

// noWord looks for what the newer rules take in the library's files.
func noWord(t *testing.T, dir string) {
	t.Helper()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		b, err := os.ReadFile(filepath.Join(dir, "library.db"+suffix))
		if err == nil && strings.Contains(string(b), "secret") {
			t.Errorf("library.db%s still holds a word", suffix)
		}
	}
}

// JZ-03: what the redactor took is in no byte of the files, while the library
// is open and after.
func TestRun_RawBytes(t *testing.T) {
	ctx := context.Background()
	p, path := benchPipeline(t, summarize.Extractive{})
	p.Redactor = rulesNew
	a := crashAgent{benchAgent{sessions: 30, bytes: 9000}}
	runs, err := p.Run(ctx, []ingest.Connector{{Name: "agent-a", Agent: a, Enabled: true}}, ingest.RunOptions{Quiet: true})
	if err != nil || runs[0].Stored == 0 || runs[0].Redacted["word"] == 0 {
		t.Fatalf("%+v %v", runs, err)
	}
	for _, suffix := range []string{"", "-wal", "-shm", ".head"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "secret") {
			t.Errorf("library.db%s holds a word", suffix)
		}
	}
}

// A session that grows, with the real store: earlier segments keep their id,
// revision and event; a second run over the same files costs nothing.
func TestRun_GrowingSession(t *testing.T) {
	ctx := context.Background()
	p, path := benchPipeline(t, summarize.Extractive{})
	run := func(bytes int, change string) server.Run {
		t.Helper()
		runs, err := p.Run(ctx, []ingest.Connector{{Name: "agent-a", Agent: growing{benchAgent{1, bytes}, change}, Enabled: true}}, ingest.RunOptions{Quiet: true})
		if err != nil || runs[0].Error != "" {
			t.Fatal(runs, err)
		}
		return runs[0]
	}
	first := run(40000, "1")
	second := run(60000, "2")
	if first.Stored < 4 || second.Skipped != first.Stored-1 || second.Stored != second.Segments-second.Skipped {
		t.Errorf("first %+v\nsecond %+v", first, second)
	}
	if third := run(60000, "2"); third.Segments != 0 {
		t.Errorf("third %+v", third)
	}
	r, err := sqlite.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	hits, err := r.Timeline(ctx, server.Scope{Sources: []string{"*"}}, server.Query{Limit: 100})
	if err != nil || len(hits) != second.Segments {
		t.Fatalf("%d items, %v", len(hits), err)
	}
	revised := 0
	for _, h := range hits {
		revised += h.Item.Revision - 1
	}
	if revised != 1 {
		t.Errorf("%d items were revised, want the last segment only", revised)
	}
}

type growing struct {
	benchAgent
	change string
}

func (g growing) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	list, w, err := g.benchAgent.Sources(ctx, root)
	for i := range list {
		list[i].Change = g.change
	}
	return list, w, err
}
