package corpus

import (
	"bytes"
	b32 "encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// A marker in a body stands for a value that is put together when the file is
// read: {{+ item item … | filter … }}. Items, in order:
//
//	"text"        text, with Go escapes: parts of a prefix never stand together
//	alnum*36      36 random characters of an alphabet (see alphabets)
//	[a-f0-9]*12   of the characters between the brackets, ranges allowed
//	crc62         6 base62 digits of the CRC-32 of what follows the first text
//	crchex        8 hex digits of it, an underscore at the end left out
//	crcrev        8 hex digits, lowest byte first, of the CRC-32 of all before
//	bech32        6 bech32 digits over all before
//	nkey          turns the last characters into the CRC-16 of an NKEY seed
//	gen:kind:n    a value of the sample sessions (see sessions_gen.go)
//	as:name       names the value; {{+ use:name }} puts it in again
//	keep          the value has to survive
//
// Filters change the finished value: base64, base64url, hex, url, json (escapes
// for a JSON string), html, utf16 (little endian), wrap64 (a line end after
// every 64 characters), lower, upper. The value after the
// filters is what has to go. Random characters depend on the name of the case,
// the number of the marker in it and nothing else; a run begins and ends with
// a letter or digit.
const (
	markerOpen  = "{{+"
	markerClose = "}}"
)

// alphabets by the names that recipes use.
var alphabets = map[string]string{
	"digit":     digits,
	"lower":     lower,
	"upper":     upper,
	"letter":    upper + lower,
	"alnum":     alnum,
	"lowernum":  digits + lower,
	"uppernum":  digits + upper,
	"hex":       lowerHex,
	"HEX":       digits + "ABCDEF",
	"base32":    base32,
	"base64":    base64Std,
	"base64url": base64URL,
	"base58":    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	"bech32":    "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
	"word":      alnum + "_",
}

// part is a value that a marker made.
type part struct {
	text string
	keep bool
}

// recipeError is a fault in a marker; offset is where it begins in the body.
type recipeError struct {
	offset int
	msg    string
}

func (e *recipeError) Error() string { return "marker: " + e.msg }

// expandBody puts values in the place of the markers of a body.
func expandBody(caseName, body string) (string, []part, error) {
	var (
		out   strings.Builder
		parts []part
		named = map[string]string{}
		pos   int
	)
	for n := 0; ; n++ {
		i := strings.Index(body[pos:], markerOpen)
		if i < 0 {
			break
		}
		i += pos
		fail := func(format string, args ...any) (string, []part, error) {
			return "", nil, &recipeError{i, fmt.Sprintf(format, args...)}
		}
		j := strings.Index(body[i:], markerClose)
		if j < 0 {
			return fail("no closing braces")
		}
		recipe := body[i+len(markerOpen) : i+j]
		m, err := cook(newStream("case\x00"+caseName, n), recipe, named)
		if err != nil {
			return fail("%v", err)
		}
		if m.name != "" {
			if _, ok := named[m.name]; ok {
				return fail("name %q twice", m.name)
			}
			named[m.name] = m.text
		}
		if !slices.Contains(parts, m.part) {
			parts = append(parts, m.part)
		}
		out.WriteString(body[pos:i])
		out.WriteString(m.text)
		pos = i + j + len(markerClose)
	}
	out.WriteString(body[pos:])
	return out.String(), parts, nil
}

// made is what one marker gives.
type made struct {
	part
	name string
}

// cook follows one recipe.
func cook(s *stream, recipe string, named map[string]string) (made, error) {
	var m made
	items, err := fields(recipe)
	if err != nil {
		return m, err
	}
	if len(items) == 0 {
		return m, fmt.Errorf("empty recipe")
	}
	var (
		b      []byte
		prefix int
		filter bool
	)
	for _, it := range items {
		switch {
		case it == "|":
			filter = true
		case filter:
			if b, err = applyFilter(it, b); err != nil {
				return m, err
			}
		case it == "keep":
			m.keep = true
		case strings.HasPrefix(it, "as:"):
			m.name = it[len("as:"):]
		case strings.HasPrefix(it, "use:"):
			v, ok := named[it[len("use:"):]]
			if !ok {
				return m, fmt.Errorf("no value of the name %q before", it[len("use:"):])
			}
			b = append(b, v...)
		case strings.HasPrefix(it, "gen:"):
			kind, num, _ := strings.Cut(it[len("gen:"):], ":")
			n, err := strconv.Atoi(num)
			if err != nil {
				return m, fmt.Errorf("item %q has no number", it)
			}
			v, ok := generate(kind, n)
			if !ok {
				return m, fmt.Errorf("unknown kind %q", kind)
			}
			b = append(b, v...)
		case it[0] == '"':
			v, err := strconv.Unquote(it)
			if err != nil {
				return m, fmt.Errorf("bad text %s", it)
			}
			b = append(b, v...)
			if len(b) == len(v) {
				prefix = len(v)
			}
		case strings.Contains(it, "*"):
			v, err := run(s, it)
			if err != nil {
				return m, err
			}
			b = append(b, v...)
		default:
			if b, err = checkDigits(it, b, prefix); err != nil {
				return m, err
			}
		}
	}
	if len(b) == 0 {
		return m, fmt.Errorf("the recipe gives nothing")
	}
	m.text = string(b)
	return m, nil
}

// fields splits a recipe at blanks that stand outside quotes.
func fields(s string) ([]string, error) {
	var out []string
	for s = strings.TrimLeft(s, " \t\n"); s != ""; s = strings.TrimLeft(s, " \t\n") {
		if s[0] == '"' {
			q, err := strconv.QuotedPrefix(s)
			if err != nil {
				return nil, fmt.Errorf("text without an end")
			}
			out, s = append(out, q), s[len(q):]
			continue
		}
		i := strings.IndexAny(s, " \t\n")
		if i < 0 {
			i = len(s)
		}
		out, s = append(out, s[:i]), s[i:]
	}
	return out, nil
}

// run makes alphabet*n.
func run(s *stream, item string) (string, error) {
	name, count, _ := strings.Cut(item, "*")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > 1<<20 {
		return "", fmt.Errorf("item %q has no length", item)
	}
	abc, ok := alphabets[name]
	if !ok {
		if abc, err = brackets(name); err != nil {
			return "", err
		}
	}
	edge := strings.Map(func(r rune) rune {
		if strings.ContainsRune(alnum, r) {
			return r
		}
		return -1
	}, abc)
	if edge == "" || n < 3 {
		return s.of(abc, n), nil
	}
	return s.of(edge, 1) + s.of(abc, n-2) + s.of(edge, 1), nil
}

// brackets lists the characters of [a-f0-9_].
func brackets(s string) (string, error) {
	if len(s) < 3 || s[0] != '[' || s[len(s)-1] != ']' {
		return "", fmt.Errorf("unknown alphabet %q", s)
	}
	var b strings.Builder
	in := s[1 : len(s)-1]
	for i := 0; i < len(in); i++ {
		if i+2 < len(in) && in[i+1] == '-' {
			for c := int(in[i]); c <= int(in[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(in[i])
	}
	return b.String(), nil
}

// checkDigits appends the check digits that an item names. They are computed
// here from the issuers' descriptions and not by package rule.
func checkDigits(item string, b []byte, prefix int) ([]byte, error) {
	switch item {
	case "crc62":
		full := withCRC("", string(b[prefix:]))
		return append(b, full[len(full)-6:]...), nil
	case "crchex":
		sum := crc32.ChecksumIEEE(bytes.TrimSuffix(b[prefix:], []byte("_")))
		return fmt.Appendf(b, "%08x", sum), nil
	case "crcrev":
		sum := crc32.ChecksumIEEE(bytes.TrimSuffix(b, []byte("_")))
		return fmt.Appendf(b, "%08x", sum>>24|sum>>8&0xff00|sum<<8&0xff0000|sum<<24), nil
	case "bech32":
		return appendBech32(b)
	case "nkey":
		return sealNKey(b)
	}
	return nil, fmt.Errorf("unknown item %q", item)
}

func applyFilter(name string, b []byte) ([]byte, error) {
	switch name {
	case "base64":
		return []byte(base64.StdEncoding.EncodeToString(b)), nil
	case "base64url":
		return []byte(base64.RawURLEncoding.EncodeToString(b)), nil
	case "hex":
		return []byte(hex.EncodeToString(b)), nil
	case "url":
		return []byte(url.QueryEscape(string(b))), nil
	case "json":
		v, err := json.Marshal(string(b))
		if err != nil {
			return nil, fmt.Errorf("escaping: %w", err)
		}
		return v[1 : len(v)-1], nil
	case "html":
		return []byte(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(string(b))), nil
	case "utf16":
		var out []byte
		for _, u := range utf16.Encode([]rune(string(b))) {
			out = append(out, byte(u), byte(u>>8))
		}
		return out, nil
	case "wrap64":
		return bytes.Join(slices.Collect(slices.Chunk(b, 64)), []byte("\n")), nil
	case "lower":
		return bytes.ToLower(b), nil
	case "upper":
		return bytes.ToUpper(b), nil
	}
	return nil, fmt.Errorf("unknown filter %q", name)
}

// appendBech32 follows BIP 173; the part before the last '1' is for people.
func appendBech32(b []byte) ([]byte, error) {
	const abc = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
	sep := bytes.LastIndexByte(b, '1')
	if sep < 1 {
		return nil, fmt.Errorf("bech32 needs a 1 before the data")
	}
	low := bytes.ToLower(b)
	var values []byte
	for _, c := range low[:sep] {
		values = append(values, c>>5)
	}
	values = append(values, 0)
	for _, c := range low[:sep] {
		values = append(values, c&31)
	}
	for _, c := range low[sep+1:] {
		v := strings.IndexByte(abc, c)
		if v < 0 {
			return nil, fmt.Errorf("bech32 data hold another character")
		}
		values = append(values, byte(v))
	}
	values = append(values, make([]byte, 6)...)
	chk := uint32(1)
	for _, v := range values {
		top := chk >> 25
		chk = chk&0x1ffffff<<5 ^ uint32(v)
		for i, g := range []uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				chk ^= g
			}
		}
	}
	chk ^= 1
	tail := make([]byte, 6)
	for i := range tail {
		tail[i] = abc[chk>>(5*(5-i))&31]
	}
	if bytes.Equal(b, bytes.ToUpper(b)) {
		tail = bytes.ToUpper(tail)
	}
	return append(b, tail...), nil
}

// sealNKey puts the CRC-16 (XMODEM, low byte first) into the last two bytes.
func sealNKey(b []byte) ([]byte, error) {
	enc := b32.StdEncoding.WithPadding(b32.NoPadding)
	raw, err := enc.DecodeString(string(b))
	if err != nil || len(raw) < 3 {
		return nil, fmt.Errorf("nkey needs base32")
	}
	var sum uint16
	for _, c := range raw[:len(raw)-2] {
		sum ^= uint16(c) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	raw[len(raw)-2], raw[len(raw)-1] = byte(sum), byte(sum>>8)
	return []byte(enc.EncodeToString(raw)), nil
}
