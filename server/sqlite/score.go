package sqlite

import (
	"context"
	"slices"
	"sort"
	"strings"

	"jezero/server"
)

// field is a column as the score sees it.
type field uint8

const (
	fTitle field = iota
	fQuestions
	fAtoms
	fSummary
	fBody
	fields
)

// fieldWeight says how much a word counts by where it stands, fieldLength what
// a usual length is, in words; longer ones count less.
var (
	fieldWeight = [fields]float64{3, 2.4, 2, 1.6, 1}
	fieldLength = [fields]float64{8, 40, 60, 60, 600}
	fieldName   = [fields]string{"title", "questions", "atoms", "summary", "body"}
)

const (
	saturation   = 1.2 // after a few occurrences more of them say nothing new
	lengthBias   = 0.5
	recencyBonus = 0.08 // at most, for an item of today
	recencyDays  = 60
	projectBonus = 0.12
)

// scored is a candidate with its score.
type scored struct {
	rec   *record
	score float64
	mask  uint64 // the terms that it holds
}

// rank reads the candidates and scores them anew, from their texts.
func (s *search) rank(ctx context.Context, cs []candidate) ([]server.Hit, error) {
	if len(cs) == 0 {
		return nil, nil
	}
	list, m, err := s.scoreTexts(ctx, cs)
	if err != nil {
		return nil, err
	}
	s.order(list)
	list = foldSame(list, s.want)
	hits := make([]server.Hit, 0, len(list))
	for _, sc := range list[:min(len(list), s.want)] {
		hits = append(hits, server.Hit{Item: sc.rec.brief(), Score: sc.score, Passages: s.passages(m, sc.rec)})
	}
	return hits, nil
}

func (s *search) scoreTexts(ctx context.Context, cs []candidate) ([]scored, *matcher, error) {
	pks := make([]int64, len(cs))
	for i, c := range cs {
		pks[i] = c.pk
	}
	recs, err := s.load(ctx, pks, true)
	if err != nil {
		return nil, nil, err
	}
	m := newMatcher(s.terms)
	list := make([]scored, 0, len(pks))
	for _, pk := range pks {
		rec := recs[pk]
		if rec == nil {
			continue // the index is behind; vacuum repairs it
		}
		if id := int(rec.sourceID); s.allowed != nil && (id >= len(s.allowed) || !s.allowed[id]) {
			continue // whatever the index says: the item itself is of a source that is not permitted
		}
		if sc := s.score(m, rec); sc.mask != 0 {
			list = append(list, sc)
		}
	}
	return list, m, nil
}

// order sorts best first; equal scores newest first, so that the order is
// stable from call to call.
func (s *search) order(list []scored) {
	sort.Slice(list, func(i, j int) bool {
		if list[i].score != list[j].score {
			return list[i].score > list[j].score
		}
		return list[i].rec.pk > list[j].rec.pk
	})
}

func (r *record) text(f field) string {
	switch f {
	case fTitle:
		return r.item.Title
	case fQuestions:
		return r.questions
	case fAtoms:
		return r.atoms
	case fSummary:
		return r.item.Summary
	}
	return r.body
}

// score is BM25 over weighted fields, times a bonus for covering more of the
// question, for standing close together, for being new and for being of the
// same project. The bonuses are bounded: a clearly better old item stays ahead.
func (s *search) score(m *matcher, r *record) scored {
	var tf [maxTerms * 4]float64
	var mask uint64
	closeness := 0.0
	for f := field(0); f < fields; f++ {
		c := m.count(r.text(f))
		norm := lengthNorm(f, c.words)
		for i, n := range c.tf {
			if n > 0 {
				tf[i] += fieldWeight[f] * n / norm
				mask |= 1 << i
			}
		}
		closeness = max(closeness, m.closeness(c))
	}
	total, got, sum := 0.0, 0.0, 0.0
	for i, t := range m.terms {
		total += t.idf
		if x := tf[i]; x > 0 {
			got += t.idf
			sum += t.idf * x * (saturation + 1) / (x + saturation)
		}
	}
	if total > 0 {
		sum *= 0.5 + 0.5*got/total
	}
	sum *= 1 + 0.25*closeness
	sum *= recency(float64(s.now.UnixMilli() - millis(r.item.EndedAt)))
	if s.prefer != "" && strings.EqualFold(s.prefer, r.item.Project) {
		sum *= 1 + projectBonus
	}
	return scored{rec: r, score: sum, mask: mask}
}

// lengthNorm divides what an occurrence counts: in a long text it says less.
func lengthNorm(f field, words int) float64 {
	return 1 - lengthBias + lengthBias*float64(words)/fieldLength[f]
}

// foldSame keeps the best of items that say the same: copies of a text (a resumed
// session carries its past along), and segments of one session on one subject.
// It stops when it has kept most of them.
func foldSame(list []scored, most int) []scored {
	type key struct{ source, session string }
	hashes := map[string]bool{}
	kept := map[key][]map[string]bool{}
	out := list[:0]
	for _, sc := range list {
		if len(out) >= most {
			break
		}
		it := &sc.rec.item
		if hashes[it.Hash] {
			continue
		}
		k := key{it.Source, it.Session}
		words := wordSet(it.Title + " " + it.Summary)
		dup := it.Session != "" && slices.ContainsFunc(kept[k], func(w map[string]bool) bool { return overlap(w, words) > 0.5 })
		if dup {
			continue
		}
		hashes[it.Hash] = true
		kept[k] = append(kept[k], words)
		out = append(out, sc)
	}
	return out
}

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	eachToken(s, func(w []byte, _, _ int) {
		if !stopWords[string(w)] {
			m[string(w)] = true
		}
	})
	return m
}

// overlap is the share of the smaller set that is in the other.
func overlap(a, b map[string]bool) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return float64(n) / float64(len(a))
}
