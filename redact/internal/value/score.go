package value

import "math/bits"

// Score weighs the evidence that b was made by a machine and not written by a
// person: above zero speaks for it, below against. It looks at how usual the
// pairs of letters are, at how often letters and digits alternate, and at
// capitals where no word starts. Base64, base62, base32 and hex all score
// high; identifiers, camelCase, file names and prose score low. Linear, at
// most the first 256 bytes count.
func Score(b []byte) int {
	var k [scoreBlocks]kinds
	b = b[:min(len(b), 64*len(k))]
	for i := range k {
		if 64*i >= len(b) {
			break
		}
		k[i] = kindsOf(b[64*i : min(len(b), 64*i+64)])
	}
	return score(b, &k)
}

const scoreBlocks = 4 // of 64 bytes

// score is Score for at most the bytes that k has the kinds of. What is counted is too
// random to be branched on, so that it is done for 64 bytes at once: of every mask, bit
// i is what is the case at byte i.
func score(b []byte, k *[scoreBlocks]kinds) (sum int) {
	turns := 0         // how often letters and digits took turns
	late := ^uint64(7) // a capital among the first three bytes begins no word
	// What is the case at the byte before the first.
	var lower, upper, digit, first, second uint64
	for i := range k {
		base := 64 * i
		if base >= len(b) {
			break
		}
		k := &k[i]
		afterLower, afterUpper, afterDigit := k.lower<<1|lower, k.upper<<1|upper, k.digit<<1|digit
		letters := k.lower | k.upper
		camel := k.upper & afterLower // the start of a camelCase word
		falls := k.lower & afterUpper
		joined := letters & (afterLower | afterUpper) &^ camel
		// The first letter of a piece, and the second one: XMLHttp is usual, aBCd is not,
		// the acronym gives its last letter away.
		firsts := letters &^ joined
		afterFirst := firsts<<1 | first
		seconds := falls | joined&afterFirst
		afterSecond := seconds<<1 | second

		sum += 4 * bits.OnesCount64(camel&(afterFirst|afterSecond)&late) // a word of one or two letters is odd
		sum += 3 * bits.OnesCount64(falls&afterSecond)

		turn := letters&afterDigit | k.digit&(afterLower|afterUpper)
		lone := k.digit & afterFirst // behind a piece of one letter
		sum += 2 * bits.OnesCount64(lone)
		if turns == 0 && lone&turn&-turn != 0 {
			sum -= 2 // the first turn of all is usual
		}
		turns += bits.OnesCount64(turn)

		for ; joined != 0; joined &= joined - 1 {
			at := base + bits.TrailingZeros64(joined)
			sum += int(scorePairs[uint(b[at-1]&31)<<5|uint(b[at]&31)])
		}
		lower, upper, digit, first, second = k.lower>>63, k.upper>>63, k.digit>>63, firsts>>63, seconds>>63
		late = ^uint64(0)
	}
	return sum + 4*max(0, turns-2)
}

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

func hexval(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c-'a') + 10
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
