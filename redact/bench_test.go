package redact_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/corpus"
	"jezero/redact"
	"jezero/redact/internal/prefilter"
)

// token makes n characters of the alphabet that look random and are the same
// for the same seed.
func token(alphabet string, n int, seed uint32) string {
	b := make([]byte, n)
	x := seed*2654435761 + 12345
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = alphabet[int(x>>16)%len(alphabet)]
	}
	return string(b)
}

const alnum = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// secret is a synthetic token of one of a few kinds.
func secret(i int) string {
	switch i % 4 {
	case 0:
		return "ghp_" + token(alnum, 36, uint32(i))
	case 1:
		return "glpat-" + token(alnum, 20, uint32(i))
	case 2:
		return "npm_" + token(alnum, 36, uint32(i))
	}
	return "sk-ant-api03-" + token(alnum, 93, uint32(i)) + "AA"
}

// source is Go's own source text, about n bytes.
func source(tb testing.TB, n int) []byte {
	tb.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	var out []byte
	for _, dir := range []string{"net/http", "go/types", "encoding/json", "crypto/tls", "os", "reflect"} {
		files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", dir, "*.go"))
		for _, f := range files {
			if len(out) >= n {
				return out[:n]
			}
			b, err := os.ReadFile(f)
			if err != nil {
				tb.Fatal(err)
			}
			if !bytes.Contains(b, []byte("PRIVATE KEY")) {
				out = append(out, b...)
			}
		}
	}
	if len(out) == 0 {
		tb.Skip("the Go source tree is not installed")
	}
	return out
}

// sourceTree is every eighth file of Go's source tree, each for itself: source holds
// the packages that speak of keys and tokens most.
func sourceTree(tb testing.TB) (files [][]byte, size int) {
	tb.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Fatal(err)
	}
	seen := 0
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		if seen++; seen%8 != 0 {
			return nil
		}
		b, err := os.ReadFile(path)
		files, size = append(files, b), size+len(b)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	if size == 0 {
		tb.Skip("the Go source tree is not installed")
	}
	return files, size
}

// transcript is the corpus' agent transcript, in which a credential of every
// kind in turn stands every 20 KB.
func transcript(n int) []byte {
	b, _ := corpus.Transcript(1, n)
	return b[:n]
}

// codeTranscript is text as agents log it when they read code: JSON lines of
// dialogue, tool calls and much of Go's source, with a credential every 20 KB.
func codeTranscript(tb testing.TB, n int) []byte {
	var out []byte
	src := source(tb, 1<<20)
	for i := 0; len(out) < n; i++ {
		a := i * 977 % (len(src) - 4000)
		body := strings.ToValidUTF8(string(src[a:a+600+i*131%3000]), "")
		if i%12 == 0 {
			body += "\nexport GITHUB_TOKEN=" + secret(i) + "\n"
		}
		out = fmt.Appendf(out, `{"type":"assistant","uuid":"%08x-1f2e-4d3c-8b4a-%012x","timestamp":"2026-01-02T03:04:%02d.000Z","message":{"role":"assistant","content":[{"type":"text","text":%q},{"type":"tool_use","id":"toolu_%s","name":"Bash","input":{"command":"go test ./... | head -%d"}}],"usage":{"input_tokens":%d,"output_tokens":12}}}`+"\n",
			i, i*7919, i%60, body, token(alnum, 22, uint32(i)), i%50, i*37)
	}
	return out[:n]
}

// prose is text without anything that looks like a credential or code.
func prose(n int) []byte {
	const text = "The quick brown fox jumps over the lazy dog while the rain in the plain stays mainly on the hills, and nobody minds. "
	return bytes.Repeat([]byte(text), n/len(text)+1)[:n]
}

func everyLine(n int) []byte {
	var out []byte
	for i := 0; len(out) < n; i++ {
		out = fmt.Appendf(out, "2026-01-02 03:04:05 INFO request %d with key %s done\n", i, secret(i))
	}
	return out[:n]
}

func bench(b *testing.B, src []byte, mode prefilter.Mode) { benchPieces(b, src, len(src), mode) }

// benchPieces goes through src in pieces of n bytes, each a text of its own. The least
// time of all passes is what other work on the machine disturbs least.
func benchPieces(b *testing.B, src []byte, n int, mode prefilter.Mode) {
	r, err := redact.New(redact.TestOnlyPrefilter(mode))
	if err != nil {
		b.Fatal(err)
	}
	var dst []byte
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	least := time.Duration(math.MaxInt64)
	cpu := cpuTime()
	for b.Loop() {
		start := time.Now()
		for at := 0; at < len(src); at += n {
			dst = r.Append(dst[:0], src[at:min(len(src), at+n)])
		}
		least = min(least, time.Since(start))
	}
	reportCPU(b, len(src), cpu)
	b.ReportMetric(least.Seconds()*1e12/float64(len(src)), "least-µs/MB")
}

// reportCPU says how many MB went through in a CPU second since start: on a
// machine with other work the wall clock says little.
func reportCPU(b *testing.B, size int, start float64) {
	if cpu := cpuTime() - start; cpu > 0 {
		b.ReportMetric(float64(b.N)*float64(size)/1e6/cpu, "MB/cpu-s")
	}
}

func BenchmarkText(b *testing.B) {
	const n = 4 << 20
	for _, load := range []struct {
		name string
		src  []byte
	}{
		{"transcript", transcript(n)},
		{"code transcript", codeTranscript(b, n)},
		{"source", source(b, n)},
		{"prose", prose(n)},
		{"secret in every line", everyLine(n)},
	} {
		b.Run(load.name, func(b *testing.B) {
			b.Run("default", func(b *testing.B) { bench(b, load.src, prefilter.Auto) })
			b.Run("portable", func(b *testing.B) { bench(b, load.src, prefilter.Portable) })
		})
	}
}

// BenchmarkSizes is the transcript as texts of 1 KB to 16 MB: what a byte costs should
// not depend on how many there are.
func BenchmarkSizes(b *testing.B) {
	for _, n := range []int{1 << 10, 16 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20} {
		b.Run(fmt.Sprintf("%dK", n>>10), func(b *testing.B) {
			benchPieces(b, transcript(max(n, 1<<20)), n, prefilter.Auto)
		})
	}
}

// BenchmarkTree is a tree of source files, one after the other.
func BenchmarkTree(b *testing.B) {
	files, size := sourceTree(b)
	for _, mode := range []prefilter.Mode{prefilter.Auto, prefilter.Portable} {
		b.Run([...]string{"default", "portable"}[mode], func(b *testing.B) {
			r, err := redact.New(redact.TestOnlyPrefilter(mode))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			cpu := cpuTime()
			for b.Loop() {
				for _, f := range files {
					r.Bytes(f) // itself where there is nothing in it
				}
			}
			reportCPU(b, size, cpu)
		})
	}
}

// BenchmarkCopy is what the others are compared with: a plain copy within the
// caches, and one of more than they hold.
func BenchmarkCopy(b *testing.B) {
	for _, load := range []struct {
		name string
		n    int
	}{{"4MB", 4 << 20}, {"100MB", 100 << 20}} {
		b.Run(load.name, func(b *testing.B) {
			src, dst := prose(load.n), make([]byte, load.n)
			copy(dst, src) // its pages exist now
			b.SetBytes(int64(load.n))
			cpu := cpuTime()
			for b.Loop() {
				copy(dst, src)
			}
			reportCPU(b, load.n, cpu)
		})
	}
}

// BenchmarkLarge is the transcript at a size that no cache holds.
func BenchmarkLarge(b *testing.B) { bench(b, transcript(100<<20), prefilter.Auto) }

// BenchmarkWriter is the transcript as a stream, in pieces as the command reads
// them.
func BenchmarkWriter(b *testing.B) {
	const piece = 256 << 10
	src := transcript(16 << 20)
	r := newRedactor(b)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	cpu := cpuTime()
	for b.Loop() {
		w := r.Writer(io.Discard)
		for i := 0; i < len(src); i += piece {
			if _, err := w.Write(src[i:min(len(src), i+piece)]); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	reportCPU(b, len(src), cpu)
}

func BenchmarkHostile(b *testing.B) {
	for kind, fill := range fills {
		for name, period := range periods {
			b.Run(name+kind+"/500K", func(b *testing.B) { bench(b, fill(period, 500_000), prefilter.Auto) })
			b.Run(name+kind+"/5M", func(b *testing.B) { bench(b, fill(period, 5_000_000), prefilter.Auto) })
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := redact.New(); err != nil {
			b.Fatal(err)
		}
	}
}
