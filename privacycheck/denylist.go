package privacycheck

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DenylistFile is the name of the private list at the top of a repository. It
// must not be tracked.
const DenylistFile = ".privacy-denylist"

// DenylistEnv holds the list where there is no file: CI's secret variable.
const DenylistEnv = "PRIVACY_DENYLIST"

// TermMatch says where a plain term of the denylist counts.
type TermMatch uint8

const (
	// MatchAuto finds terms with six or more letters or digits anywhere, and
	// shorter ones as words, where _ and a hump in camelCase end a word.
	MatchAuto TermMatch = iota
	MatchWord           // as a word only, whatever the length
	MatchAny            // anywhere
)

// autoLetters is the length from which MatchAuto finds a term inside words.
const autoLetters = 6

type term struct {
	parts [][]byte // folded words; between them stands one of " -_." or nothing
	word  bool
	line  int
	key   string // folded, for telling equal terms apart
}

type pattern struct {
	re   *regexp.Regexp
	line int
}

// Denylist is the private list, ready to search. It is safe for concurrent use.
type Denylist struct {
	terms    []term
	patterns []pattern
	// sieve has a bit for each three folded bytes that begin a search window of
	// a term; windows lists by that hash which terms those are.
	sieve   [1 << 13]uint8
	windows map[uint32][]window
	short   []int // terms too short for a window
}

// window is three bytes of a term's longest word.
type window struct {
	term int
	part int // which part of the term
	off  int // where in that part the window stands
}

// Terms counts terms and patterns.
func (d *Denylist) Terms() int {
	if d == nil {
		return 0
	}
	return len(d.terms) + len(d.patterns)
}

// ParseDenylist reads a list: one term a line, # comments, blank lines; `re:`
// before a regular expression, `word:` or `any:` before a term that has a rule
// of its own. UTF-16 with a byte order mark is understood. Errors name lines
// and never their text.
func ParseDenylist(data []byte, how TermMatch) (*Denylist, error) {
	text, enc, err := decodeText(data)
	if err != nil {
		return nil, err
	}
	if enc == encBinary {
		return nil, errors.New("is binary, not a list of terms; save it as UTF-8")
	}
	d := &Denylist{windows: map[uint32][]window{}}
	seen := map[string]bool{}
	var problems []error
	for n, raw := range strings.Split(string(text), "\n") {
		line := strings.TrimSpace(raw)
		if line == "" || line[0] == '#' {
			continue
		}
		if expr, ok := strings.CutPrefix(line, "re:"); ok {
			re, err := compileTerm(strings.TrimSpace(expr))
			if err != nil {
				problems = append(problems, fmt.Errorf("line %d: %w", n+1, err))
				continue
			}
			d.patterns = append(d.patterns, pattern{re, n + 1})
			continue
		}
		mode := how
		if rest, ok := strings.CutPrefix(line, "word:"); ok {
			mode, line = MatchWord, strings.TrimSpace(rest)
		} else if rest, ok := strings.CutPrefix(line, "any:"); ok {
			mode, line = MatchAny, strings.TrimSpace(rest)
		}
		t := newTerm(line, mode, n+1)
		if len(t.parts) == 0 {
			problems = append(problems, fmt.Errorf("line %d: a term needs at least one letter, digit or sign", n+1))
			continue
		}
		if !seen[t.key] {
			seen[t.key] = true
			d.terms = append(d.terms, t)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	d.index()
	return d, nil
}

// compileTerm compiles a pattern; its errors do not quote it.
func compileTerm(expr string) (*regexp.Regexp, error) {
	if expr == "" {
		return nil, errors.New("re: needs a pattern")
	}
	re, err := regexp.Compile("(?i:" + expr + ")")
	if err != nil {
		var se *syntax.Error
		if errors.As(err, &se) {
			return nil, fmt.Errorf("bad pattern: %s", se.Code)
		}
		return nil, errors.New("bad pattern")
	}
	if re.MatchString("") {
		return nil, errors.New("the pattern matches the empty text, so it would match every line")
	}
	return re, nil
}

func newTerm(line string, mode TermMatch, n int) term {
	t := term{line: n}
	for _, w := range termWords(line) {
		if f := foldString(w); len(f) > 0 {
			t.parts = append(t.parts, f)
		}
	}
	t.key = string(bytes.Join(t.parts, []byte{' '}))
	count := 0
	for _, r := range t.key {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			count++
		}
	}
	t.word = mode == MatchWord || mode == MatchAuto && count < autoLetters
	return t
}

// termWords splits a term where its words join: at blanks, and at dashes and
// underscores between letters, so that acme-corp also finds acme_corp, "Acme
// Corp" and AcmeCorp.
func termWords(line string) []string {
	runes := []rune(line)
	for i, r := range runes {
		if (r == '-' || r == '_') && i > 0 && i+1 < len(runes) && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
			runes[i] = ' '
		}
	}
	return strings.Fields(string(runes))
}

func hash3(b []byte) uint32 {
	return (uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16) * 0x9E3779B1 >> 16
}

// common are letters that English and code use most: a window without them
// makes fewer candidates.
const common = "etaoinsrhldcu _-./"

func (d *Denylist) index() {
	for i := range d.terms {
		best, score := window{term: i, part: -1}, -1
		for p, w := range d.terms[i].parts {
			for off := 0; off+3 <= len(w); off++ {
				s := 1
				for _, b := range w[off : off+3] {
					if k := strings.IndexByte(common, b); k < 0 {
						s += 20
					} else {
						s += k
					}
				}
				if s > score {
					best.part, best.off, score = p, off, s
				}
			}
		}
		if best.part < 0 {
			d.short = append(d.short, i)
			continue
		}
		h := hash3(d.terms[i].parts[best.part][best.off:])
		d.sieve[h>>3] |= 1 << (h & 7)
		d.windows[h] = append(d.windows[h], best)
	}
}

// find appends the places where terms stand in src.
func (d *Denylist) find(src []byte, out []match) []match {
	if d == nil {
		return out
	}
	if len(d.terms) > 0 {
		f := folded{text: src}
		if !ascii(src) {
			f = fold(src)
		}
		out = d.findTerms(src, f, out)
	}
	for k, p := range d.patterns {
		for _, loc := range p.re.FindAllIndex(src, -1) {
			if loc[0] < loc[1] {
				out = append(out, match{rule: ruleDeny, start: loc[0], end: loc[1], hide: loc[0], hideEnd: loc[1], term: len(d.terms) + k + 1})
			}
		}
	}
	return out
}

// findTerms searches f.text, which is folded or plain ASCII of any case.
func (d *Denylist) findTerms(src []byte, f folded, out []match) []match {
	t := f.text
	if len(d.windows) > 0 && len(t) >= 3 {
		w := uint32(lower[t[0]])<<8 | uint32(lower[t[1]])<<16
		for i := 2; i < len(t); i++ {
			w = w>>8 | uint32(lower[t[i]])<<16
			h := w * 0x9E3779B1 >> 16
			if d.sieve[h>>3]&(1<<(h&7)) == 0 {
				continue
			}
			for _, c := range d.windows[h] {
				if m, ok := d.verify(src, f, c, i-2); ok {
					out = append(out, m)
				}
			}
		}
	}
	for _, k := range d.short {
		p := d.terms[k].parts[0]
		for i := 0; i+len(p) <= len(t); i++ {
			if lower[t[i]] != p[0] {
				continue
			}
			if m, ok := d.verify(src, f, window{term: k}, i); ok {
				out = append(out, m)
			}
		}
	}
	return out
}

// verify compares the whole term around a window that stands at t[at].
func (d *Denylist) verify(src []byte, f folded, c window, at int) (match, bool) {
	tm, t := &d.terms[c.term], f.text
	start := at - c.off
	if start < 0 || !hasFolded(t, start, tm.parts[c.part]) {
		return match{}, false
	}
	end := start + len(tm.parts[c.part])
	for p := c.part + 1; p < len(tm.parts); p++ {
		ok := false
		for gap := 0; gap <= 2 && !ok; gap++ {
			if hasFolded(t, end+gap, tm.parts[p]) {
				end, ok = end+gap+len(tm.parts[p]), true
			} else if end+gap >= len(t) || !joins(t[end+gap]) {
				break
			}
		}
		if !ok {
			return match{}, false
		}
	}
	for p := c.part - 1; p >= 0; p-- {
		ok := false
		for gap := 0; gap <= 2 && !ok; gap++ {
			if s := start - gap - len(tm.parts[p]); hasFolded(t, s, tm.parts[p]) {
				start, ok = s, true
			} else if start-gap <= 0 || !joins(t[start-gap-1]) {
				break
			}
		}
		if !ok {
			return match{}, false
		}
	}
	s, e := f.source(start, end)
	if tm.word && !(wordEdge(src, s, true) && wordEdge(src, e, false)) {
		return match{}, false
	}
	return match{rule: ruleDeny, start: s, end: e, hide: s, hideEnd: e, term: c.term + 1}, true
}

func hasFolded(t []byte, at int, word []byte) bool {
	if at < 0 || at+len(word) > len(t) {
		return false
	}
	for i, b := range word {
		if lower[t[at+i]] != b {
			return false
		}
	}
	return true
}

// joins is true for what may stand between the words of a term.
func joins(b byte) bool {
	return b == ' ' || b == '-' || b == '_' || b == '.' || b == '\t' || b == '+'
}

// wordEdge is true when a word begins (or ends) at i: at a rune that is no
// letter or digit, at a hump in camelCase, where digits meet letters, or beside
// a script that writes no blanks between words.
func wordEdge(src []byte, i int, begins bool) bool {
	if i <= 0 || i >= len(src) {
		return true
	}
	before, _ := utf8.DecodeLastRune(src[:i])
	after, _ := utf8.DecodeRune(src[i:])
	if !letterOrDigit(before) || !letterOrDigit(after) {
		return true
	}
	if unspaced(before) || unspaced(after) {
		return true
	}
	if unicode.IsDigit(before) != unicode.IsDigit(after) {
		return true
	}
	if unicode.IsLower(before) && unicode.IsUpper(after) {
		return true
	}
	if begins && afterEscape(src, i) {
		return true
	}
	// HTTPServer: the last capital of a run belongs to the next word.
	if unicode.IsUpper(before) && unicode.IsUpper(after) {
		_, n := utf8.DecodeRune(src[i:])
		next, _ := utf8.DecodeRune(src[i+n:])
		return unicode.IsLower(next)
	}
	return false
}

func letterOrDigit(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

func unspaced(r rune) bool {
	return r > 0x2000 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// LoadDenylist finds the list: the file that the configuration or the caller
// names, else DenylistFile in one of dirs, and the environment variable besides.
// Both together are joined. A named file that is missing is an error unless the
// variable is set; no list at all is no error.
func LoadDenylist(named string, dirs []string, env string, how TermMatch) (*Denylist, DenylistState, error) {
	var parts [][]byte
	var from []string
	read := func(path, show string) (bool, error) {
		data, err := ReadOwnFile(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("reading the denylist: %w", err)
		}
		text, enc, err := decodeText(data)
		if err == nil && enc == encBinary {
			err = errors.New("is binary, not a list of terms; save it as UTF-8")
		}
		if err == nil {
			_, err = ParseDenylist(text, how) // line numbers are those of this file
		}
		if err != nil {
			return false, fmt.Errorf("denylist %s: %w", show, err)
		}
		parts, from = append(parts, text), append(from, show)
		return true, nil
	}
	switch {
	case named != "":
		found, err := read(named, named)
		if err != nil {
			return nil, DenylistState{}, err
		}
		if !found && strings.TrimSpace(env) == "" {
			return nil, DenylistState{}, fmt.Errorf("denylist %s: the configuration names this file, but it is not there; create it, or set %s", named, DenylistEnv)
		}
	default:
		for _, d := range dirs {
			found, err := read(d+string(os.PathSeparator)+DenylistFile, DenylistFile)
			if err != nil {
				return nil, DenylistState{}, err
			}
			if found {
				break
			}
		}
	}
	if strings.TrimSpace(env) != "" {
		if _, err := ParseDenylist([]byte(env), how); err != nil {
			return nil, DenylistState{}, fmt.Errorf("%s: %w", DenylistEnv, err)
		}
		parts, from = append(parts, []byte(env)), append(from, "$"+DenylistEnv)
	}
	if len(parts) == 0 {
		return nil, DenylistState{}, nil
	}
	d, err := ParseDenylist(bytes.Join(parts, []byte("\n")), how)
	if err != nil {
		return nil, DenylistState{}, fmt.Errorf("denylist: %w", err)
	}
	return d, DenylistState{From: strings.Join(from, " and "), Terms: d.Terms()}, nil
}
