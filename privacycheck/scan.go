package privacycheck

// The rules for paths and addresses share one pass over the text: a table tells
// the few bytes from which one of them could be seen, and only there the
// neighbourhood is read, by hand. Everything else costs one load and one branch
// a byte.

const (
	onSlash = 1 << iota // '/': a home folder behind it
	onBackslash
	onPercent // %2F and %5C
	onDot     // the first dot of an IPv4 address, or .ts.net
	onColon   // the first colon of an IPv6 address, or a marker
)

// triggers is the table for the rules that run.
func (c *Checker) triggers() (t [256]uint8) {
	if c.home || c.root {
		t['/'], t['\\'], t['%'] = onSlash, onBackslash, onPercent
	}
	if c.v4 || c.tail {
		t['.'] = onDot
	}
	t[':'] = onColon
	return t
}

// scanPlaces finds paths and addresses, and tells whether a marker may stand in
// the text.
func (c *Checker) scanPlaces(src []byte, out []match) (_ []match, marker bool) {
	t := &c.trigger
	for i := 0; i < len(src); i++ {
		k := t[src[i]]
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
			if !ok && c.tail && i+1 < len(src) && src[i+1]|0x20 == 't' {
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
