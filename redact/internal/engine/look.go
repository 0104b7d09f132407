package engine

import (
	"encoding/binary"
	"math"

	"jezero/redact/internal/value"
)

const (
	// lookAt is how much of one class run is judged by its look.
	lookAt = 256
	// leastSeen is how many bytes a word or a repeated byte of an example takes, and so
	// what is looked at at all.
	leastSeen = 8
)

// example reports whether the class runs of the match look made up: too few
// different characters, a long run of one, words in place of a token, or a
// word that says so.
func (s *scanner) example(sh *shape) bool {
	m := &s.m
	var g glance
	total := 0
	for i := range sh.parts {
		if sh.parts[i].cls == nil {
			continue
		}
		run := s.src[m.at[i]:m.at[i+1]]
		run = run[:min(len(run), lookAt)]
		total += len(run)
		if len(run) < leastSeen {
			g.look(run, sh.needs, nil)
			continue
		}
		v := s.sightOf(m.at[i], len(run))
		g.look(run, sh.needs, v)
		if v == nil || v.spoilt {
			was := s.honest
			if rest := s.honest.take(s.src, m.at[i], m.at[i]+len(run)); len(rest) > 0 && spoilt(rest) && (repeats(rest) || saysExample(rest)) {
				s.honest = was
				return true
			}
		}
	}
	if total > 0 && (!g.enough && g.seen.len() < sh.needs || g.digits() < sh.shape.MinDigits && s.digits(sh) < sh.shape.MinDigits || sh.shape.Mixed && !g.mixed() && !s.mixed(sh)) {
		return true
	}
	return total >= 16 && (g.number == 0 && s.wordy(sh) || g.odd == 0 && s.camel(sh)) && !(sh.special >= distinctive && s.scores(sh))
}

// digits is how many digits the class runs hold.
func (s *scanner) digits(sh *shape) (n int) {
	for i := range sh.parts {
		if sh.parts[i].cls == nil {
			continue
		}
		run := s.src[s.m.at[i]:s.m.at[i+1]]
		for _, b := range run[:min(len(run), lookAt)] {
			if b-'0' < 10 {
				n++
			}
		}
	}
	return n
}

// distinctive is how many bytes of a prefix are no accident: behind it, letters are
// words only when they read as words.
const distinctive = 5

// scores reports whether one of the class runs looks generated, letter by letter.
func (s *scanner) scores(sh *shape) bool {
	for i := range sh.parts {
		if sh.parts[i].cls == nil {
			continue
		}
		if run := s.src[s.m.at[i]:s.m.at[i+1]]; len(run) >= 16 && value.Score(run[:min(len(run), lookAt)]) >= generated {
			return true
		}
	}
	return false
}

// generated is the score that value.Strong asks for.
const generated = 14

// chants reports whether a class run says one word over and over, in any case:
// invalidinvalidinvalid. Nobody issues that, so that a right checksum does not
// save it.
func (s *scanner) chants(sh *shape) bool {
	for i := range sh.parts {
		if sh.parts[i].cls == nil {
			continue
		}
		known := stretch{s.m.at[i], s.m.at[i+1]}
		if known.end-known.start < chantLetters || known == s.calm {
			continue
		}
		run := s.src[known.start:known.end]
		run = run[:min(len(run), lookAt)]
		if v := s.sightOf(known.start, len(run)); v != nil {
			if v.echoes {
				if value.Chant(run) > 0 {
					return true
				}
				s.calm = known
			}
			continue
		}
		was := s.choppy
		rest := s.choppy.take(s.src, known.start, known.start+len(run))
		if len(rest) < len(run) && !lettersInRow(rest) {
			continue
		}
		said, row := value.ChantOrRow(run)
		if !row {
			continue
		}
		s.choppy = was
		if said > 0 {
			return true
		}
		s.calm = known
	}
	return false
}

// chantLetters is how many letters stand in a row in every chant.
const chantLetters = 12

// lettersInRow reports whether so many letters stand in a row in b.
func lettersInRow(b []byte) bool {
	for i := chantLetters - 1; i < len(b); i += chantLetters {
		from, to := i, i
		for from >= 0 && (b[from]|0x20)-'a' < 26 && i-from < chantLetters {
			from--
		}
		if from == i {
			continue
		}
		for to < len(b) && (b[to]|0x20)-'a' < 26 && to-from <= chantLetters {
			to++
		}
		if to-from > chantLetters {
			return true
		}
	}
	return false
}

// take makes r hold [from,to) and returns what of src it did not hold before, with
// what a word or a row that ends there may begin with.
func (r *stretch) take(src []byte, from, to int) []byte {
	const overlap = 16
	switch {
	case from < r.start || from >= r.end:
		*r = stretch{from, to}
	case to <= r.end:
		return nil
	default:
		from, r.end = max(from, r.end-overlap), to
	}
	return src[from:to]
}

// mixed reports whether the class runs hold lower case, upper case and a digit.
func (s *scanner) mixed(sh *shape) bool {
	lower, upper, digit := false, false, false
	for i := range sh.parts {
		if sh.parts[i].cls == nil {
			continue
		}
		for _, b := range s.src[s.m.at[i]:s.m.at[i+1]] {
			switch {
			case b-'0' < 10:
				digit = true
			case b-'a' < 26:
				lower = true
			case b-'A' < 26:
				upper = true
			}
		}
	}
	return lower && upper && digit
}

// repeats reports whether one character stands eight times in a row: chance
// does not do that, but for the zero bits of binary data ("A") and padding.
func repeats(b []byte) bool {
	// So many hold four at a multiple of four.
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if x ^= x >> 8; x&0xffffff == 0 && repeatsAt(b, i) || x>>32&0xffffff == 0 && repeatsAt(b, i+4) {
			return true
		}
	}
	return i+4 <= len(b) && b[i] == b[i+1] && b[i] == b[i+2] && b[i] == b[i+3] && repeatsAt(b, i)
}

// repeatsAt reports whether b[i], which is neither A nor =, stands eight times in
// a row there.
func repeatsAt(b []byte, i int) bool {
	c := b[i]
	if c == 'A' || c == '=' {
		return false
	}
	from, to := i, i
	for from > 0 && b[from-1] == c {
		from--
	}
	for to < len(b) && b[to] == c {
		to++
	}
	return to-from >= 8
}

// exampleWords are what people write into made-up tokens. Each is so long
// that chance does not make it.
var exampleWords = [...]string{"example", "placeholder", "changeme", "redacted", "your_", "your-", "yourtoken", "yourkey", "yoursecret", "yourapi"}

// exampleCouple is a word two letters of which stand at an offset that is a
// multiple of four of what is looked at.
type exampleCouple struct {
	word string
	off  int // of the two letters in the word
}

// exampleCouples holds, by their hash, the couples that the words begin with, and
// the next three of them: no word is shorter than five letters, so that looking at
// every fourth position is enough. Number 0 is none. exampleThirds has a bit for
// each letter that may follow the couple.
var (
	exampleCouples [couples]uint8
	exampleThirds  [couples]uint32
	exampleLists   [][]exampleCouple
)

func init() {
	exampleLists = make([][]exampleCouple, 1)
	for _, w := range exampleWords {
		for off := range 4 {
			h := coupleOf(uint64(w[off]) | uint64(w[off+1])<<8)
			if off+2 < len(w) {
				exampleThirds[h] |= 1 << (w[off+2] & 31)
			} else {
				exampleThirds[h] = math.MaxUint32
			}
			n := &exampleCouples[h]
			if *n == 0 {
				*n = uint8(len(exampleLists))
				exampleLists = append(exampleLists, nil)
			}
			exampleLists[*n] = append(exampleLists[*n], exampleCouple{w, off})
		}
	}
}

const couples = 1 << 10

// spoilt reports whether repeats or saysExample may say yes to b, which has eight
// bytes and more.
func spoilt(b []byte) bool {
	last := b[len(b)-8:]
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		y := x ^ x>>8
		// Zero less one has the highest bit.
		if thirdsOf(x)|thirdsOf(x>>32)|(y&0xffffff-1)>>63|(y>>32&0xffffff-1)>>63 != 0 {
			return true
		}
	}
	// With zeros behind the end, which no word holds.
	x := binary.LittleEndian.Uint64(last) >> (64 - 8*len(b))
	y := x ^ x>>8
	return thirdsOf(x)|thirdsOf(x>>32) != 0 || len(b) >= 4 && y&0xffffff == 0
}

// thirdsOf is one when three letters, the lower three bytes of x, may be those of a
// word, else zero.
func thirdsOf(x uint64) uint64 { return uint64(exampleThirds[coupleOf(x)] >> (x >> 16 & 31) & 1) }

// coupleOf is the hash of two letters, in any case, the lower two bytes of x.
func coupleOf(x uint64) uint64 { return (x&31 | x>>3&(31<<5)) % couples }

func saysExample(b []byte) bool {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		if h := coupleOf(x); exampleThirds[h]>>(x>>16&31)&1 != 0 && exampleAt(b, i, exampleCouples[h]) {
			return true
		}
		if h := coupleOf(x >> 32); exampleThirds[h]>>(x>>48&31)&1 != 0 && exampleAt(b, i+4, exampleCouples[h]) {
			return true
		}
	}
	for ; i+2 <= len(b); i += 4 {
		if k := exampleCouples[coupleOf(uint64(b[i])|uint64(b[i+1])<<8)]; k != 0 && exampleAt(b, i, k) {
			return true
		}
	}
	return false
}

// exampleAt reports whether one of the words of list k stands so that its couple
// is at b[i].
func exampleAt(b []byte, i int, k uint8) bool {
	for _, c := range exampleLists[k] {
		if from := i - c.off; from >= 0 && from+len(c.word) <= len(b) && foldEqual(b[from:from+len(c.word)], c.word) {
			return true
		}
	}
	return false
}

// wordy reports whether the class runs are made of words: letters only where
// the alphabet has digits, in one case or in few humps of camel case. The
// alphabet itself is no word.
func (s *scanner) wordy(sh *shape) bool {
	letters, upper, lower, humps := 0, false, false, 0
	digits, cases := false, false
	for i := range sh.parts {
		c := sh.parts[i].cls
		if c == nil {
			continue
		}
		digits = digits || c.has['0'] || c.has['5']
		cases = cases || c.has['a'] && c.has['A']
		was, rising := byte(0), 0
		run := s.src[s.m.at[i]:s.m.at[i+1]]
		if len(run) >= lookAt && letters+s.letters.in(s.src, s.m.at[i], s.m.at[i]+min(len(run), lookAt*5/4)) >= lookAt {
			return false // whatever stands among them
		}
		for _, b := range run {
			switch {
			case b-'0' < 10:
				return false
			case b-'a' < 26:
				lower = true
				letters++
			case b-'A' < 26:
				upper = true
				letters++
				if was-'a' < 26 {
					humps++
				}
			}
			if rising++; b != was+1 {
				rising = 0
			}
			was = b
			if rising >= 5 || letters >= lookAt {
				return false
			}
		}
	}
	switch {
	case letters < 16:
		return false
	case cases && upper != lower:
		return lower || digits && letters >= 32
	case cases && digits:
		return humps*6 < letters
	case cases:
		return humps*10 < letters
	case digits && lower:
		return true
	}
	return digits && letters >= 32
}

// letterCount is how many letters stand between two offsets.
type letterCount struct{ from, to, n int }

// in counts the letters of src[from:to], which is near what was counted last.
func (c *letterCount) in(src []byte, from, to int) int {
	if from < c.from || from >= c.to || to < c.to {
		*c = letterCount{from: from, to: from}
	}
	c.n += value.Letters(src[c.to:to]) - value.Letters(src[c.from:from])
	c.from, c.to = from, to
	return c.n
}

// camel reports whether the class runs are an identifier of camel case with a
// number in it, moveExportedAppNotFoundTo404: every capital begins a word, and
// the words, twenty letters of them and more, are as long as words are. Of generated tokens of both cases one in
// thousands looks so.
func (s *scanner) camel(sh *shape) bool {
	caps, lowers, digits := 0, 0, 0
	for i := range sh.parts {
		c := sh.parts[i].cls
		if c == nil {
			continue
		}
		if !c.has['a'] || !c.has['A'] {
			return false
		}
		run := s.src[s.m.at[i]:s.m.at[i+1]]
		if len(run) > 0 && run[0]-'0' < 10 && caps+lowers == 0 {
			return false
		}
		for k, b := range run {
			switch {
			case b-'A' < 26:
				if k+1 == len(run) || run[k+1]-'a' >= 26 {
					return false
				}
				caps++
			case b-'a' < 26:
				lowers++
			case b-'0' < 10:
				if digits++; digits > 4 {
					return false
				}
			default:
				return false
			}
		}
	}
	return caps >= 2 && lowers >= 2*caps && caps+lowers >= 20
}
