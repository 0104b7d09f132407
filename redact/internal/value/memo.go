package value

import "jezero/redact/internal/ends"

// Memo remembers what Of said of values: a text writes the same few again and
// again, and one value is asked for more than once. It follows from the values
// alone, so that it changes no answer.
type Memo struct {
	used, usedLong bool
	entries        [memoSize]memoEntry
	long           [1 << longBits]longEntry
}

const (
	memoBits = 6
	memoSize = 1 << memoBits
	memoLen  = 46 // the longest value that is remembered
	longBits = 3
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
	e := &m.entries[ends.Hash(b)>>(64-memoBits)]
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
	e := &m.long[ends.Hash(b)>>(64-longBits)]
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
		m.usedLong, m.long = false, [1 << longBits]longEntry{}
	}
}
