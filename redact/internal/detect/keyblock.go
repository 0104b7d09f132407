package detect

import (
	"bytes"

	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// keyBlock finds private keys between BEGIN and END lines in every dress: with
// escaped line breaks, cut off, on one line, quoted, indented, as a diff or
// with line numbers. Certificates and public keys stay.
func keyBlock(v *scan.View, out *scan.Out) {
	s := v.Src
	label := v.To
	end := label
	for end < len(s) && end-label < 64 && (upper(s[end]) || digit(s[end]) || s[end] == ' ' || s[end] == '_' || s[end] == '.') {
		end++
	}
	if !privateLabel(s[label:end]) {
		return
	}
	for end < len(s) && s[end] == '-' {
		end++
	}
	prefix, decorated := decoration(s, v.At)
	body := end
	stop, closed := keyEnd(s, body, v)
	if !closed {
		stop = bodyEnd(s, body, prefix)
	}
	if !keyLike(s[body:min(stop, body+8192)]) {
		return
	}
	if decorated {
		keyLines(v, out, body, stop, prefix)
		return
	}
	sp := scan.Span{Match: v.At, MatchEnd: stop, Start: v.At, End: stop, Rule: rulePrivateKey, Confidence: rulePrivateKey.Confidence}
	if stop == len(s) && !v.Finish {
		sp.Open, sp.Until = true, "-----END"
	}
	out.Add(sp)
}

func privateLabel(b []byte) bool {
	for i := range b {
		if b[i] == 'P' && at(b, i, "private key") {
			return true
		}
	}
	return false
}

// decoration is what stands before BEGIN on its line. decorated says that the
// following lines carry the like: diff marks, line numbers, comment signs.
func decoration(s []byte, begin int) (prefix []byte, decorated bool) {
	low := max(0, begin-40)
	i := begin
	for i > low && s[i-1] != '\n' && !quote(s[i-1]) && !(i > 1 && s[i-2] == '\\' && s[i-1] == 'n') {
		i--
	}
	if i == low && low > 0 && s[i-1] != '\n' {
		return nil, false
	}
	if i < begin && s[i] == 't' && i > 0 && s[i-1] == '\\' {
		i++
	}
	prefix = s[i:begin]
	marks := false
	for k, c := range prefix {
		switch {
		case blank(c) || digit(c):
		case c == '\\' || c == 't' && k > 0 && prefix[k-1] == '\\':
			// an escaped tab
		case c == '+' || c == '-' || c == '>' || c == '|' || c == '#' || c == '*' || c == ':' || c == '/' || c == ';' || c == '%':
			marks = true
		case c == 0x1b || c == '[' || c == 'm' && k > 0:
			marks = true
		case c >= 0x80:
			marks = true // the arrow after line numbers
		default:
			return nil, false // a name, a quote: the block is a value
		}
		if digit(c) {
			marks = true
		}
	}
	return prefix, marks
}

// keyEnd finds the END line before the next BEGIN. stop is behind its dashes.
func keyEnd(s []byte, body int, v *scan.View) (stop int, closed bool) {
	for i := body; i+8 <= len(s); i++ {
		n := bytes.IndexByte(s[i:len(s)-7], '-')
		if n < 0 {
			break
		}
		if i += n; s[i+1] != '-' {
			continue
		}
		k := i
		for k < len(s) && s[k] == '-' {
			k++
		}
		if k-i >= 4 && (at(s, k, "end") || at(s, k, " end ssh2")) {
			for k < len(s) && s[k] != '-' && s[k] != '\n' && k-i < 90 {
				k++
			}
			if k < len(s) && s[k] == '-' {
				for k < len(s) && s[k] == '-' && k-i < 100 {
					k++
				}
				return k, true
			}
			return k, true
		}
		if k-i >= 4 && at(s, k, "begin") {
			return i, false
		}
		i = k
	}
	return len(s), false
}

// bodyEnd is where a block without END stops looking like one.
func bodyEnd(s []byte, i int, prefix []byte) int {
	end := i
	for i < len(s) {
		k := stripPrefix(s, i, prefix)
		from := k
		for k < len(s) && (base64Byte(s[k]) || s[k] == '=') {
			k++
		}
		switch {
		case k-from >= 16 || k > from && k < len(s) && s[k-1] == '=' || k > from && lineOver(s, k) && k-from > 1 && end > 0 && value.Score(s[from:k]) > 0:
			end = k
		case k > from && headerLine(s, from):
			k = lineEnd(s, from, 200)
			end = k
		case k > from && !lineOver(s, k):
			return end
		case k > from && k-from < 16 && value.Score(s[from:k]) <= 0:
			return end
		}
		// To the next piece: a line break, an escape, a quote and + of a concatenation.
		p := k
		for p < len(s) && (space(s[p]) || s[p] == '\\' && (newline(s, p) > 0 || p+1 < len(s) && quote(s[p+1])) || quote(s[p]) || s[p] == '+' || s[p] == ',') {
			if n := newline(s, p); n > 1 {
				p += n
				continue
			}
			p++
		}
		if p == i || p == k && p < len(s) {
			if k == len(s) {
				return k
			}
			return end
		}
		i = p
	}
	return max(end, min(len(s), end))
}

func base64Byte(c byte) bool { return alnum(c) || c == '+' || c == '/' || c == '_' || c == '-' }

// lineOver: nothing of the line follows at i.
func lineOver(s []byte, i int) bool {
	return i >= len(s) || space(s[i]) && (s[i] != ' ' || i+1 < len(s) && s[i+1] == '\n') || s[i] == '\\' || quote(s[i]) || s[i] == '=' || s[i] == '-'
}

// headerLine: Proc-Type: 4,ENCRYPTED and the like.
func headerLine(s []byte, i int) bool {
	for _, w := range [...]string{"proc-type:", "dek-info:", "version:", "comment:", "hash:", "charset:", "messageid:", "x-", "encryption:", "subject:"} {
		if at(s, i, w) {
			return true
		}
	}
	return false
}

// stripPrefix is the offset behind the decoration of the line at i.
func stripPrefix(s []byte, i int, prefix []byte) int {
	if len(prefix) == 0 {
		for i < len(s) && blank(s[i]) {
			i++
		}
		return i
	}
	i = skipTabs(s, i)
	// Line numbers: digits and then a tab, a colon, a bar or an arrow.
	k := i
	for k < len(s) && digit(s[k]) && k-i < 8 {
		k++
	}
	if k > i && k < len(s) && (blank(s[k]) || tab(s, k) > 0 || s[k] == ':' || s[k] == '|' || s[k] == '-' || s[k] >= 0x80 || s[k] == ')') {
		i = skipTabs(s, k)
		for i < len(s) && (blank(s[i]) || s[i] == ':' || s[i] == '|' || s[i] >= 0x80 || s[i] == ')') {
			i++
		}
	}
	for i < len(s) {
		if n := ansi(s, i); n > 0 {
			i += n
			continue
		}
		if blank(s[i]) || inBytes(prefix, s[i]) && !alnum(s[i]) && s[i] != '\\' && (s[i] != '+' && s[i] != '/' || i == 0 || s[i-1] == '\n' || s[i-1] == '\t' || s[i-1] == ' ' || s[i-1] == 'm' || s[i-1] == 'n' && i > 1 && s[i-2] == '\\') {
			i++
			continue
		}
		break
	}
	return i
}

// tab is the length of a tab at s[i], which a string may escape.
func tab(s []byte, i int) int {
	if i >= len(s) {
		return 0
	}
	if s[i] == '\t' {
		return 1
	}
	k := i
	for k < len(s) && s[k] == '\\' && k-i < 8 {
		k++
	}
	if k > i && k < len(s) && s[k] == 't' {
		return k + 1 - i
	}
	return 0
}

func skipTabs(s []byte, i int) int {
	for i < len(s) {
		if n := tab(s, i); n > 0 {
			i += n
		} else if blank(s[i]) {
			i++
		} else {
			break
		}
	}
	return i
}

func inBytes(b []byte, c byte) bool {
	for _, x := range b {
		if x == c {
			return true
		}
	}
	return false
}

// keyLike: between the lines stands key material and no prose, dots or a
// placeholder of ours.
func keyLike(b []byte) bool {
	run := 0
	for i := 0; i < len(b); i++ {
		c := b[i]
		if alnum(c) || c == '+' || c == '/' {
			run++
			if run >= 16 && c != 'X' && c != 'x' {
				w := b[i+1-run : i+1]
				if i+1 < len(b) && (alnum(b[i+1]) || b[i+1] == '+' || b[i+1] == '/') && run < 64 {
					continue
				}
				if value.Score(w) > 0 || run >= 40 && !flat(w) {
					return true
				}
			}
			continue
		}
		run = 0
	}
	return false
}

// flat: one character over and over.
func flat(b []byte) bool {
	var seen [256]bool
	n := 0
	for _, c := range b {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n < 4
}

// keyLines reports the key material of each line, so that the decoration of
// the lines stays.
func keyLines(v *scan.View, out *scan.Out, body, stop int, prefix []byte) {
	s := v.Src
	for i := body; i < stop; {
		k := stripPrefix(s, i, prefix)
		e := k
		for e < stop && (base64Byte(s[e]) || s[e] == '=') {
			e++
		}
		if e-k >= 4 && lineOver(s, e) && !(s[k] == '-' && e-k > 3 && s[k+1] == '-') {
			out.Add(scan.Span{Match: k, MatchEnd: e, Start: k, End: e, Rule: rulePrivateKey, Confidence: rulePrivateKey.Confidence})
		}
		i = lineAfter(s[:stop], e)
	}
}

// puttyKey finds the private lines of a PuTTY key file.
func puttyKey(v *scan.View, out *scan.Out) {
	s := v.Src
	const mark = "Private-Lines:"
	limit := min(len(s), v.To+16<<10)
	var none scan.Stretch
	walked := &none
	if v.Walked != nil {
		walked = &v.Walked.Putty
	}
	i := walked.Skip(v, v.To)
	for ; i+len(mark) < limit; i++ {
		if s[i] == 'P' && string(s[i:i+len(mark)]) == mark {
			break
		}
	}
	walked.Saw(v, v.To, i)
	if i+len(mark) >= limit {
		return
	}
	i += len(mark)
	for i < len(s) && (blank(s[i]) || digit(s[i])) {
		i++
	}
	i += newline(s, i)
	i = skipBlanks(s, i)
	start, end := i, i
	for i < len(s) {
		k := i
		for k < len(s) && (base64Byte(s[k]) || s[k] == '=') {
			k++
		}
		if k < len(s) && s[k] == ':' || k == i { // Private-MAC: or the end
			break
		}
		end = k
		n := newline(s, k)
		if n == 0 {
			break
		}
		i = skipBlanks(s, k+n)
	}
	if end-start < 16 {
		return
	}
	out.Add(scan.Span{Match: v.At, MatchEnd: end, Start: start, End: end, Rule: rulePrivateKey, Confidence: rulePrivateKey.Confidence})
}
