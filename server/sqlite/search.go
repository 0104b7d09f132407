package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"jezero/server"
)

const (
	maxCandidates = 200 // that one question looks at by each way of choosing
	dfCap         = 200 // rows that are counted to learn how common a term is
	bodyStage     = 32  // candidates whose dialogue is read
)

// Search finds the items that answer the question best.
//
// Ranking all matches of a common word costs hundreds of milliseconds in a
// large library, and looking only at the newest loses good old answers. So
// candidates are chosen in several cheap ways: the newest items with all words;
// the items with all words in the columns that say what an item is about,
// however old; and when there are too few, the items with most words, rarest
// words first. What is chosen is scored here, from statistics of permitted
// rows only.
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
		s := &search{view: v, filter: f, prefer: q.Prefer, want: bounded(q.Limit) + max(q.Offset, 0)}
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

	total  float64 // permitted items
	newest int64   // pk of the newest and the oldest permitted item
	oldest int64
	terms  []weighed
	pks    []int64
	seen   map[int64]bool
	dfs    map[string]float64 // by expression
}

// weighed is a term with what the permitted rows say about it.
type weighed struct {
	term
	df  float64
	idf float64
}

func (s *search) run(ctx context.Context, terms []term) ([]server.Hit, error) {
	s.seen = map[int64]bool{}
	if err := s.measure(ctx); err != nil || s.total == 0 {
		return nil, err
	}
	var demanded []term
	for _, t := range terms {
		if !t.stop {
			demanded = append(demanded, t)
		}
	}
	if err := s.dropForms(ctx, demanded); err != nil {
		return nil, err
	}
	if err := s.weigh(ctx, demanded); err != nil {
		return nil, err
	}
	enough, err := s.strict(ctx)
	if err != nil {
		return nil, err
	}
	if !enough {
		if err := s.widen(ctx, demanded); err != nil {
			return nil, err
		}
	}
	return s.rank(ctx)
}

// measure learns how many items the caller may see and how old they are.
func (s *search) measure(ctx context.Context) error {
	err := s.tx.QueryRowContext(ctx, "SELECT coalesce(sum(items), 0) FROM tallies WHERE source_id IN (SELECT value FROM json_each(?))",
		s.filter.permit.json()).Scan(&s.total)
	if err == nil && s.total > 0 {
		err = s.tx.QueryRowContext(ctx, `SELECT coalesce(max((SELECT pk FROM items WHERE source_id = s.id ORDER BY pk DESC LIMIT 1)), 0),
			coalesce(min((SELECT pk FROM items WHERE source_id = s.id ORDER BY pk LIMIT 1)), 0)
			FROM sources s WHERE s.id IN (SELECT value FROM json_each(?))`, s.filter.permit.json()).Scan(&s.newest, &s.oldest)
	}
	if err != nil {
		return fmt.Errorf("searching: %w", err)
	}
	return nil
}

// dropForms leaves out the forms of words that stand nowhere: each would be
// looked for by each query.
func (s *search) dropForms(ctx context.Context, terms []term) error {
	var forms []string
	for _, t := range terms {
		forms = append(forms, t.forms...)
	}
	if len(forms) == 0 {
		return nil
	}
	list, err := json.Marshal(forms)
	if err != nil {
		return fmt.Errorf("searching: %w", err)
	}
	live, err := stringsOf(ctx, s.tx, `SELECT f.value FROM json_each(?) f
		WHERE EXISTS (SELECT 1 FROM items_words w WHERE w.term = f.value)`, string(list))
	if err != nil {
		return fmt.Errorf("searching: %w", err)
	}
	for i := range terms {
		var kept []string
		for _, f := range terms[i].forms {
			if slices.Contains(live, f) {
				kept = append(kept, f)
			}
		}
		terms[i].forms = kept
	}
	return nil
}

// weigh counts in how many permitted items each term stands, rarest first. Above
// dfCap the count is estimated from how far back the newest dfCap matches reach.
func (s *search) weigh(ctx context.Context, terms []term) error {
	s.terms = s.terms[:0]
	for _, t := range terms {
		n, err := s.df(ctx, t.expr(allText))
		if err != nil {
			return err
		}
		s.terms = append(s.terms, weighed{term: t, df: n, idf: math.Log(1 + (s.total-n+0.5)/(n+0.5))})
	}
	sort.SliceStable(s.terms, func(i, j int) bool { return s.terms[i].df < s.terms[j].df })
	return nil
}

func (s *search) df(ctx context.Context, expr string) (float64, error) {
	if n, ok := s.dfs[expr]; ok {
		return n, nil
	}
	scope := filter{permit: s.filter.permit}
	var n float64
	var reach int64
	err := s.tx.QueryRowContext(ctx, `SELECT count(*), coalesce(min(rowid), 0) FROM (
		SELECT rowid FROM items_fts WHERE items_fts MATCH ? ORDER BY rowid DESC LIMIT ?)`,
		scope.within(expr), dfCap).Scan(&n, &reach)
	if err != nil {
		return 0, fmt.Errorf("searching: %w", err)
	}
	if n >= dfCap && s.newest > reach {
		n *= float64(s.newest-s.oldest+1) / float64(s.newest-reach+1)
	}
	n = min(n, s.total)
	if s.dfs == nil {
		s.dfs = map[string]float64{}
	}
	s.dfs[expr] = n
	return n, nil
}

// gather adds the rows that match, newest first, and reports how many matched.
func (s *search) gather(ctx context.Context, expr string, limit int) (int, error) {
	pks, err := s.candidates(ctx, &s.filter, s.filter.within(expr), limit)
	if err != nil {
		return 0, err
	}
	for _, pk := range pks {
		if !s.seen[pk] {
			s.seen[pk] = true
			s.pks = append(s.pks, pk)
		}
	}
	return len(pks), nil
}

func all(terms []weighed, columns string) string {
	exprs := make([]string, len(terms))
	for i := range terms {
		exprs[i] = terms[i].expr(columns)
	}
	return strings.Join(exprs, " AND ")
}

func anyOf(terms []weighed, columns string) string {
	exprs := make([]string, len(terms))
	for i := range terms {
		exprs[i] = terms[i].expr(columns)
	}
	return strings.Join(exprs, " OR ")
}

// strict chooses items that hold every term. It reports whether they are
// enough for an answer.
func (s *search) strict(ctx context.Context) (enough bool, err error) {
	for _, t := range s.terms {
		if t.df == 0 {
			return false, nil
		}
	}
	n, err := s.gather(ctx, all(s.terms, allText), maxCandidates)
	if err != nil {
		return false, err
	}
	if n == maxCandidates && s.terms[0].df <= scanCap {
		// There are older ones. Those whose title, questions or facts hold the
		// words are the ones that could rank above the newest.
		if _, err := s.gather(ctx, all(s.terms, strong), maxCandidates); err != nil {
			return false, err
		}
		if _, err := s.gather(ctx, all(s.terms, titleOnly), maxCandidates/2); err != nil {
			return false, err
		}
		if near := nearby(s.terms); near != "" {
			if _, err := s.gather(ctx, near, maxCandidates/2); err != nil {
				return false, err
			}
		}
	}
	return n >= s.want && n >= minStrict, nil
}

// scanCap bounds the rows that a query for rare combinations of common words may
// walk: where the rarest word stands in more items than this, only the newest
// are looked at.
const scanCap = 40000

// minStrict is how many items with all words make it needless to look for
// items with some of them.
const minStrict = 5

// wideEnough is how many candidates end the widening: each further way costs a
// walk through the index and holds less of the question than the last.
const wideEnough = 100

// nearby asks for the words standing close together, "" when the terms are not
// all single words.
func nearby(terms []weighed) string {
	if len(terms) < 2 {
		return ""
	}
	words := make([]string, len(terms))
	for i, t := range terms {
		if t.kind != wordTerm {
			return ""
		}
		words[i] = quote(t.words[0])
	}
	return allText + "NEAR(" + strings.Join(words, " ") + ", 12)"
}

// widen chooses items that hold some of the terms: all but one; then those
// whose strong columns hold any; then each term's own, rarest first.
func (s *search) widen(ctx context.Context, terms []term) error {
	var loose []term
	have := map[string]bool{}
	for i := range terms {
		for _, t := range terms[i].loose() {
			if key := t.expr(allText); !have[key] && len(loose) < maxTerms {
				have[key] = true
				loose = append(loose, t)
			}
		}
	}
	if err := s.dropForms(ctx, loose); err != nil {
		return err
	}
	if err := s.weigh(ctx, loose); err != nil {
		return err
	}
	var live []weighed
	for _, t := range s.terms {
		if t.df > 0 {
			live = append(live, t)
		}
	}
	if len(live) == 0 {
		return nil
	}
	// Each way only as long as there are not enough: the ways that come first
	// hold more of the question.
	var ways []string
	if len(live) > 2 && len(live) <= 8 {
		for skip := len(live) - 1; skip >= 0; skip-- {
			ways = append(ways, all(append(append([]weighed{}, live[:skip]...), live[skip+1:]...), allText))
		}
	}
	// The two and three rarest terms together carry most of the meaning.
	for n := min(3, len(live)-1); n >= 2; n-- {
		ways = append(ways, all(live[:n], allText))
	}
	rare := live[:min(len(live), 5)]
	ways = append(ways, anyOf(rare, strong))
	for i := range rare {
		ways = append(ways, rare[i].expr(allText))
	}
	tried := map[string]bool{}
	for _, expr := range ways {
		if len(s.pks) >= max(wideEnough, 4*s.want) {
			break
		}
		if tried[expr] {
			continue
		}
		tried[expr] = true
		if _, err := s.gather(ctx, expr, maxCandidates/2); err != nil {
			return err
		}
	}
	return nil
}
