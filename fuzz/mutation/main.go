// Mutation puts small faults into the redactor, one at a time, and asks
// whether a test notices.
//
//	go run ./fuzz/mutation -n 200 -seed 1
//	go run ./fuzz/mutation -only redact/internal/value/form.go:120
//
// The faults are drawn at random from all that the syntax trees of the
// packages allow: comparisons and boundaries, conditions turned round, numbers
// off by one, arithmetic, statements left out, other results. Each is laid
// over the file with `go test -overlay`; nothing in the working tree changes.
// The quickest tests run first: the package's own, then the detectors', package
// redact with the corpus, then engine, grammar and slow reference. A mutant that
// makes tests run into their timeout counts as killed, one that does not
// compile is drawn anew. Exit code 1 means that fewer were killed than -want.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/build"
	"math/rand/v2"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// mutated are the folders that faults are put into.
var mutated = []string{
	"redact", "redact/internal/detect", "redact/internal/engine", "redact/internal/name",
	"redact/internal/prefilter", "redact/internal/scan", "redact/internal/value",
}

// suites are the tests that a fault in a file has to fail one of, quickest first.
func suites(file string) [][]string {
	own := "./" + path.Dir(file)
	s := [][]string{{own}}
	for _, pkg := range [...]string{"./redact/internal/detect", "./redact"} {
		if pkg != own {
			s = append(s, []string{pkg})
		}
	}
	s = append(s, []string{"./redact/internal/engine", "./fuzz/credgen", "./fuzz"})
	if strings.Contains(path.Base(file), "pattern") {
		s = append(s, []string{"./redact/pattern"})
	}
	return s
}

// ownTests are the packages that faults are put into.
func ownTests() (pkgs []string) {
	for _, folder := range mutated {
		pkgs = append(pkgs, "./"+folder)
	}
	return pkgs
}

// without takes packages out of suites.
func without(suites [][]string, pkgs map[string]bool) (out [][]string) {
	for _, s := range suites {
		if s = slices.DeleteFunc(slices.Clone(s), func(pkg string) bool { return pkgs[pkg] }); len(s) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func main() {
	n := flag.Int("n", 200, "how many mutants to run")
	seed := flag.Uint64("seed", 1, "seed of the draw")
	want := flag.Float64("want", 0.9, "the share that has to be killed")
	only := flag.String("only", "", "run every mutant of FILE.go, or of FILE.go:LINE, instead of a draw")
	limit := flag.Duration("timeout", 30*time.Second, "for the tests of one suite; they take a few seconds without a fault")
	list := flag.Bool("list", false, "print the draw and run nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	share, err := run(ctx, *n, *seed, *only, *limit, *list)
	if err != nil {
		fmt.Fprintf(os.Stderr, "mutation: %v\n", err)
		os.Exit(2)
	}
	if !*list && share < *want {
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, seed uint64, only string, limit time.Duration, list bool) (float64, error) {
	dir, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	var all []mutant
	for _, folder := range mutated {
		ms, err := inFolder(dir, folder)
		if err != nil {
			return 0, err
		}
		all = append(all, ms...)
	}
	if only == "" {
		rng := rand.New(rand.NewPCG(seed, 1))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	} else {
		all = slices.DeleteFunc(all, func(m mutant) bool { return only != m.File && only != fmt.Sprintf("%s:%d", m.File, m.Line) })
		n = len(all)
	}
	if len(all) == 0 {
		return 0, fmt.Errorf("no mutants")
	}
	fmt.Printf("%d mutants can be made, %d are run\n", len(all), min(n, len(all)))
	scratch, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(scratch)
	r := &runner{dir: dir, scratch: scratch, limit: limit, env: append(os.Environ(), "GOMAXPROCS=1")}
	red := map[string]bool{} // tests that fail without a fault tell nothing
	if !list {
		for _, pkg := range slices.Concat(slices.Concat(suites("redact/pattern.go")...), ownTests()) {
			v, err := r.suite(ctx, "", []string{pkg})
			if err != nil {
				return 0, err
			}
			if v != survived {
				fmt.Printf("left out, as its tests are %s without a fault: %s\n", v, pkg)
				red[pkg] = true
			}
		}
	}
	t := table{}
	for _, m := range all {
		if t.ran() == n {
			break
		}
		if list {
			fmt.Printf("%s:%d: %s\n", m.File, m.Line, m.What)
			t.add(path.Dir(m.File), survived)
			continue
		}
		v, by, err := r.try(ctx, &m, without(suites(m.File), red))
		if ctx.Err() != nil {
			break // interrupted: what was learnt so far still counts
		}
		if err != nil {
			return 0, fmt.Errorf("%s:%d: %w", m.File, m.Line, err)
		}
		if t.add(path.Dir(m.File), v); v != invalid {
			fmt.Printf("%4d  %-9s  %s:%d: %s  %s\n", t.ran(), v, m.File, m.Line, m.What, by)
		}
	}
	if list {
		return 1, nil
	}
	t.print()
	return t.share(), nil
}

// inFolder lists the mutants of the files that are built here and not generated.
func inFolder(dir, folder string) ([]mutant, error) {
	names, err := filepath.Glob(filepath.Join(dir, folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var out []mutant
	for _, file := range names {
		name := filepath.Base(file)
		built, err := build.Default.MatchFile(filepath.Dir(file), name)
		if err != nil {
			return nil, err
		}
		if !built || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		ms, err := mutants(folder+"/"+name, src)
		if err != nil {
			return nil, err
		}
		out = append(out, ms...)
	}
	return out, nil
}

// table counts verdicts by folder.
type table map[string]map[verdict]int

func (t table) add(folder string, v verdict) {
	if t[folder] == nil {
		t[folder] = map[verdict]int{}
	}
	t[folder][v]++
}

func (t table) sum(vs ...verdict) (n int) {
	for _, counts := range t {
		for _, v := range vs {
			n += counts[v]
		}
	}
	return n
}

func (t table) ran() int { return t.sum(killed, survived, timedOut) }

// share is the part of those that ran and were noticed.
func (t table) share() float64 { return float64(t.sum(killed, timedOut)) / float64(max(1, t.ran())) }

func (t table) print() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\npackage\tkilled\ttimed out\tsurvived\tnot compiled\t")
	for _, folder := range mutated {
		c := t[folder]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t\n", folder, c[killed], c[timedOut], c[survived], c[invalid])
	}
	fmt.Fprintf(w, "together\t%d\t%d\t%d\t%d\t\n", t.sum(killed), t.sum(timedOut), t.sum(survived), t.sum(invalid))
	w.Flush()
	fmt.Printf("%.1f %% killed\n", 100*t.share())
}
