package sqlite

import (
	"context"
	"fmt"
	"math"
	"sort"

	"jezero/server"
)

// Search finds the items that answer the question best.
//
// All items that hold any of the words are scored from the index, from
// statistics of permitted rows only: what a word weighs in an item stands in the
// index, so that this takes a few nanoseconds an item. Items with all words come
// alone when they are enough for an answer. The best are read and scored anew
// from their texts.
func (r *Reader) Search(ctx context.Context, sc server.Scope, q server.Query) (hits []server.Hit, err error) {
	hits = []server.Hit{}
	err = r.inView(ctx, func(v *view) error {
		f, err := v.filter(ctx, sc, q)
		if err != nil || f.nothing {
			return err
		}
		terms := parseQuery(q.Text)
		if len(terms) == 0 {
			return nil
		}
		s, err := v.search(ctx, f, q.Prefer)
		if err != nil {
			return err
		}
		s.want = bounded(q.Limit) + max(q.Offset, 0)
		found, err := s.run(ctx, terms)
		if err != nil {
			return err
		}
		if off := max(q.Offset, 0); off < len(found) {
			hits = append(hits, found[off:min(len(found), s.want)]...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return hits, nil
}

// search is one question on its way.
type search struct {
	*view
	filter filter
	prefer string
	want   int // hits, offset included

	segs      []*liveSegment
	allowed   []bool  // by source; nil for all
	preferred []bool  // by project
	total     float64 // permitted items
	terms     []weighed
	known     map[string]lookedUp // by what the term asks

	testOnlyNoBar bool
	phraseMost    int // see the constants
	walkMost      int
	prefixMost    int
}

// weighed is a term with what the permitted rows say about it.
type weighed struct {
	term
	df  float64
	idf float64
}

func (v *view) search(ctx context.Context, f filter, prefer string) (*search, error) {
	s := &search{view: v, filter: f, prefer: prefer, phraseMost: phraseMost, walkMost: walkMost, prefixMost: prefixMost}
	var err error
	if s.segs, err = v.segments(ctx); err != nil {
		return nil, err
	}
	if !f.permit.all {
		s.allowed = bools(f.permit.ids)
	}
	if prefer != "" {
		ids, err := v.projectIDs(ctx, prefer)
		if err != nil {
			return nil, err
		}
		s.preferred = bools(ids)
	}
	err = v.tx.QueryRowContext(ctx, "SELECT coalesce(sum(items), 0) FROM tallies WHERE source_id IN (SELECT value FROM json_each(?))",
		f.permit.json()).Scan(&s.total)
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	return s, nil
}

const (
	// minStrict is how many items with all words make it needless to look at
	// items with some of them.
	minStrict = 5
	// textStage is how many candidates are at least read and scored anew.
	textStage = 24
)

func (s *search) run(ctx context.Context, terms []term) ([]server.Hit, error) {
	var demanded []term
	for _, t := range terms {
		if !t.stop {
			demanded = append(demanded, t)
		}
	}
	most := max(textStage, 2*s.want)
	found, err := s.lookUp(ctx, demanded)
	if err != nil {
		return nil, err
	}
	rarestFirst(found)
	strict, any, whole, err := s.choose(ctx, s.affordable(found), most)
	if err != nil {
		return nil, err
	}
	if whole >= max(s.want, minStrict) {
		s.keep(found)
		return s.rank(ctx, strict.sorted())
	}
	if loose := loosened(demanded); len(loose) > len(demanded) {
		if found, err = s.lookUp(ctx, loose); err != nil {
			return nil, err
		}
		rarestFirst(found)
		if _, any, _, err = s.choose(ctx, s.affordable(found), most); err != nil {
			return nil, err
		}
	}
	s.keep(found)
	return s.rank(ctx, any.sorted())
}

// loosened are the terms as they are asked when the strict form finds too
// little.
func loosened(terms []term) []term {
	var loose []term
	have := map[string]bool{}
	for i := range terms {
		for _, t := range terms[i].loose() {
			if key := t.key(); !have[key] && len(loose) < maxTerms {
				have[key] = true
				loose = append(loose, t)
			}
		}
	}
	return loose
}

func rarestFirst(terms []lookedUp) {
	sort.SliceStable(terms, func(i, j int) bool { return terms[i].df < terms[j].df })
}

// walkMost bounds the postings that a question walks through: four words that
// stand in every item of a library of a million.
const walkMost = 4_000_000

// affordable are the terms, rarest first, that the items are chosen by: all, or
// those before walkMost postings. The words that are left out stand nearly
// everywhere and decide little; the texts are scored by them still.
func (s *search) affordable(found []lookedUp) []lookedUp {
	postings := 0.0
	for i := range found {
		if postings += found[i].df; i > 0 && postings > float64(s.walkMost) {
			return found[:i]
		}
	}
	return found
}

// keep notes the terms for the texts to be scored by.
func (s *search) keep(found []lookedUp) {
	s.terms = s.terms[:0]
	for _, t := range found {
		if t.df > 0 {
			s.terms = append(s.terms, weighed{t.term, t.df, t.idf})
		}
	}
}

// idf is what a term counts by how many of all items hold it.
func idf(df, total float64) float64 { return math.Log(1 + (total-df+0.5)/(df+0.5)) }
