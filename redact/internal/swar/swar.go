// Package swar asks something of eight bytes at once, in one word: a loop over a few bytes
// ends where the processor does not expect it. What is true of a byte is told by its
// highest bit, and no other bit is set. Byte number i of the eight is the one at bit 8*i.
package swar

import (
	"encoding/binary"
	"math/bits"
)

const (
	// Each times a byte is eight of that byte.
	Each = 0x0101010101010101
	// High has the highest bit of each byte.
	High = 0x80 * Each

	low7 = High - Each
)

// Load is the eight bytes of b from number i on.
func Load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// Between has the bytes of x from a to b; both are ASCII.
func Between(x uint64, a, b byte) uint64 {
	y := x & low7
	return (y + (0x80-uint64(a))*Each) &^ (y + (0x7f-uint64(b))*Each) &^ x & High
}

// Are has the bytes of x that are c, which is ASCII.
func Are(x uint64, c byte) uint64 {
	x ^= uint64(c) * Each
	return ^(x&low7 + low7 | x) & High
}

// Blanks has the bytes of x that are no more than a space.
func Blanks(x uint64) uint64 { return ^(x&low7 + (0x7f-' ')*Each | x) & High }

// Letters has the ASCII letters of x.
func Letters(x uint64) uint64 { return Between(x|0x20*Each, 'a', 'z') }

// Digits has the digits of x.
func Digits(x uint64) uint64 { return Between(x, '0', '9') }

// Zeros has the first byte of x that is 0, and perhaps others behind it; nothing when none
// is. That takes less than Are.
func Zeros(x uint64) uint64 { return (x - Each) &^ x & High }

// First is which byte of m is the first that is told of, 8 when none is.
func First(m uint64) int { return bits.TrailingZeros64(m) / 8 }

// BehindLast is how many bytes stand behind the last that m tells of, 8 when none is.
func BehindLast(m uint64) int { return bits.LeadingZeros64(m) / 8 }

// Packed has in its upper eight bits one for each byte that m tells of, in order.
func Packed(m uint64) uint64 { return m >> 7 * 0x0102040810204080 & (0xff << 56) }
