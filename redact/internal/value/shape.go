package value

// shape tells words, identifiers, code and generated values apart.
func shape(f *facts) Look {
	v := f.v
	n := &f.n
	ups, lows, digs, joins, spaces, high, others := n[classUpper], n[classLower], n[classDigit], n[classJoin], n[classBlank], n[classHigh], n[classOther]+n[classBackslash]
	letters := ups + lows
	if high >= 12 && ideographs(v) >= 4 {
		return Prose
	}
	if spaces > 0 {
		// Salts and passwords of 64 printable characters hold blanks too.
		if len(v) >= 32 && others >= 10 && digs > 0 && ups > 0 && lows > 0 && spaces*12 < len(v) {
			return Generated
		}
		if prose(v) {
			return Prose
		}
		return Plain
	}
	if len(v) >= 8 && (digs > 0 || ups > 0 && lows > 0 || others > 0) && f.likely() {
		return Generated
	}
	switch {
	case high > 0 && others == 0 && digs == 0:
		return Word
	case others == 0 && digs == 0 && joins == 0 && (high > 0 || letters == len(v)):
		if lows > 0 && ups > 0 && !(upper(v[0]) && ups == 1) {
			if f.score() >= 10 {
				return Plain
			}
			return Identifier
		}
		if len(v) >= 12 && f.score() >= 14 {
			return Generated
		}
		return Word
	case others == 0 && high == 0 && wordy(f):
		return Identifier
	case expression(f):
		return Code
	}
	return Plain
}

// prose: at least two words, all of letters but for punctuation at their ends.
func prose(v []byte) bool {
	words, odd := 0, 0
	for i := 0; i < len(v); {
		for i < len(v) && blank(v[i]) {
			i++
		}
		j := i
		for j < len(v) && !blank(v[j]) {
			j++
		}
		if w := v[i:j]; len(w) > 0 {
			words++
			if !plainWord(w) {
				odd++
			}
		}
		i = j
	}
	return words >= 2 && odd*2 < words
}

func plainWord(w []byte) bool {
	for len(w) > 0 && !lower(w[len(w)-1]) && !upper(w[len(w)-1]) && w[len(w)-1] < 0x80 && !digit(w[len(w)-1]) {
		w = w[:len(w)-1]
	}
	for len(w) > 0 && (w[0] == '(' || w[0] == '\'' || w[0] == '"' || w[0] == '`' || w[0] == '*') {
		w = w[1:]
	}
	if len(w) == 0 {
		return true
	}
	for _, c := range w {
		if !lower(c) && !upper(c) && c < 0x80 && c != '\'' && c != '-' && c != '/' && c != '.' && c != '_' {
			return digits(w) && len(w) < 5
		}
	}
	return !Likely(w)
}

// wordy: words of letters joined by _, - or ., with at most a few digits at
// the end of words: not-a-uuid, storefront-cert, key2, config.v1.
func wordy(f *facts) bool {
	v := f.v
	ds, run := 0, 0
	for i, c := range v {
		switch {
		case digit(c):
			ds++
			if i == 0 {
				return false
			}
			if run++; run > 4 {
				return false
			}
		case lower(c) || upper(c):
			if i > 0 && digit(v[i-1]) {
				return false
			}
			run = 0
		default:
			run = 0
		}
	}
	return ds <= 4 && (f.score() < 10 || ds == 0 && f.score() < 16)
}

// expression: what a programmer writes on the right-hand side: a call, a
// member, an index, an operator between identifiers.
func expression(f *facts) bool {
	v := f.v
	if f.has(markGreat) && index(v, "=>") > 0 {
		return true
	}
	// It starts like an identifier and goes on with . ( [ -> :: or an operator.
	i := 0
	for i < len(v) && (v[i] == '&' || v[i] == '*' || v[i] == '!' || v[i] == '@' || v[i] == '(' || v[i] == '~') {
		i++
	}
	start := i
	if k := index(v[start:], "~") + start; k > start && k+1 < len(v) && alnum(v[k-1]) && alnum(v[k+1]) {
		return false // no language joins two names so
	}
	for i < len(v) && (lower(v[i]) || upper(v[i]) || v[i] == '_' || v[i] == '$' || i > start && digit(v[i])) {
		i++
	}
	if i == start || i-start > 64 || Strong(v[start:i]) {
		return false
	}
	if i == len(v) {
		return false
	}
	rest := v[i:]
	switch rest[0] {
	case '(':
		return len(rest) == 1 || identLike(rest[1:])
	case '[':
		return true
	case '.':
		return len(rest) > 1 && identLike(rest[1:])
	case '-':
		return len(rest) > 2 && rest[1] == '>'
	case ':':
		return len(rest) > 2 && rest[1] == ':'
	case '?':
		return len(rest) > 1 && (rest[1] == '.' || rest[1] == '?')
	case '!':
		return len(rest) > 1 && (rest[1] == '.' || rest[1] == '!')
	case '<':
		return rest[len(rest)-1] == '>' && identLike(rest[1:])
	case '+', '|', '&', '%':
		return len(rest) > 1 && identLike(rest[1:]) && !f.likely() && i-start <= 24 && DigitCount(v) == 0
	case '{':
		return composite(rest)
	case ')', ']', '}', ',', ';':
		return true
	}
	return false
}

// composite: the braces of a literal of a type, Type{ or Type{1, x}.
func composite(rest []byte) bool {
	depth := 0
	for _, c := range rest {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case lower(c) || upper(c) || digit(c) || c == ',' || c == ' ' || c == '.' || c == ':' || c == '_' || c == '&' || c == '"' || c == '\'':
		default:
			return false
		}
	}
	return depth >= 0 && depth <= 1
}

// identLike: the start of what follows is an identifier, a quote or a closer.
func identLike(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	c := b[0]
	if !(lower(c) || upper(c) || c == '_' || c == '$' || c == '"' || c == '\'' || c == ')' || c == '*' || c == '&' || c == '`' || c == '[' || c == '{' || c == '(' || c == '\\' || c == '.' || c == '-' || c == '@' || digit(c)) {
		return false
	}
	i := 0
	for i < len(b) && (lower(b[i]) || upper(b[i]) || digit(b[i]) || b[i] == '_') {
		i++
	}
	return !Likely(b[:i])
}

// url: scheme:// at the start.
func url(v []byte) bool {
	i := 0
	for i < len(v) && i < 24 && (lower(v[i]) || upper(v[i]) || digit(v[i]) || v[i] == '+' || v[i] == '-' || v[i] == '.') {
		i++
	}
	if prefixed(v, "urn:") {
		return true
	}
	return i >= 2 && i+3 <= len(v) && v[i] == ':' && v[i+1] == '/' && v[i+2] == '/'
}

// path: a leading separator, or segments with a file name at the end; every
// segment short and word-like, so that base64 with slashes is none.
func path(f *facts) bool {
	v := f.v
	if !f.has(markSlash | markBackslash | markDot) {
		return false
	}
	if f.has(markUnpath|markAngle|markGreat|markBar) && !(len(v) > 2 && v[1] == ':') {
		return false // as below; what stands before a colon is not asked
	}
	if !f.has(markSlash|markBackslash) && !extension(v) {
		return false
	}
	seps, i := 0, 0
	lead := v[0] == '/' || v[0] == '~' && len(v) > 1 && v[1] == '/' ||
		v[0] == '.' && len(v) > 1 && (v[1] == '/' || v[1] == '.' && len(v) > 2 && v[2] == '/') ||
		len(v) > 2 && v[1] == ':' && (v[2] == '\\' || v[2] == '/') && (upper(v[0]) || lower(v[0])) ||
		v[0] == '\\' && len(v) > 3 && (v[1] == '\\' || upper(v[1]) || lower(v[1]) && lower(v[2]) && lower(v[3]))
	if len(v) > 2 && v[1] == ':' {
		i = 2
	}
	start := i
	odd := 0
	for ; i <= len(v); i++ {
		if i < len(v) && v[i] != '/' && v[i] != '\\' {
			c := v[i]
			if c <= ' ' && c != ' ' || c == '"' || c == '=' || c == '<' || c == '>' || c == '|' || c == '!' || c == '^' || c == ';' {
				return false
			}
			continue
		}
		if i < len(v) {
			seps++
		}
		if s := v[start:i]; len(s) > 0 && !segment(s) {
			if odd++; i < len(v) && (odd > 1 || !lead) {
				return false // as below, and a key of many lines is not walked to its end
			}
		}
		start = i + 1
	}
	if seps == 0 {
		return extension(v)
	}
	if odd > 0 {
		// Folders of build systems carry a hash; a real path has words around it.
		return lead && odd == 1 && seps >= 4
	}
	return lead && seps >= 1 && len(v) > 2 || extension(v) || seps >= 2 && lowerish(v)
}

func segment(s []byte) bool {
	if len(s) > 48 {
		return false
	}
	if len(s) < 6 {
		return true
	}
	score := Score(s)
	return score <= 20 && !(len(s) >= 8 && score >= likelyScore(len(s)) && !repetitive(s) && !tooSparse(s))
}

func lowerish(v []byte) bool {
	for _, c := range v {
		if upper(c) || digit(c) || c == '+' || c == '=' {
			return false
		}
	}
	return true
}

// extension: a file name with a usual ending.
func extension(v []byte) bool {
	for i := len(v) - 1; i > 0 && len(v)-i <= 12; i-- {
		if v[i] == '.' {
			return in(inExtensions, v[i+1:]) && !Strong(v[:i])
		}
	}
	return false
}

// ideographs counts the characters of scripts that put no blanks between words:
// Chinese, Japanese, Korean and Thai. A few of them make a sentence.
func ideographs(v []byte) (n int) {
	for i := 0; i+2 < len(v); i++ {
		if c := v[i]; c >= 0xe3 && c <= 0xed || c == 0xe0 && (v[i+1] == 0xb8 || v[i+1] == 0xb9) {
			n++
			i += 2
		}
	}
	return n
}
