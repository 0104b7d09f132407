package privacycheck

// match is one place in a document's text, in byte offsets: the whole of what
// was recognised, and the part in it that must not be shown.
type match struct {
	rule       *Rule
	start, end int
	hide       int // text[hide:hideEnd] is masked in every output
	hideEnd    int
	confidence string
	term       int // denylist: which term, so that one line reports it once
}

// words tells letters, digits and the underscore of ASCII, and every byte of a
// longer UTF-8 sequence, from the rest.
var words = func() (t [256]bool) {
	for b := range t {
		c := byte(b)
		t[b] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
	}
	return t
}()

func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isAlnum(b byte) bool  { return isDigit(b) || isLetter(b) }
func isHex(b byte) bool    { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f' }

// startsHere is true when what begins at i does not continue a word: it stands
// at the start, after a byte that is no letter or digit, or after an escape
// sequence whose last byte only looks like a letter (\n, %3D, an ANSI colour).
func startsHere(src []byte, i int) bool {
	if i == 0 || !words[src[i-1]] {
		return true
	}
	return afterEscape(src, i)
}

// afterEscape is true when an escape sequence ends at i.
func afterEscape(src []byte, i int) bool {
	if i >= 2 && src[i-2] == '\\' {
		switch src[i-1] {
		case 'n', 't', 'r', 'b', 'f', 'v', '0':
			return true
		}
	}
	if i >= 3 && src[i-3] == '%' && isHex(src[i-2]) && isHex(src[i-1]) {
		return true
	}
	if i >= 6 && src[i-6] == '\\' && src[i-5] == 'u' && isHex(src[i-4]) && isHex(src[i-3]) && isHex(src[i-2]) && isHex(src[i-1]) {
		return true
	}
	if i >= 3 && src[i-1] == 'm' {
		j := i - 2
		for j > 0 && i-j < 16 && (isDigit(src[j]) || src[j] == ';') {
			j--
		}
		return src[j] == '['
	}
	return false
}
