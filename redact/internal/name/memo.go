package name

import "jezero/redact/internal/ends"

// Memo remembers what Holder and Of said of names: a text writes the same few again and
// again. It follows from the names alone, so that it changes no answer.
type Memo struct {
	entries [memoSize]memoEntry
	used    [memoSize]uint8 // the entries that hold a name
	n       int             // how many of them there are
}

const (
	memoBits = 8
	memoSize = 1 << memoBits
	memoLen  = 48 // the longest name that is remembered
)

type memoEntry struct {
	name    [memoLen]byte
	n       uint8
	verdict Verdict
}

// Holder is Holder. A nil Memo remembers nothing.
func (m *Memo) Holder(b []byte) Verdict { return m.ask(b, 0, Holder) }

// Of is Of. A nil Memo remembers nothing.
func (m *Memo) Of(b []byte) Verdict { return m.ask(b, askedOf, Of) }

// askedOf marks the length of a name that Of was asked for.
const askedOf = 0x80

func (m *Memo) ask(b []byte, mark uint8, answer func([]byte) Verdict) Verdict {
	if m == nil || len(b) == 0 || len(b) > memoLen {
		return answer(b)
	}
	k := ends.Hash(b)>>(64-memoBits) ^ uint64(mark>>7)
	e := &m.entries[k]
	n := uint8(len(b)) | mark
	if e.n == n && string(e.name[:len(b)]) == string(b) {
		return e.verdict
	}
	if e.n == 0 {
		m.used[m.n] = uint8(k)
		m.n++
	}
	copy(e.name[:], b)
	e.n, e.verdict = n, answer(b)
	return e.verdict
}

// Forget drops every name: what a text held stays nowhere.
func (m *Memo) Forget() {
	for _, k := range m.used[:m.n] {
		m.entries[k] = memoEntry{}
	}
	m.n = 0
}
