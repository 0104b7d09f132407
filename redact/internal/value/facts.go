package value

// The judgements ask the same few things of every value: which kinds of bytes
// it holds, and its score. Both are found once, and a test that needs a byte
// which is not there is not made.

// Marks are the kinds of bytes that a value holds, as a set of bits.
const (
	markLower = 1 << iota
	markUpper
	markDigit
	markHigh // above ASCII
	markBlank
	markBackslash
	markSlash
	markDot
	markPlus
	markBar
	markDollar
	markHash
	markPercent
	markAngle  // <
	markGreat  // >
	markCurly  // {
	markSquare // [
	markRound  // (
	markJoin   // _ -
	markOther
)

var markOf = func() (t [256]uint32) {
	for i := range t {
		switch c := byte(i); {
		case lower(c):
			t[i] = markLower
		case upper(c):
			t[i] = markUpper
		case digit(c):
			t[i] = markDigit
		case c >= 0x80:
			t[i] = markHigh
		case blank(c):
			t[i] = markBlank
		default:
			t[i] = markOther
		}
	}
	for c, m := range map[byte]uint32{'\\': markBackslash, '/': markSlash, '.': markDot, '+': markPlus, '|': markBar, '$': markDollar, '#': markHash,
		'%': markPercent, '<': markAngle, '>': markGreat, '{': markCurly, '[': markSquare, '(': markRound, '_': markJoin, '-': markJoin} {
		t[c] = m
	}
	return t
}()

const markAlnum = markLower | markUpper | markDigit

// marksOf is the set of what v holds.
func marksOf(v []byte) (m uint32) {
	for _, c := range v {
		m |= markOf[c]
	}
	return m
}

// facts is a value with what is known of it.
type facts struct {
	v      []byte
	marks  uint32
	scored bool
	sum    int
}

func (f *facts) has(m uint32) bool { return f.marks&m != 0 }

func (f *facts) score() int {
	if !f.scored {
		f.sum, f.scored = Score(f.v), true
	}
	return f.sum
}

// likely is Likely(f.v).
func (f *facts) likely() bool {
	n := len(f.v)
	return n >= 8 && f.score() >= 6+(16-min(n, 16))/2 && !repetitive(f.v) && !tooSparse(f.v)
}
