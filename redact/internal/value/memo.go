package value

import "encoding/binary"

// Memo remembers what Of said of values: a text writes the same few again and
// again, and one value is asked for more than once. It follows from the values
// alone, so that it changes no answer.
type Memo struct {
	used, usedLong bool
	entries        [memoSize]memoEntry
	long           [8]longEntry
}

const (
	memoBits = 6
	memoSize = 1 << memoBits
	memoLen  = 46 // the longest value that is remembered
	longLen  = 520
)

// longEntry is a longer value: few are, and what reads an unquoted value stops there.
type longEntry struct {
	value [longLen]byte
	n     uint16
	look  Look
}

type memoEntry struct {
	value [memoLen]byte
	n     uint8 // 0 in an entry that is free
	look  Look
}

// Of is Of. A nil Memo remembers nothing.
func (m *Memo) Of(b []byte) Look {
	if m == nil || len(b) == 0 || len(b) > longLen {
		return Of(b)
	}
	if len(b) > memoLen {
		return m.ofLong(b)
	}
	e := &m.entries[memoHash(b)]
	if int(e.n) == len(b) && string(e.value[:len(b)]) == string(b) {
		return e.look
	}
	look := Of(b)
	m.used = true
	copy(e.value[:], b)
	e.n, e.look = uint8(len(b)), look
	return look
}

func (m *Memo) ofLong(b []byte) Look {
	e := &m.long[memoHash(b)%uint64(len(m.long))]
	if int(e.n) == len(b) && string(e.value[:len(b)]) == string(b) {
		return e.look
	}
	look := Of(b)
	m.usedLong = true
	copy(e.value[:], b)
	e.n, e.look = uint16(len(b)), look
	return look
}

// Forget drops every value: what a text held stays nowhere.
func (m *Memo) Forget() {
	if m.used {
		m.used, m.entries = false, [memoSize]memoEntry{}
	}
	if m.usedLong {
		m.usedLong, m.long = false, [8]longEntry{}
	}
}

// memoHash is of the ends of a value.
func memoHash(b []byte) uint64 {
	n := len(b)
	var x, y uint64
	switch {
	case n >= 8:
		x, y = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	case n >= 4:
		x, y = uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[n-4:]))
	default:
		x = uint64(b[0])
		y = uint64(b[n/2])<<8 | uint64(b[n-1])
	}
	h := (x + uint64(n)) * 0x9E3779B97F4A7C15
	return ((h ^ h>>29 ^ y) * 0xC2B2AE3D27D4EB4F) >> (64 - memoBits)
}
