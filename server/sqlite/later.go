package sqlite

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"jezero/server"
)

// Later lists items newer than the one given that are on the same subject, best
// first, each with why. An item that is out of scope is ErrNotFound, like a
// missing one.
func (r *Reader) Later(ctx context.Context, sc server.Scope, id string, words string, limit int) (hits []server.Hit, err error) {
	hits = []server.Hit{}
	err = r.inView(ctx, func(v *view) error {
		rec, err := v.get(ctx, sc, id)
		if err != nil {
			return err
		}
		f, err := v.filter(ctx, sc, server.Query{Since: rec.item.EndedAt})
		if err != nil {
			return err
		}
		f.minPK = max(f.minPK, pkAt(rec.item.EndedAt))
		s, err := v.search(ctx, f, rec.item.Project)
		if err != nil {
			return err
		}
		hits, err = s.later(ctx, rec, parseQuery(words), bounded(limit))
		return err
	})
	if err != nil {
		return nil, err
	}
	return hits, nil
}

const (
	// subjectTerms is how many of an item's own words stand for its subject.
	subjectTerms = 10
	// strongTerms is how many of them, the most telling ones, join items of
	// different projects.
	strongTerms = 6
)

// laterCandidates is how many newer items are enough to choose from.
const laterCandidates = 64

// later finds what shares the subject: the item's most telling words, of which
// two must be shared, or one of the words that the caller gave.
func (s *search) later(ctx context.Context, rec *record, given []term, limit int) ([]server.Hit, error) {
	var own []term
	var gave []term
	for _, t := range given {
		if !t.stop {
			gave = append(gave, t)
		}
	}
	weight := map[string]float64{}
	for _, w := range subject(rec) {
		own = append(own, term{kind: wordTerm, words: []string{w.word}})
		weight[w.word] = w.weight
	}
	// The words are chosen as they stand, and only the best of them get their
	// other forms.
	found, err := s.lookUp(ctx, own)
	if err != nil {
		return nil, err
	}
	own = promising(found, weight)
	for i := range own {
		own[i].forms = formsOf(own[i].words[0])
	}
	if found, err = s.lookUp(ctx, own); err != nil {
		return nil, err
	}
	subjects := make([]lookedUp, 0, len(found))
	for _, t := range found {
		// The item itself always matches; a word that stands nowhere else, or in
		// a fifth of all items, joins nothing.
		if t.df >= 2 && (t.df <= s.total/5 || s.total < 50) {
			subjects = append(subjects, t)
		}
	}
	// Rare words of the title say most; rare words alone may be an accident.
	sort.SliceStable(subjects, func(i, j int) bool {
		return subjects[i].idf*weight[subjects[i].words[0]] > subjects[j].idf*weight[subjects[j].words[0]]
	})
	subjects = subjects[:min(len(subjects), subjectTerms)]
	asked, err := s.lookUp(ctx, gave)
	if err != nil {
		return nil, err
	}
	joined := append(append([]lookedUp{}, asked...), subjects...)
	if len(joined) == 0 {
		return []server.Hit{}, nil
	}
	cs, err := s.onSubject(ctx, joined, len(asked), rec)
	if err != nil {
		return nil, err
	}
	s.terms = s.terms[:0]
	for _, t := range joined { // in this order: the first are those asked for
		s.terms = append(s.terms, weighed{t.term, t.df, t.idf})
	}
	all, m, err := s.scoreTexts(ctx, cs)
	if err != nil {
		return nil, err
	}
	var list []scored
	for _, sc := range all {
		c := sc.rec
		if c.pk == rec.pk || c.item.Hash == rec.item.Hash || !newer(c, rec) {
			continue
		}
		if sc.score *= sameSubject(sc.mask, len(asked), c, rec); sc.score > 0 {
			list = append(list, sc)
		}
	}
	s.order(list)
	list = foldSame(list, limit)
	sort.SliceStable(list, func(i, j int) bool { return list[i].score > list[j].score })
	hits := make([]server.Hit, 0, limit)
	for _, sc := range list[:min(len(list), limit)] {
		hits = append(hits, server.Hit{
			Item: sc.rec.brief(), Score: sc.score, Passages: s.passages(m, sc.rec), Why: why(s.terms, sc, rec),
		})
	}
	return hits, nil
}

// onSubject chooses the items that share enough of the terms.
func (s *search) onSubject(ctx context.Context, terms []lookedUp, asked int, rec *record) ([]candidate, error) {
	b := best{most: laterCandidates}
	cover := coverage(terms)
	given := uint32(1)<<asked - 1
	err := s.evaluate(ctx, terms, nil, func(seg *liveSegment, item uint32, t tally) {
		same := seg.Project[item] == uint32(rec.projectID)
		if sharedTerms(uint64(t.mask), asked, same) < 2 && (asked == 0 || t.mask&given != given) {
			return
		}
		score := t.sum * cover(t.mask)
		if !same {
			score *= otherProject
		}
		b.offer(candidate{seg.Keys[item], score, uint64(t.mask)})
	})
	return b.sorted(), err
}

// promising are the words that may say what an item is about, by how rare and
// how prominent they are. Of the words that stand nowhere else few are taken:
// only another form of them could join anything.
func promising(terms []lookedUp, weight map[string]float64) []term {
	terms = slices.Clone(terms)
	sort.SliceStable(terms, func(i, j int) bool {
		return terms[i].idf*weight[terms[i].words[0]] > terms[j].idf*weight[terms[j].words[0]]
	})
	var out []term
	lone := 0
	for _, t := range terms {
		if t.df < 2 {
			if lone++; lone > strongTerms/2 {
				continue
			}
		}
		if len(out) < 2*strongTerms {
			out = append(out, t.term)
		}
	}
	return out
}

func newer(a, b *record) bool {
	if a.item.EndedAt.Equal(b.item.EndedAt) {
		return a.item.Source == b.item.Source && a.item.Session == b.item.Session && a.ordinal > b.ordinal
	}
	return a.item.EndedAt.After(b.item.EndedAt)
}

// sameSubject weighs how sure it is that two items are on one subject, 0 for
// no reason to think so.
func sameSubject(mask uint64, asked int, a, b *record) float64 {
	gave := bits.OnesCount64(mask & (1<<asked - 1))
	same := a.item.Project == b.item.Project
	if sharedTerms(mask, asked, same) < 2 && (asked == 0 || gave < asked) {
		return 0
	}
	if !same {
		return otherProject
	}
	return 1
}

// sharedTerms counts the item's own words that another shares; the first terms
// are those that were asked for.
func sharedTerms(mask uint64, asked int, sameProject bool) int {
	mask >>= asked
	if !sameProject {
		mask &= 1<<strongTerms - 1
	}
	return bits.OnesCount64(mask)
}

// otherProject weighs items of another project, which may use the same words for
// something else.
const otherProject = 0.6

// why says it in one line.
func why(terms []weighed, sc scored, rec *record) string {
	var shared []string
	for i := range terms {
		if sc.mask&(1<<i) != 0 && len(shared) < 5 {
			shared = append(shared, strings.Join(terms[i].words, " "))
		}
	}
	where := "project " + sc.rec.item.Project
	if sc.rec.item.Project == rec.item.Project {
		where = "same project"
	}
	if sc.rec.item.Session == rec.item.Session && sc.rec.item.Source == rec.item.Source {
		where = "same session, continued"
	}
	s := fmt.Sprintf("%s, shares: %s", where, strings.Join(shared, ", "))
	if w := changeWord(sc.rec); w != "" {
		s += fmt.Sprintf("; says %q", w)
	}
	return s
}

// changeWord finds a word with which people say that something is no longer
// what it was.
func changeWord(r *record) string {
	for _, text := range []string{r.item.Title, r.item.Summary, r.atoms} {
		text = strings.ToLower(text)
		for _, w := range []string{"no longer", "instead of", "replaced", "reverted", "switched", "moved to", "deprecated",
			"renamed", "removed", "dropped", "superseded", "migrated"} {
			if strings.Contains(text, w) {
				return w
			}
		}
	}
	return ""
}

// subjectWord is a word that says what an item is about, and how much so by
// where it stands.
type subjectWord struct {
	word   string
	weight float64
}

// subject lists an item's telling words without repeats: of its title, its
// questions and facts, its summary.
func subject(r *record) []subjectWord {
	const most = 40
	seen := map[string]bool{}
	var out []subjectWord
	for _, part := range []struct {
		text   string
		weight float64
	}{{r.item.Title, 2}, {r.questions, 1.2}, {r.atoms, 1}, {r.item.Summary, 0.8}} {
		eachToken(part.text, func(w []byte, _, _ int) {
			s := string(w)
			if len(out) >= most || len(s) < 3 || stopWords[s] || seen[s] || allDigits(s) {
				return
			}
			seen[s] = true
			for _, f := range formsOf(s) {
				seen[f] = true
			}
			out = append(out, subjectWord{s, part.weight})
		})
	}
	return out
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
