package engine

import (
	"math/bits"

	"jezero/redact/internal/value"
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
	spoilt              bool   // repeats or saysExample may say yes
	// So many letters stand in a row as in a chant: a bit for each that so many end at.
	row  bool
	rows [lookAt / 64]uint64
}

// masks has a bit for each of lookAt bytes. The layout is known to sight_amd64.s.
type masks struct {
	letters, digits [lookAt / 64]uint64
	low             [lookAt / 64]uint64 // in lower case, if it is a letter
	same            [lookAt / 64]uint64 // as the byte behind it
	words           [lookAt / 64]uint64 // the first three letters of a word of an example
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
	m := &s.masks
	var lower, upper, digit, odd, spoilt, row uint64
	var one, two, four uint64
	count := 0
	for i := 0; 64*i < n; i++ {
		in := ^uint64(0) >> max(0, 64*i+64-n)
		notLast := in >> 1
		letters, digits, low := m.letters[i]&in, m.digits[i]&in, m.low[i]
		lower |= letters & low
		upper |= letters &^ low
		digit |= digits
		count += bits.OnesCount64(digits)
		odd |= letters &^ low &^ (letters & low >> 1) & notLast
		// Of seven in a row that are the same as the next, three are in one word.
		same := m.same[i] & notLast
		spoilt |= same&(same>>1)&(same>>2) | m.words[i]&in
		one1, two1, four1 := one>>63, two>>62, four
		one = letters
		two = one & (one<<1 | one1)
		four = two & (two<<2 | two1)
		v.rows[i] = four & (four<<4 | four1>>60) & (four<<8 | four1>>56)
		row |= v.rows[i]
	}
	v.from, v.n = from, n
	v.lower, v.upper, v.digit, v.digits, v.odd = lower, upper, digit, count, odd
	v.spoilt, v.row = spoilt != 0, row != 0
	return v
}

// chantsAt reports whether letters in a row, of which v is the last sight, say one
// word over and over.
func (s *scanner) chantsAt(v *sight) bool {
	b := s.src[v.from : v.from+v.n]
	for i, done := 0, 0; 64*i < v.n; i++ {
		for rows := v.rows[i]; rows != 0; rows &= rows - 1 {
			last := bits.TrailingZeros64(rows) // of the first so many
			from := 64*i + last - chantLetters + 1
			if from < done {
				continue
			}
			n := bits.TrailingZeros64(^(s.masks.letters[i] >> last))
			done = min(64*i+last+n, v.n)
			if last+n == 64 {
				for done < v.n && (b[done]|0x20)-'a' < 26 {
					done++
				}
			}
			if value.ChantOfLetters(b[from:done]) > 0 {
				return true
			}
		}
	}
	return false
}
