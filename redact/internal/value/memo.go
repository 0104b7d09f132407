package value

import (
	"math/bits"

	"jezero/redact/internal/ends"
)

// Memo remembers what Of said of values: a text writes the same few again and
// again, and one value is asked for more than once. It follows from the values
// alone, so that it changes no answer.
type Memo struct {
	used     uint64 // has a bit for each of entries that holds a value
	usedLong uint8  // so many of long do
	nextLong uint8  // the one of long that is written over next
	entries  [memoSize]memoEntry
	long     [8]longEntry
}

const (
	memoBits = 6
	memoSize = 1 << memoBits
	memoLen  = 46 // the longest value that is remembered
	longLen  = 520
)

// longEntry is a longer value: few are, and what reads an unquoted value stops there.
type longEntry struct {
	hash  uint64
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
	k := ends.Hash(b) >> (64 - memoBits)
	e := &m.entries[k]
	if int(e.n) == len(b) && string(e.value[:len(b)]) == string(b) {
		return e.look
	}
	look := Of(b)
	m.used |= 1 << k
	copy(e.value[:], b)
	e.n, e.look = uint8(len(b)), look
	return look
}

// ofLong looks at every long value that is remembered: two that have to share one
// place could drive each other out for as long as a text repeats them, and to judge
// one costs far more than to look at eight.
func (m *Memo) ofLong(b []byte) Look {
	h := ends.Hash(b)
	for i := range m.long {
		if e := &m.long[i]; e.hash == h && string(e.value[:e.n]) == string(b) {
			return e.look
		}
	}
	e := &m.long[m.nextLong]
	m.usedLong = max(m.usedLong, m.nextLong+1)
	m.nextLong = (m.nextLong + 1) % uint8(len(m.long))
	e.hash, e.n, e.look = h, uint16(copy(e.value[:], b)), Of(b)
	return e.look
}

// Forget drops every value: what a text held stays nowhere.
func (m *Memo) Forget() {
	for ; m.used != 0; m.used &= m.used - 1 {
		m.entries[bits.TrailingZeros64(m.used)] = memoEntry{}
	}
	clear(m.long[:m.usedLong])
	m.usedLong, m.nextLong = 0, 0
}
