// Mutation puts small faults into the redactor, one at a time, and asks
// whether a test notices.
//
//	go run ./fuzz/mutation -n 200 -seed 1
//	go run ./fuzz/mutation -n 200 -seed 1 -resume FILE -for 8m
//	go run ./fuzz/mutation -only redact/internal/value/form.go:120
//	go run ./fuzz/mutation -again FILE
//
// The faults are drawn at random from all that the syntax trees of the
// packages allow: comparisons and boundaries, conditions turned round, numbers
// off by one, arithmetic, statements left out, other results. Generated files
// and tables of variables are data and are left out.
//
// All mutants of a sample are built at once: each is a copy of its function,
// and an environment variable says which of them is in force. Only constants
// are built one by one. All is laid over the files with -overlay; nothing in
// the working tree changes. Tests run in processes of their own, in short
// mode, those first that found most for their time. A mutant that makes tests
// run into their limit of CPU time counts as killed, one that does not compile
// is drawn anew; none is left out because tests do not reach it. With
// -resume FILE a sample is taken up where it was left. Exit code 1 means that
// fewer were killed than -want, 3 that the time of -for was up before.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/build"
	"maps"
	"math/rand/v2"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// mutated are the folders that faults are put into.
var mutated = []string{
	"redact", "redact/internal/detect", "redact/internal/engine", "redact/internal/name",
	"redact/internal/prefilter", "redact/internal/scan", "redact/internal/value", "redact/rule",
}

// tested are the packages whose tests run.
var tested = []string{
	"./redact", "./redact/internal/detect", "./redact/internal/engine", "./redact/internal/name", "./redact/internal/prefilter",
	"./redact/internal/scan", "./redact/internal/value", "./redact/rule", "./redact/pattern", "./redact/rules", "./fuzz/credgen", "./fuzz",
}

// options are the flags.
type options struct {
	n           int
	seed        uint64
	only, again string
	resume      string
	limit, long time.Duration
	list        bool
	workers     int
}

func main() {
	var o options
	flag.IntVar(&o.n, "n", 200, "how many mutants to run")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw")
	want := flag.Float64("want", 0.9, "the share that has to be killed")
	flag.StringVar(&o.only, "only", "", "run every mutant of FILE.go or of FILE.go:LINE, some with commas between, instead of a draw")
	flag.StringVar(&o.again, "again", "", "run what survived in the sample of this FILE, instead of a draw")
	flag.StringVar(&o.resume, "resume", "", "keep verdicts in this FILE and go on where it ends")
	flag.DurationVar(&o.long, "for", 0, "stop after this time, with exit code 3 if the sample is not done")
	flag.DurationVar(&o.limit, "timeout", 8*time.Second, "CPU time that tests may take beyond five times the usual")
	flag.IntVar(&o.workers, "workers", 1, "how many mutants run at a time, each on one core")
	flag.BoolVar(&o.list, "list", false, "print the draw and run nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	share, done, err := run(ctx, o)
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "mutation: %v\n", err)
		os.Exit(2)
	case o.list:
	case !done:
		os.Exit(3)
	case share < *want:
		os.Exit(1)
	}
}

// draw returns the mutants to run in their order, and how many of them.
func draw(dir string, o options) ([]mutant, int, error) {
	var all []mutant
	for _, folder := range mutated {
		ms, err := inFolder(dir, folder)
		if err != nil {
			return nil, 0, err
		}
		all = append(all, ms...)
	}
	made, n := len(all), o.n
	switch {
	case o.again != "":
		s, err := load(o.again)
		if err != nil {
			return nil, 0, err
		}
		names := s.survivors()
		all = slices.DeleteFunc(all, func(m mutant) bool { return !slices.Contains(names, m.String()) })
		n = len(all)
	case o.only != "":
		places := strings.Split(o.only, ",")
		all = slices.DeleteFunc(all, func(m mutant) bool {
			return !slices.Contains(places, m.File) && !slices.Contains(places, fmt.Sprintf("%s:%d", m.File, m.Line))
		})
		n = len(all)
	default:
		rng := rand.New(rand.NewPCG(o.seed, 1))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	if len(all) == 0 {
		return nil, 0, errors.New("no mutants")
	}
	fmt.Printf("%d mutants can be made, %d are run\n", made, min(n, len(all)))
	return all, n, nil
}

func run(ctx context.Context, o options) (share float64, done bool, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return 0, false, err
	}
	all, n, err := draw(dir, o)
	if err != nil {
		return 0, false, err
	}
	if o.list {
		for _, m := range all[:min(n, len(all))] {
			fmt.Println(m.String())
		}
		return 0, true, nil
	}
	sources, err := digest(dir, "redact", "fuzz/credgen", "fuzz/oracle", "fuzz/testdata", "corpus")
	if err != nil {
		return 0, false, err
	}
	st, err := load(o.resume)
	if err != nil {
		return 0, false, err
	}
	begun := st.head.Sources != ""
	if begun && (st.head.Sources != sources || st.head.Seed != o.seed || st.head.N != n) {
		return 0, false, fmt.Errorf("%s is a sample of other sources, another seed or size", o.resume)
	}
	scratch, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return 0, false, err
	}
	defer os.RemoveAll(scratch)
	r := newRunner(dir, "jezero", scratch, tested, o.limit)
	if o.resume != "" {
		if r.bin, err = filepath.Abs(o.resume + ".bin"); err != nil {
			return 0, false, err
		}
	}
	// Some more than needed are built, as a few do not compile.
	all = all[:min(len(all), n+n/4+5)]
	if !begun {
		if st.head, err = prepare(ctx, r, all, head{Sources: sources, Seed: o.seed, N: n}); err != nil {
			return 0, false, err
		}
		if err := st.begin(st.head); err != nil {
			return 0, false, err
		}
	}
	r.groups = st.head.Groups
	t := &sample{n: n, all: all, st: st, r: r, long: o.long, since: time.Now()}
	if err := t.work(ctx, o.workers); err != nil {
		return 0, false, err
	}
	t.print()
	for _, name := range st.survivors() {
		fmt.Println("survived:", name)
	}
	return t.share(), t.ran() >= n || ctx.Err() == nil && t.next == len(all), nil
}

// prepare builds the mutants that stand in functions and measures the tests.
func prepare(ctx context.Context, r *runner, all []mutant, h head) (head, error) {
	laid := map[int]mutant{}
	for i, m := range all {
		if m.InFunc {
			laid[i+1] = m
		}
	}
	if err := os.MkdirAll(r.bin, 0o700); err != nil {
		return h, err
	}
	bad, err := r.build(ctx, laid)
	if err != nil {
		return h, err
	}
	h.Bad = slices.Sorted(maps.Keys(bad))
	err = r.measure(ctx)
	h.Groups = r.groups
	return h, err
}

// sample is a draw that is run.
type sample struct {
	n     int
	all   []mutant
	st    *state
	r     *runner
	long  time.Duration // after which no other mutant is begun, if not zero
	since time.Time

	mu      sync.Mutex // of what follows
	next    int        // of all
	running int
	table
	err error
}

// work runs mutants until there are enough, some at a time.
func (t *sample) work(ctx context.Context, workers int) error {
	t.table = table{}
	for _, m := range t.all {
		e := entryOf(&m)
		if was, ok := t.st.done[e.key()]; ok {
			t.r.learn(path.Dir(m.File), was)
		}
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				i, e := t.take(ctx)
				if i < 0 {
					return
				}
				m := &t.all[i]
				var err error
				if !slices.Contains(t.st.head.Bad, i+1) {
					e.Verdict, e.By, err = t.r.try(ctx, m, i+1)
				}
				t.done(ctx, m, e, err)
			}
		})
	}
	wg.Wait()
	return t.err
}

func entryOf(m *mutant) entry {
	return entry{Mutant: m.String(), Start: m.Start, New: m.New, Verdict: invalid}
}

// take returns the number of the next mutant that was not run, or -1. What
// runs already may turn out not to compile, so that the last ones wait.
func (t *sample) take(ctx context.Context) (int, entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next < len(t.all) && t.err == nil && ctx.Err() == nil && t.ran()+t.running < t.n {
		i := t.next
		e := entryOf(&t.all[i])
		if was, ok := t.st.done[e.key()]; ok {
			t.add(path.Dir(t.all[i].File), was.Verdict)
			t.next++
			continue
		}
		if t.long > 0 && time.Since(t.since) > t.long {
			break
		}
		t.next++
		t.running++
		return i, e
	}
	return -1, entry{}
}

// done takes note of a verdict, unless the run was interrupted meanwhile.
func (t *sample) done(ctx context.Context, m *mutant, e entry, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	if ctx.Err() != nil {
		return
	}
	if err == nil {
		err = t.st.add(e)
	}
	if err != nil {
		t.err = fmt.Errorf("%s: %w", m.String(), err)
		return
	}
	if t.add(path.Dir(m.File), e.Verdict); e.Verdict != invalid {
		fmt.Printf("%4d of %d  %5.1f %%  %-9s  %s  %s\n", t.ran(), t.n, 100*t.share(), e.Verdict, e.Mutant, e.By)
	}
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
		if !built || strings.HasSuffix(name, "_test.go") {
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
	fmt.Printf("%.1f %% of %d killed\n", 100*t.share(), t.ran())
}
