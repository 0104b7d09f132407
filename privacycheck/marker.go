package privacycheck

import (
	"bytes"
	"sort"
)

// A marker lets findings pass: `privacy: allow`, alone or followed by rules or
// groups, on the line of the finding (for a finding of several lines, on its
// first or last), or on the line before when nothing else stands there.
// `privacy: allow-next-line` speaks about the next line wherever it stands.
// A marker between backquotes is documentation and none.
type marker struct {
	line  int
	names []string // empty: every rule
	alone bool     // nothing but the marker's comment on this line
	next  bool
	bad   string // why it lets nothing pass
	plain bool   // stands in a comment or string, so that warnings about it make sense
	used  bool
}

var (
	litMarker = []byte("rivacy")
	litUpper  = []byte("RIVACY")
)

// findMarkers reads all markers, and what looks as if it was meant to be one.
func findMarkers(text []byte, idx *lineIndex, cat *Catalog) []*marker {
	var out []*marker
	for _, lit := range [][]byte{litMarker, litUpper} {
		for i := 0; ; {
			j := bytes.Index(text[i:], lit)
			if j < 0 {
				break
			}
			at := i + j
			i = at + len(lit)
			if at == 0 || text[at-1]|0x20 != 'p' {
				continue
			}
			if m := markerAt(text, at-1, idx, cat); m != nil {
				out = append(out, m)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].line < out[j].line })
	return out
}

// markerAt parses what begins with "privacy" at i.
func markerAt(text []byte, i int, idx *lineIndex, cat *Catalog) *marker {
	if i > 0 && (words[text[i-1]] && !afterEscape(text, i) || text[i-1] == '-' && i > 1 && isAlnum(text[i-2]) || text[i-1] == '`' || text[i-1] == '.') {
		return nil
	}
	line := idx.line(i)
	from, to := idx.bounds(line, len(text))
	rest := text[i+len("privacy") : to]
	before := bytes.TrimSpace(text[from:i])
	m := &marker{line: line, plain: commentBefore(before)}
	if insideBackquotes(text[from:i], rest) {
		return nil
	}
	k := bytes.IndexFunc(rest, func(r rune) bool { return r != ' ' && r != '\t' })
	if k < 0 {
		return nil
	}
	if rest[k] != ':' {
		return misspeltOpening(m, rest)
	}
	rest = bytes.TrimLeft(rest[k+1:], " \t")
	n := wordLen(rest)
	word := string(bytes.ToLower(rest[:n]))
	rest = rest[n:]
	switch {
	case word == "allow":
	case word == "allow-next-line":
		m.next = true
	case distance(word, "allow") <= 2 || distance(word, "allow-next-line") <= 3 || meantAllow[word]:
		m.bad = "misspelt marker: write `privacy: allow`, with the rule behind it"
		return m
	default:
		return nil // privacy: of something else
	}
	if m.readNames(rest, cat) {
		m.bad = "the marker names a rule that does not exist; privacy_check --rules lists them"
	}
	// A reason may follow; it does not make the line one of content.
	m.alone = !m.next && !hasWord(before)
	return m
}

// readNames reads the rules behind the marker: the first word must be one, so
// that a misspelt rule does not become a marker for all of them.
func (m *marker) readNames(rest []byte, cat *Catalog) (bad bool) {
	comma := true
	for {
		rest = bytes.TrimLeft(rest, " \t")
		if len(rest) > 0 && rest[0] == ',' {
			rest, comma = bytes.TrimLeft(rest[1:], " \t"), true
		}
		n := wordLen(rest)
		if n == 0 || rest[0] == '-' {
			return false
		}
		name := string(bytes.ToLower(bytes.TrimRight(rest[:n], "-")))
		if !cat.Known(name) {
			return comma
		}
		m.names = append(m.names, name)
		rest, comma = rest[len(name):], false
	}
}

// wordLen is the length of a run of letters, digits and dashes.
func wordLen(s []byte) int {
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == '-' || s[n] == '_') {
		n++
	}
	return n
}

var meantAllow = map[string]bool{"ignore": true, "skip": true, "disable": true, "nolint": true, "allowlist": true, "allow-line": true, "allow-next": true, "ignore-line": true, "ignore-next-line": true, "permit": true}

// misspeltOpening recognises privacy-allow, privacy allow, privacy_check: allow.
func misspeltOpening(m *marker, rest []byte) *marker {
	if !m.plain {
		return nil
	}
	low := bytes.ToLower(rest[:min(len(rest), 32)])
	for _, p := range []string{"-check:", "_check:", "check:", "-", "_", "=", " "} {
		if after, ok := bytes.CutPrefix(low, []byte(p)); ok {
			after = bytes.TrimLeft(after, " \t")
			w := string(after[:wordLen(after)])
			if w == "allow" || w == "allow-next-line" {
				m.bad = "misspelt marker: write `privacy: allow`, with the rule behind it"
				return m
			}
		}
	}
	return nil
}

// commentBefore is true when what stands before a marker opens a comment or a
// string, so that the marker is meant.
func commentBefore(before []byte) bool {
	if len(before) == 0 {
		return false
	}
	switch before[len(before)-1] {
	case '#', '/', '*', '!', ';', '%', '"', '\'':
		return true
	case '-':
		return bytes.HasSuffix(before, []byte("--"))
	}
	low := bytes.ToLower(before)
	return bytes.Equal(low, []byte("rem")) || bytes.Equal(low, []byte("dnl"))
}

func insideBackquotes(before, after []byte) bool {
	return bytes.Count(before, []byte("`"))%2 == 1 && bytes.IndexByte(after, '`') >= 0
}

func hasWord(s []byte) bool {
	low := bytes.ToLower(s)
	if bytes.Equal(low, []byte("rem")) || bytes.Equal(low, []byte("dnl")) {
		return false
	}
	for _, b := range s {
		if words[b] {
			return true
		}
	}
	return false
}

// distance is the number of edits (insert, delete, replace, swap of neighbours)
// between two short words.
func distance(a, b string) int {
	if len(a) > 32 {
		return len(a)
	}
	var rows [3][40]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur, prev, old := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], old[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// covers is true when the marker speaks about the rule.
func (m *marker) covers(r *Rule) bool {
	if m.bad != "" {
		return false
	}
	return len(m.names) == 0 || named(r, m.names)
}

// markerSet answers which marker lets a match pass.
type markerSet struct {
	all    []*marker
	byLine map[int][]*marker
	solid  map[int]bool // lines that hold a match themselves: a marker there is not alone
}

func newMarkerSet(all []*marker) *markerSet {
	s := &markerSet{all: all}
	if len(all) > 0 {
		s.byLine = make(map[int][]*marker, len(all))
		for _, m := range all {
			s.byLine[m.line] = append(s.byLine[m.line], m)
		}
	}
	return s
}

// pass finds a marker for a match on the lines first to last, and counts it as used.
func (s *markerSet) pass(r *Rule, first, last int) bool {
	if len(s.all) == 0 {
		return false
	}
	ok := false
	use := func(m *marker) {
		if m.covers(r) {
			m.used, ok = true, true
		}
	}
	for _, l := range []int{first, last} {
		for _, m := range s.byLine[l] {
			if !m.next {
				use(m)
			}
		}
		if first == last {
			break
		}
	}
	for l := first - 1; l > 0; l-- {
		stacked := false
		for _, m := range s.byLine[l] {
			if m.next && l == first-1 || m.alone && !s.solid[l] {
				use(m)
				stacked = stacked || m.alone
			}
		}
		if !stacked || s.solid[l] {
			break
		}
	}
	return ok
}
