package sqlite

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"jezero/corpus"
)

// scanBM25 computes bm25 as SQLite does, for all questions in one pass over the
// items: no index of SQLite's has to be made for a million of them.
func scanBM25(t *testing.T, l *library, questions []corpus.RecallQuestion) func(string, [6]float64, func([]term) [][]string) finder {
	t.Helper()
	s := &bm25Scan{phrases: map[string]*scanned{}, first: map[string][]*scanned{}}
	for _, q := range questions {
		terms := parseQuery(q.Text)
		for _, p := range append(plainWords(terms), allForms(terms)...) {
			s.want(p)
		}
	}
	s.pass(t, l)
	return func(name string, weights [6]float64, phrases func([]term) [][]string) finder {
		return finder{name, func(q string) ([]string, error) { return s.rank(weights, phrases(parseQuery(q))), nil }}
	}
}

type bm25Scan struct {
	phrases map[string]*scanned
	first   map[string][]*scanned // by first word
	ids     []string
	lengths []float64
}

// scanned is a phrase and where it was found.
type scanned struct {
	words []string
	items []int32
	tf    [][6]uint16
}

func (s *bm25Scan) want(words []string) {
	key := strings.Join(words, " ")
	if s.phrases[key] == nil {
		p := &scanned{words: words}
		s.phrases[key] = p
		s.first[words[0]] = append(s.first[words[0]], p)
	}
}

func (s *bm25Scan) pass(t *testing.T, l *library) {
	t.Helper()
	rows, err := l.read.QueryContext(context.Background(), "SELECT external_id, "+recallColumns+" FROM items ORDER BY pk")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var words []string
	for rows.Next() {
		var id string
		var c [6]string
		if err := rows.Scan(&id, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5]); err != nil {
			t.Fatal(err)
		}
		n, length := int32(len(s.ids)), 0
		for col, text := range c {
			words = words[:0]
			eachToken(text, func(w []byte, _, _ int) { words = append(words, string(w)) })
			length += len(words)
			for i, w := range words {
				for _, p := range s.first[w] {
					if i+len(p.words) > len(words) || !slices.Equal(words[i:i+len(p.words)], p.words) {
						continue
					}
					if k := len(p.items); k == 0 || p.items[k-1] != n {
						p.items, p.tf = append(p.items, n), append(p.tf, [6]uint16{})
					}
					p.tf[len(p.tf)-1][col]++
				}
			}
		}
		s.ids, s.lengths = append(s.ids, id), append(s.lengths, float64(length))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func (s *bm25Scan) rank(weights [6]float64, phrases [][]string) []string {
	total := 0.0
	for _, n := range s.lengths {
		total += n
	}
	mean := total / float64(len(s.lengths))
	scores := map[int32]float64{}
	for _, words := range phrases {
		p := s.phrases[strings.Join(words, " ")]
		n := float64(len(p.items))
		idf := math.Log((float64(len(s.ids)) - n + 0.5) / (n + 0.5))
		if idf <= 0 {
			idf = 1e-6
		}
		for i, item := range p.items {
			f := 0.0
			for col, k := range p.tf[i] {
				f += weights[col] * float64(k)
			}
			scores[item] += idf * f * 2.2 / (f + 1.2*(0.25+0.75*s.lengths[item]/mean))
		}
	}
	items := make([]int32, 0, len(scores))
	for item := range scores {
		items = append(items, item)
	}
	slices.SortFunc(items, func(a, b int32) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return int(a - b)
	})
	var out []string
	for _, item := range items[:min(10, len(items))] {
		out = append(out, s.ids[item])
	}
	return out
}
