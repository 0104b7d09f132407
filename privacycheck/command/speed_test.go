package command

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkPaired measures whole processes, the check and what git itself needs
// for the same bytes, in turns within one run, and reports the median of the
// ratios of neighbours:
//
//	go test -run '^$' -bench Paired -benchtime 1x ./privacycheck/command
func BenchmarkPaired(b *testing.B) {
	if _, err := exec.LookPath("git"); err != nil {
		b.Skip("needs git")
	}
	bin := filepath.Join(b.TempDir(), "privacy_check")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "jezero/cmd/privacy_check").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	for _, c := range []struct {
		name   string
		rounds int
		make   func(*testing.B, string)
		git    string
		args   []string
	}{
		{"staged=20x10KB", 31, stagedRepo, "git diff --cached -U0", nil},
		{"all=5000", 11, func(b *testing.B, d string) { trackedRepo(b, d, 5000) },
			"git ls-files -s | cut -d' ' -f2 | git cat-file --batch --buffer", []string{"--all"}},
		{"history=10000", 5, func(b *testing.B, d string) { historyRepo(b, d, 10000) },
			"git cat-file --batch-all-objects --unordered --batch --buffer", []string{"--history"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			dir := b.TempDir()
			git(b, dir, "init", "-q")
			c.make(b, dir)
			b.ResetTimer()
			for range b.N {
				var ratios, gits, ours []float64
				for range c.rounds {
					g := wall(b, dir, 0, "sh", "-c", c.git+" >/dev/null")
					o := wall(b, dir, 0, bin, c.args...)
					gits, ours, ratios = append(gits, g), append(ours, o), append(ratios, o/g)
				}
				b.ReportMetric(median(gits)*1000, "git-ms")
				b.ReportMetric(median(ours)*1000, "check-ms")
				b.ReportMetric(median(ratios), "ratio")
			}
		})
	}
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	return xs[len(xs)/2]
}

func wall(b *testing.B, dir string, code int, name string, args ...string) float64 {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	began := time.Now()
	cmd.Run()
	d := time.Since(began).Seconds()
	if got := cmd.ProcessState.ExitCode(); got != code {
		b.Fatalf("%s: exit code %d\n%s", name, got, out.String())
	}
	return d
}

func git(b *testing.B, dir string, args ...string) {
	b.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
}

// source writes text that looks like a program, without anything to find.
func source(r *rand.Rand, size int) string {
	w := []string{"func", "return", "err", "if", "config", "request", "handler", "user", "home", "length", "version", "int64", "server", "client", "context", "range", "append", "string", "secretary", "tokenize", "passenger"}
	var b strings.Builder
	for n := 0; b.Len() < size; n++ {
		fmt.Fprintf(&b, "%s%s_%d := %s.%s(%q, %d) // %s %s %s, %s 1.%d.%d\n", strings.Repeat("\t", r.IntN(3)), w[r.IntN(len(w))], n,
			w[r.IntN(len(w))], w[r.IntN(len(w))], w[r.IntN(len(w))]+"/"+w[r.IntN(len(w))], r.IntN(1<<20),
			w[r.IntN(len(w))], w[r.IntN(len(w))], w[r.IntN(len(w))], w[r.IntN(len(w))], r.IntN(20), r.IntN(20))
	}
	return b.String()
}

func writeAll(b *testing.B, dir string, r *rand.Rand, n int) {
	for i := range n {
		p := filepath.Join(dir, fmt.Sprintf("d%d/s%d", i%20, i%7), fmt.Sprintf("f%d.go", i))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(source(r, 10_000)), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// stagedRepo has a history of 200 files and stages 20 others of 10 KB.
func stagedRepo(b *testing.B, dir string) {
	r := rand.New(rand.NewPCG(1, 1))
	writeAll(b, dir, r, 200)
	git(b, dir, "add", ".")
	git(b, dir, "commit", "-qm", "one")
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("new%d.go", i)), []byte(source(r, 10_000)), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	git(b, dir, "add", ".")
}

func trackedRepo(b *testing.B, dir string, n int) {
	writeAll(b, dir, rand.New(rand.NewPCG(2, 2)), n)
	git(b, dir, "add", ".")
	git(b, dir, "commit", "-qm", "one")
	git(b, dir, "gc", "-q")
}

// historyRepo imports n commits, each changing one or two of 300 files.
func historyRepo(b *testing.B, dir string, n int) {
	r := rand.New(rand.NewPCG(3, 3))
	var in bytes.Buffer
	files := map[int][]string{}
	for i := range n {
		msg := fmt.Sprintf("change %d of the handler\n\nIt returns earlier.\n", i)
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter a <a@example.com> %d +0000\ndata %d\n%s\n", 1_700_000_000+i*60, len(msg), msg)
		for range 1 + r.IntN(2) {
			k := r.IntN(300)
			if files[k] == nil {
				files[k] = strings.SplitAfter(source(r, 6_000), "\n")
			}
			files[k][r.IntN(len(files[k]))] = source(r, 10)
			text := strings.Join(files[k], "")
			fmt.Fprintf(&in, "M 100644 inline d%d/s%d/f%d.go\ndata %d\n%s\n", k%20, k%7, k, len(text), text)
		}
	}
	cmd := exec.Command("git", "fast-import", "--quiet")
	cmd.Dir, cmd.Stdin = dir, &in
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("git fast-import: %v\n%s", err, out)
	}
	git(b, dir, "symbolic-ref", "HEAD", "refs/heads/main")
	git(b, dir, "gc", "-q")
}
