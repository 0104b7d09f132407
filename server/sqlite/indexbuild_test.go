package sqlite

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
	"jezero/server/chain"
)

// tinyLimits have small libraries merged the way large ones are.
var tinyLimits = mergeLimits{inWrite: 40, build: 2000, sweep: 2}

// strays counts what an interrupted merge left: notes, and rows of no segment.
func (l *library) strays() (n int) {
	l.tb.Helper()
	err := l.read.QueryRow(`SELECT (SELECT count(*) FROM search_builds) +
		(SELECT count(*) FROM search_leaves WHERE id >> 28 NOT IN (SELECT id FROM search_segments)) +
		(SELECT count(*) FROM search_chunks WHERE id >> 28 NOT IN (SELECT id FROM search_segments))`).Scan(&n)
	if err != nil {
		l.tb.Fatal(err)
	}
	return n
}

// What another program does to the library while segments are merged, at any
// step, is neither lost nor in the way.
func TestMerge_WhileOthersWrite(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.limits = tinyLimits
	other := &library{path: l.path, keys: l.keys, tb: t}
	other.open()
	other.limits = mergeLimits{inWrite: 1 << 30, build: 4 << 20, sweep: 128}
	t.Cleanup(func() { other.Close() })
	r := l.reader()
	rng := rand.New(rand.NewPCG(4, 4))
	said := map[string]string{} // by session
	var old []string
	words := 0
	put := func(db *DB, n int) {
		t.Helper()
		var batch []server.Stored
		for range n {
			s := fmt.Sprint("s", rng.IntN(300))
			if said[s] == "forgotten" {
				continue
			}
			if said[s] != "" {
				old = append(old, said[s])
			}
			words++
			said[s] = fmt.Sprintf("word%06d", words)
			at := testTime.Add(-time.Duration(rng.IntN(3)) * time.Hour)
			batch = append(batch, server.Stored{Segment: segment("a", s, 0, "p", at, "they all said "+said[s]), Summary: title("note " + s)})
		}
		if _, err := db.PutAll(ctx, batch); err != nil {
			t.Fatal(err)
		}
	}
	check := func() {
		t.Helper()
		if err := other.CheckIndex(ctx); err != nil {
			t.Fatal(err)
		}
		asked := 0
		for s, w := range said {
			if asked++; asked > 20 {
				break
			}
			want := 1
			if w == "forgotten" {
				want = 0
			}
			hits, err := r.Search(ctx, everything, server.Query{Text: w})
			if err != nil || len(hits) != want || want == 1 && hits[0].Item.Session != s {
				t.Fatalf("%s is not the one that says %s: %v %v", s, w, hits, err)
			}
		}
	}
	forget := func() {
		for s, w := range said {
			if w == "forgotten" {
				continue
			}
			if _, err := other.Forget(ctx, ForgetTarget{Scope: ForgetSession, Source: "a", Name: s}); err != nil {
				t.Fatal(err)
			}
			old = append(old, w)
			said[s] = "forgotten"
			other.mustNotHold(w)
			return
		}
	}
	steps, busy := map[string]int{}, false
	l.testOnlyStep = func(step string) error {
		if busy {
			return nil
		}
		busy = true
		defer func() { busy = false }()
		steps[step]++
		switch k := rng.IntN(40); {
		case k < 8:
			put(other.DB, 1+rng.IntN(9))
		case k < 10:
			forget()
		case k == 10:
			if err := other.Maintain(ctx); err != nil {
				t.Fatal(err)
			}
		case k == 11:
			if err := other.RebuildIndex(ctx); err != nil {
				t.Fatal(err)
			}
		case k < 14:
			check()
		}
		return nil
	}
	for i := range 120 {
		put(l.DB, 1+rng.IntN(16))
		if i%8 == 7 {
			if err := l.Maintain(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, step := range []string{"noted", "written", "installed", "swept"} {
		if steps[step] < 3 {
			t.Errorf("step %q %d times only", step, steps[step])
		}
	}
	l.testOnlyStep = nil
	check()
	if err := l.Maintain(ctx); err != nil {
		t.Fatal(err)
	}
	check()
	if n := l.strays(); n != 0 {
		t.Errorf("%d rows were left behind", n)
	}
	for _, w := range old {
		if hits, err := r.Search(ctx, everything, server.Query{Text: w}); err != nil || len(hits) > 0 {
			t.Errorf("%s is still found: %v %v", w, hits, err)
		}
	}
	l.mustVerify()
}

// A merge that fails, as on a full disk, fails no write, and Maintain tells.
func TestMerge_Fails(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	l.limits = tinyLimits
	full := errors.New("disk full")
	l.testOnlyStep = func(string) error { return full }
	for i := range 120 {
		l.put(segment("a", fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprint("hello number", i)), title("one"))
	}
	if l.strays() == 0 {
		t.Error("nothing was merged outside")
	}
	l.mustVerify()
	if err := l.Maintain(ctx); !errors.Is(err, full) {
		t.Errorf("Maintain: %v", err)
	}
	l.testOnlyStep = nil
	if err := l.Maintain(ctx); err != nil || l.strays() != 0 || l.countSegments() != 1 {
		t.Errorf("with room again: %v, %d rows left, %d segments", err, l.strays(), l.countSegments())
	}
	l.mustVerify()
}

var mergeKill = flag.String("merge-kill", "", "for the test itself: FOLDER,N merges the library of the folder and kills itself at step N")

// JZ-124: killed at any step of a merge, the library opens, verifies and answers
// as before; the next upkeep leaves nothing behind.
func TestMerge_Killed(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	keys, err := chain.Create(chain.File(filepath.Join(dir, "keys")))
	if err != nil {
		t.Fatal(err)
	}
	keep := &library{path: filepath.Join(dir, "library.db"), keys: keys, tb: t}
	keep.open()
	for i := range 14 {
		var batch []server.Stored
		for k := range 30 {
			seg := segment("agent-x", fmt.Sprint("s", i*29+k), 0, "p", testTime, fmt.Sprintf("common words of item%d getUserById stand here 漢字", i*29+k))
			batch = append(batch, server.Stored{Segment: seg, Summary: title("t"), Summarizer: "test"})
		}
		if _, err := keep.PutAll(ctx, batch); err != nil {
			t.Fatal(err)
		}
	}
	if n := keep.countSegments(); n < 4 {
		t.Fatalf("%d segments", n)
	}
	want, err := answers(keep.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := keep.Close(); err != nil {
		t.Fatal(err)
	}
	left := 0
	for n := 1; ; n++ {
		dir := t.TempDir()
		for _, name := range []string{"library.db", "library.db.head", "keys"} {
			copyFile(t, filepath.Join(filepath.Dir(keep.path), name), filepath.Join(dir, name))
			if err := os.Chmod(filepath.Join(dir, name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(os.Args[0], "-test.run", "^TestMerge_InAnotherProcess$", "-merge-kill", dir+","+strconv.Itoa(n))
		out, err := cmd.CombinedOutput()
		l := &library{path: filepath.Join(dir, "library.db"), keys: keep.keys, tb: t}
		if got, err := answers(l.path); got != want || err != nil {
			t.Fatalf("step %d: %v\n%s", n, err, cmp.Diff(want, got))
		}
		l.open()
		l.mustVerify()
		if l.strays() > 0 {
			left++
		}
		if err := l.Maintain(ctx); err != nil {
			t.Fatal(err)
		}
		if l.strays() != 0 || l.countSegments() != 1 {
			t.Errorf("step %d: after upkeep %d rows are left, in %d segments", n, l.strays(), l.countSegments())
		}
		l.mustVerify()
		if got, err := answers(l.path); got != want || err != nil {
			t.Fatalf("step %d, after upkeep: %v\n%s", n, err, cmp.Diff(want, got))
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil && strings.Contains(string(out), "merged to the end") {
			break
		}
		if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.Exited() && exit.ExitCode() != killedExit {
			t.Fatalf("step %d: %v\n%s", n, err, out)
		}
	}
	if left < 5 {
		t.Errorf("only %d kills left something behind", left)
	}
}

// killedExit is what a process ends with where there are no signals.
const killedExit = 137

// TestMerge_InAnotherProcess is the program that TestMerge_Killed starts and
// kills. A process that ends in the middle cannot be the tests' own.
func TestMerge_InAnotherProcess(t *testing.T) {
	if *mergeKill == "" {
		t.Skip("runs in the process that TestMerge_Killed starts, which kills itself")
	}
	dir, at, _ := strings.Cut(*mergeKill, ",")
	n, err := strconv.Atoi(at)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := chain.LoadKeys(filepath.Join(dir, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	l := &library{path: filepath.Join(dir, "library.db"), keys: keys, tb: t}
	l.open()
	l.limits = tinyLimits
	l.testOnlyStep = func(string) error {
		if n--; n == 0 {
			p, err := os.FindProcess(os.Getpid())
			if err == nil {
				p.Kill() //nolint:errcheck // the next line ends it
			}
			time.Sleep(time.Second)
			os.Exit(killedExit)
		}
		return nil
	}
	if err := l.Maintain(context.Background()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("merged to the end")
}

// fullTier takes the lowest class that is full, and nothing that is too large.
func TestFullTier(t *testing.T) {
	ids := make([]int64, 30)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	repeat := func(size, n int) []int { return slices.Repeat([]int{size}, n) }
	for _, c := range []struct {
		name  string
		sizes []int
		most  int
		want  []int64
	}{
		{"none", repeat(100, 7), 10_000, nil},
		{"one class", repeat(100, 9), 10_000, ids[:8]},
		{"too large", repeat(100, 9), 799, nil},
		{"the lower of two", append(repeat(1000, 8), repeat(10, 8)...), 100_000, ids[8:16]},
		{"the other when that is too large", append(repeat(1000, 8), repeat(10, 8)...), 100, ids[8:16]},
	} {
		if diff := cmp.Diff(c.want, fullTier(ids[:len(c.sizes)], c.sizes, c.most)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
