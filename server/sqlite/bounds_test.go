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

// asked answers a question with other bounds than the usual ones.
func asked(t *testing.T, r *Reader, sc server.Scope, q server.Query, bound func(*search)) (out []string) {
	t.Helper()
	ctx := context.Background()
	err := r.inView(ctx, func(v *view) error {
		f, err := v.filter(ctx, sc, q)
		if err != nil {
			return err
		}
		s, err := v.search(ctx, f, "")
		if err != nil {
			return err
		}
		bound(s)
		s.want = 20
		hits, err := s.run(ctx, parseQuery(q.Text))
		for _, h := range hits {
			out = append(out, fmt.Sprintf("%s %.9f", h.Item.ID, h.Score))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func tight(s *search) { s.phraseMost, s.prefixMost, s.walkMost = 30, 7, 150 }

// boundsLibrary has items of a source that the tests may see, and others among
// them, in segments that depend on how many there are.
func boundsLibrary(t *testing.T, others int) *Reader {
	t.Helper()
	l := newLibrary(t)
	rng := rand.New(rand.NewPCG(8, 8))
	hidden := rand.New(rand.NewPCG(9, 9))
	words := func(rng *rand.Rand) string {
		w := make([]string, 12)
		for i := range w {
			w[i] = []string{"the", "of", "error", "file", "list", "cache"}[rng.IntN(6)]
		}
		return strings.Join(w, " ") + fmt.Sprintf(" word%03d getFileList", rng.IntN(200))
	}
	var batch []server.Stored
	for i := range 400 {
		at := testTime.Add(-time.Duration(i) * 37 * time.Minute)
		batch = append(batch, server.Stored{Segment: segment("seen", fmt.Sprint("s", i), 0, fmt.Sprint("p", i%3), at, words(rng)), Summary: title(fmt.Sprint("note ", i))})
		for k := range others {
			at := at.Add(time.Duration(k+1) * time.Minute)
			batch = append(batch, server.Stored{Segment: segment("hidden", fmt.Sprint("h", i, "-", k), 0, "p1", at, words(hidden)+" worda"), Summary: title("the list of files")})
		}
		if len(batch) >= 50 || i == 399 {
			if _, err := l.PutAll(context.Background(), batch); err != nil {
				t.Fatal(err)
			}
			batch = nil
		}
	}
	return l.reader()
}

// JZ-91: what bounds the work of a question does not let an item that the caller
// may not see change what is found, in which order or with which score.
func TestSearch_BoundsSeeNoForbiddenItem(t *testing.T) {
	alone, among := boundsLibrary(t, 0), boundsLibrary(t, 3)
	sc := server.Scope{Sources: []string{"seen"}}
	for _, q := range []server.Query{
		{Text: `"the error"`}, {Text: `"of the"`, Project: "p1"}, {Text: "error/file/list"}, {Text: "getFileList cache"},
		{Text: "wo*"}, {Text: "word1*"}, {Text: "word* error", Project: "p2"}, {Text: "the of"},
		{Text: "error file list cache"}, {Text: "cache error", Until: testTime.Add(-48 * time.Hour)},
	} {
		t.Run(q.Text, func(t *testing.T) {
			want := asked(t, alone, sc, q, tight)
			if len(want) == 0 {
				t.Error("nothing is found")
			}
			if diff := cmp.Diff(want, asked(t, among, sc, q, tight)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Of a phrase of very common words the newest items are looked into, and nothing
// is found that does not hold it.
func TestPhrase_Bound(t *testing.T) {
	r := boundsLibrary(t, 1)
	ctx := context.Background()
	for _, words := range [][]string{{"the", "error"}, {"file", "of", "cache"}} {
		err := r.inView(ctx, func(v *view) error {
			f, err := v.filter(ctx, everything, server.Query{})
			if err != nil {
				return err
			}
			s, err := v.search(ctx, f, "")
			if err != nil {
				return err
			}
			keys := func() (list []int64, n int) {
				made, n, err := s.phrase(ctx, words)
				if err != nil {
					t.Fatal(err)
				}
				for i, seg := range s.segs {
					for _, d := range made[i].items {
						list = append(list, seg.Keys[d])
					}
				}
				slices.Sort(list)
				return list, n
			}
			all, n := keys()
			if n != len(all) {
				t.Errorf("%q: %d and %d", words, n, len(all))
			}
			s.phraseMost = 100
			some, about := keys()
			if len(some) == 0 || len(some) >= len(all) || len(some) > 100 {
				t.Fatalf("%q: %d of %d", words, len(some), len(all))
			}
			if diff := cmp.Diff(all[len(all)-len(some):], some); diff != "" {
				t.Errorf("%q: not the newest: %s", words, diff)
			}
			if about < n/3 || about > n*3 {
				t.Errorf("%q: about %d are thought to hold it, %d do", words, about, n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A prefix stands for the first words that begin so, whatever segments they are
// in.
func TestPrefix_Bound(t *testing.T) {
	r := boundsLibrary(t, 1)
	ctx := context.Background()
	err := r.inView(ctx, func(v *view) error {
		f, err := v.filter(ctx, server.Scope{Sources: []string{"seen"}}, server.Query{})
		if err != nil {
			return err
		}
		s, err := v.search(ctx, f, "")
		if err != nil {
			return err
		}
		count := func(prefix string) int {
			_, n, err := s.prefix(ctx, prefix)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		want := 0
		for i, words := 0, 0; words < 7; i++ {
			if n := count(fmt.Sprintf("word%03d", i)); n > 0 {
				want += n
				words++
			}
		}
		all := count("word")
		s.prefixMost = 7
		if n := count("word"); n != want || n >= all {
			t.Errorf("%d items, want %d of %d", n, want, all)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The terms that are left out are the commonest; one is always left.
func TestAffordable(t *testing.T) {
	for _, c := range []struct {
		dfs  []float64
		most int
		want int
	}{
		{[]float64{1, 10, 100}, 1000, 3}, {[]float64{1, 10, 100}, 50, 2}, {[]float64{100, 100}, 50, 1}, {nil, 50, 0},
	} {
		s := &search{walkMost: c.most}
		var found []lookedUp
		for _, df := range c.dfs {
			found = append(found, lookedUp{df: df})
		}
		if got := s.affordable(found); len(got) != c.want {
			t.Errorf("%v: %d terms, want %d", c.dfs, len(got), c.want)
		}
	}
}
