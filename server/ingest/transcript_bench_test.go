package ingest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/connectors"
	"jezero/connectors/claudecode"
)

// transcript writes a session of a coding agent as it stands on disk: most of
// it is what tools gave back, which is not stored.
func transcript(n, size int) []byte {
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Hour)
	text := func(words int) string {
		var s strings.Builder
		for w := range words {
			s.WriteString(benchWord(rng))
			s.WriteString([]string{" ", " ", " ", " ", ". Then ", "\n"}[w%6])
		}
		return s.String()
	}
	var b strings.Builder
	parent := any(nil)
	record := func(kind string, k int, content any) {
		uuid := fmt.Sprintf("%08d-%04d-4000-8000-%012d", n, k%10000, k)
		line, err := json.Marshal(map[string]any{"parentUuid": parent, "isSidechain": false, "userType": "external",
			"cwd": fmt.Sprintf("/home/me/code/project%d", n%20), "sessionId": id, "version": "2.1.0", "gitBranch": "main", "type": kind,
			"uuid": uuid, "timestamp": at.Add(time.Duration(k) * 20 * time.Second).Format(time.RFC3339Nano),
			"message": map[string]any{"role": kind, "model": "m", "id": "msg" + uuid, "content": content,
				"usage": map[string]any{"input_tokens": 10, "output_tokens": 100, "cache_read_input_tokens": 30000}}})
		if err != nil {
			panic(err)
		}
		b.Write(line)
		b.WriteByte('\n')
		parent = uuid
	}
	for k := 0; b.Len() < size; {
		record("user", k, text(40))
		k++
		for range 6 { // as many calls to a tool, each with its result
			tool := fmt.Sprintf("toolu_%d_%d", n, k)
			record("assistant", k, []any{map[string]any{"type": "text", "text": text(25)},
				map[string]any{"type": "tool_use", "id": tool, "name": "Read", "input": map[string]any{"file_path": "/home/me/code/pkg/mod" + fmt.Sprint(k) + ".go"}}})
			record("user", k+1, []any{map[string]any{"type": "tool_result", "tool_use_id": tool, "content": text(500)}})
			k += 2
		}
		record("assistant", k, []any{map[string]any{"type": "text", "text": text(150)}})
		k++
	}
	return []byte(b.String())
}

// BenchmarkTranscripts reads transcripts from the disk into a library: what
// jezero run does, without a model. The bytes are those of the files.
func BenchmarkTranscripts(b *testing.B) {
	for _, c := range []struct{ files, size int }{{64, 1 << 20}, {800, 24 << 10}, {1, 64 << 20}} {
		b.Run(fmt.Sprintf("%dx%dKiB", c.files, c.size>>10), func(b *testing.B) {
			root := b.TempDir()
			dir := filepath.Join(root, "projects", "-home-me-code")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				b.Fatal(err)
			}
			bytes := 0
			for i := range c.files {
				data := transcript(i, c.size)
				bytes += len(data)
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%08d-0000-4000-8000-000000000000.jsonl", i)), data, 0o600); err != nil {
					b.Fatal(err)
				}
			}
			measureRuns(b, rooted{claudecode.New(), root}, bytes)
		})
	}
}

// BenchmarkRead is the connector's part of BenchmarkTranscripts alone.
func BenchmarkRead(b *testing.B) {
	root := b.TempDir()
	path := filepath.Join(root, "projects", "-home-me-code", "00000000-0000-4000-8000-000000000000.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.Fatal(err)
	}
	data := transcript(0, 8<<20)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	a := claudecode.New()
	sources, _, err := a.Sources(context.Background(), root)
	if err != nil || len(sources) != 1 {
		b.Fatal(len(sources), err)
	}
	began := cpuTime()
	for b.Loop() {
		if _, err := a.Read(context.Background(), root, sources[0], func(*connectors.Session) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(len(data))/1e6/(cpuTime()-began).Seconds(), "MB/cpu-s")
}

// rooted is an agent whose sessions are in another folder.
type rooted struct {
	connectors.Agent
	root string
}

func (r rooted) Sources(ctx context.Context, _ string) ([]connectors.Source, []connectors.Warning, error) {
	return r.Agent.Sources(ctx, r.root)
}

func (r rooted) Read(ctx context.Context, _ string, s connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	return r.Agent.Read(ctx, r.root, s, emit)
}
