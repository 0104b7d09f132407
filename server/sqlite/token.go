package sqlite

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Tokens here are the tokens of the index (unicode61 with diacritics removed):
// runs of letters and digits, folded.

// token is a folded word and where it stands in the text, in bytes.
type token struct {
	text       string
	start, end int
}

// eachToken calls f for every token. The folded bytes are only valid during
// the call.
func eachToken(s string, f func(folded []byte, start, end int)) {
	var buf [64]byte
	word := buf[:0]
	start := -1
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if k := asciiFold[c]; k != 0 {
				if start < 0 {
					start = i
				}
				word = append(word, k)
			} else if start >= 0 {
				f(word, start, i)
				word, start = word[:0], -1
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			if start < 0 {
				start = i
			}
			word = utf8.AppendRune(word, fold(r))
		case unicode.Is(unicode.Mn, r) && start >= 0:
			// A mark inside a word is dropped with the other diacritics.
		default:
			if start >= 0 {
				f(word, start, i)
				word, start = word[:0], -1
			}
		}
		i += n
	}
	if start >= 0 {
		f(word, start, len(s))
	}
}

// asciiFold maps letters and digits to their lower case, all else to 0.
var asciiFold = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			t[c] = byte(c)
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		}
	}
	return t
}()

// fold lowers a letter and takes its diacritics away; in CJK scripts such marks
// make another letter.
func fold(r rune) rune {
	if isCJK(r) {
		return r
	}
	var src, dst [utf8.UTFMax * 4]byte
	n := utf8.EncodeRune(src[:], r)
	if out := norm.NFD.Append(dst[:0], src[:n]...); len(out) > 0 {
		base, size := utf8.DecodeRune(out)
		mark, _ := utf8.DecodeRune(out[size:])
		if size == len(out) || unicode.Is(unicode.Mn, mark) {
			r = base
		}
	}
	return unicode.ToLower(r)
}

func tokens(s string) []token {
	var out []token
	eachToken(s, func(w []byte, start, end int) {
		out = append(out, token{string(w), start, end})
	})
	return out
}

// isCJK tells scripts that are written without blanks between words.
func isCJK(r rune) bool {
	return r >= 0x3040 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
}

// parts makes the tokens that let parts of words be found: the words inside
// getUserById, and the pairs of characters of a run of CJK text.
type parts struct {
	seen map[string]bool
	out  strings.Builder
}

func partsOf(texts ...string) string {
	p := parts{seen: map[string]bool{}}
	for _, t := range texts {
		p.add(t)
	}
	return p.out.String()
}

func (p *parts) put(w string) {
	if p.seen[w] {
		return
	}
	p.seen[w] = true
	if p.out.Len() > 0 {
		p.out.WriteByte(' ')
	}
	p.out.WriteString(w)
}

func (p *parts) add(s string) {
	eachToken(s, func(_ []byte, start, end int) {
		w := s[start:end]
		if ascii, humps := camel(w); ascii {
			if humps {
				splitCamel(w, p.put)
			}
			return
		}
		cjkPairs(w, p.put)
	})
}

// camel reports whether the word is ASCII and has a hump: a lower-case letter
// before an upper-case one.
func camel(w string) (ascii, humps bool) {
	for i := 0; i < len(w); i++ {
		if w[i] >= utf8.RuneSelf {
			return false, false
		}
		if i > 0 && isUpper(w[i]) && !isUpper(w[i-1]) {
			humps = true
		}
	}
	return true, humps
}

// hasHump is camel for words that are looked at often.
func hasHump(w string) bool {
	for i := 1; i < len(w); i++ {
		if isUpper(w[i]) {
			ascii, humps := camel(w)
			return ascii && humps
		}
	}
	return false
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

// splitCamel yields the folded words of an identifier: HTTPServerName has http,
// server and name.
func splitCamel(w string, yield func(string)) {
	start := 0
	emit := func(end int) {
		if end-start >= 2 {
			yield(strings.ToLower(w[start:end]))
		}
		start = end
	}
	for i := 1; i < len(w); i++ {
		switch {
		case isUpper(w[i]) && !isUpper(w[i-1]):
			emit(i)
		case isUpper(w[i]) && i+1 < len(w) && isLower(w[i+1]):
			emit(i)
		}
	}
	emit(len(w))
}

// cjkPairs yields the overlapping pairs of each CJK run in the word, and single
// characters for runs of one.
func cjkPairs(w string, yield func(string)) {
	var prev rune
	run := 0
	flush := func() {
		if run == 1 {
			yield(string(fold(prev)))
		}
		run = 0
	}
	for _, r := range w {
		if !isCJK(r) {
			flush()
			continue
		}
		if run > 0 {
			yield(string([]rune{fold(prev), fold(r)}))
		}
		prev = r
		run++
	}
	flush()
}
