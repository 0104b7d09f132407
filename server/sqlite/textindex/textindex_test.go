package textindex

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// memory keeps a segment's parts.
type memory struct {
	leaves, postings, places [][]byte
	head                     []byte
}

func (m *memory) Leaf(data []byte) error {
	m.leaves = append(m.leaves, slices.Clone(data))
	return nil
}

func (m *memory) Chunk(postings, places []byte) error {
	m.postings, m.places = append(m.postings, slices.Clone(postings)), append(m.places, slices.Clone(places))
	return nil
}

func (m *memory) Head(data []byte) error { m.head = slices.Clone(data); return nil }

// stored reads them.
type stored struct{ *memory }

func (m stored) Leaf(n int) ([]byte, error) {
	if n >= len(m.leaves) {
		return nil, ErrFormat
	}
	return m.leaves[n], nil
}

func (m stored) Chunks(first, count int, yield func([]byte) error) error {
	return parts(m.postings, first, count, yield)
}

func (m stored) Positions(n int, yield func([]byte) error) error { return parts(m.places, n, 1, yield) }

func parts(list [][]byte, first, count int, yield func([]byte) error) error {
	for n := first; n < first+count; n++ {
		if n < 0 || n >= len(list) {
			return ErrFormat
		}
		if err := yield(list[n]); err != nil {
			return err
		}
	}
	return nil
}

// text is an item as the tests know it: its words in order, "" for a gap and a
// leading + for a part without a position.
type text struct {
	Item
	words  []string
	weight float64
}

func build(t testing.TB, texts []text) (*Segment, stored) {
	t.Helper()
	b := NewBuilder()
	for _, x := range texts {
		b.Begin(x.Item)
		for _, w := range x.words {
			switch {
			case w == "":
				b.Gap()
			case w[0] == '+':
				b.Part([]byte(w[1:]), x.weight)
			default:
				b.Word([]byte(w), x.weight)
			}
		}
		b.End()
	}
	m := &memory{}
	if err := b.Write(m); err != nil {
		t.Fatal(err)
	}
	s, err := Open(m.head)
	if err != nil {
		t.Fatal(err)
	}
	sums, err := s.Sums(stored{m})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.Sums(), sums); diff != "" {
		t.Fatalf("what was written is not what was gathered:\n%s", diff)
	}
	return s, stored{m}
}

// seen is a posting as it is read.
type seen struct {
	Key    int64
	Weight uint8
	At     string
}

// dump reads a whole segment.
func dump(t testing.TB, s *Segment, st Store) map[string][]seen {
	t.Helper()
	out := map[string][]seen{}
	err := s.All(st, func(word string, l *List) error {
		for i, d := range l.Items {
			at, err := l.Positions(nil, i)
			if err != nil {
				return err
			}
			out[word] = append(out[word], seen{s.Keys[d], l.Weights[i], fmt.Sprint(at)})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// model is what a segment of the texts must hold.
func model(texts []text) map[string][]seen {
	out := map[string][]seen{}
	for _, x := range texts {
		at, weight := map[string][]uint32{}, map[string]float64{}
		pos := uint32(0)
		for _, w := range x.words {
			if w == "" {
				pos++
				continue
			}
			part := w[0] == '+'
			w = strings.TrimPrefix(w, "+")
			weight[w] += x.weight
			if _, ok := at[w]; !ok {
				at[w] = []uint32{}
			}
			if !part {
				at[w] = append(at[w], pos)
				pos++
			}
		}
		for w, list := range at {
			out[w] = append(out[w], seen{x.Key, quantize(weight[w]), fmt.Sprint(list)})
		}
	}
	return out
}

// random makes texts with words from everywhere to nowhere.
func random(rng *rand.Rand, n int, key int64) []text {
	texts := make([]text, n)
	for i := range texts {
		key += 1 + rng.Int64N(200)
		x := text{Item: Item{Key: key, EndedMS: key>>6*1000 + rng.Int64N(2000) - 1000, Source: rng.Int64N(3), Project: rng.Int64N(300)}, weight: 0.01 + 3*rng.Float64()}
		for range 3 + rng.IntN(30) {
			switch w := fmt.Sprint("w", int(math.Pow(4000, rng.Float64()))); rng.IntN(9) {
			case 0:
				x.words = append(x.words, "")
			case 1:
				x.words = append(x.words, "+"+w)
			default:
				x.words = append(x.words, w)
			}
		}
		texts[i] = x
	}
	return texts
}

// What is written is read: every posting, by walking, looking up and by prefix,
// for words with one posting and with several chunks of them.
func TestSegment(t *testing.T) {
	for _, n := range []int{1, 2, 127, 128, 129, 1000, 20000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			texts := random(rand.New(rand.NewPCG(uint64(n), 1)), n, 64)
			s, st := build(t, texts)
			want := model(texts)
			if diff := cmp.Diff(want, dump(t, s, st)); diff != "" {
				t.Fatal(diff)
			}
			for i, x := range texts {
				if got := s.Item(i); got != x.Item {
					t.Fatalf("item %d is %+v, want %+v", i, got, x.Item)
				}
				if k, ok := s.Number(x.Key); !ok || k != i {
					t.Fatalf("key %d has number %d", x.Key, k)
				}
			}
			if n == 20000 && len(st.postings) < 20 {
				t.Fatalf("%d chunks only", len(st.postings))
			}
			for w, list := range want {
				e, ok, err := s.Find(st, w)
				if err != nil || !ok || e.Count() != len(list) {
					t.Fatalf("%s: %v %v, %d items, want %d", w, ok, err, e.Count(), len(list))
				}
				got := 0
				from, to := n/3, n/2+1
				err = s.Walk(st, &e, Range{From: from, To: to}, func(items []uint32, _ []uint8) {
					for _, d := range items {
						if int(d) >= from && int(d) < to {
							got++
						}
					}
				})
				inside := 0
				for _, x := range list {
					if x.Key >= s.Keys[from] && (to >= n || x.Key < s.Keys[to]) {
						inside++
					}
				}
				if err != nil || got != inside {
					t.Fatalf("%s: %d items in the range, want %d (%v)", w, got, inside, err)
				}
				var some []uint32
				var places []string
				for i, x := range list {
					if i%3 == 1 {
						k, _ := s.Number(x.Key)
						some, places = append(some, uint32(k)), append(places, x.At)
					}
				}
				err = s.Places(st, &e, some, func(i int, at []uint32) {
					if fmt.Sprint(at) != places[i] {
						t.Fatalf("%s stands at %v, want %s", w, at, places[i])
					}
					places[i] = "seen"
				})
				if err != nil || slices.ContainsFunc(places, func(p string) bool { return p != "seen" }) {
					t.Fatalf("%s: %v %v", w, places, err)
				}
				hit := map[uint32]bool{}
				err = s.Walk(st, &e, Range{To: n, Only: some}, func(items []uint32, _ []uint8) {
					for _, d := range items {
						hit[d] = true
					}
				})
				for _, d := range some {
					if !hit[d] {
						t.Fatalf("%s: item %d was passed over", w, d)
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				if e.Few() {
					continue
				}
				of, err := e.CountOf(func(id int64) bool { return id == 1 })
				ones := 0
				for _, x := range list {
					k, _ := s.Number(x.Key)
					if s.Sources[k] == 1 {
						ones++
					}
				}
				if err != nil || of != ones {
					t.Fatalf("%s: %d of source 1, want %d (%v)", w, of, ones, err)
				}
			}
			for w := range want { // words that nearly stand there
				for _, w := range []string{w[:len(w)-1], w + "0", w + "\x00", w[:len(w)-1] + "!", w[:1] + "~" + w[1:]} {
					_, there := want[w]
					if _, ok, err := s.Find(st, w); ok != there || err != nil {
						t.Fatalf("%q: %v %v", w, ok, err)
					}
				}
			}
			for _, w := range []string{"", "a", "w", "w0", "w9999", "x", "w1\x00"} {
				if _, ok, err := s.Find(st, w); ok || err != nil {
					t.Errorf("%q: %v %v", w, ok, err)
				}
			}
			for _, p := range []string{"w", "w1", "w39", "a", "x", "w9999"} {
				words, found := 0, 0
				for w := range want {
					if strings.HasPrefix(w, p) {
						words++
					}
				}
				c := s.Prefix(st, p)
				last := ""
				for ; ; found++ {
					ok, err := c.Next()
					if err != nil {
						t.Fatal(err)
					}
					if !ok {
						break
					}
					if w := string(c.Word); !strings.HasPrefix(w, p) || w <= last || c.Entry.Count() != len(want[w]) {
						t.Errorf("prefix %s: %q after %q, %d postings", p, w, last, c.Entry.Count())
					}
					last = string(c.Word)
				}
				if found != words {
					t.Errorf("prefix %s: %d words, want %d", p, found, words)
				}
			}
		})
	}
}

// A merge holds what lives in its parts and nothing else, whether they follow
// each other in time or not.
func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name    string
		overlap bool
		gone    int // every so manieth; 0 for none
	}{{"in turn", false, 0}, {"overlapping", true, 0}, {"with gaps", true, 3}, {"all gone", false, 1}} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2, 2))
			var parts []Part
			var alive []text
			keys := map[int64]bool{}
			next := int64(64)
			for p := range 4 {
				texts := random(rng, 700, next)
				if !c.overlap {
					next = texts[len(texts)-1].Key
				}
				// A key that a part before holds lives there no more.
				var own []text
				for _, x := range texts {
					if !keys[x.Key] {
						own = append(own, x)
						keys[x.Key] = true
					}
				}
				s, st := build(t, own)
				part := Part{Segment: s, Store: st}
				if c.gone > 0 {
					part.Gone = func(i int) bool { return (i+p)%c.gone == 0 }
				}
				for i, x := range own {
					if part.Gone == nil || !part.Gone(i) {
						alive = append(alive, x)
					}
				}
				parts = append(parts, part)
			}
			slices.SortFunc(alive, func(a, b text) int { return int(a.Key - b.Key) })
			m := &memory{}
			if err := Merge(parts, m); err != nil {
				t.Fatal(err)
			}
			s, err := Open(m.head)
			if err != nil {
				t.Fatal(err)
			}
			if s.Len() != len(alive) {
				t.Fatalf("%d items, want %d", s.Len(), len(alive))
			}
			if diff := cmp.Diff(model(alive), dump(t, s, stored{m})); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}

// FuzzRead: whatever the bytes are, reading them ends, in an answer or in
// ErrFormat, and every item that is named is one of the segment.
func FuzzRead(f *testing.F) {
	for _, n := range []int{1, 40, 400} {
		_, st := build(f, random(rand.New(rand.NewPCG(uint64(n), 3)), n, 64))
		var chunk, places []byte
		if len(st.postings) > 0 {
			chunk, places = st.postings[0], st.places[0]
		}
		f.Add(st.head, st.leaves[0], chunk, places)
	}
	f.Fuzz(func(t *testing.T, head, leaf, chunk, places []byte) {
		s, err := Open(head)
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		if s.Len() > 1<<16 {
			return
		}
		m := &memory{}
		for range s.firsts {
			m.leaves = append(m.leaves, leaf)
		}
		m.postings, m.places = [][]byte{chunk}, [][]byte{places}
		if len(m.leaves) > 4 {
			return
		}
		st := stored{m}
		err = s.All(st, func(word string, l *List) error {
			for i, d := range l.Items {
				if int(d) >= s.Len() {
					t.Fatalf("item %d of %d", d, s.Len())
				}
				if _, err := l.Positions(nil, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrFormat) {
			t.Fatal(err)
		}
		for _, w := range append([]string{"", "w1"}, s.firsts...) {
			if _, _, err := s.Find(st, w); err != nil && !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
		}
	})
}

// The filter lets every word of the segment through, and few others.
func TestFilter(t *testing.T) {
	s, _ := build(t, random(rand.New(rand.NewPCG(6, 6)), 2000, 64))
	through := 0
	for i := range 10000 {
		if mayHold(s.filter, fmt.Sprint("other", i)) {
			through++
		}
	}
	if through > 300 {
		t.Errorf("%d of 10000 words that are not there pass", through)
	}
	if !mayHold(nil, "any") {
		t.Error("without a filter any word may be there")
	}
}

func TestWeights(t *testing.T) {
	for _, x := range []float64{0.02, 0.05, 1, 3.2, 77, 4000} {
		if got := float64(Weight(quantize(x))); math.Abs(got/x-1) > 0.026 {
			t.Errorf("%v is kept as %v", x, got)
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	const n = 100_000
	l := &List{}
	rng := rand.New(rand.NewPCG(4, 4))
	items := make([]Item, n)
	for i := range items {
		items[i] = Item{Key: int64(i + 1)}
		if rng.IntN(3) == 0 {
			l.Items, l.Weights = append(l.Items, uint32(i)), append(l.Weights, uint8(rng.IntN(200)))
			l.Places = append(l.Places, 1, 5)
			l.Ends = append(l.Ends, uint32(len(l.Places)))
		}
	}
	m := &memory{}
	w := NewWriter(m, items)
	if err := errors.Join(w.Add("word", l), w.Close()); err != nil {
		b.Fatal(err)
	}
	s, err := Open(m.head)
	if err != nil {
		b.Fatal(err)
	}
	e, _, err := s.Find(stored{m}, "word")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		total := 0
		if err := s.Walk(stored{m}, &e, s.Whole(), func(items []uint32, _ []uint8) { total += len(items) }); err != nil || total != len(l.Items) {
			b.Fatal(total, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(l.Items)), "ns/posting")
}
