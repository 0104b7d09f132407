package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

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
	recencyBonus = 0.12 // at most, for an item of today
	recencyDays  = 60
	projectBonus = 0.12
)

// scored is a candidate with its score.
type scored struct {
	rec   *record
	score float64
	mask  uint64 // the terms that it holds
}

// rank scores the candidates in two steps: by their short columns, then the
// best of them by their dialogue too.
func (s *search) rank(ctx context.Context) ([]server.Hit, error) {
	if len(s.pks) == 0 {
		return nil, nil
	}
	m := newMatcher(s.terms)
	recs, err := s.glance(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]scored, 0, len(s.pks))
	for _, pk := range s.pks {
		if rec := recs[pk]; rec != nil {
			// What the short columns lack is assumed to stand once in the
			// dialogue: every candidate was chosen because it holds some terms.
			list = append(list, s.score(m, rec, true))
		}
	}
	s.order(list)
	n := min(len(list), max(bodyStage, s.want*2))
	best := make([]int64, n)
	for i := range best {
		best[i] = list[i].rec.pk
	}
	if recs, err = s.load(ctx, best, true); err != nil {
		return nil, err
	}
	list = list[:0]
	for _, pk := range best {
		if sc := s.score(m, recs[pk], false); sc.mask != 0 {
			list = append(list, sc)
		}
	}
	s.order(list)
	list = foldSame(list, s.want)
	hits := make([]server.Hit, 0, len(list))
	for _, sc := range list[:min(len(list), s.want)] {
		hits = append(hits, server.Hit{Item: sc.rec.brief(), Score: sc.score, Passages: s.passages(m, sc.rec)})
	}
	return hits, nil
}

// glance reads of the candidates what the first step needs.
func (s *search) glance(ctx context.Context) (map[int64]*record, error) {
	pks, err := json.Marshal(s.pks)
	if err != nil {
		return nil, err
	}
	rows, err := s.tx.QueryContext(ctx, `SELECT i.pk, i.ended_ms, p.name, i.title, i.summary, i.questions, i.atoms
		FROM items i JOIN projects p ON p.id = i.project_id WHERE i.pk IN (SELECT value FROM json_each(?))`, string(pks))
	if err != nil {
		return nil, fmt.Errorf("reading items: %w", err)
	}
	defer rows.Close()
	out := make(map[int64]*record, len(s.pks))
	for rows.Next() {
		var r record
		var ended int64
		if err := rows.Scan(&r.pk, &ended, &r.item.Project, &r.item.Title, &r.item.Summary, &r.questions, &r.atoms); err != nil {
			return nil, fmt.Errorf("reading items: %w", err)
		}
		r.item.EndedAt = fromMillis(ended)
		out[r.pk] = &r
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading items: %w", err)
	}
	return out, nil
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
func (s *search) score(m *matcher, r *record, brief bool) scored {
	var tf [maxTerms * 4]float64
	var mask uint64
	closeness := 0.0
	for f := field(0); f < fields; f++ {
		if f == fBody && brief {
			continue
		}
		c := m.count(r.text(f))
		norm := 1 - lengthBias + lengthBias*float64(c.words)/fieldLength[f]
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
		x := tf[i]
		if brief && x == 0 {
			x = 0.3
		}
		total += t.idf
		if x > 0 {
			got += t.idf
			sum += t.idf * x * (saturation + 1) / (x + saturation)
		}
	}
	if total > 0 {
		sum *= 0.5 + 0.5*got/total
	}
	sum *= 1 + 0.25*closeness
	age := s.now.Sub(r.item.EndedAt)
	if r.item.EndedAt.IsZero() {
		age = 10 * 365 * 24 * time.Hour
	}
	days := max(age.Hours()/24, 0)
	sum *= 1 + recencyBonus*math.Exp(-days/recencyDays)
	if s.prefer != "" && strings.EqualFold(s.prefer, r.item.Project) {
		sum *= 1 + projectBonus
	}
	return scored{rec: r, score: sum, mask: mask}
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
