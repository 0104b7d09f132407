package detect

import (
	"bytes"

	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// Small questions about the bytes of a value.

func digitsOnly(b []byte) bool {
	for _, c := range b {
		if !digit(c) {
			return false
		}
	}
	return len(b) > 0
}

func hasAlnum(b []byte, n int) bool {
	for _, c := range b {
		if alnum(c) || c >= 0x80 {
			if n--; n == 0 {
				return true
			}
		}
	}
	return false
}

func spaced(b []byte) bool {
	if len(b) > 128 {
		for _, c := range [...]byte{' ', '\n', '\t', '\r'} {
			if bytes.IndexByte(b, c) >= 0 {
				return true
			}
		}
		return bytes.Contains(b, []byte("\u00a0"))
	}
	for i, c := range b {
		// A no-break space parts words too.
		if space(c) || c == 0xa0 && i > 0 && b[i-1] == 0xc2 {
			return true
		}
	}
	return false
}

func allLower(b []byte) bool {
	for _, c := range b {
		if !lower(c) {
			return false
		}
	}
	return true
}

// mixed: lower case, upper case and digits.
func mixed(b []byte) bool {
	var l, u, d bool
	for _, c := range b {
		l, u, d = l || lower(c), u || upper(c), d || digit(c)
	}
	return l && u && d
}

// mixedCase: a capital where no word of an identifier starts.
func mixedCase(b []byte) bool {
	for i := 2; i < len(b); i++ {
		if lower(b[i-2]) && upper(b[i-1]) && upper(b[i]) && i+1 < len(b) && lower(b[i+1]) {
			return value.Score(b) > 0
		}
	}
	return false
}

// base32: capitals and 2 to 7, at least 16.
func base32(b []byte) bool {
	n := 0
	for _, c := range b {
		if c == ' ' || c == '-' || c == '=' {
			continue
		}
		if !upper(c) && !(c >= '2' && c <= '7') && !lower(c) {
			return false
		}
		n++
	}
	return n >= 16
}

// pathlike: slashes between short pieces, or a file's ending.
func pathlike(b []byte) bool {
	slashes := 0
	for _, c := range b {
		if c == '/' || c == '\\' {
			slashes++
		}
	}
	return slashes > 0 && len(b)/(slashes+1) < 12 && b[len(b)-1] != '='
}

// hexPairs: a fingerprint or an address, eight pairs of hex digits and more
// with colons. Without an operator they are no secret, however many there are.
func hexPairs(b []byte) bool {
	for i, c := range b {
		if i%3 == 2 && c != ':' || i%3 != 2 && !hexDigit(c) {
			return false
		}
	}
	return len(b) >= 23 && len(b)%3 == 2
}

// selector: #add-password, .token-input, [name=password]: a place on a page.
func selector(b []byte) bool {
	if len(b) < 3 || b[0] != '#' && b[0] != '.' && b[0] != '[' {
		return false
	}
	for _, c := range b[1:] {
		if !lower(c) && c != '-' && c != '_' && c != '.' && c != '#' && c != ' ' && c != '=' && c != ']' && c != '"' && c != '\'' {
			return false
		}
	}
	return true
}

func words(b []byte) int {
	n := 0
	for i, c := range b {
		if !space(c) && (i == 0 || space(b[i-1])) {
			n++
		}
	}
	return n
}

// basicPair reports whether b is base64 of printable text with a colon in it:
// user and password.
func basicPair(b []byte) bool {
	if len(b) < 8 || len(b) > 1024 {
		return false
	}
	colon, n := false, 0
	var acc uint32
	bits := 0
	for i, c := range b {
		var x byte
		switch {
		case upper(c):
			x = c - 'A'
		case lower(c):
			x = c - 'a' + 26
		case digit(c):
			x = c - '0' + 52
		case c == '+' || c == '-':
			x = 62
		case c == '/' || c == '_':
			x = 63
		case c == '=' && i >= len(b)-2:
			continue
		default:
			return false
		}
		acc = acc<<6 | uint32(x)
		if bits += 6; bits >= 8 {
			bits -= 8
			d := byte(acc >> bits)
			if d < 0x20 || d == 0x7f {
				return false
			}
			n++
			if d == ':' && n > 1 {
				colon = true
			}
		}
	}
	return colon
}

// hostname: labels with dots, the last of letters only.
func hostname(b []byte) bool {
	dots, last := 0, 0
	for i, c := range b {
		switch {
		case c == '.':
			dots++
			last = i + 1
		case c == ':' && dots > 0 && digitsOnly(b[i+1:]):
			b = b[:i]
			return dots > 0 && topLevel(b[last:])
		case !alnum(c) && c != '-':
			return false
		}
	}
	return dots > 0 && topLevel(b[last:])
}

func topLevel(b []byte) bool {
	for _, t := range [...]string{"com", "net", "org", "io", "dev", "cloud", "local", "internal", "app", "ai", "co", "de", "eu", "uk", "us", "gov", "edu", "int"} {
		if string(b) == t {
			return true
		}
	}
	return false
}

// assigned: NAME=value.
func assigned(b []byte) bool {
	k := 0
	for k < len(b) && (alnum(b[k]) || b[k] == '_' || b[k] == '-' || b[k] == '.') {
		k++
	}
	return k >= 2 && k+1 < len(b) && b[k] == '=' && b[k+1] != '=' && !value.Strong(b[:k])
}

// ownName: DB_PASSWORD=value, whose name says enough to judge what it holds.
func ownName(v *scan.View, b []byte) bool {
	if !assigned(b) {
		return false
	}
	n := v.NameOf(b[:bytes.IndexByte(b, '=')])
	return n.Class == name.Holds && !n.Weak
}

// issueKey: what Sonar calls the key of an issue, twenty bytes that begin with a
// time.
func issueKey(b []byte) bool {
	return len(b) == 20 && b[0] == 'A' && b[1] >= 'U' && b[1] <= 'Z' && mixed(b)
}

// publicID: a Twilio account's number, which its documents show openly.
func publicID(b []byte) bool {
	return len(b) == 34 && b[0] == 'A' && b[1] == 'C' && value.Hex(b[2:]) && value.DigitCount(b[2:]) > 3
}

// twilioSID: two capitals and 32 digits of hex, what Twilio calls the id of an
// account, a message or a service, perhaps with &name=value behind it. It says
// sid and opens nothing.
func twilioSID(b []byte) bool {
	if len(b) < 34 || len(b) > 34 && alnum(b[34]) || !upper(b[0]) || !upper(b[1]) || value.DigitCount(b[2:34]) < 4 {
		return false
	}
	for _, c := range b[2:34] {
		if !digit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// serviceSID: ACCOUNT_SID, TWILIO_VERIFY_SERVICE_SID: a variable with the id of
// something else than a session.
func serviceSID(nm []byte) bool {
	n := len(nm) - len("_SID")
	if n < 1 || string(nm[n:]) != "_SID" || anyLower(nm[:n]) {
		return false
	}
	for _, w := range [...]string{"sess", "connect", "cookie", "login", "user", "auth"} {
		for i := range n {
			if at(nm, i, w) {
				return false
			}
		}
	}
	return true
}

// mail: an address, name@host.tld.
func mail(b []byte) bool {
	for i, c := range b {
		if c == '@' {
			return i > 0 && hostname(b[i+1:])
		}
	}
	return false
}

// holdsPair: name=value stands inside of it; the value there is judged by its
// own name.
func holdsPair(b []byte) bool {
	for i, c := range b {
		if c == '=' && i > 3 && i < len(b)-2 && b[i+1] != '=' {
			k := i
			for k > 0 && lower(b[k-1]) {
				k--
			}
			if i-k >= 4 && (k == 0 || !alnum(b[k-1])) {
				return true
			}
		}
	}
	return false
}

// position: line and column behind a file's name, 48:1 or 48:1:.
func position(b []byte) bool {
	colons := 0
	for _, c := range b {
		if c == ':' {
			colons++
		} else if !digit(c) {
			return false
		}
	}
	return colons > 0
}

// identifier: letters, digits and _ $, no digit first.
func identifier(b []byte) bool {
	for _, c := range b {
		if !alnum(c) && c != '_' && c != '$' {
			return false
		}
	}
	return len(b) > 0 && !digit(b[0])
}

// symbols counts the bytes that are no letters, digits, blanks or joiners.
func symbols(b []byte) int {
	n := 0
	for _, c := range b {
		if c > ' ' && c < 0x7f && !alnum(c) && c != '-' && c != '_' && c != '.' {
			n++
		}
	}
	return n
}

func hasByte(b []byte, x byte) bool {
	for _, c := range b {
		if c == x {
			return true
		}
	}
	return false
}

// tokenBytes: nothing but what tokens and passwords without quotes hold; no
// brackets, commas or backslashes.
func tokenBytes(b []byte) bool {
	for _, c := range b {
		if notInTokens[c] {
			return false
		}
	}
	return true
}

var notInTokens = func() (t [256]bool) {
	for _, c := range []byte("()[]{},<>\\;|\"'") {
		t[c] = true
	}
	return t
}()
