package sqlite

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"jezero/redact"
	"jezero/server"
	"jezero/server/chain"
)

var (
	benchItems = flag.Int("bench-items", 10000, "items in the library of the benchmarks")
	benchKeep  = flag.String("bench-library", "", "keep the benchmarks' library in this folder and use it again")
)

// zipf is a vocabulary as texts have it: few common words, many rare ones.
type zipf struct {
	*rand.Zipf
	rng *rand.Rand
}

func newZipf(seed uint64) zipf {
	rng := rand.New(rand.NewPCG(seed, 7))
	return zipf{rand.NewZipf(rng, 1.1, 3, 60000), rng}
}

func zipfWord(n uint64) string {
	syl := []string{"ba", "co", "di", "fu", "ge", "ha", "ki", "lo", "mu", "ne", "pa", "qui", "ro", "sa", "te", "vo"}
	var b strings.Builder
	for n += 16; n > 0; n /= 16 {
		b.WriteString(syl[n%16])
	}
	return b.String()
}

func (z zipf) text(words int) string {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(zipfWord(z.Uint64()))
		if z.rng.IntN(40) == 0 {
			fmt.Fprintf(&b, " pkg%d/file%d.go", z.rng.IntN(50), z.rng.IntN(3000))
		}
	}
	return b.String()
}

// benchStored is an item of about 1.45 KB.
func benchStored(z zipf, i int) server.Stored {
	source := []string{"agent-claude-code", "agent-codex", "agent-codex-laptop", "mail"}[i%4]
	at := testTime.AddDate(-3, 0, 0).Add(time.Duration(i) * 20 * time.Minute) // oldest first, as runs do
	seg := segment(source, fmt.Sprint("s", i/3), i%3, fmt.Sprint("project", z.rng.IntN(40)), at, z.text(20), z.text(90))
	return server.Stored{Segment: seg, Summarizer: "test", Summary: server.Summary{
		Title: z.text(7), Summary: z.text(30), Questions: []string{z.text(8), z.text(8)}, Atoms: []string{z.text(10), z.text(12)}}}
}

func benchLibrary(b *testing.B) *library {
	b.Helper()
	dir := b.TempDir()
	if *benchKeep != "" {
		dir = *benchKeep
	}
	l := &library{path: filepath.Join(dir, fmt.Sprintf("library-%d.db", *benchItems)), tb: b}
	keyPath := filepath.Join(dir, "chain.key")
	keys, err := chain.LoadKeys(keyPath)
	if err != nil {
		if keys, err = chain.Create(chain.File(keyPath)); err != nil {
			b.Fatal(err)
		}
	}
	l.keys = keys
	_, statErr := os.Stat(l.path)
	l.open()
	b.Cleanup(func() { l.Close() })
	if statErr == nil {
		return l
	}
	z := newZipf(1)
	for i := 0; i < *benchItems; {
		var batch []server.Stored
		for ; len(batch) < 256 && i < *benchItems; i++ {
			batch = append(batch, benchStored(z, i))
		}
		if _, err := l.PutAll(context.Background(), batch); err != nil {
			b.Fatal(err)
		}
	}
	return l
}

func BenchmarkPut(b *testing.B) {
	for _, size := range []int{1, 64} {
		b.Run(fmt.Sprintf("batch%d", size), func(b *testing.B) {
			l := newLibrary(b)
			z := newZipf(2)
			n := 0
			for b.Loop() {
				var batch []server.Stored
				for range size {
					batch = append(batch, benchStored(z, n))
					n++
				}
				if _, err := l.PutAll(context.Background(), batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "items/s")
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	l := benchLibrary(b)
	r := l.reader()
	rng := rand.New(rand.NewPCG(3, 3))
	word := func(lo, hi int) string { return zipfWord(uint64(lo + rng.IntN(hi-lo))) }
	some := server.Scope{Sources: []string{"agent-codex*", "mail"}}
	for _, c := range []struct {
		name  string
		scope server.Scope
		query func() server.Query
	}{
		{"rare1", everything, func() server.Query { return server.Query{Text: word(5000, 50000)} }},
		{"common1", everything, func() server.Query { return server.Query{Text: word(0, 20)} }},
		{"common3", everything, func() server.Query { return server.Query{Text: word(0, 20) + " " + word(0, 60) + " " + word(0, 60)} }},
		{"mixed3", everything, func() server.Query {
			return server.Query{Text: word(0, 20) + " " + word(100, 1000) + " " + word(2000, 9000)}
		}},
		{"mixed5", everything, func() server.Query {
			return server.Query{Text: word(0, 20) + " " + word(20, 200) + " " + word(100, 1000) + " " + word(100, 1000) + " " + word(2000, 9000)}
		}},
		{"common3/scoped", some, func() server.Query { return server.Query{Text: word(0, 20) + " " + word(0, 60) + " " + word(0, 60)} }},
		{"mixed3/project", some, func() server.Query {
			return server.Query{Text: word(0, 20) + " " + word(100, 1000) + " " + word(2000, 9000), Project: "project7"}
		}},
		{"mixed3/until", everything, func() server.Query {
			return server.Query{Text: word(0, 20) + " " + word(100, 1000), Until: testTime.AddDate(0, -2, 0)}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			found := 0
			for b.Loop() {
				q := c.query()
				start := time.Now()
				hits, err := r.Search(context.Background(), c.scope, q)
				if err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
				found += len(hits)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(found)/float64(len(took)), "hits/op")
		})
	}
}

func BenchmarkLater(b *testing.B) {
	l := benchLibrary(b)
	r := l.reader()
	n, found := 0, 0
	for b.Loop() {
		id := itemID("agent-claude-code", fmt.Sprintf("s%d#%d", n*4/3, n*4%3))
		hits, err := r.Later(context.Background(), everything, id, "", 5)
		if err != nil {
			b.Fatal(err)
		}
		found += len(hits)
		n = (n + 97) % (*benchItems / 4)
	}
	b.ReportMetric(float64(found)/float64(b.N), "hits/op")
}

// versioned is a redactor under another version, to which nothing is known to
// be clean.
type versioned struct {
	Redactor
	version string
}

func (v versioned) Version() string { return v.version }

// BenchmarkRedactStored: nothing to change by the rules of the program, and a
// rule that hits 1 % of the items.
func BenchmarkRedactStored(b *testing.B) {
	l := benchLibrary(b)
	real, err := redact.New()
	if err != nil {
		b.Fatal(err)
	}
	version := time.Now().UnixNano()
	for _, c := range []struct {
		name string
		rule Redactor
	}{
		{"nothing", real},
		{"onepercent", fakeRedactor{"", regexp.MustCompile(`pkg7/file[1-4]\d\d\.go`)}},
	} {
		b.Run(c.name, func(b *testing.B) {
			seen, changed := 0, 0
			began := processTime()
			for b.Loop() {
				version++
				res, err := l.RedactStored(context.Background(), versioned{c.rule, fmt.Sprint("bench-", version)}, RedactStoredOptions{})
				if err != nil {
					b.Fatal(err)
				}
				seen += res.Seen
				changed += res.Changed
			}
			b.ReportMetric(float64(seen)/b.Elapsed().Seconds(), "items/s")
			if cpu := processTime() - began; cpu > 0 {
				b.ReportMetric(float64(seen)/cpu.Seconds(), "items/cpu-s")
			}
			b.ReportMetric(float64(changed)/float64(b.N), "changed/op")
		})
	}
}
