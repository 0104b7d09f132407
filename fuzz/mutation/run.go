package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// verdict is what became of a mutant.
type verdict string

const (
	killed   verdict = "killed"
	survived verdict = "survived"
	timedOut verdict = "timed out" // counts as killed
	invalid  verdict = "invalid"   // does not compile; does not count
)

// group are tests of one package that run in one process.
type group struct {
	Pkg   string // as in ./redact
	Tests []string
	Time  float64 // seconds, without a fault
}

func (g *group) String() string {
	if len(g.Tests) == 1 {
		return g.Pkg + " " + g.Tests[0]
	}
	return fmt.Sprintf("%s, %d tests", g.Pkg, len(g.Tests))
}

// quick tests of a package, in seconds, run together in one process.
const quick = 0.3

// runner builds the test binaries of some packages with mutants in them, and
// runs their tests. Files of the module are never touched.
type runner struct {
	dir     string        // of the module
	module  string        // its name
	scratch string        // a folder for overlays
	bin     string        // a folder for the binaries of all mutants
	limit   time.Duration // CPU time that a group's tests may take beyond five times the usual
	env     []string
	pkgs    []string // whose tests run
	groups  []group
	// tried and caught count, by folder of the mutant and group.
	tried, caught map[string]map[int]int
	mu            sync.Mutex // of the counts
}

func newRunner(dir, module, scratch string, pkgs []string, limit time.Duration) *runner {
	return &runner{
		dir: dir, module: module, scratch: scratch, bin: scratch, pkgs: pkgs, limit: limit, env: append(os.Environ(), "GOMAXPROCS=1", "GOGC=400"),
		tried: map[string]map[int]int{}, caught: map[string]map[int]int{},
	}
}

// overlay writes what is laid over the module's files.
func (r *runner) overlay(files map[string][]byte) (string, error) {
	folder, err := os.MkdirTemp(r.scratch, "overlay")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for name, src := range files {
		to := filepath.Join(folder, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(to, src, 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(r.dir, name)] = to
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	to := filepath.Join(folder, "overlay.json")
	return to, os.WriteFile(to, list, 0o600)
}

// files returns the files with the mutants in them that stand in functions.
func (r *runner) files(ms map[int]mutant) (map[string][]byte, error) {
	byFile := map[string]map[int]mutant{}
	for n, m := range ms {
		if byFile[m.File] == nil {
			byFile[m.File] = map[int]mutant{}
		}
		byFile[m.File][n] = m
	}
	files := map[string][]byte{}
	for name, ms := range byFile {
		src, err := os.ReadFile(filepath.Join(r.dir, name))
		if err != nil {
			return nil, err
		}
		laid, pkg, err := lay(name, src, ms)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = laid
		files[path.Join(path.Dir(name), "mutant_in_force.go")] = inForceFile(pkg)
	}
	return files, nil
}

var complaint = regexp.MustCompile(`mutant_(\d+)\.go:\d`)

// build makes the test binaries with all mutants in them that stand in
// functions, and returns the numbers of those that do not compile.
func (r *runner) build(ctx context.Context, ms map[int]mutant) (bad map[int]bool, err error) {
	bad = map[int]bool{}
	for {
		left := map[int]mutant{}
		for n, m := range ms {
			if !bad[n] {
				left[n] = m
			}
		}
		files, err := r.files(left)
		if err != nil {
			return nil, err
		}
		overlay, err := r.overlay(files)
		if err != nil {
			return nil, err
		}
		out, err := r.compile(ctx, overlay, r.bin, r.pkgs)
		if err == nil {
			return bad, nil
		}
		before := len(bad)
		for _, c := range complaint.FindAllSubmatch(out, -1) {
			n, _ := strconv.Atoi(string(c[1]))
			bad[n] = true
		}
		if len(bad) == before {
			return nil, fmt.Errorf("building: %w: %s", err, bytes.TrimSpace(out))
		}
	}
}

// compile writes the test binaries of packages to a folder.
func (r *runner) compile(ctx context.Context, overlay, to string, pkgs []string) ([]byte, error) {
	args := append([]string{"test", "-c", "-p", "1", "-vet=off", "-gcflags=./...=-e", "-overlay=" + overlay, "-o", to + "/"}, pkgs...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	return cmd.CombinedOutput()
}

var passed = regexp.MustCompile(`(?m)^--- PASS: (\w+) \((\d+\.\d+)s\)$`)

// measure runs all tests without a fault and puts them into groups. Packages
// whose tests fail tell nothing and are left out.
func (r *runner) measure(ctx context.Context) error {
	for _, pkg := range r.pkgs {
		bin := filepath.Join(r.bin, r.binary(pkg))
		if _, err := os.Stat(bin); err != nil {
			continue // a package without tests
		}
		out, err := r.exec(ctx, bin, pkg, 0, 10*time.Minute, "-test.v")
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			fmt.Printf("left out, as its tests fail without a fault: %s\n", pkg)
			continue
		} else if err != nil {
			return err
		}
		together := group{Pkg: pkg}
		for _, m := range passed.FindAllSubmatch(out, -1) {
			took, _ := strconv.ParseFloat(string(m[2]), 64)
			if took > quick {
				r.groups = append(r.groups, group{Pkg: pkg, Tests: []string{string(m[1])}, Time: took})
				continue
			}
			together.Tests = append(together.Tests, string(m[1]))
			together.Time += took
		}
		if len(together.Tests) > 0 {
			r.groups = append(r.groups, together)
		}
	}
	return nil
}

// binary is the file name that the go command gives a package's test binary.
func (r *runner) binary(pkg string) string {
	if pkg == "." {
		return r.module + ".test"
	}
	return path.Base(pkg) + ".test"
}

// exec runs a test binary in its package's folder. A mutant that eats memory
// without end is stopped by the limit on the address space, one that goes on
// without end by that on CPU time, which a busy machine does not use up.
func (r *runner) exec(ctx context.Context, bin, pkg string, n int, limit time.Duration, args ...string) ([]byte, error) {
	seconds := strconv.Itoa(int(limit.Seconds()) + 1)
	args = append([]string{"-c", `ulimit -v 8388608; ulimit -t "$1"; shift; exec "$@"`, "sh", seconds,
		bin, "-test.short", "-test.failfast", "-test.timeout", (4 * limit).String()}, args...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir, cmd.Env = filepath.Join(r.dir, pkg), append(slices.Clone(r.env), inForceEnv+"="+strconv.Itoa(n))
	cmd.WaitDelay = 5 * time.Second
	return cmd.CombinedOutput()
}

// order lists the groups, those first that have found most for their time
// with mutants of the folder.
func (r *runner) order(folder string) []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]int, len(r.groups))
	for i := range out {
		out[i] = i
	}
	price := func(i int) float64 {
		p := (r.groups[i].Time + 0.2) * float64(r.tried[folder][i]+2) / float64(r.caught[folder][i]+1)
		if path.Clean(r.groups[i].Pkg) == folder {
			p /= 2
		}
		return p
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(price(a), price(b)) })
	return out
}

// try runs the groups until one fails, and says which.
func (r *runner) try(ctx context.Context, m *mutant, n int) (verdict, string, error) {
	binaries, overlay := r.bin, ""
	if !m.InFunc {
		src, err := os.ReadFile(filepath.Join(r.dir, m.File))
		if err != nil {
			return "", "", err
		}
		if overlay, err = r.overlay(map[string][]byte{m.File: m.apply(src)}); err != nil {
			return "", "", err
		}
		if binaries, err = os.MkdirTemp(r.scratch, "alone"); err != nil {
			return "", "", err
		}
		defer os.RemoveAll(binaries)
	}
	folder := path.Dir(m.File)
	for _, i := range r.order(folder) {
		g := &r.groups[i]
		if g.Time > quick && !concerns(g.Tests[0], m.File) {
			continue
		}
		bin := filepath.Join(binaries, r.binary(g.Pkg))
		if _, err := os.Stat(bin); err != nil && !m.InFunc {
			if out, err := r.compile(ctx, overlay, binaries, []string{g.Pkg}); err != nil {
				if ctx.Err() == nil && bytes.Contains(out, []byte(path.Base(m.File))) {
					return invalid, "", nil
				}
				return "", "", fmt.Errorf("building: %w: %s", err, bytes.TrimSpace(out))
			}
		}
		v, err := r.run(ctx, bin, g, n)
		if err != nil {
			return "", "", err
		}
		r.count(folder, i, v != survived)
		if v != survived {
			return v, g.String(), nil
		}
	}
	return survived, "", nil
}

// concerns reports whether a slow test has to do with a file: those of users'
// patterns wait for time limits, and those of streams, encodings, prefilters and
// second passes ask how the engine looks, not what detectors make of what it sees.
func concerns(test, file string) bool {
	switch test {
	case "TestPatterns_Reference", "TestPatterns_Timeout", "TestTimeoutRedactsTheLine", "TestFindStopsCatastrophe":
		return strings.Contains(path.Base(file), "pattern")
	case "TestUTF16", "TestStreamEqualsWhole", "TestAppend", "FuzzStream", "TestModesAgreeOnRandomText", "TestLongDocumentsInPieces", "FuzzEngineAgainstOracle", "FuzzInvariants", "TestOverlapsWithoutEnd":
		switch path.Dir(file) {
		case "redact/internal/detect", "redact/internal/name", "redact/internal/value", "redact/rule":
			return false
		}
	}
	return true
}

func (r *runner) count(folder string, group int, caught bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tried[folder] == nil {
		r.tried[folder], r.caught[folder] = map[int]int{}, map[int]int{}
	}
	r.tried[folder][group]++
	if caught {
		r.caught[folder][group]++
	}
}

// learn counts a verdict of before.
func (r *runner) learn(folder string, e entry) {
	for i := range r.groups {
		if r.groups[i].String() == e.By {
			r.count(folder, i, true)
		}
	}
}

func (r *runner) run(ctx context.Context, bin string, g *group, n int) (verdict, error) {
	limit := r.limit + time.Duration(5*g.Time*float64(time.Second))
	out, err := r.exec(ctx, bin, g.Pkg, n, limit, "-test.run", "^("+strings.Join(g.Tests, "|")+")$")
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !errors.As(err, &exit):
		return "", fmt.Errorf("running the tests: %w", err)
	}
	if s, ok := exit.Sys().(syscall.WaitStatus); ok && s.Signaled() || bytes.Contains(out, []byte("panic: test timed out")) {
		return timedOut, nil
	}
	return killed, nil
}
