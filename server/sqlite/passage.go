package sqlite

import (
	"strings"
	"unicode/utf8"

	"jezero/server"
)

const (
	passageSize = 280 // bytes around a hit
	maxPassages = 2
)

// passages cuts the pieces out of an item that show why it was found: one of
// the dialogue, and the question, fact or part of the summary that fits best.
func (s *search) passages(m *matcher, r *record) []server.Passage {
	out := []server.Passage{}
	type found struct {
		field field
		text  string
		score float64
	}
	var best, body found
	for _, f := range []field{fQuestions, fAtoms, fSummary, fBody} {
		text := r.text(f)
		if s.redact != nil {
			// Before it is cut: half a credential would not be recognised.
			text = s.redact(text)
		}
		cut, score := m.window(text, f == fQuestions || f == fAtoms)
		switch {
		case score == 0:
		case f == fBody:
			body = found{f, cut, score}
		case score > best.score:
			best = found{f, cut, score}
		}
	}
	for _, f := range []found{best, body} {
		if f.score > 0 && len(out) < maxPassages {
			out = append(out, server.Passage{Field: fieldName[f.field], Text: f.text})
		}
	}
	return out
}

// window cuts the piece with the most of the question out of the text: a whole
// line, or passageSize bytes on word boundaries.
func (m *matcher) window(text string, line bool) (string, float64) {
	c := m.count(text)
	bestScore, from, to := 0.0, 0, 0
	paragraph := 0 // where the paragraph of p ends
	for i, p := range c.places {
		if p.start >= paragraph {
			paragraph = len(text)
			if n := strings.Index(text[p.start:], turnGap); n >= 0 {
				paragraph = p.start + n
			}
		}
		var mask uint64
		score, end := 0.0, p.end
		for _, q := range c.places[i:] {
			if q.end-p.start > passageSize*3/4 || q.start > paragraph {
				break
			}
			if mask&(1<<q.term) == 0 {
				mask |= 1 << q.term
				score += m.terms[q.term].idf + 0.01
				end = q.end
			}
		}
		if score > bestScore {
			bestScore, from, to = score, p.start, end
		}
	}
	if bestScore == 0 {
		return "", 0
	}
	if line {
		start := strings.LastIndexByte(text[:from], '\n') + 1
		stop := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			stop = from + i
		}
		if stop-start <= 2*passageSize {
			return text[start:stop], bestScore
		}
	}
	return around(text, from, to), bestScore
}

// around widens [from, to) to about passageSize bytes that begin and end at
// blanks, and marks what was left out. It stays in its paragraph where that is
// long enough: the turn before is about something else as often as not.
func around(text string, from, to int) string {
	spare := max(passageSize-(to-from), 0)
	start := max(from-spare/3, 0)
	begins := start == 0
	if i := strings.LastIndex(text[start:from], turnGap); i >= 0 {
		start += i + len(turnGap)
		begins = true
	}
	stop := min(to+spare-(from-start), len(text))
	ends := stop == len(text)
	if i := strings.Index(text[to:stop], turnGap); i >= 0 && to+i-start >= passageSize/3 {
		stop = to + i
		ends = true
	}
	if !begins {
		if i := strings.IndexAny(text[start:from], " \n\t"); i >= 0 {
			start += i + 1
		}
		for start < from && !utf8.RuneStart(text[start]) {
			start++
		}
	}
	if !ends {
		if i := strings.LastIndexAny(text[to:stop], " \n\t"); i >= 0 {
			stop = to + i
		}
		for stop > to && !utf8.RuneStart(text[stop]) {
			stop--
		}
	}
	cut := oneLine(text[start:stop])
	if !begins {
		cut = "… " + cut
	}
	if !ends {
		cut += " …"
	}
	return cut
}
