package engine

import (
	"math/bits"

	"jezero/redact/rule"
)

// Most tokens look like what they are: no byte eight times in a row, no word of an
// example, a digit early on. Where the processor has the means all that is seen at
// once, and what looks closer is asked only where it may have something to say.

// sight is what is seen of src[from:from+n], of no more than lookAt bytes.
type sight struct {
	from, n             int // n is 0 when nothing is known
	lower, upper, digit uint64
	digits              int
	odd                 uint64 // not zero when a capital does not begin a word
	kinds               int    // so many different bytes there are among the first 16 at least
	spoilt              bool   // repeats or saysExample may say yes
	fours               bool   // four bytes in a row are the same
	echoes              bool   // letters may say one word over and over
}

// masks has a bit for each of lookAt bytes. The layout is known to sight_amd64.s.
type masks struct {
	letters, digits [lookAt / 64]uint64
	low             [lookAt / 64]uint64 // in lower case, if it is a letter
	same            [lookAt / 64]uint64 // as the byte behind it
	noWord          [lookAt / 64]uint64 // no word of an example begins there
	ones, twos      [lookAt / 64]uint64 // the lowest bit, and the next
	halves          uint64              // the lower halves of the first 16 bytes
}

// sightOf is the sight of src[from:from+n]; nil where that is not to be had.
func (s *scanner) sightOf(from, n int) *sight {
	v := &s.sight
	if v.from == from && v.n == n && n > 0 {
		return v
	}
	if !fillMasks(&s.masks, s.src, from, n) {
		return nil
	}
	v.from, v.n = from, n
	v.kinds = bits.OnesCount64(s.masks.halves)
	if n <= 64 {
		v.ofPiece(&s.masks, n)
	} else {
		v.ofPieces(&s.masks, n)
	}
	return v
}

// ofPiece is ofPieces for no more than one.
func (v *sight) ofPiece(m *masks, n int) {
	in := ^uint64(0) >> (64 - n)
	letters, digits := m.letters[0]&in, m.digits[0]&in
	v.lower, v.upper, v.digit = letters&m.low[0], letters&^m.low[0], digits
	v.digits = bits.OnesCount64(digits)
	v.odd = v.upper &^ (v.lower >> 1) & (in >> 1)
	same := m.same[0] & (in >> 1)
	v.fours = same&(same<<1)&(same<<2) != 0
	v.spoilt = v.fours || letters&^m.noWord[0] != 0
	four := letters & (letters << 1)
	four &= four << 2
	row := four & (four << 4) & (four << 8)
	v.echoes = false
	for p := fewestSaid; row != 0 && p <= mostSaid; p++ {
		one, two := m.ones[0], m.twos[0]
		said := ^(one ^ one<<(p&63) | two ^ two<<(p&63))
		said &= said << 1
		said &= said << 2
		if said&(said<<4)&row != 0 {
			v.echoes = true
			return
		}
		row &= row << timesSaid
	}
}

// ofPieces says what is seen of n bytes, of which m has the masks.
func (v *sight) ofPieces(m *masks, n int) {
	var lower, upper, digit, odd, spoilt, fours, row uint64
	var one, two, four, same uint64
	var rows [lookAt / 64]uint64
	v.digits = 0
	for i := 0; 64*i < n; i++ {
		in := ^uint64(0) >> max(0, 64*i+64-n)
		letters, digits, low := m.letters[i]&in, m.digits[i]&in, m.low[i]
		lower |= letters & low
		upper |= letters &^ low
		digit |= digits
		v.digits += bits.OnesCount64(digits)
		odd |= letters &^ low &^ (letters & low >> 1) & (in >> 1)
		// The last byte of all has none behind it.
		same1 := same
		same = m.same[i] & (^uint64(0) >> max(0, 64*i+65-n))
		fours |= same & (same<<1 | same1>>63) & (same<<2 | same1>>62)
		spoilt |= letters &^ m.noWord[i]
		one1, two1, four1 := one, two, four
		one = letters
		two = one & (one<<1 | one1>>63)
		four = two & (two<<2 | two1>>62)
		rows[i] = four & (four<<4 | four1>>60) & (four<<8 | four1>>56)
		row |= rows[i]
	}
	v.lower, v.upper, v.digit, v.odd = lower, upper, digit, odd
	v.fours = fours != 0
	v.spoilt = spoilt != 0 || v.fours
	v.echoes = row != 0 && m.echo(&rows, (n+63)/64)
}

// sightWhole is the sight of src[from:end] where that is to be had of all of it.
func (s *scanner) sightWhole(from, end int) *sight {
	if n := end - from; n >= leastSeen && n <= lookAt {
		return s.sightOf(from, n)
	}
	return nil
}

// honest reports whether neither example nor chants say yes to a match of the shape,
// which has one run, of which v is the sight or nil.
func (v *sight) honest(sh *shape, conf rule.Confidence) bool {
	if v == nil || v.echoes {
		return false
	}
	return conf == rule.Certain || !v.spoilt && v.n >= 16 && v.kinds >= sh.needs && v.digit != 0 && v.odd != 0 &&
		v.digits >= sh.shape.MinDigits && (!sh.shape.Mixed || v.lower != 0 && v.upper != 0)
}

// A word of p letters is said over and over when timesSaid*p of them stand in a row, of
// which the last, eight and more, are the same as those p before them.
const (
	timesSaid  = 3
	fewestSaid = uint(chantLetters / timesSaid)
	mostSaid   = 24
)

// echo reports whether letters may say one word over and over. rows has a bit for each
// byte that chantLetters letters end with, in so many of its pieces.
func (m *masks) echo(rows *[lookAt / 64]uint64, pieces int) bool {
	for p := fewestSaid; p <= mostSaid; p++ {
		var one1, two1, same1, twos1, fours1, row1, left uint64
		for i := range rows[:pieces] {
			one, two := m.ones[i], m.twos[i]
			same := ^(one ^ (one<<(p&63) | one1>>((64-p)&63)) | two ^ (two<<(p&63) | two1>>((64-p)&63)))
			one1, two1 = one, two
			twos := same & (same<<1 | same1>>63)
			fours := twos & (twos<<2 | twos1>>62)
			row := rows[i]
			if fours&(fours<<4|fours1>>60)&row != 0 {
				return true
			}
			same1, twos1, fours1 = same, twos, fours
			// One letter more, three times.
			rows[i] = row & (row<<timesSaid | row1>>(64-timesSaid))
			row1 = row
			left |= rows[i]
		}
		if left == 0 {
			break
		}
	}
	return false
}
