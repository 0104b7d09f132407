package sqlite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
)

func (l *library) countSegments() (n int) {
	l.tb.Helper()
	if err := l.read.QueryRow("SELECT count(*) FROM search_segments").Scan(&n); err != nil {
		l.tb.Fatal(err)
	}
	return n
}

// JZ-123: however items come, change and go, a reader that stays open finds the newest
// of each and nothing else, and the index stays in few segments.
func TestIndex_FollowsTheItems(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	r := l.reader()
	rng := rand.New(rand.NewPCG(1, 1))
	said := map[string]string{} // by session
	word := func() string { return fmt.Sprintf("word%06d", rng.IntN(1_000_000)) }
	check := func() {
		t.Helper()
		if err := l.CheckIndex(ctx); err != nil {
			t.Fatal(err)
		}
		for s, w := range said {
			hits, err := r.Search(ctx, everything, server.Query{Text: w})
			if err != nil || len(hits) != 1 || hits[0].Item.Session != s {
				t.Fatalf("%s is not the one that says %s: %v %v", s, w, hits, err)
			}
		}
	}
	var old []string
	for i := range 150 {
		var batch []server.Stored
		for range 1 + rng.IntN(4) {
			s := fmt.Sprint("s", rng.IntN(120))
			if said[s] != "" {
				old = append(old, said[s])
			}
			said[s] = word()
			// Some move in time, some stay where they are.
			at := testTime.Add(-time.Duration(rng.IntN(3)) * time.Hour)
			batch = append(batch, server.Stored{Segment: segment("a", s, 0, "p", at, "they said "+said[s]), Summary: title("note " + s)})
		}
		if _, err := l.PutAll(ctx, batch); err != nil {
			t.Fatal(err)
		}
		if i%10 == 9 {
			s := batch[0].Segment.Session
			if _, err := l.Forget(ctx, ForgetTarget{Scope: ForgetSession, Source: "a", Name: s}); err != nil {
				t.Fatal(err)
			}
			old = append(old, said[s])
			delete(said, s)
			check()
		}
		for s := range said { // what was forgotten does not come back
			gone, err := l.Known(ctx, "a", s+"#0", "no such hash")
			if err != nil {
				t.Fatal(err)
			}
			if gone {
				delete(said, s)
			}
		}
	}
	check()
	for _, w := range old {
		hits, err := r.Search(ctx, everything, server.Query{Text: w})
		if err != nil || len(hits) > 0 {
			t.Errorf("%s is still found: %v %v", w, hits, err)
		}
	}
	if n := l.countSegments(); n > 3*mergeAt {
		t.Errorf("%d segments", n)
	}
	if err := l.Maintain(ctx); err != nil {
		t.Fatal(err)
	}
	if n := l.countSegments(); n != 1 {
		t.Errorf("%d segments after upkeep", n)
	}
	check()
	l.mustVerify()
}

// JZ-91: what the index finds is what stands in the texts: the items that hold all
// terms, found by reading every text.
func TestTimeline_IsWhatAScanFinds(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	rng := rand.New(rand.NewPCG(2, 2))
	vocabulary := strings.Fields(`cache caches caching cached disk full read file error retry retries getUserById HTTPServerName foo-bar
		a.b.c src/put.go naïve Größe café 接続プール データベース 连接池 大小 max_open_conns E1234: "brown fox" the of`)
	var batch []server.Stored
	for i := range 700 {
		var words []string
		for range 4 + rng.IntN(12) {
			words = append(words, vocabulary[rng.IntN(len(vocabulary))])
		}
		text := strings.Join(words, " ")
		source, project := fmt.Sprint("source", rng.IntN(4)), fmt.Sprint("project", rng.IntN(3))
		at := testTime.Add(-time.Duration(rng.IntN(1000)) * time.Hour)
		batch = append(batch, server.Stored{Segment: segment(source, fmt.Sprint("s", i), 0, project, at, text, words[0]+" "+words[1]),
			Summary: server.Summary{Title: words[2], Summary: words[3] + " " + words[0], Questions: []string{words[1]}, Atoms: []string{words[2], words[0]}}})
	}
	for len(batch) > 0 { // several segments, that overlap in time
		k := min(1+rng.IntN(100), len(batch))
		if _, err := l.PutAll(ctx, batch[:k]); err != nil {
			t.Fatal(err)
		}
		batch = batch[k:]
	}
	r := l.reader()
	found := 0
	for range 300 {
		var words []string
		for range 1 + rng.IntN(3) {
			switch w := vocabulary[rng.IntN(len(vocabulary))]; rng.IntN(4) {
			case 0:
				words = append(words, `"`+strings.Trim(w, `"`)+" "+strings.Trim(vocabulary[rng.IntN(len(vocabulary))], `"`)+`"`)
			case 1:
				words = append(words, w[:2]+"*")
			default:
				words = append(words, w)
			}
		}
		q := server.Query{Text: strings.Join(words, " "), Limit: 100}
		sc := everything
		if rng.IntN(2) == 0 {
			sc = server.Scope{Sources: []string{"source1", "source3"}}
		}
		if rng.IntN(3) == 0 {
			q.Project = "project1"
		}
		if rng.IntN(3) == 0 {
			q.Since = testTime.Add(-700 * time.Hour)
		}
		if rng.IntN(3) == 0 {
			q.Until = testTime.Add(-200 * time.Hour)
		}
		got, err := r.Timeline(ctx, sc, q)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, h := range got {
			ids = append(ids, h.Item.ID)
		}
		want := l.scan(sc, q)
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%+v:\n%s", q, diff)
		}
		found += len(ids)
	}
	if found < 1000 {
		t.Errorf("%d items found by all questions, which shows little", found)
	}
}

// scan reads every text for the terms, as the score does, newest first.
func (l *library) scan(sc server.Scope, q server.Query) (ids []string) {
	l.tb.Helper()
	var demanded []weighed
	for _, t := range parseQuery(q.Text) {
		if !t.stop {
			demanded = append(demanded, weighed{term: t})
		}
	}
	m := newMatcher(demanded)
	err := l.inTx(context.Background(), func(t *tx) error {
		return t.eachBatch(context.Background(), func(list []*record) error {
			for _, r := range list {
				it := &r.item
				if sc.Sources[0] != "*" && !slices.Contains(sc.Sources, it.Source) || q.Project != "" && it.Project != q.Project ||
					!q.Since.IsZero() && it.EndedAt.Before(q.Since) || !q.Until.IsZero() && it.EndedAt.After(q.Until) {
					continue
				}
				holds := make([]bool, len(demanded))
				for f := field(0); f < fields; f++ {
					for i, n := range m.count(r.text(f)).tf {
						holds[i] = holds[i] || n > 0
					}
				}
				if !slices.Contains(holds, false) {
					ids = append(ids, it.ID)
				}
			}
			return nil
		})
	})
	if err != nil {
		l.tb.Fatal(err)
	}
	slices.Reverse(ids)
	if len(ids) > q.Limit {
		ids = ids[:q.Limit]
	}
	return ids
}

// What the bar leaves out would not have been among the best: with it and
// without, the same items are chosen, with the same scores.
func TestChoose_LeavesOutNothing(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	z := newZipf(3)
	for i := 0; i < 6000; {
		var batch []server.Stored
		for ; len(batch) < 700 && i < 6000; i++ {
			batch = append(batch, benchStored(z, i))
		}
		if _, err := l.PutAll(ctx, batch); err != nil {
			t.Fatal(err)
		}
	}
	r := l.reader()
	rng := rand.New(rand.NewPCG(5, 5))
	passed := 0
	for range 400 {
		var words []string
		for range 1 + rng.IntN(5) {
			words = append(words, zipfWord(uint64(rng.ExpFloat64()*300)))
		}
		q := server.Query{}
		if rng.IntN(3) == 0 {
			q.Project = "project7"
		}
		sc := everything
		if rng.IntN(2) == 0 {
			sc = server.Scope{Sources: []string{"agent-codex*"}}
		}
		err := r.inView(ctx, func(v *view) error {
			f, err := v.filter(ctx, sc, q)
			if err != nil {
				return err
			}
			s, err := v.search(ctx, f, "project3")
			if err != nil {
				return err
			}
			found, err := s.lookUp(ctx, parseQuery(strings.Join(words, " ")))
			if err != nil {
				return err
			}
			rarestFirst(found)
			touched := 0
			var got [2][]candidate
			var whole [2]int
			for i := range got {
				s.testOnlyNoBar = i == 1
				strict, any, n, err := s.choose(ctx, found, 10)
				if err != nil {
					return err
				}
				got[i], whole[i] = append(strict.sorted(), any.sorted()...), n
				if i == 0 {
					b := &bar{cover: coverage(found), most: 10, least: any.least}
					err = s.evaluate(ctx, found, b, func(*liveSegment, uint32, tally) { touched++ })
				} else {
					err = s.evaluate(ctx, found, nil, func(*liveSegment, uint32, tally) { touched-- })
				}
				if err != nil {
					return err
				}
			}
			if touched < 0 {
				passed++
			}
			if diff := cmp.Diff(got[1], got[0], cmp.AllowUnexported(candidate{})); diff != "" || whole[0] != whole[1] {
				t.Errorf("%v: %d and %d hold all\n%s", words, whole[1], whole[0], diff)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if passed < 20 {
		t.Errorf("the bar left something out in %d questions only, which shows little", passed)
	}
}
