package sqlite

import (
	"bytes"
	"strings"
)

// matcher finds a question's terms in a text the way the index does.
type matcher struct {
	terms    []weighed
	words    map[string]int // folded word → its number
	byWord   [][]int        // word number → terms that the word alone satisfies
	phrases  []phrase
	prefixes []phrase // words holds the one prefix
	cjk      []int    // terms of CJK text, found by substring
}

type phrase struct {
	term  int
	words []string
}

func newMatcher(terms []weighed) *matcher {
	m := &matcher{terms: terms[:min(len(terms), 64)], words: map[string]int{}}
	for i, t := range m.terms {
		switch t.kind {
		case phraseTerm:
			m.phrase(i, t.words)
		case prefixTerm:
			m.prefixes = append(m.prefixes, phrase{i, t.words})
		case cjkTerm:
			m.cjk = append(m.cjk, i)
		default:
			m.word(i, t.words[0])
			for _, f := range t.forms {
				m.word(i, f)
			}
			if len(t.humps) > 1 {
				m.phrase(i, t.humps)
			}
		}
	}
	return m
}

func (m *matcher) number(w string) int {
	n, ok := m.words[w]
	if !ok {
		n = len(m.byWord)
		m.words[w] = n
		m.byWord = append(m.byWord, nil)
	}
	return n
}

func (m *matcher) word(term int, w string) {
	n := m.number(w)
	m.byWord[n] = append(m.byWord[n], term)
}

func (m *matcher) phrase(term int, words []string) {
	for _, w := range words {
		m.number(w)
	}
	m.phrases = append(m.phrases, phrase{term, words})
}

// place is an occurrence of a term.
type place struct {
	term       int
	ord        int // number of the word in the text
	start, end int // bytes
}

// counts is what a text holds of the terms.
type counts struct {
	words  int
	tf     []float64
	places []place // in order of where they start; at most maxPlaces
}

const maxPlaces = 400

// count finds the terms in a text.
func (m *matcher) count(text string) counts {
	c := counts{tf: make([]float64, len(m.terms))}
	hit := func(term, ord, start, end int) {
		c.tf[term]++
		if len(c.places) < maxPlaces {
			c.places = append(c.places, place{term, ord, start, end})
		}
	}
	var progress []struct{ at, start int }
	if len(m.phrases) > 0 {
		progress = make([]struct{ at, start int }, len(m.phrases))
	}
	eachToken(text, func(w []byte, start, end int) {
		c.words++
		n, known := m.words[string(w)]
		if known {
			for _, t := range m.byWord[n] {
				hit(t, c.words, start, end)
			}
		}
		if raw := text[start:end]; hasHump(raw) {
			splitCamel(raw, func(part string) {
				if n, ok := m.words[part]; ok {
					for _, t := range m.byWord[n] {
						hit(t, c.words, start, end)
					}
				}
				for i := range m.prefixes {
					if strings.HasPrefix(part, m.prefixes[i].words[0]) {
						hit(m.prefixes[i].term, c.words, start, end)
					}
				}
			})
		}
		for i := range m.phrases {
			p := &m.phrases[i]
			switch {
			case !known:
				progress[i].at = 0
			case string(w) == p.words[progress[i].at]:
				if progress[i].at == 0 {
					progress[i].start = start
				}
				if progress[i].at++; progress[i].at == len(p.words) {
					hit(p.term, c.words, progress[i].start, end)
					progress[i].at = 0
				}
			case string(w) == p.words[0]:
				progress[i].at, progress[i].start = 1, start
			default:
				progress[i].at = 0
			}
		}
		for i := range m.prefixes {
			if bytes.HasPrefix(w, []byte(m.prefixes[i].words[0])) {
				hit(m.prefixes[i].term, c.words, start, end)
			}
		}
	})
	for _, t := range m.cjk {
		m.countCJK(text, t, hit)
	}
	return c
}

// countCJK counts how often the first pair stands in the text, when all pairs
// do.
func (m *matcher) countCJK(text string, t int, hit func(term, ord, start, end int)) {
	words := m.terms[t].words
	for _, w := range words {
		if !strings.Contains(text, w) {
			return
		}
	}
	for off := 0; ; {
		i := strings.Index(text[off:], words[0])
		if i < 0 {
			return
		}
		start := off + i
		off = start + len(words[0])
		hit(t, start, start, off)
	}
}

// closeness is 1 when two or more different terms stand next to each other,
// less the wider the smallest window with most terms is, 0 for one term.
func (m *matcher) closeness(c counts) float64 {
	if len(m.terms) < 2 {
		return 0
	}
	best := 0.0
	for i, p := range c.places {
		var mask uint64 = 1 << p.term
		n := 1
		for _, q := range c.places[i+1:] {
			if q.ord-p.ord > 20 {
				break
			}
			if mask&(1<<q.term) != 0 {
				continue
			}
			mask |= 1 << q.term
			n++
			span := float64(q.ord - p.ord)
			v := float64(n-1) / float64(len(m.terms)-1) * float64(n-1) / max(span, float64(n-1))
			best = max(best, v)
		}
	}
	return best
}
