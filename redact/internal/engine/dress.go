package engine

// dressedAt reads one character that stands at src[i] in an escaped form: \/
// and \u002f of JSON, once or twice escaped, %2F and %252F of URLs, &#47; and
// &#x2F; of HTML. It returns the character and how many bytes it takes, or 0.
func dressedAt(src []byte, i int) (c byte, n int) {
	b := src[i:]
	switch b[0] {
	case '\\':
		k := 0
		for k < len(b) && k < 4 && b[k] == '\\' {
			k++
		}
		if k == len(b) {
			return 0, 0
		}
		if b[k] == '/' {
			return '/', k + 1
		}
		if b[k] == 'u' && len(b) >= k+5 && b[k+1] == '0' && b[k+2] == '0' && isHex(b[k+3]) && isHex(b[k+4]) {
			return unhex(b[k+3])<<4 | unhex(b[k+4]), k + 5
		}
	case '%':
		k := 1
		if len(b) >= 5 && b[1] == '2' && b[2] == '5' {
			k = 3
		}
		if len(b) >= k+2 && isHex(b[k]) && isHex(b[k+1]) {
			return unhex(b[k])<<4 | unhex(b[k+1]), k + 2
		}
	case '&':
		if len(b) >= 6 && b[1] == '#' && b[2]|0x20 == 'x' && isHex(b[3]) && isHex(b[4]) && b[5] == ';' {
			return unhex(b[3])<<4 | unhex(b[4]), 6
		}
		if len(b) >= 5 && b[1] == '#' && b[2]-'0' < 10 && b[3]-'0' < 10 && b[4] == ';' {
			return 10*(b[2]-'0') + b[3] - '0', 5
		}
	}
	return 0, 0
}

// joint is the length of what parts a word of the shell and does not end it: a
// line continued with a backslash, a quoted piece after a quoted piece, both
// plain and in a JSON string. Something follows it.
func joint(src []byte, i int) int {
	for _, j := range joints[src[i]>>5&1] {
		if len(src)-i > len(j) && src[i+1] == j[1] && string(src[i:i+len(j)]) == j {
			return len(j)
		}
	}
	return 0
}

// joints, by whether they begin with a quote.
var joints = [2][]string{
	{"\\\n", "\\\r\n", `\\\n`, `\"\"`, `\\\"\\\"`},
	{`""`, "''"},
}

// inRuns has the bytes that may stand in a run of a class of letters and digits
// without being of it.
var inRuns = [256]bool{'\\': true, '"': true, '\'': true}

// dresses has the bytes that may stand in a run of any class without being of it.
var dresses = [256]bool{'\\': true, '"': true, '\'': true, '%': true, '&': true}

// dressedMax bounds how many bytes of escapes one candidate reads.
const dressedMax = 4 << 10

// classRun walks at most most characters of class c from pos on and returns
// where they end and how many they are. Escaped characters count as one.
// The shell may have parted the run: a quoted piece is
// taken with the one after it while there are less than need, a continued line
// unless need is zero.
func (s *scanner) classRun(c *class, pos, most, hi, need int) (end, chars int) {
	end = s.runEnd(c, pos, min(hi, pos+most))
	chars = end - pos
	for limit := min(hi, end+dressedMax); chars < most && end < limit; {
		b := s.src[end]
		if b != '\\' && b != '"' && b != '\'' && (!c.dash || b != '%' && b != '&') {
			break
		}
		if n := joint(s.src[:hi], end); n > 0 && (chars < need || need > 0 && s.src[end+1] < ' ') && c.has[s.src[end+n]] {
			end += n
		} else {
			escaped := b == '\\'
			b, n := dressedAt(s.src[:hi], end)
			if n == 0 || alnum(b) && !escaped || b >= 0x80 || !c.has[b] {
				break
			}
			end += n
			chars++
		}
		more := s.runEnd(c, end, min(hi, end+most-chars))
		chars += more - end
		end = more
	}
	return end, chars
}
