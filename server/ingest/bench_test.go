package ingest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/connectors"
	"jezero/redact"
	"jezero/server"
	"jezero/server/chain"
	"jezero/server/ingest"
	"jezero/server/sqlite"
	"jezero/server/summarize"
)

// benchAgent makes sessions of prose and code words as they are read.
type benchAgent struct {
	sessions, bytes int // bytes of dialogue in each session
}

func (benchAgent) ID() string                    { return "bench" }
func (benchAgent) Roots(connectors.Env) []string { return nil }
func (benchAgent) UploadPath(string) bool        { return false }

func (a benchAgent) Sources(context.Context, string) ([]connectors.Source, []connectors.Warning, error) {
	out := make([]connectors.Source, a.sessions)
	for i := range out {
		key := fmt.Sprintf("%05d.jsonl", i)
		out[i] = connectors.Source{Key: key, Path: "/home/me/" + key, Change: "1"}
	}
	return out, nil, nil
}

func (a benchAgent) Read(_ context.Context, _ string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var n uint64
	fmt.Sscanf(src.Key, "%d", &n)
	rng := rand.New(rand.NewPCG(n, 1))
	s := &connectors.Session{ID: src.Key, CWD: fmt.Sprintf("/home/me/project%d", n%20)}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Hour)
	for size, i := 0, 0; size < a.bytes; i++ {
		role := []connectors.Role{connectors.User, connectors.Assistant, connectors.Tool, connectors.Assistant}[i%4]
		var b strings.Builder
		words := 60 + rng.IntN(150)
		if role == connectors.Tool {
			words = 8
			b.WriteString("Edit: server/")
		}
		for w := range words {
			b.WriteString(benchWord(rng))
			switch {
			case w%12 == 11:
				b.WriteString(". The ")
			case w%50 == 49:
				b.WriteString("\n\n- We decided to use ")
			default:
				b.WriteByte(' ')
			}
		}
		s.Messages = append(s.Messages, connectors.Message{Role: role, Time: at.Add(time.Duration(i) * time.Minute), Text: b.String()})
		size += b.Len()
	}
	return connectors.Report{Records: len(s.Messages)}, emit(s)
}

// benchWord is one of a vocabulary in which few words are common.
func benchWord(rng *rand.Rand) string {
	r := rng.Float64()
	n := int(20000 * r * r * r * r)
	switch n % 7 {
	case 0:
		return fmt.Sprintf("fetchItem%dById", n)
	case 1:
		return fmt.Sprintf("pkg/mod%d.go", n)
	}
	return fmt.Sprintf("w%sord%d", string(rune('a'+n%26)), n)
}

func benchPipeline(b testing.TB, sum server.Summarizer) (*ingest.Pipeline, string) {
	path := filepath.Join(b.TempDir(), "library.db")
	db, err := sqlite.Open(context.Background(), path, sqlite.Options{Keys: chain.NewKeys()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	r, err := redact.New()
	if err != nil {
		b.Fatal(err)
	}
	return &ingest.Pipeline{Store: db, Redactor: r, Summarizer: sum, Project: filepath.Base}, path
}

// BenchmarkRun is the whole pipeline without a model, from sessions in memory.
// Items of about 1.5 KB and of full segments.
func BenchmarkRun(b *testing.B) {
	for _, size := range []int{1400, 9000} {
		b.Run(fmt.Sprintf("%dB", size), func(b *testing.B) {
			sessions := 3_000_000 / size
			measureRuns(b, benchAgent{sessions: sessions, bytes: size}, sessions*size)
		})
	}
}

// measureRuns reads everything into a fresh library, again and again. bytes is
// how much one run reads.
func measureRuns(b *testing.B, a connectors.Agent, bytes int) {
	b.Helper()
	b.SetBytes(int64(bytes))
	items := 0
	var cpu time.Duration
	for b.Loop() {
		p, _ := benchPipeline(b, summarize.Extractive{})
		began := cpuTime()
		runs, err := p.Run(context.Background(), []ingest.Connector{{Name: "bench", Agent: a, Enabled: true}}, ingest.RunOptions{Quiet: true})
		cpu += cpuTime() - began
		if err != nil || runs[0].Error != "" {
			b.Fatal(runs, err)
		}
		items += runs[0].Stored
	}
	b.ReportMetric(float64(items)/b.Elapsed().Seconds(), "items/s")
	b.ReportMetric(float64(items)/float64(b.N), "items/op")
	if cpu > 0 {
		b.ReportMetric(float64(items)/cpu.Seconds(), "items/cpu-s")
		b.ReportMetric(float64(b.N)*float64(bytes)/1e6/cpu.Seconds(), "MB/cpu-s")
	}
}
