package value

import (
	"encoding/binary"

	"jezero/redact/internal/swar"
)

// kinds has a bit for each of 64 bytes that is a small letter, a capital or a digit.
type kinds struct{ lower, upper, digit uint64 }

// kindsOf is that of at most 64 bytes. It may look at what stands behind them.
func kindsOf(b []byte) (k kinds) {
	if cap(b) >= 64 && k.fill((*[64]byte)(b[:64])) {
		in := ^uint64(0) >> uint(64-len(b))
		return kinds{k.lower & in, k.upper & in, k.digit & in}
	}
	return kindsOfEach(b)
}

// kindsOfEach is kindsOf for eight bytes at a time.
func kindsOfEach(b []byte) (k kinds) {
	for i := 0; i < len(b); i += 8 {
		var x uint64
		if i+8 <= len(b) {
			x = binary.LittleEndian.Uint64(b[i:])
		} else {
			x = lastOf(b, len(b)-i)
		}
		letter := swar.Letters(x)
		small := x << 2 // bit 5 of each byte is its highest
		// What eight bytes say comes to the top, and what those before said goes down.
		k.lower = k.lower>>8 | swar.Packed(letter&small)
		k.upper = k.upper>>8 | swar.Packed(letter&^small)
		k.digit = k.digit>>8 | swar.Packed(swar.Digits(x))
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
