package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"

	"jezero/server"
)

// wordClasses are words by the share of items that hold them.
type wordClasses struct{ rare, middling, common, very []string }

// classes counts words from all over the vocabulary.
func classes(t *testing.T, r *Reader, words vocabulary) (c wordClasses) {
	t.Helper()
	rng := rand.New(rand.NewPCG(17, 17))
	err := r.inView(context.Background(), func(v *view) error {
		f, err := v.filter(context.Background(), everything, server.Query{})
		if err != nil {
			return err
		}
		s, err := v.search(context.Background(), f, "")
		if err != nil {
			return err
		}
		for i := range 900 {
			at := 30 + i
			if i >= 300 {
				at = int(100 * math.Pow(2000, rng.Float64()))
			}
			w := words[at]
			if stopWords[w] {
				continue
			}
			found, err := s.lookUp(context.Background(), []term{{kind: wordTerm, words: []string{w}}})
			if err != nil {
				return err
			}
			n := found[0].df
			switch share := n / s.total; {
			case n == 0:
			case share < 0.001:
				c.rare = append(c.rare, w)
			case share < 0.01:
				c.middling = append(c.middling, w)
			case share < 0.08:
				c.common = append(c.common, w)
			default:
				c.very = append(c.very, w)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("words: %d rare (< 0.1 %% of the items), %d middling (< 1 %%), %d common (< 8 %%), %d very common", len(c.rare), len(c.middling), len(c.common), len(c.very))
	return c
}

// cost is what queries took.
type cost struct{ cpu, wall []time.Duration }

func (c *cost) measure(f func()) {
	cpu, wall := threadTime(), time.Now()
	f()
	c.wall = append(c.wall, time.Since(wall))
	c.cpu = append(c.cpu, threadTime()-cpu)
}

func (c *cost) String() string {
	at := func(list []time.Duration, p int) float64 {
		sorted := slices.Sorted(slices.Values(list))
		return float64(sorted[min(len(sorted)*p/100, len(sorted)-1)].Microseconds()) / 1000
	}
	return fmt.Sprintf("%7.2f %7.2f | %7.2f %7.2f", at(c.cpu, 50), at(c.cpu, 99), at(c.wall, 50), at(c.wall, 99))
}

// calibrate prints how fast a core is just now: a machine that is shared, or
// throttled by its host, counts more CPU time for the same work.
func calibrate() {
	x, n := uint64(88172645463325252), 20_000_000
	began := threadTime()
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	took := threadTime() - began
	fmt.Printf("this core: %.0f million xorshift steps per CPU second (%d)\n", float64(n)/took.Seconds()/1e6, x&1)
}

var speedScope = server.Scope{Sources: []string{"agent-codex*", "agent-gemini", "agent-opencode", "notes"}}

// TestMillion_Speed prints what questions cost, by how common their words are
// and how they are filtered: CPU time of the thread, which is what it costs on
// a machine of one's own, and wall time.
func TestMillion_Speed(t *testing.T) {
	l := millionLibrary(t)
	r := l.reader()
	words := newVocabulary()
	c := classes(t, r, words)
	rng := rand.New(rand.NewPCG(19, 19))
	ask := func(lists ...[]string) func() string {
		return func() string {
			var q []string
			for _, list := range lists {
				q = append(q, list[rng.IntN(len(list))])
			}
			return strings.Join(q, " ")
		}
	}
	g := &generator{words: words, items: *millionItems}
	fromItem := func() string { // words of one item, as who remembers it would ask
		st := g.stored(rng.IntN(g.items))
		text := strings.Fields(st.Summary.Title + " " + st.Segment.Turns[1].Text)
		var q []string
		for range 2 + rng.IntN(4) {
			q = append(q, text[rng.IntN(len(text))])
		}
		return strings.Join(q, " ")
	}
	// Nearly every item holds these.
	stops := strings.Fields("the to and of a in is it for that on with this as not be are was so but at by from now or if an no")
	saying := strings.Fields("to be or not to be that is the of in and for the on it as this is so that the to and")
	kinds := []struct {
		name string
		text func() string
	}{
		{"1 rare", ask(c.rare)},
		{"1 middling", ask(c.middling)},
		{"1 common", ask(c.common)},
		{"1 very common", ask(c.very)},
		{"2 rare + very", ask(c.rare, c.very)},
		{"2 middling + very", ask(c.middling, c.very)},
		{"2 common", ask(c.common, c.common)},
		{"2 very common", ask(c.very, c.very)},
		{"3 rare + common + very", ask(c.rare, c.common, c.very)},
		{"3 common", ask(c.common, c.common, c.common)},
		{"3 very common", ask(c.very, c.very, c.very)},
		{"4 middling + common + 2 very", ask(c.middling, c.common, c.very, c.very)},
		{"4 very common", ask(c.very, c.very, c.very, c.very)},
		{"5 rare + 2 common + 2 very", ask(c.rare, c.common, c.common, c.very, c.very)},
		{"5 common", ask(c.common, c.common, c.common, c.common, c.common)},
		{"5 very common", ask(c.very, c.very, c.very, c.very, c.very)},
		{"16 very common", ask(slices.Repeat([][]string{c.very}, 16)...)},
		{"2-5 words of an item", fromItem},
		{"2-5 stop words", func() string {
			q := make([]string, 2+rng.IntN(4))
			for i := range q {
				q[i] = stops[rng.IntN(len(stops))]
			}
			return strings.Join(q, " ")
		}},
		{"a phrase of 2-4 stop words", func() string {
			from := rng.IntN(len(saying) - 4)
			return `"` + strings.Join(saying[from:from+2+rng.IntN(3)], " ") + `"`
		}},
		{"a phrase of 2 very common", func() string { return `"` + ask(c.very, c.very)() + `"` }},
		{"a path of 3 very common", func() string { return strings.ReplaceAll(ask(c.very, c.very, c.very)(), " ", "/") + ".go" }},
		{"a prefix of 2 letters", func() string { return madeUp(rng.Uint64N(16))[:2] + "*" }},
	}
	month := 30 * 24 * time.Hour
	filters := []struct {
		name  string
		scope server.Scope
		query func() server.Query
	}{
		{"none", everything, func() server.Query { return server.Query{} }},
		{"7 of 12 sources forbidden", speedScope, func() server.Query { return server.Query{} }},
		{"one project", everything, func() server.Query { return server.Query{Project: fmt.Sprintf("project%d", rng.IntN(30))} }},
		{"three months", everything, func() server.Query {
			at := testTime.Add(-time.Duration(rng.Int64N(int64(millionSpan))))
			return server.Query{Since: at.Add(-3 * month), Until: at}
		}},
		{"forbidden, project, until", speedScope, func() server.Query {
			return server.Query{Project: fmt.Sprintf("project%d", rng.IntN(30)), Until: testTime.Add(-6 * month)}
		}},
	}
	ctx := context.Background()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if *millionProfile != "" {
		f, err := os.Create(*millionProfile)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			t.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	run := func(n int, f func(i int)) (c cost) {
		for i := range n {
			if i == 0 {
				f(i) // the first prepares statements and fills caches
			}
			c.measure(func() { f(i) })
		}
		return c
	}
	calibrate()
	fmt.Printf("%-30s %-26s | %7s %7s | %7s %7s\n", "question", "filter", "cpu p50", "p99 ms", "p50", "p99 ms")
	var whole, selective cost
	slowest := map[string]time.Duration{}
	wanted := regexp.MustCompile(*millionKinds)
	for _, k := range kinds {
		if !wanted.MatchString(k.name) {
			continue
		}
		for _, f := range filters {
			c := run(*millionAsks, func(int) {
				q := f.query()
				q.Text, q.Limit = k.text(), 10
				began := threadTime()
				if _, err := r.Search(ctx, f.scope, q); err != nil {
					t.Fatal(err)
				}
				slowest[f.name+": "+q.Text] = threadTime() - began
			})
			fmt.Printf("%-30s %-26s | %s\n", k.name, f.name, c.String())
			whole.cpu, whole.wall = append(whole.cpu, c.cpu...), append(whole.wall, c.wall...)
			if strings.Contains(k.name, "rare") || strings.Contains(k.name, "middling") {
				selective.cpu, selective.wall = append(selective.cpu, c.cpu...), append(selective.wall, c.wall...)
			}
		}
	}
	fmt.Printf("%-57s | %s\n", "all with a term in fewer than 1 % of the items", selective.String())
	fmt.Printf("%-57s | %s\n", "all questions", whole.String())
	questions := slices.SortedFunc(maps.Keys(slowest), func(a, b string) int { return int(slowest[b] - slowest[a]) })
	for _, q := range questions[:min(5, len(questions))] {
		fmt.Printf("slow: %.1f ms, %s\n", float64(slowest[q].Microseconds())/1000, q)
	}
	ids := make([]string, 0, *millionAsks)
	for range *millionAsks {
		st := g.stored(rng.IntN(g.items))
		ids = append(ids, itemID(st.Segment.Source, st.Segment.ExternalID))
	}
	for _, x := range []struct {
		name string
		call func(i int) error
	}{
		{"later", func(i int) error { _, err := r.Later(ctx, everything, ids[i], "", 5); return err }},
		{"later, forbidden sources", func(i int) error {
			_, err := r.Later(ctx, speedScope, ids[i], "", 5)
			if err != nil && err != server.ErrNotFound {
				return err
			}
			return nil
		}},
		{"get_item", func(i int) error { _, err := r.Get(ctx, everything, ids[i]); return err }},
		{"timeline", func(int) error { _, err := r.Timeline(ctx, everything, server.Query{Limit: 10}); return err }},
		{"timeline of a project", func(int) error {
			_, err := r.Timeline(ctx, speedScope, server.Query{Limit: 10, Project: "project3"})
			return err
		}},
		{"list_sources", func(int) error { _, err := r.Sources(ctx, everything); return err }},
	} {
		c := run(len(ids), func(i int) {
			if err := x.call(i); err != nil {
				t.Fatal(err)
			}
		})
		fmt.Printf("%-57s | %s\n", x.name, c.String())
	}
}

// TestMillion_Cold: a question when nothing of the file is in the page cache.
func TestMillion_Cold(t *testing.T) {
	l := millionLibrary(t)
	words := newVocabulary()
	c := classes(t, l.reader(), words)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ctx := context.Background()
	for _, running := range []bool{true, false} {
		rng := rand.New(rand.NewPCG(23, 23))
		var took, disk cost
		for i := range 60 {
			r, err := OpenReader(l.path)
			if err != nil {
				t.Fatal(err)
			}
			if running {
				if err := r.Warm(ctx); err != nil {
					t.Fatal(err)
				}
				r.db.SetMaxIdleConns(0) // an idle connection holds pages
				r.db.SetMaxIdleConns(readConns)
			}
			if !dropCache(l.path) {
				t.Skip("the page cache cannot be emptied on this system")
			}
			disk.measure(func() { err = readSomewhere(l.path, rng) })
			if err != nil {
				t.Fatal(err)
			}
			lists := [][][]string{{c.rare}, {c.rare, c.very}, {c.very, c.very, c.very}, {c.middling, c.common}, {c.common, c.common, c.very}}[i%5]
			var q []string
			for _, list := range lists {
				q = append(q, list[rng.IntN(len(list))])
			}
			took.measure(func() { _, err = r.Search(ctx, everything, server.Query{Text: strings.Join(q, " ")}) })
			if err := errors.Join(err, r.Close()); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Printf("cold, server running %v: cpu p50, p99 | wall p50, p99 in ms: %s (%s)\n", running, took.String(), filepath.Base(l.path))
		fmt.Printf("   one read of 16 KiB somewhere else in the file: %s\n", disk.String())
	}
}

// readSomewhere reads one page that is not in the page cache.
func readSomewhere(path string, rng *rand.Rand) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = f.ReadAt(make([]byte, 16<<10), rng.Int64N(info.Size()/(16<<10))*(16<<10))
	return err
}
