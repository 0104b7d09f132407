package engine

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/corpus"
	"jezero/redact/internal/prefilter"
)

// goSource is n bytes of the source of Go's net/http and go/types.
func goSource(tb testing.TB, n int) (out []byte) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	for _, dir := range []string{"net/http", "go/types"} {
		files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", dir, "*.go"))
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				tb.Fatal(err)
			}
			out = append(out, b...)
		}
	}
	if len(out) < n {
		tb.Skip("the Go source tree is not installed")
	}
	return out[:n]
}

// BenchmarkSearch is the search for literals alone, without detectors and shapes.
// The least time of all passes is what other work on the machine disturbs least.
func BenchmarkSearch(b *testing.B) {
	const n = 1 << 20
	transcript, _ := corpus.Transcript(1, n)
	for _, load := range []struct {
		name string
		src  []byte
	}{
		{"transcript", transcript[:n]},
		{"source", goSource(b, n)},
		{"prose", corpus.Prose(1, n)[:n]},
	} {
		for _, mode := range []struct {
			name string
			mode prefilter.Mode
		}{{"default", prefilter.Auto}, {"portable", prefilter.Portable}} {
			b.Run(load.name+"/"+mode.name, func(b *testing.B) {
				c := builtin()
				c.Mode = mode.mode
				e, err := New(c)
				if err != nil {
					b.Fatal(err)
				}
				buf, room := make([]prefilter.Hit, 0, 256), new(prefilter.Room)
				b.SetBytes(n)
				b.ReportAllocs()
				found, least := 0, time.Duration(math.MaxInt64)
				for b.Loop() {
					start := time.Now()
					for next := 0; next < len(load.src); {
						var hits []prefilter.Hit
						hits, next = e.set.Scan(load.src, next, len(load.src), buf, room)
						found += len(hits)
					}
					least = min(least, time.Since(start))
				}
				b.ReportMetric(float64(least.Microseconds()), "least-µs/MB")
				b.ReportMetric(float64(found)/float64(b.N), "hits/MB")
			})
		}
	}
}
