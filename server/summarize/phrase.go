package summarize

import "strings"

// Cues are phrases of a few words. They are looked up word by word: dozens of
// regular expressions over every sentence would cost more than everything else
// together.

// words are the lower-case words of a sentence, without the marks around them.
func words(s string) []string {
	s = strings.ToLower(strings.ReplaceAll(s, "’", "'"))
	out := strings.Fields(s)
	for i, w := range out {
		out[i] = strings.Trim(w, ".,;:!?()[]\"'`*_-–—")
	}
	return out
}

// phrases is a set of phrases, by their first word.
type phrases map[string][][]string

// phrasesOf reads phrases, one a line or divided by commas; a|b stands for
// either word.
func phrasesOf(text string) phrases {
	p := phrases{}
	for _, phrase := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		p.add(nil, strings.Fields(phrase))
	}
	return p
}

func (p phrases) add(done, rest []string) {
	if len(rest) == 0 {
		if len(done) > 0 {
			p[done[0]] = append(p[done[0]], append([]string{}, done...))
		}
		return
	}
	for _, w := range strings.Split(rest[0], "|") {
		p.add(append(done[:len(done):len(done)], w), rest[1:])
	}
}

// at returns how many words of the longest phrase that begins at i, 0 for none.
func (p phrases) at(ws []string, i int) int {
	best := 0
	for _, phrase := range p[ws[i]] {
		if len(phrase) <= best || len(phrase) > len(ws)-i {
			continue
		}
		same := true
		for k, w := range phrase {
			if ws[i+k] != w {
				same = false
				break
			}
		}
		if same {
			best = len(phrase)
		}
	}
	return best
}

// starts reports whether a phrase stands at the beginning.
func (p phrases) starts(ws []string) bool { return len(ws) > 0 && p.at(ws, 0) > 0 }

// in reports whether a phrase stands anywhere.
func (p phrases) in(ws []string) bool {
	for i := range ws {
		if p.at(ws, i) > 0 {
			return true
		}
	}
	return false
}

// follows reports whether one of the first words is followed, later on, by one of
// the second: "replaced … with".
func follows(ws []string, first, second phrases) bool {
	for i := range ws {
		if first.at(ws, i) > 0 {
			return second.in(ws[i+1:])
		}
	}
	return false
}

// cutWords takes the first n words off a text, and the marks behind them.
func cutWords(s string, n int) string {
	s = strings.TrimLeft(s, " ")
	for ; n > 0 && s != ""; n-- {
		i := strings.IndexByte(s, ' ')
		if i < 0 {
			return ""
		}
		s = strings.TrimLeft(s[i:], " -–—")
	}
	return s
}
