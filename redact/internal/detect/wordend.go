package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
)

// wordEnd is where the unquoted word of a command ends that begins at i, at end
// at the latest: with what ends a word in every shell, or with what closes the
// text around the command, whatever opened it.
func wordEnd(s []byte, i, end int) int { return wordEndIn(nil, s, i, end) }

// wordEndIn is wordEnd with what was walked before, unless v is nil.
func wordEndIn(v *scan.View, s []byte, i, end int) int {
	var open [3]int
	noTemplate := 0
	walked, from := (*scan.Stretch)(nil), -1
	if v != nil && v.Walked != nil && i < end && (s[i] != '\\' || i > 0 && s[i-1] != '\\') {
		// What ends a word may depend on its first two bytes, and which bytes are
		// escaped on where the backslashes before them begin. Most words are short.
		walked, from = &v.Walked.Words, i+16
	}
	p := i
walk:
	for ; p < end; p++ {
		if from > 0 && p >= from && (p == from || !alnum(s[p])) {
			if k := walked.Skip(v, p); k > p {
				p = k - 1
				continue
			}
		}
		if alnum(s[p]) {
			continue
		}
		at := p
		switch c := s[p]; {
		case space(c), c == '"', c == '\'' && p > i, c == '`' && p > i: // -p'x': glued quotes
			break walk
		case c == '\\':
			if escapeEnds(s, p) {
				break walk
			}
			if p+1 < end && !alnum(s[p+1]) && !space(s[p+1]) {
				p++ // \; and the like belong to the word
			}
		case c == '$' && p+1 < end && s[p+1] == '(':
			p = substitution(s, p, end)
			from = sawWord(v, from, at)
		case c == '{' && p+1 < end && s[p+1] == '{':
			p = templateEnd(s, p, end, &noTemplate)
			from = sawWord(v, from, at)
		case c == '<':
			n := angled(s, i, p, end)
			if n == 0 && p > i {
				break walk
			}
			p += n
			from = sawWord(v, from, at)
		case p == i:
			opens(&open, c)
			if open != [3]int{} {
				from = -1
			}
		case c == '>' && p == i+1 && digit(s[i]):
			return i // 2>&1
		case c == ';', c == '>', c == '|' && !digitsOnly(s[i:p]): // 12|token
			break walk
		case closesAt(s, p, &open):
			break walk
		case c == '|' || open != [3]int{}:
			from = sawWord(v, from, at)
		}
	}
	p = min(p, end)
	sawWord(v, from, p)
	return p
}

// sawWord says that nothing in s[from:p] ends a word, wherever that began; from is
// negative where it may depend on that, as all does that follows.
func sawWord(v *scan.View, from, p int) int {
	if from < 0 {
		return -1
	}
	// At the end of what is to be seen it is not known what follows.
	for p = min(p, len(v.Src)-64); p > from && v.Src[p-1] == '\\'; p-- {
	}
	if p-from > 32 {
		v.Walked.Words.Saw(v, from, p)
	}
	return -1
}

// wordEndCmd is wordEnd in the shell of Windows, to which ' is a letter.
func wordEndCmd(s []byte, i, end int) int {
	e := wordEnd(s, i, end)
	for e < end && s[e] == '\'' && !endOfToken(s, e+1) {
		e = wordEnd(s, e+1, end)
	}
	return e
}

// closesAt: at p, behind a value, stands what closes the text around it. open
// counts the brackets that the value itself opened.
func closesAt(s []byte, p int, open *[3]int) bool {
	switch c := s[p]; c {
	case 0x1b:
		return true
	case '<':
		return p+1 < len(s) && (s[p+1] == '/' || alpha(s[p+1]))
	case '&':
		return entityAt(s, p) || p+1 < len(s) && s[p+1] == '&' || endOfToken(s, p+1)
	case '*', '~':
		return emphasisEnds(s, p)
	case '.', ',':
		return s[p-1] != '.' && s[p-1] != '/' && endOfSentence(s, p+1)
	case ')', ']', '}':
		n := &open[bracket(c)]
		if *n--; *n >= 0 {
			return false
		}
		*n = 0
		return c == ')' || p+1 >= len(s) || endOfToken(s, p+1) || bytes.IndexByte([]byte("(.:&*<~>"), s[p+1]) >= 0
	default:
		opens(open, c)
		return wideEnd(s, p)
	}
}

// opens counts an opening bracket.
func opens(open *[3]int, c byte) {
	switch c {
	case '(', '[', '{':
		open[bracket(c)]++
	}
}

// bracket is the place of a bracket's kind in a count.
func bracket(c byte) int {
	switch c {
	case '(', ')':
		return 0
	case '[', ']':
		return 1
	}
	return 2
}

// substitution is the last byte of $(command) at p, or p when it is not closed.
func substitution(s []byte, p, end int) int {
	depth := 0
	for k, limit := p+1, min(end, p+200); k < limit; k++ {
		switch s[k] {
		case '\n':
			return p
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return p
}

// template is the last byte of {{ expression }} at p, or p when it is not closed.
func template(s []byte, p, end int) int {
	known := 0
	return templateEnd(s, p, end, &known)
}

// templateEnd is template where none is closed before known, which moves on.
func templateEnd(s []byte, p, end int, known *int) int {
	k, limit := max(p+2, *known), min(end, p+100)
	for ; k+1 < limit && s[k] != '\n'; k++ {
		if s[k] == '}' && s[k+1] == '}' {
			return k + 1
		}
	}
	*known = k
	return p
}

// angled is the distance from the < at p to the > of a placeholder such as
// -p<password> and <user>:<password>, 0 when the < ends the word that began at i.
func angled(s []byte, i, p, end int) int {
	if p > i && (alnum(s[p-1]) || s[p-1] >= 0x80) && !(p == i+2 && s[i] == '-') {
		return 0
	}
	for k, limit := p+1, min(end, p+64); k < limit; k++ {
		switch c := s[k]; {
		case c == '>' && (k > p+3 || at(s, p, "<pw>") || p == i): // <b>, <br>: tags
			return k - p
		case !nameByte(c) && c != '[' && c != ']' && c != ':':
			return 0
		}
	}
	return 0
}

// emphasisEnds: one or two marks of Markdown's emphasis stand at p, and the text
// ends behind them.
func emphasisEnds(s []byte, p int) bool {
	c, k := s[p], p
	for k < len(s) && s[k] == c && k-p < 3 {
		k++
	}
	if c == s[p-1] || k-p > 2 || c == '~' && k-p < 2 {
		return false
	}
	return endOfToken(s, k) || endOfSentence(s, k) || bytes.IndexByte([]byte(".,:;!?<"), s[k]) >= 0 && endOfToken(s, k+1)
}

// endOfSentence: a blank, a line break, or what closes the text around follows.
func endOfSentence(s []byte, i int) bool {
	return endOfToken(s, i) || i < len(s) && (s[i] == '<' || s[i] == '*' || s[i] == '&' && entityAt(s, i) || wideEnd(s, i))
}

// wideEnd: a quotation mark, blank, dash, bracket or stop of other scripts.
func wideEnd(s []byte, p int) bool {
	if s[p] < 0xc2 || p+1 >= len(s) {
		return false
	}
	switch s[p] {
	case 0xc2:
		return s[p+1] == 0xa0 || s[p+1] == 0xbb || s[p+1] == 0xab // no-break space, » «
	case 0xe2:
		return s[p+1] == 0x80
	case 0xe3:
		return s[p+1] == 0x80 && p+2 < len(s) && s[p+2] <= 0x9f // 、。」】
	case 0xef:
		return s[p+1] == 0xbc && p+2 < len(s) && (s[p+2] == 0x89 || s[p+2] == 0x8c || s[p+2] == 0x9b || s[p+2] == 0x8e) // ），；．
	}
	return false
}

// closedBefore is where a value from i to end, which a grammar of its own
// delimits, ends in the text around it.
func closedBefore(s []byte, i, end int) int {
	var open [3]int
	if i < end {
		opens(&open, s[i])
	}
	for p := i + 1; p < end; p++ {
		if mayClose[s[p]] && closesAt(s, p, &open) {
			return p
		}
	}
	return end
}

// closedIn is closedBefore with what was walked before.
func closedIn(v *scan.View, i, end int) int {
	s := v.Src
	if end-i < 64 {
		return closedBefore(s, i, end)
	}
	// Brackets that open matter to those that close.
	closers := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Closers })
	k := i + 1
	for ; ; k++ {
		if k = closers.Skip(v, k); k >= end || s[k] == ')' || s[k] == ']' || s[k] == '}' {
			break
		}
	}
	closers.Saw(v, i+1, min(k, end))
	if k < end {
		return closedBefore(s, i, end)
	}
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Closings })
	var open [3]int
	p := i + 1
	for ; ; p++ {
		if p = walked.Skip(v, p); p >= end || mayClose[s[p]] && closesAt(s, p, &open) {
			break
		}
	}
	p = min(p, end)
	// At the end of what is to be seen it is not known what follows.
	if sure := min(p, len(s)-64); sure > i+1 {
		walked.Saw(v, i+1, sure)
	}
	return p
}

// mayClose has the bytes that closesAt looks at.
var mayClose = func() (t [256]bool) {
	for _, c := range []byte("\x1b<&*~.,()[]{}") {
		t[c] = true
	}
	for i := 0xc2; i < len(t); i++ {
		t[i] = true
	}
	return t
}()
