package engine

// shortWord is the longest context word that turns up in random letters often
// enough to look at how it is written.
const shortWord = 6

// glues are what a context word is written together with: hibpkey, myhibp.
var (
	gluesAfter  = byFirst([]string{"key", "api", "token", "secret", "auth", "access", "account", "client", "sid", "id", "pass", "pwd", "cred", "config", "url", "user", "bot", "sdk", "app"})
	gluesBefore = byLast([]string{"my", "api", "key", "token", "secret", "the", "app"})
)

// byFirst lists words of small letters by their first letter, byLast by the last.
func byFirst(words []string) (t [32][]string) {
	for _, w := range words {
		t[w[0]&31] = append(t[w[0]&31], w)
	}
	return t
}

func byLast(words []string) (t [32][]string) {
	for _, w := range words {
		t[w[len(w)-1]&31] = append(t[w[len(w)-1]&31], w)
	}
	return t
}

// spelled reports whether the context word src[at:to] reads as a word: in one
// case, capitalised or in humps, beginning and ending where a word of the
// identifier around it does. HIBP_KEY, hibpApiKey and myHibpKey hold one,
// zlJhIBp2pU does not.
func spelled(src []byte, at, to int) bool {
	if at > 0 && src[at-1] == '\\' && escapeLetter(src[:at], src[at]) {
		return false // \tmetric: its first letter belongs to the escape
	}
	if to-at > shortWord {
		return !humped(src, at, to)
	}
	turns := 0
	for i := at + 1; i < to; i++ {
		if isLower(src[i-1]) && isUpper(src[i]) {
			turns++
		} else if isUpper(src[i-1]) && isLower(src[i]) && i > at+1 {
			return false
		}
	}
	if turns > 1 {
		return false
	}
	if alnum(src[at]) && at > 0 && alnum(src[at-1]) && !escapeEnds(src[:at]) &&
		(isUpper(src[at]) != isLower(src[at-1]) || !isUpper(src[at])) && !gluedBefore(src[:at]) {
		return false
	}
	if last := src[to-1]; alnum(last) && to < len(src) && alnum(src[to]) &&
		!(isLower(last) && isUpper(src[to])) && !gluedAfter(src[to:]) && !numbered(src[to:]) {
		return false
	}
	return !mixed(src, at, to)
}

// humped reports whether the word begins inside of another and goes on in the next,
// as tmetric does in splitMetric.
func humped(src []byte, at, to int) bool {
	if at == 0 || !isLower(src[at-1]) || !isLower(src[at]) {
		return false
	}
	for _, c := range src[at:to] {
		if isUpper(c) {
			return true
		}
	}
	return false
}

// escapeLetter reports whether c ends the escape of a string that the backslash at
// b's end begins.
func escapeLetter(b []byte, c byte) bool {
	switch c {
	case 'n', 't', 'r', 'b', 'f':
	default:
		return false
	}
	n := 0
	for n < 8 && n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// numbered reports whether b begins with a number that ends its word.
func numbered(b []byte) bool {
	i := 0
	for i < len(b) && i < 3 && b[i]-'0' < 10 {
		i++
	}
	return i > 0 && (i == len(b) || !alnum(b[i]))
}

func gluedBefore(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for _, w := range gluesBefore[b[len(b)-1]&31] {
		if n := len(b) - len(w); n >= 0 && foldEqual(b[n:], w) && (n == 0 || !alnum(b[n-1])) {
			return true
		}
	}
	return false
}

func gluedAfter(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for _, w := range gluesAfter[b[0]&31] {
		if len(b) >= len(w) && foldEqual(b[:len(w)], w) {
			return true
		}
	}
	return false
}

// mixed reports whether digits stand between the letters of both cases that
// are written together with the word.
func mixed(src []byte, at, to int) bool {
	i, j := at, to
	for i > 0 && at-i < 48 && alnum(src[i-1]) {
		i--
	}
	for j < len(src) && j-to < 48 && alnum(src[j]) {
		j++
	}
	for j > to && src[j-1]-'0' < 10 {
		j-- // a number at the end
	}
	var low, up, digit bool
	for k, c := range src[i:j] {
		if k += i; k >= at && k < to {
			continue
		}
		low = low || isLower(c)
		up = up || isUpper(c)
		digit = digit || c-'0' < 10
	}
	return low && up && digit
}

func isLower(b byte) bool { return b-'a' < 26 }
func isUpper(b byte) bool { return b-'A' < 26 }
