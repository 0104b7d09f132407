package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// recoveryCodes finds the codes that get a person in without the second
// factor, listed after a name that says so: in one line or one a line, in
// quotes, bullets and brackets.
func recoveryCodes(v *scan.View, out *scan.Out) {
	s := v.Src
	i := v.To
	if i < len(s) && s[i]|0x20 == 's' {
		i++
	}
	if i >= len(s) || alnum(s[i]) || s[i] == '_' || s[i] == '-' {
		return
	}
	// A colon or an equals sign belongs between the name and the codes.
	sep := false
	for n := 0; i < len(s) && n < 48; n++ {
		c := s[i]
		if m := newline(s, i); m > 0 && sep {
			break
		}
		if c == ':' || c == '=' {
			sep = true
		} else if !blank(c) && !quote(c) && c != '\\' && c != '*' && c != '[' && c != '>' {
			break
		}
		i++
	}
	if !sep {
		headedCodes(v, out)
		return
	}
	for n := 0; n < 32; n++ {
		i = skipBullets(s, i)
		end, ok := codeAt(s, i)
		if !ok {
			return
		}
		out.Add(scan.Span{Match: v.At, MatchEnd: end, Start: i, End: end, Rule: ruleCode, Confidence: ruleCode.Confidence})
		i = end
	}
}

// skipBullets skips what stands between two codes of a list: "2. ", "- ", ", ".
func skipBullets(s []byte, i int) int {
	for n := 0; i < len(s) && n < 24; n++ {
		c := s[i]
		switch m := newline(s, i); {
		case m > 0:
			i += m
			continue
		case space(c) || quote(c) || c == ',' || c == '*' || c == '[' || c == '\\' || c == '|':
			i++
			continue
		case c == '-' && i+1 < len(s) && blank(s[i+1]):
			i += 2
			continue
		case digit(c):
			k := i
			for k < len(s) && digit(s[k]) && k-i < 3 {
				k++
			}
			if k+1 < len(s) && (s[k] == '.' || s[k] == ')') && blank(s[k+1]) {
				i = k + 1
				continue
			}
		}
		break
	}
	return i
}

// codeAt is the end of the code that begins at i: 6 to 32 letters and digits,
// digits among them, perhaps in groups; or two groups of digits. A date is none.
func codeAt(s []byte, i int) (int, bool) {
	n, digits, k := 0, 0, i
	for k < len(s) && k-i < 40 && (alnum(s[k]) || s[k] == '-' && k > i && k+1 < len(s) && alnum(s[k+1])) {
		if s[k] != '-' {
			n++
		}
		if digit(s[k]) {
			digits++
		}
		k++
	}
	if n == 4 && digits == 4 && k+5 <= len(s) && s[k] == ' ' && digitsOnly(s[k+1:k+5]) && (k+5 == len(s) || endOfToken(s, k+5)) {
		return k + 5, true
	}
	if n < 6 || n > 32 || digits < 1 || k < len(s) && !endOfToken(s, k) && newline(s, k) == 0 {
		return 0, false
	}
	w := s[i:k]
	if digits == 8 && len(w) == 10 && w[4] == '-' && w[7] == '-' || digits < 2 && !value.Likely(w) {
		return 0, false
	}
	return k, true
}

// headedCodes: the line that names the codes is a heading, and the next ones hold
// nothing but them, eight digits each, three of them or more; of those that are
// written in two groups two are enough.
func headedCodes(v *scan.View, out *scan.Out) {
	s := v.Src
	if v.To >= len(s) || s[v.To]|0x20 != 's' {
		return
	}
	i := lineEnd(s, v.To, 80)
	if newline(s, i) == 0 {
		return
	}
	var codes [32][2]int
	n := 0
	for n < len(codes) {
		i = skipBullets(s, i)
		end, ok := codeAt(s, i)
		if !ok || !eightDigits(s[i:end]) {
			break
		}
		codes[n] = [2]int{i, end}
		n++
		i = end
	}
	if n < 2 || n < 3 && codes[0][1]-codes[0][0] == 8 {
		return
	}
	for _, c := range codes[:n] {
		out.Add(scan.Span{Match: v.At, MatchEnd: c[1], Start: c[0], End: c[1], Rule: ruleCode, Confidence: ruleCode.Confidence})
	}
}

// eightDigits, perhaps in two groups.
func eightDigits(b []byte) bool {
	return value.DigitCount(b) == 8 && (len(b) == 8 || len(b) == 9 && b[4] == ' ')
}
