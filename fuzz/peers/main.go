// Command peers measures jezero's redactor beside gitleaks, as libraries and
// as programs, on the same texts in one run, and prints one table.
//
//	cd fuzz/peers && go run .
//
// It is a module of its own so that what is measured here never becomes a
// dependency of jezero. Ratios are what to read: machines and days differ.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/rs/zerolog"
	"github.com/zricethezav/gitleaks/v8/detect"

	"jezero/corpus"
	"jezero/redact"
)

func main() {
	mb := flag.Int("mb", 100, "size of the transcript load for jezero, in MB")
	slow := flag.Int("slow-mb", 2, "size of the load for gitleaks, in MB (it takes seconds per MB)")
	flag.Parse()
	zerolog.SetGlobalLevel(zerolog.Disabled)
	if err := run(context.Background(), *mb<<20, *slow<<20); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(2)
	}
}

// result is one row of the table.
type result struct {
	what       string
	bytes      int
	cpu        time.Duration
	planted    int
	found      int
	falseHits  int // findings that hold no planted value
	cleanAlarm int // of the clean labelled cases
	caught     int // of the labelled cases with a secret
}

func run(ctx context.Context, size, slow int) error {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintln(os.Stderr, "building the programs …")
	redactBin, gitleaksBin := filepath.Join(dir, "redact"), filepath.Join(dir, "gitleaks")
	for _, p := range []struct{ out, pkg, dir string }{
		{redactBin, "./cmd/redact", filepath.Join("..", "..")},
		{gitleaksBin, "github.com/zricethezav/gitleaks/v8", ""},
	} {
		build := exec.CommandContext(ctx, "go", "build", "-o", p.out, p.pkg)
		build.Dir = p.dir
		if b, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", p.pkg, err, b)
		}
	}
	large, largePlanted := corpus.Transcript(1, size)
	small, smallPlanted := corpus.Transcript(1, slow)
	cases, err := corpus.Load()
	if err != nil {
		return err
	}

	ours, err := redact.New()
	if err != nil {
		return err
	}
	theirs, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return err
	}
	findOurs := func(text []byte) []string {
		var s []string
		for _, f := range ours.Find(text) {
			s = append(s, string(f.In(text)))
		}
		return s
	}
	findTheirs := func(text []byte) []string {
		var s []string
		for _, f := range theirs.DetectBytes(text) {
			s = append(s, f.Secret)
		}
		return s
	}

	lib := result{what: "jezero, library", bytes: len(large)}
	lib.cpu = cpuOf(func() { ours.Bytes(large) })
	lib.judge(findOurs(large), largePlanted)
	lib.label(cases, findOurs)

	peer := result{what: "gitleaks, library", bytes: len(small)}
	var found []string
	peer.cpu = cpuOf(func() { found = findTheirs(small) })
	peer.judge(found, smallPlanted)
	peer.label(cases, findTheirs)

	prog := result{what: "jezero, program (stdin)", bytes: len(large), planted: len(largePlanted), found: -1, caught: -1}
	if prog.cpu, _, err = program(ctx, large, redactBin); err != nil {
		return err
	}
	report := filepath.Join(dir, "report.json")
	peerProg := result{what: "gitleaks, program (stdin)", bytes: len(small), caught: -1}
	if peerProg.cpu, _, err = program(ctx, small, gitleaksBin, "stdin", "--no-banner", "--log-level", "fatal", "--exit-code", "0",
		"--report-format", "json", "--report-path", report); err != nil {
		return err
	}
	b, err := os.ReadFile(report)
	if err != nil {
		return err
	}
	var fs []struct{ Secret string }
	if err := json.Unmarshal(b, &fs); err != nil {
		return fmt.Errorf("gitleaks' report: %w", err)
	}
	found = found[:0]
	for _, f := range fs {
		found = append(found, f.Secret)
	}
	peerProg.judge(found, smallPlanted)

	print(os.Stdout, cases, lib, peer, prog, peerProg)
	return nil
}

// judge compares what was found with what was planted.
func (r *result) judge(found []string, planted []corpus.Planted) {
	r.planted = len(planted)
	all := strings.Join(found, "\x00")
	for _, p := range planted {
		core := p.Value // a key block or an address is found when its own part is
		if strings.Contains(all, core) || anyWithin(found, core) {
			r.found++
		}
	}
	for _, f := range found {
		hit := false
		for _, p := range planted {
			if strings.Contains(p.Value, f) || strings.Contains(f, p.Value) || overlaps(p.Value, f) {
				hit = true
				break
			}
		}
		if !hit {
			r.falseHits++
		}
	}
}

// anyWithin reports whether some finding covers most of the value.
func anyWithin(found []string, value string) bool {
	for _, f := range found {
		if len(f) >= 16 && len(f)*2 >= len(value) && strings.Contains(value, f) {
			return true
		}
		if len(f) >= 16 && overlaps(value, f) {
			return true
		}
	}
	return false
}

// overlaps compares escaped and plain spellings of a long value by its middle.
func overlaps(value, f string) bool {
	if len(value) < 32 || len(f) < 32 {
		return false
	}
	return strings.Contains(f, value[8:24]) || strings.Contains(value, f[8:24])
}

func (r *result) label(cases []corpus.Case, find func([]byte) []string) {
	for _, c := range cases {
		found := find([]byte(c.Text))
		if c.Expect == corpus.Clean {
			if len(found) > 0 {
				r.cleanAlarm++
			}
			continue
		}
		all := true
		for _, s := range c.Secrets {
			hit := false
			for _, f := range found {
				hit = hit || strings.Contains(f, s)
			}
			all = all && hit
		}
		if all && len(c.Secrets) > 0 {
			r.caught++
		}
	}
}

// cpuOf is the CPU time, user and system, that f takes, best of three.
func cpuOf(f func()) time.Duration {
	best := time.Duration(1 << 62)
	for range 3 {
		began := self()
		f()
		best = min(best, self()-began)
	}
	return best
}

func self() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// program runs a program on the text and returns its CPU time, best of three.
func program(ctx context.Context, text []byte, bin string, args ...string) (time.Duration, []byte, error) {
	best := time.Duration(1 << 62)
	var out bytes.Buffer
	for range 3 {
		out.Reset()
		cmd := exec.CommandContext(ctx, bin, args...)
		cmd.Stdin, cmd.Stdout = bytes.NewReader(text), io.Writer(&out)
		if err := cmd.Run(); err != nil {
			return 0, nil, fmt.Errorf("running %s: %w", filepath.Base(bin), err)
		}
		best = min(best, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	return best, out.Bytes(), nil
}

func print(w io.Writer, cases []corpus.Case, rs ...result) {
	secrets, clean := 0, 0
	for _, c := range cases {
		if c.Expect == corpus.Clean {
			clean++
		} else {
			secrets++
		}
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "\tMB\tCPU s\tMB per CPU-s\tplanted found\tother findings\tcases caught\tclean cases flagged")
	for _, r := range rs {
		num := func(n, of int) string {
			if n < 0 {
				return "-"
			}
			return fmt.Sprintf("%d/%d", n, of)
		}
		labelled := num(r.caught, secrets)
		flagged := num(r.cleanAlarm, clean)
		if r.caught < 0 {
			flagged = "-"
		}
		other := fmt.Sprint(r.falseHits)
		if r.found < 0 {
			other = "-"
		}
		fmt.Fprintf(tw, "%s\t%.1f\t%.2f\t%.1f\t%s\t%s\t%s\t%s\n", r.what, mb(r), r.cpu.Seconds(), mb(r)/r.cpu.Seconds(),
			num(r.found, r.planted), other, labelled, flagged)
	}
	tw.Flush()
	for i := 0; i+1 < len(rs); i += 2 {
		fmt.Fprintf(w, "%s : %s = %.0f times per CPU-second\n", rs[i].what, rs[i+1].what,
			(mb(rs[i])/rs[i].cpu.Seconds())/(mb(rs[i+1])/rs[i+1].cpu.Seconds()))
	}
}

func mb(r result) float64 { return float64(r.bytes) / 1e6 }
