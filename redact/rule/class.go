package rule

// Class is a set of ASCII bytes, the alphabet of a part of a token.
type Class [2]uint64

// Has reports whether c is in the class. Bytes over 127 never are.
func (c Class) Has(b byte) bool { return b < 128 && c[b>>6]>>(b&63)&1 == 1 }

// Or is the union.
func (c Class) Or(d Class) Class { return Class{c[0] | d[0], c[1] | d[1]} }

// IsZero reports whether the class is empty (not given).
func (c Class) IsZero() bool { return c == Class{} }

// Chars makes a class of single bytes; Span of an inclusive range.
func Chars(s string) (c Class) {
	for i := range len(s) {
		c[s[i]>>6] |= 1 << (s[i] & 63)
	}
	return c
}

// Span is the class of all bytes from lo to hi.
func Span(lo, hi byte) (c Class) {
	for b := int(lo); b <= int(hi); b++ {
		c[b>>6] |= 1 << (b & 63)
	}
	return c
}

// The alphabets that issuers use.
var (
	Digit     = Span('0', '9')
	Lower     = Span('a', 'z')
	Upper     = Span('A', 'Z')
	Alpha     = Lower.Or(Upper)
	Alnum62   = Alpha.Or(Digit)
	LowerNum  = Lower.Or(Digit)
	UpperNum  = Upper.Or(Digit)
	HexLower  = Digit.Or(Span('a', 'f'))
	HexUpper  = Digit.Or(Span('A', 'F'))
	Hex       = HexLower.Or(HexUpper)
	Base32    = Upper.Or(Span('2', '7'))
	Base58    = Chars("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
	Base64    = Alnum62.Or(Chars("+/"))
	Base64Pad = Base64.Or(Chars("="))
	Base64URL = Alnum62.Or(Chars("-_"))
	WordChars = Alnum62.Or(Chars("_"))
	Bech32    = Chars("qpzry9x8gf2tvdw0s3jn54khce6mua7lQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")
)
