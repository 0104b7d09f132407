// Package value judges what stands on the right-hand side of a name: a
// reference, a placeholder, a path, code, words, or something that could be a
// credential. Start with Of. All functions are linear and do not allocate.
package value

// Look is what a value looks like.
type Look uint8

const (
	Empty       Look = iota
	Redacted         // [REDACTED:x] and nothing else
	Reference        // $VAR, ${VAR}, %VAR%, {{ x }}, <x>, vault:x: points at the secret
	Placeholder      // changeme, your-key-here, xxxx, ****
	Path             // separators with short word-like segments
	URL              // scheme://…; what is secret in it is found there
	Keyword          // true, null, a type's name
	Number           // digits, perhaps with a point, a sign or a unit
	Code             // a call, a member expression, an operator
	Prose            // several words
	Word             // one plain word, letters only
	Identifier       // words joined by capitals, _, - or .
	UUID
	Plain     // anything else
	Generated // looks made by a machine
)

// Of says what v looks like. v is a literal without its quotes; escapes may
// stand in it. Evidence of a generated value beats the look of a placeholder.
func Of(v []byte) Look {
	v = trim(v)
	// '$VAR' within other quotes
	for len(v) >= 2 && (v[0] == '\'' || v[0] == '"' || v[0] == '`') && v[len(v)-1] == v[0] {
		v = v[1 : len(v)-1]
	}
	if len(v) == 0 {
		return Empty
	}
	if n := RedactedLen(v); n > 0 && n == len(v) {
		return Redacted
	}
	if repetitive(v) {
		return Placeholder
	}
	if escapes(v) || pattern(v) {
		return Code
	}
	if constraints(v) {
		return Keyword
	}
	if l, ok := reference(v); ok {
		return l
	}
	if number(v) {
		return Number
	}
	if version(v) || colour(v) || publicKey(v) {
		return Keyword
	}
	if UUIDAt(v, 0) && len(v) == 36 {
		return UUID
	}
	if url(v) {
		return URL
	}
	if in(keywords, v) {
		return Keyword
	}
	if placeholder(v) {
		return Placeholder
	}
	if path(v) {
		return Path
	}
	return shape(v)
}

// Strong reports whether b looks generated beyond reasonable doubt: long
// enough, and with evidence that no word or identifier reaches.
func Strong(b []byte) bool { return len(b) >= 16 && !repetitive(b) && Score(b) >= 14 && !tooSparse(b) }

// Likely is the weaker test, for values that stand where secrets stand.
func Likely(b []byte) bool {
	return len(b) >= 8 && !repetitive(b) && Score(b) >= 6+(16-min(len(b), 16))/2 && !tooSparse(b)
}

// tooSparse: fewer than a third of the bytes are letters or digits.
func tooSparse(b []byte) bool {
	n := 0
	for _, c := range b {
		if lower(c) || upper(c) || digit(c) {
			n++
		}
	}
	return n*3 < len(b)
}

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
	for j := range 36 {
		c := b[i+j]
		if j == 8 || j == 13 || j == 18 || j == 23 {
			if c != '-' {
				return false
			}
		} else if !digit(c) && !(c|0x20 >= 'a' && c|0x20 <= 'f') {
			return false
		}
	}
	return true
}

// RedactedLen is the length of a placeholder of ours at the start of b:
// [REDACTED], [REDACTED:kind] or [redacted:name]; 0 when there is none. What
// looks generated inside of it is no kind, so that a secret cannot hide there.
func RedactedLen(b []byte) int {
	const word = "[redacted"
	if len(b) < len(word)+1 {
		return 0
	}
	for i := range len(word) {
		c := b[i]
		if upper(c) {
			c |= 0x20
		}
		if c != word[i] {
			return 0
		}
	}
	i := len(word)
	if b[i] == ']' {
		return i + 1
	}
	if b[i] != ':' {
		return 0
	}
	for j := i + 1; j < len(b) && j < i+80; j++ {
		c := b[j]
		if c == ']' {
			if Strong(b[i+1 : j]) {
				return 0
			}
			return j + 1
		}
		if c <= ' ' || c == '[' || c == '"' {
			return 0
		}
	}
	return 0
}

// repetitive: xxxxxxxx, ****, 000000, AAAA-BBBB: too few different characters
// for a secret, or one character over more than half of the length.
func repetitive(v []byte) bool {
	var seen [256]bool
	distinct, alnums, run, longest, n := 0, 0, 0, 0, 0
	var prev byte
	for i, c := range v {
		if i > 512 {
			break
		}
		if upper(c) {
			c |= 0x20
		}
		n++
		if i > 0 && c == prev {
			run++
		} else {
			run = 1
		}
		longest = max(longest, run)
		prev = c
		if lower(c) || digit(c) || c >= 0x80 {
			alnums++
			if !seen[c] {
				seen[c] = true
				distinct++
			}
		}
	}
	switch {
	case distinct == 0:
		return only(v, "*.-_#=~+?/\\: …•")
	case distinct == 1:
		return alnums >= 3 && !digit(v[0]) || alnums >= 6 || alnums >= 2 && alnums == n
	case n >= 12 && distinct <= 3:
		return true
	case n >= 8 && longest*2 >= n && longest >= 6:
		return Score(v) < 14 // padding behind a secret does not hide it
	}
	return false
}

func only(v []byte, set string) bool {
	for _, c := range v {
		ok := c >= 0x80
		for i := 0; i < len(set) && !ok; i++ {
			ok = set[i] == c
		}
		if !ok {
			return false
		}
	}
	return true
}

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
func publicKey(v []byte) bool {
	for _, p := range [...]string{"MFkwEwYHKoZIzj0", "MIIBIjANBgkqhkiG9w0B", "MIICIjANBgkqhkiG9w0B", "MIGfMA0GCSqGSIb3DQEB", "MIIBojANBgkqhkiG9w0B", "MCowBQYDK2V", "MHYwEAYHKoZIzj0",
		"MIGbMBAGByqGSM49", "ssh-rsa", "ssh-ed25519", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-", "AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh", "-----BEGIN PUBLIC", "-----BEGIN CERT", "-----BEGIN RSA PUB"} {
		if prefixed(v, p) {
			return true
		}
	}
	return false
}

// pattern: a regular expression for a secret.
func pattern(v []byte) bool {
	for _, p := range [...]string{"[0-9", "[a-z", "[A-Z", "[a-f", "[A-F", "[^", "\\d", "\\w", "\\S", "(?", ".*", ".+", "[\\"} {
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

// escapes: half of the text or more is written as \x and \u escapes: bytes or
// symbols, no credential.
func escapes(v []byte) bool {
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
			n += 10
		}
	}
	return n >= 8 && n*2 >= len(v)
}

func trim(v []byte) []byte {
	for len(v) > 0 && blank(v[0]) {
		v = v[1:]
	}
	for len(v) > 0 && blank(v[len(v)-1]) {
		v = v[:len(v)-1]
	}
	return v
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// in reports whether v, in lower case, stands in the word list.
func in(words map[string]bool, v []byte) bool {
	if len(v) > 24 {
		return false
	}
	var buf [24]byte
	for i, c := range v {
		if upper(c) {
			c |= 0x20
		}
		buf[i] = c
	}
	return words[string(buf[:len(v)])]
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
	return in(units, rest)
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
