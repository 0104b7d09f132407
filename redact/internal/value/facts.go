package value

import "math/bits"

// The judgements ask the same few things of every value: which kinds of bytes
// it holds and how many of some, and its score. They are found once, and a test that
// needs bytes which are not there is not made.

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
	markColon
	markOther
	markUnpath // in no path; those that are <, > or | have their own mark only
)

// markOf has the mark of each byte, and above classBit its class.
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
		'%': markPercent, '<': markAngle, '>': markGreat, '{': markCurly, '[': markSquare, '(': markRound, '_': markJoin, '-': markJoin, ':': markColon} {
		t[c] = m
	}
	for _, c := range []byte("\"=!^;") {
		t[c] |= markUnpath
	}
	for c := range ' ' {
		t[c] |= markUnpath
	}
	for i := range t {
		t[i] |= uint32(classOf(byte(i))) << classBit
	}
	return t
}()

// Classes of bytes are counted.
const (
	classOther = iota
	classLower
	classUpper
	classDigit
	classJoin // _ - .
	classBlank
	classHigh
	classBackslash
	classes

	classBit = 32 - 3
)

func classOf(c byte) int {
	switch {
	case lower(c):
		return classLower
	case upper(c):
		return classUpper
	case digit(c):
		return classDigit
	case blank(c):
		return classBlank
	case c == '_' || c == '-' || c == '.':
		return classJoin
	case c >= 0x80:
		return classHigh
	case c == '\\':
		return classBackslash
	}
	return classOther
}

const markAlnum = markLower | markUpper | markDigit

// facts is a value that is not repetitive with what is known of it.
type facts struct {
	v      []byte
	marks  uint32
	n      [classes]int // of each class
	kinds  [scoreBlocks]kinds
	scored bool
	sum    int
}

// read makes f the facts of v. Most bytes are letters and digits: 64 are counted at
// once, and the others one by one.
func (f *facts) read(v []byte) {
	*f = facts{v: v}
	for i := 0; 64*i < len(v); i++ {
		part := v[64*i : min(len(v), 64*i+64)]
		k := kindsOf(part)
		if i < len(f.kinds) {
			f.kinds[i] = k
		}
		f.n[classLower] += bits.OnesCount64(k.lower)
		f.n[classUpper] += bits.OnesCount64(k.upper)
		f.n[classDigit] += bits.OnesCount64(k.digit)
		marks := f.marks
		for m := ^(k.lower | k.upper | k.digit) << (64 - len(part)) >> (64 - len(part)); m != 0; m &= m - 1 {
			mark := markOf[part[bits.TrailingZeros64(m)]]
			marks |= mark
			f.n[mark>>classBit]++
		}
		f.marks = marks
	}
	for c, m := range [...]uint32{classLower: markLower, classUpper: markUpper, classDigit: markDigit} {
		if f.n[c] > 0 {
			f.marks |= m
		}
	}
}

func (f *facts) has(m uint32) bool { return f.marks&m<<(32-classBit) != 0 }

func (f *facts) score() int {
	if !f.scored {
		f.sum, f.scored = score(f.v[:min(len(f.v), 64*scoreBlocks)], &f.kinds), true
	}
	return f.sum
}

// letters is how many there are, alnums how many letters and digits.
func (f *facts) letters() int { return f.n[classLower] + f.n[classUpper] }
func (f *facts) alnums() int  { return f.letters() + f.n[classDigit] }

// likely is Likely(f.v).
func (f *facts) likely() bool {
	n := len(f.v)
	return n >= 8 && f.score() >= likelyScore(n) && 3*f.alnums() >= n
}

// likelyScore is the score that n bytes take to be likely.
func likelyScore(n int) int { return 6 + (16-min(n, 16))/2 }
