package value

import (
	"encoding/binary"
	"math/bits"
)

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

// kinds has a bit for each of 64 bytes that is a small letter, a capital or a digit.
type kinds struct{ lower, upper, digit uint64 }

// kindsOf is that of at most 64 bytes.
func kindsOf(b []byte) (k kinds) {
	const each = 0x0101010101010101
	for i := 0; i < len(b); i += 8 {
		var x uint64
		if i+8 <= len(b) {
			x = binary.LittleEndian.Uint64(b[i:])
		} else {
			x = lastOf(b, len(b)-i)
		}
		y := x &^ highBits
		f := y | 0x20*each
		letter := (f + (0x80-'a')*each) &^ (f + (0x7f-'z')*each) &^ x & highBits
		digit := (y + (0x80-'0')*each) &^ (y + (0x7f-'9')*each) &^ x & highBits
		small := x << 2 // bit 5 of each byte is its highest
		// What eight bytes say comes to the top, and what those before said goes down.
		k.lower = k.lower>>8 | packed(letter&small)
		k.upper = k.upper>>8 | packed(letter&^small)
		k.digit = k.digit>>8 | packed(digit)
	}
	down := uint(-len(b)) &^ 7 & 63
	return kinds{k.lower >> down, k.upper >> down, k.digit >> down}
}

// lastOf is the last n bytes of b, less than eight, and zeros behind them.
func lastOf(b []byte, n int) (x uint64) {
	if len(b) >= 8 {
		return binary.LittleEndian.Uint64(b[len(b)-8:]) >> (64 - 8*n)
	}
	for i, c := range b[len(b)-n:] {
		x |= uint64(c) << (8 * i)
	}
	return x
}

// packed has in its upper eight bits one for each of eight bytes whose highest bit is
// set; no other bit of theirs is.
func packed(x uint64) uint64 { return x >> 7 * 0x0102040810204080 & (0xff << 56) }

func hexval(c byte) int {
	if c <= '9' {
		return int(c - '0')
	}
	return int(c-'a') + 10
}

func lower(c byte) bool { return c >= 'a' && c <= 'z' }
func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
