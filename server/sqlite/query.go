package sqlite

import "strings"

// A question is a list of terms: there are no operators and no column names, a
// word that looks like one is plain text.

type termKind uint8

const (
	wordTerm   termKind = iota // one word, with its other forms
	phraseTerm                 // several words in a row: "exact phrase", foo-bar, a.b.c, a path
	prefixTerm                 // wor*
	cjkTerm                    // a run of CJK text, found by its pairs
)

type term struct {
	kind  termKind
	words []string // folded: the words of a phrase, the pairs of CJK text, else one
	forms []string // wordTerm: other forms of the word
	humps []string // wordTerm: the words inside an identifier
	stop  bool     // too common a word to demand
	exact bool     // phraseTerm: was quoted, so its words alone do not do
}

// maxTerms bounds a question.
const maxTerms = 16

func parseQuery(text string) []term {
	var out []term
	seen := map[string]bool{}
	add := func(t term) {
		if len(t.words) == 0 || seen[t.key()] || len(out) == maxTerms {
			return
		}
		seen[t.key()] = true
		out = append(out, t)
	}
	for text != "" {
		text = strings.TrimLeft(text, " \t\r\n\u00a0")
		if rest, ok := strings.CutPrefix(text, `"`); ok {
			if phrase, after, closed := strings.Cut(rest, `"`); closed {
				for _, t := range wordTerms(phrase, true) {
					add(t)
				}
				text = after
				continue
			}
			text = rest
			continue
		}
		end := strings.IndexAny(text, " \t\r\n\"\u00a0")
		if end < 0 {
			end = len(text)
		}
		for _, t := range wordTerms(text[:end], false) {
			add(t)
		}
		text = text[end:]
	}
	dropStops(out)
	return out
}

// dropStops makes stop words count again when there is nothing else.
func dropStops(terms []term) {
	for _, t := range terms {
		if !t.stop {
			return
		}
	}
	for i := range terms {
		terms[i].stop = false
	}
}

// wordTerms makes terms of one blank-separated word, or of a quoted phrase.
func wordTerms(w string, quoted bool) []term {
	toks := tokens(w)
	if len(toks) == 0 {
		return nil
	}
	var out []term
	if hasCJK(w) {
		return cjkTerms(w, toks)
	}
	if len(toks) > 1 {
		words := make([]string, len(toks))
		for i, t := range toks {
			words[i] = t.text
		}
		return append(out, term{kind: phraseTerm, words: words, exact: quoted})
	}
	t := toks[0]
	if !quoted && t.end < len(w) && w[t.end] == '*' && len(t.text) >= 2 {
		return append(out, term{kind: prefixTerm, words: []string{t.text}})
	}
	word := term{kind: wordTerm, words: []string{t.text}}
	raw := w[t.start:t.end]
	if ascii, humps := camel(raw); ascii && humps {
		splitCamel(raw, func(p string) { word.humps = append(word.humps, p) })
	}
	if !quoted {
		word.forms = formsOf(t.text)
		word.stop = stopWords[t.text]
	}
	return append(out, word)
}

func hasCJK(s string) bool {
	for _, r := range s {
		if isCJK(r) {
			return true
		}
	}
	return false
}

// cjkTerms makes a term of each CJK run and words of what stands between.
func cjkTerms(w string, toks []token) []term {
	var out []term
	for _, t := range toks {
		var pairs []string
		cjkPairs(w[t.start:t.end], func(p string) { pairs = append(pairs, p) })
		if pairs != nil {
			out = append(out, term{kind: cjkTerm, words: pairs})
			continue
		}
		out = append(out, term{kind: wordTerm, words: []string{t.text}, forms: formsOf(t.text)})
	}
	return out
}

// key is the same for terms that ask the same.
func (t *term) key() string { return string(rune('0'+t.kind)) + strings.Join(t.words, " ") }

// loose is the term as it is asked when the strict form finds too little: it
// and each of its words, those inside a name such as getUserById, too.
func (t *term) loose() []term {
	out := []term{*t}
	words := t.words
	switch {
	case t.kind == wordTerm && len(t.humps) > 1:
		words = t.humps
	case t.kind != phraseTerm || t.exact:
		return out
	}
	for _, w := range words {
		if !stopWords[w] {
			out = append(out, term{kind: wordTerm, words: []string{w}, forms: formsOf(w)})
		}
	}
	return out
}

func lowerASCII(w string) bool {
	for i := 0; i < len(w); i++ {
		if !isLower(w[i]) {
			return false
		}
	}
	return true
}

// stopWords are asked for only when a question has no other words.
var stopWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`a an and any are as at be been but by can could did do does for from had has have
		how i if in into is it its me my no not of on or our should so that the their them then there these they this
		those to us was we were what when where which who why will with would you your about after all also again
		near der die das und ist le la les et de du des un une el los las y que por`) {
		m[w] = true
	}
	return m
}()
