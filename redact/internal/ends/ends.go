// Package ends hashes short texts by their ends: enough for tables of words and
// for memories of what was said of names and values, and cheap however long they are.
package ends

import "encoding/binary"

// Hash is of a text's length and of its first and last eight bytes. All 64 bits
// are mixed, the highest best.
func Hash(b []byte) uint64 {
	n := len(b)
	var x, y uint64
	switch {
	case n >= 8:
		x, y = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	case n >= 4:
		x, y = uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[n-4:]))
	case n > 0:
		x, y = uint64(b[0])|uint64(b[n/2])<<8, uint64(b[n-1])
	}
	return Mix(n, x, y)
}

// Mix is the hash of a text of n bytes, four at least, that begins with x and ends
// with y: eight bytes of each, or four of a text that has fewer than eight.
func Mix(n int, x, y uint64) uint64 {
	h := (x + uint64(n)) * 0x9E3779B97F4A7C15
	return (h ^ h>>29 ^ y) * 0xC2B2AE3D27D4EB4F
}
