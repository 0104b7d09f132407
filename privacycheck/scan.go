package privacycheck

import "encoding/binary"

// The rules for paths and addresses share one pass over the text: a table of all
// pairs of bytes tells the few at which one of them could be seen, and only there
// the neighbourhood is read, by hand. Everything else costs two loads a byte and
// one branch, hardly ever taken, for eight of them.

const (
	onSlash = 1 << iota // '/': a home folder behind it
	onBackslash
	onPercent // %2F and %5C
	onDigit   // the last digit before the first dot of an IPv4 address
	onDot     // .ts.net
	onColon   // the first colon of an IPv6 address
	onMarker  // the colon of a marker, behind the y of privacy
)

// triggers holds for each two bytes, the first in the low half of the index,
// what may begin there.
type triggers [1 << 16]uint8

func (c *Checker) newTriggers() *triggers {
	t := new(triggers)
	set := func(bit uint8, first, second string) {
		for _, a := range []byte(first) {
			for _, b := range []byte(second) {
				t[uint16(a)|uint16(b)<<8] |= bit
			}
		}
	}
	if c.home {
		set(onSlash, "/", "hUu-")
		set(onBackslash, "\\", "hUu-")
		set(onPercent, "%", "25")
	}
	if c.root {
		set(onSlash, "/", "r")
	}
	if c.v4 {
		set(onDigit, "029", ".") // of 10, 100, 172, 192 and 169
	}
	if c.tail {
		set(onDot, ".", "tT")
	}
	if c.v6 {
		set(onColon, ":", ":0123456789abcdefABCDEF")
	}
	set(onMarker, "yY", ":")
	return t
}

func pairAt(b []byte, i int) uint16 { return uint16(b[i]) | uint16(b[i+1])<<8 }

// next is where, from i on, something may begin at one of eight bytes; or near
// the end of src.
func (t *triggers) next(src []byte, i int) int {
	for ; i+9 <= len(src); i += 8 {
		b := src[i : i+9 : i+9]
		w := binary.LittleEndian.Uint64(b)
		if t[uint16(w)]|t[uint16(w>>8)]|t[uint16(w>>16)]|t[uint16(w>>24)]|
			t[uint16(w>>32)]|t[uint16(w>>40)]|t[uint16(w>>48)]|t[uint16(w>>56)|uint16(b[8])<<8] != 0 {
			break
		}
	}
	return i
}

// scanPlaces finds paths and addresses, and tells whether a marker may stand in
// the text.
func (c *Checker) scanPlaces(src []byte, out []match) (_ []match, marker bool) {
	t := c.trigger
	looked := 0 // up to where one of eight may begin something
	for i := 0; i+1 < len(src); i++ {
		if i >= looked {
			i = t.next(src, i)
			if i+1 >= len(src) {
				break
			}
			looked = i + 8
		}
		k := t[pairAt(src, i)]
		if k == 0 {
			continue
		}
		var m match
		var ok bool
		switch k {
		case onSlash:
			if c.home {
				m, ok = c.homeHere(src, i+1)
			}
			if !ok && c.root {
				m, ok = rootHere(src, i)
			}
		case onBackslash:
			if c.home {
				m, ok = c.homeHere(src, i+1)
			}
		case onPercent:
			if c.home && i+3 < len(src) && (src[i+1] == '2' || src[i+1] == '5') {
				m, ok = c.homeHere(src, i+3)
			}
		case onDigit:
			if i+2 < len(src) && isDigit(src[i+2]) {
				m, ok = ipv4Here(src, i+1)
			}
		case onDot:
			m, ok = c.tailHere(src, i)
		case onColon:
			m, ok = ipv6Here(src, i)
		case onMarker:
			marker = marker || i >= len("rivacy") && i+2 < len(src) && (string(src[i-5:i+1]) == "rivacy" || string(src[i-5:i+1]) == "RIVACY")
		}
		if ok {
			out = append(out, m)
			at := m.end - 1
			if m.end < len(src) && t[pairAt(src, at)] == onDigit {
				at-- // the dot behind what was found may be the first of an address
			}
			i = max(i, at)
		}
	}
	return out, marker
}
