package engine

import (
	"encoding/binary"
	"math/bits"

	"jezero/redact/internal/value"
)

// lookAt is how much of one class run is judged by its look.
const lookAt = 256

// example reports whether the class runs of the match look made up: too few
// different characters, a long run of one, words in place of a token, or a
// word that says so.
func (s *scanner) example(sh *shape) bool {
	m := &s.m
	var seen [2]uint64
	distinct, digits, total := 0, 0, 0
	for i := range sh.parts {
		if sh.parts[i].cls == nil {
			continue
		}
		run := s.src[m.at[i]:m.at[i+1]]
		run = run[:min(len(run), lookAt)]
		total += len(run)
		for _, b := range run {
			if distinct >= sh.needs && digits >= sh.shape.MinDigits {
				break
			}
			if b-'0' < 10 {
				digits++
			}
			if w, bit := b>>6&1, uint64(1)<<(b&63); seen[w]&bit == 0 {
				seen[w] |= bit
				distinct++
			}
		}
		if len(run) >= 8 && (repeats(run) || saysExample(run)) {
			return true
		}
	}
	if total > 0 && (distinct < sh.needs || digits < sh.shape.MinDigits || sh.shape.Mixed && !s.mixed(sh)) {
		return true
	}
	return total >= 16 && (s.wordy(sh) || s.camel(sh)) && !(sh.special >= distinctive && s.scores(sh))
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
		if run := s.src[s.m.at[i]:s.m.at[i+1]]; value.Chant(run[:min(len(run), lookAt)]) > 0 {
			return true
		}
	}
	return false
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
	for i := 0; i+4 <= len(b); i += 4 {
		x := binary.LittleEndian.Uint32(b[i:])
		if x != bits.RotateLeft32(x, 8) || b[i] == 'A' || b[i] == '=' {
			continue
		}
		from, to := i, i+4
		for from > 0 && b[from-1] == b[i] {
			from--
		}
		for to < len(b) && b[to] == b[i] {
			to++
		}
		if to-from >= 8 {
			return true
		}
	}
	return false
}

// exampleWords are what people write into made-up tokens. Each is so long
// that chance does not make it.
var exampleWords = [...]string{"example", "placeholder", "changeme", "redacted", "your_", "your-", "yourtoken", "yourkey", "yoursecret", "yourapi"}

// exampleGrams holds, by hash, the first four letters of the words and those
// from the second on, so that looking at every second position is enough.
var exampleGrams = func() (t [256]uint32) {
	for _, w := range exampleWords {
		for i := range 2 {
			x := binary.LittleEndian.Uint32([]byte(w[i:])) | foldLetters
			if h := gramHash(x); t[h] != 0 && t[h] != x {
				panic("engine: example words collide: change the hash")
			} else {
				t[h] = x
			}
		}
	}
	return t
}()

const foldLetters = 0x20202020

func gramHash(x uint32) uint32 { return x * 0x85EBCA6B >> 24 }

func saysExample(b []byte) bool {
	for i := 0; i+4 <= len(b); i += 2 {
		x := binary.LittleEndian.Uint32(b[i:]) | foldLetters
		if exampleGrams[gramHash(x)] != x {
			continue
		}
		around := b[max(0, i-1):min(len(b), i+12)]
		for _, w := range exampleWords {
			if indexFold(around, w) >= 0 {
				return true
			}
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
		for _, b := range s.src[s.m.at[i]:s.m.at[i+1]] {
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

// indexFold finds lower-case w in b in any ASCII case.
func indexFold(b []byte, w string) int {
	for i := 0; i+len(w) <= len(b); i++ {
		if b[i]|0x20 == w[0]|0x20 && foldEqual(b[i:i+len(w)], w) {
			return i
		}
	}
	return -1
}
