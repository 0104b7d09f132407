package privacycheck

// The rules for paths and addresses share one pass over the text: two tables
// tell the few pairs of bytes at which one of them could be seen, and only there
// the neighbourhood is read, by hand. Everything else costs two loads and one
// branch a byte, and the branch is hardly ever taken.

const (
	onSlash = 1 << iota // '/': a home folder behind it
	onBackslash
	onPercent // %2F and %5C
	onDot     // the first dot of an IPv4 address, or .ts.net
	onColon   // the first colon of an IPv6 address, or a marker
)

// triggers holds for each byte what may begin there, and what may go on there
// when the byte before began it.
type triggers struct{ first, second [256]uint8 }

func (c *Checker) newTriggers() (t triggers) {
	set := func(bit uint8, first, second string) {
		for _, b := range []byte(first) {
			t.first[b] |= bit
		}
		for _, b := range []byte(second) {
			t.second[b] |= bit
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
		set(onDot, ".", "0123456789")
	}
	if c.tail {
		set(onDot, ".", "tT")
	}
	if c.v6 {
		set(onColon, ":", ":0123456789abcdefABCDEF")
	}
	set(onColon, ":", " \taA") // a marker
	return t
}

// scanPlaces finds paths and addresses, and tells whether a marker may stand in
// the text.
func (c *Checker) scanPlaces(src []byte, out []match) (_ []match, marker bool) {
	t := &c.trigger
	for i := 0; i+1 < len(src); i++ {
		k := t.first[src[i]] & t.second[src[i+1]]
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
		case onDot:
			if c.v4 && i > 0 && isDigit(src[i-1]) {
				m, ok = ipv4Here(src, i)
			}
			if !ok && c.tail {
				m, ok = c.tailHere(src, i)
			}
		case onColon:
			if c.v6 {
				m, ok = ipv6Here(src, i)
			}
			if !ok && i >= len("privacy") && src[i-1]|0x20 == 'y' && (string(src[i-6:i]) == "rivacy" || string(src[i-6:i]) == "RIVACY") {
				marker = true
			}
		}
		if ok {
			out = append(out, m)
			i = max(i, m.end-1)
		}
	}
	return out, marker
}
