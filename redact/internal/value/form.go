package value

import (
	"encoding/binary"

	"jezero/redact/internal/swar"
)

// Hex reports whether b is hexadecimal, mixed of letters and digits.
func Hex(b []byte) bool {
	digits, letters := 0, 0
	for _, c := range b {
		switch {
		case digit(c):
			digits++
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			letters++
		default:
			return false
		}
	}
	return digits > 0 && letters > 0
}

// UUIDAt reports whether a UUID starts at b[i].
func UUIDAt(b []byte, i int) bool {
	if i+36 > len(b) {
		return false
	}
	u := b[i:][:36]
	if u[8] != '-' || u[13] != '-' || u[18] != '-' || u[23] != '-' {
		return false
	}
	// Its digits are random: eight at a time, without a branch for each. A zero takes
	// the place of a dash.
	begin := binary.LittleEndian.Uint64(u)
	middle := binary.LittleEndian.Uint64(u[9:])&^(0xff<<32) | '0'<<32
	end := binary.LittleEndian.Uint64(u[17:])&^(0xff<<8|0xff<<48) | '0'<<8 | '0'<<48
	return hexOf(begin)&hexOf(middle)&hexOf(end)&hexOf(binary.LittleEndian.Uint64(u[25:]))&hexOf(binary.LittleEndian.Uint64(u[28:])) == swar.High
}

// hexOf has the bytes of x that are hexadecimal digits.
func hexOf(x uint64) uint64 { return swar.Digits(x) | swar.Between(x|0x20*swar.Each, 'a', 'f') }

// version: ^7.1.2, ~1.0, >=2.3.4-beta, v1.2.3, v0.0.0-20170313163322-e2103e2c3529,
// and what is written like one: 1.2.3, an address, an object identifier.
func version(v []byte) bool {
	i := 0
	for i < len(v) && (v[i] == '^' || v[i] == '~' || v[i] == '>' || v[i] == '<' || v[i] == '=' || v[i] == 'v' || v[i] == ' ') {
		i++
	}
	dots, k := 0, i
	for k < len(v) && (digit(v[k]) || v[k] == '.' || v[k] == 'x' || v[k] == '*') {
		if v[k] == '.' {
			dots++
		}
		k++
	}
	switch {
	case k == i || !digit(v[i]):
		return false
	case k == len(v):
		return dots > 1 || i > 0 && dots > 0
	}
	return dots == 2 && len(v) <= 64 && (v[k] == '-' || v[k] == '+' || i > 0 && len(v)-k <= 8)
}

// colour: #000080.
func colour(v []byte) bool {
	if v[0] != '#' || len(v) != 4 && len(v) != 7 && len(v) != 9 {
		return false
	}
	for _, c := range v[1:] {
		if !digit(c) && !(c|0x20 >= 'a' && c|0x20 <= 'f') {
			return false
		}
	}
	return true
}

// publicKey: the beginnings of public keys in DER and of SSH.
func publicKey(f *facts) bool {
	v := f.v
	var begin []string
	switch v[0] {
	case 'M':
		begin = derKeys[:]
	case 's', 'e':
		begin = sshKeys[:]
	case 'A':
		begin = sshBlobs[:]
	case '-':
		begin = pemBlocks[:]
	case '9':
		if publicPacket(v) {
			return true
		}
	}
	for _, p := range begin {
		if prefixed(v, p) {
			return true
		}
	}
	return f.has(markPlus) && verifier(v) || f.has(markColon) && colonDigest(v)
}

var (
	derKeys = [...]string{"MFkwEwYHKoZIzj0", "MIIBIjANBgkqhkiG9w0B", "MIICIjANBgkqhkiG9w0B", "MIGfMA0GCSqGSIb3DQEB", "MIIBojANBgkqhkiG9w0B", "MCowBQYDK2V", "MHYwEAYHKoZIzj0",
		"MIGbMBAGByqGSM49"}
	sshKeys   = [...]string{"ssh-rsa", "ssh-ed25519", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"}
	sshBlobs  = [...]string{"AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh"}
	pemBlocks = [...]string{"-----BEGIN PUBLIC", "-----BEGIN CERT", "-----BEGIN RSA PUB"}
)

// verifier: the key that checks a signed note, name+hash+key. The one that signs
// begins with PRIVATE+KEY+.
func verifier(v []byte) bool {
	i := index(v, "+")
	if i < 1 || i+11 > len(v) || v[i+9] != '+' || prefixed(v, "PRIVATE+") {
		return false
	}
	return Hex(v[i+1:i+9]) && v[i+10] == 'A' && len(v)-i-10 >= 44
}

// publicPacket: hex of an OpenPGP public key, a packet of that tag, its length in
// one byte or two, and version four.
func publicPacket(v []byte) bool {
	if len(v) < 100 || !(v[1] == '8' && v[4] == '0' && v[5] == '4' || v[1] == '9' && v[6] == '0' && v[7] == '4') {
		return false
	}
	return Hex(v)
}

// colonDigest: the fingerprint of a key, 16 or 20 bytes in hex with colons.
func colonDigest(v []byte) bool {
	if len(v) != 47 && len(v) != 59 {
		return false
	}
	for i := range v {
		if i%3 == 2 && v[i] != ':' || i%3 != 2 && !digit(v[i]) && !(v[i]|0x20 >= 'a' && v[i]|0x20 <= 'f') {
			return false
		}
	}
	return true
}

// pattern: a regular expression for a secret.
func pattern(f *facts) bool {
	v := f.v
	if !f.has(markSquare | markCurly) {
		return prefixed(v, "(?") // all else needs one of them
	}
	for _, p := range [...]string{"[0-9", "[a-z", "[A-Z", "[a-f", "[A-F", "[^", "\\d", "\\w", "\\S", "(?", ".*", ".+", "[\\"} {
		if !f.has(markOf[p[0]]) {
			continue
		}
		if i := index(v, p); i >= 0 && (index(v[i:], "]") > 0 && p[0] == '[' && p[1] != '^' || index(v, "{") > 0 || index(v, "+") > 0 && index(v, "[") >= 0 || p == "(?" && i == 0) {
			return true
		}
	}
	return false
}

// constraints: required|min:8|confirmed, what a form checks.
func constraints(v []byte) bool {
	bars, from := 0, 0
	for i := 0; i <= len(v); i++ {
		if i < len(v) && v[i] != '|' {
			continue
		}
		seg := v[from:i]
		k := 0
		for k < len(seg) && (lower(seg[k]) || seg[k] == '_') {
			k++
		}
		if k < 2 || k < len(seg) && seg[k] != ':' || len(seg)-k > 12 {
			return false
		}
		from = i + 1
		bars++
	}
	return bars > 1
}

// longestEscape is how much of a text one backslash may tell, \U and eight digits.
const longestEscape = 10

// escapes: half of the text or more is written as \x and \u escapes: bytes or
// symbols, no credential.
func escapes(f *facts) bool {
	v := f.v
	if longestEscape*2*f.n[classBackslash] < len(v) {
		return false
	}
	n := 0
	for i := 0; i+3 < len(v); i++ {
		if v[i] != '\\' {
			continue
		}
		switch v[i+1] {
		case 'n', 't', 'r', '0':
			n += 2
		case 'x':
			n += 4
		case 'u':
			n += 6
		case 'U':
			n += longestEscape
		}
	}
	return n >= 8 && n*2 >= len(v)
}

// number: digits with at most a sign, points, underscores, an exponent and a
// short unit.
func number(v []byte) bool {
	i := 0
	if v[0] == '-' || v[0] == '+' {
		i++
	}
	if i+2 < len(v) && v[i] == '0' && v[i+1]|0x20 == 'x' && len(v) <= 18 {
		return HexNumber(v[i:])
	}
	n, dots := 0, 0
	for i < len(v) && (digit(v[i]) || n > 0 && (v[i] == '.' || v[i] == '_' || v[i] == ',')) {
		if digit(v[i]) {
			n++
		} else if v[i] == '.' {
			dots++
		}
		i++
	}
	if n == 0 || dots > 1 {
		return false
	}
	rest := v[i:]
	switch {
	case len(rest) == 0:
		return true
	case rest[0]|0x20 == 'e' && len(rest) <= 5:
		for _, c := range rest[1:] {
			if !digit(c) && c != '-' && c != '+' {
				return false
			}
		}
		return true
	}
	return in(inUnits, rest)
}

// HexNumber: 0x and hex digits, perhaps parted by underscores.
func HexNumber(v []byte) bool {
	if len(v) < 3 || v[0] != '0' || v[1]|0x20 != 'x' {
		return false
	}
	for _, c := range v[2:] {
		if !digit(c) && !(c|0x20 >= 'a' && c|0x20 <= 'f') && c != '_' {
			return false
		}
	}
	return true
}

func digits(v []byte) bool {
	for _, c := range v {
		if !digit(c) {
			return false
		}
	}
	return len(v) > 0
}

// DigitCount counts the digits of a number.
func DigitCount(v []byte) int {
	n := 0
	for _, c := range v {
		if digit(c) {
			n++
		}
	}
	return n
}
