package value

// Score weighs the evidence that b was made by a machine and not written by a
// person: above zero speaks for it, below against. It looks at how usual the
// pairs of letters are, at how often letters and digits alternate, and at
// capitals where no word starts. Base64, base62, base32 and hex all score
// high; identifiers, camelCase, file names and prose score low. Linear, at
// most the first 256 bytes count.
func Score(b []byte) int {
	if len(b) > 256 {
		b = b[:256]
	}
	score, state, prev := 0, uint(0), uint(0)
	early := &scoreSteps[0] // a capital among the first three begins no word
	for i, c := range b {
		if i == 3 {
			early = &scoreSteps[1]
		}
		cur := uint(scoreOf[c])
		step := early[state][(prev>>5*4+cur>>5)%16]
		score += int(step.add) + int(scorePairs[(prev&31*32+cur&31)%1024]&step.pair)
		state = uint(step.next) % scoreStates
		prev = cur
	}
	return score
}

// scoreOf is what Score sees of a byte: which letter it is, from 1, and above
// five bits whether it is a small letter, a capital, a digit or none of them.
var scoreOf = func() (t [256]uint8) {
	for i := range t {
		switch c := byte(i); {
		case lower(c):
			t[i] = scoreLower<<5 | c&31
		case upper(c):
			t[i] = scoreUpper<<5 | c&31
		case digit(c):
			t[i] = scoreDigit << 5
		}
	}
	return t
}()

const (
	scoreLower = 1 + iota
	scoreUpper
	scoreDigit
)

// scorePairs is the evidence of two letters, zero for one letter twice: xxxx is
// no evidence.
var scorePairs = func() (t [1024]int8) {
	for p := range 26 {
		for c := range 26 {
			if p != c {
				t[(p+1)*32+c+1] = int8(9 - hexval(bigrams[p*26+c]))
			}
		}
	}
	return t
}()

// scoreStep is what one byte adds beyond its pair, whether the pair counts (-1)
// or not (0), and the state behind it.
type scoreStep struct {
	add, pair int8
	next      uint8
}

// A state of Score is the length of the piece of letters, up to three, and how
// often letters and digits have taken turns, up to three times.
const scoreStates = 16

// scoreSteps is looked up by whether more than two bytes went before, the state,
// and the kinds of the last byte and of this one: what is counted is too random
// to be branched on.
var scoreSteps = func() (t [2][scoreStates][16]scoreStep) {
	for late := range t {
		for state := range scoreStates {
			for kinds := range 16 {
				piece, switches := state/4, state%4
				add, pair := 0, 0
				switch prev, c := kinds/4, kinds%4; {
				case c == scoreLower || c == scoreUpper:
					switch {
					case prev == scoreDigit:
						switches++
						if switches > 2 {
							add += 4
						}
						piece = 1
					case prev == scoreLower && c == scoreUpper:
						// The start of a camelCase word; a word of one or two letters is odd.
						if piece <= 2 && late > 0 {
							add += 4
						}
						piece = 1
					case prev != 0:
						pair = -1
						if prev == scoreUpper && c == scoreLower && piece > 1 {
							// XMLHttp is usual, aBCd is not: the acronym gives its last letter away.
							if piece == 2 {
								add += 3
							}
							piece = 1
						}
						piece++
					default:
						piece = 1
					}
				case c == scoreDigit:
					if prev == scoreLower || prev == scoreUpper {
						switches++
						if switches > 2 {
							add += 4
						}
						if piece == 1 && switches > 1 {
							add += 2
						}
					}
					piece = 0
				default:
					piece = 0
				}
				t[late][state][kinds] = scoreStep{int8(add), int8(pair), uint8(min(piece, 3)*4 + min(switches, 3))}
			}
		}
	}
	return t
}()

func hexval(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c-'a') + 10
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
