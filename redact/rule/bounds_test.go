package rule

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What Append writes is what the issuers' schemes say, digit by digit: the sums
// were computed apart from this package.
func TestChecksum_AppendsTheseDigits(t *testing.T) {
	tests := []struct {
		name string
		sum  Checksum
		body string
		pre  int
		want string
	}{
		{"base62", CRC32Base62, "ghp_" + "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", 4, "0mLq17"},
		{"hex", CRC32HexTail, "cfut_" + "ZE4CrcFhEIDXk9vL2sTLeARsFp2ZZYbydVDhhIUq", 5, "8573bbfe"},
		{"hex behind an underscore", CRC32HexTail, "zpka_" + "3e6c4f7d39954ca29353b7ab88589b64" + "_", 5, "de26cd55"},
		{"hex, lowest byte first", CRC32HexReversed, "glsa_" + "iNValIdinValiDinvalidinvalidinva" + "_", 5, "5b582697"},
		{"bech32", Bech32Sum, "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7l", 0, "mqqqxw"},
		{"bech32, upper case", Bech32Sum, "A1", 0, "2UEL5L"},
		{"nothing", NoChecksum, "ghp_", 4, ""},
		{"nothing to append to", JWTHeader, "eyJ", 0, ""},
		{"bech32 without a part", Bech32Sum, "abcdef", 0, ""},
		{"nkey of another length", NKeyCRC16, strings.Repeat("A", 57), 0, ""},
		{"nkey of no base32", NKeyCRC16, strings.Repeat("1", 58), 0, ""},
		{"prefix longer than the body", CRC32Base62, "abc", 4, ""},
		{"prefix as long as the body", CRC32Base62, "abcd", 4, "000000"},
		{"no prefix", CRC32Base62, "", -1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(tt.sum.Append([]byte(tt.body), tt.pre)); got != tt.body+tt.want {
				t.Errorf("Append adds %q, want %q", strings.TrimPrefix(got, tt.body), tt.want)
			}
		})
	}
	seed := "SUAKYRHVIOREXV7EUZTBHUHL7NUMHPMAS7QMDU3GTIUWEI5LDNOXD4" + "3IZY"
	if got := string(NKeyCRC16.Append([]byte(seed[:54]+"2AAA"), 0)); got != seed {
		t.Errorf("nkey: %q", got)
	}
}

// A sum needs something that it is the sum of, and has bounds.
func TestChecksum_Bounds(t *testing.T) {
	sums := map[string]Checksum{"base62": CRC32Base62, "hex": CRC32HexTail, "reversed": CRC32HexReversed}
	for name, c := range sums {
		for _, body := range []string{"", "a", "ab"} {
			token := c.Append([]byte(body), 0)
			if got := c.Check(token, 0); got != (body != "") {
				t.Errorf("%s: Check of the sum of %q is %v", name, body, got)
			}
			if c.Check(token, len(token)) && c != CRC32HexReversed || c.Check(token, len(token)+1) {
				t.Errorf("%s: Check of no body at all", name)
			}
		}
		for i, token := range []string{"ab_", "_", "ab__"} {
			sum := c.Append([]byte(token), 0)
			if !c.Check(sum, 0) {
				t.Errorf("%s: %d: underscore at the end", name, i)
			}
		}
	}
	bech := func(n int) []byte { return Bech32Sum.Append([]byte("a1"+strings.Repeat("q", n-8)), 0) }
	for n, want := range map[int]bool{8: true, 9: true, 1023: true, 1024: true} {
		if b := bech(n); len(b) != n || Bech32Sum.Check(b, 0) != want {
			t.Errorf("bech32 of %d bytes: %d, %v", n, len(b), Bech32Sum.Check(b, 0))
		}
	}
	if b := append(bech(1024), 'q'); Bech32Sum.Check(b, 0) || len(Bech32Sum.Append(b, 0)) != len(b) {
		t.Error("bech32 of 1025 bytes is looked at")
	}
	if Bech32Sum.Check([]byte("1"+strings.Repeat("q", 6)), 0) {
		t.Error("bech32 without a human-readable part")
	}
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		for _, text := range []string{`{"a":"?>~"}`, `{"a":1}`, `{"a":"ÿÿÿ"}`, `{"ab":1}`} {
			if token := "ops_" + enc.EncodeToString([]byte(text)); !JSONPayload.Check([]byte(token), 4) {
				t.Errorf("%s: %q is no payload", text, token)
			}
		}
	}
	payload := func(n int) []byte { // n bytes of base64
		return base64.RawStdEncoding.AppendEncode(nil, []byte(`{"a":"`+strings.Repeat("x", n/4*3-8)+`"}`))
	}
	if b := payload(16 << 10); len(b) != 16<<10 || !JSONPayload.Check(b, 0) {
		t.Errorf("payload of %d bytes", len(b))
	}
	if b := payload(16<<10 + 4); JSONPayload.Check(b, 0) {
		t.Error("a payload beyond the bound is decoded")
	}
	for _, header := range []string{`{"alg":null}`, `{"alg":1}`, `[]`, `{"alg":`} {
		if JWTHeader.Check([]byte(base64.RawURLEncoding.EncodeToString([]byte(header))+".e30."), 0) {
			t.Errorf("%s is a header", header)
		}
	}
	for n := range 58 {
		if NKeyCRC16.Check(bytes.Repeat([]byte("A"), n), 0) { // the sum of noughts is nought
			t.Errorf("an nkey of %d bytes", n)
		}
	}
	if !NKeyCRC16.Check(bytes.Repeat([]byte("A"), 58), 0) || NKeyCRC16.Check(bytes.Repeat([]byte("A"), 59), 0) {
		t.Error("an nkey of 58 bytes, or of 59")
	}
	if NoChecksum.Check([]byte("abc"), 0) || Checksum(99).Check([]byte("abc"), 0) {
		t.Error("nothing is proven by no checksum")
	}
}

func TestClass(t *testing.T) {
	tests := []struct {
		class Class
		want  string // as it is written
		bytes string // all of them
	}{
		{Class{}, "[]", ""},
		{Digit, "[0-9]", "0123456789"},
		{HexUpper, "[A-F0-9]", "0123456789ABCDEF"},
		{Span('a', 'b'), "[ab]", "ab"},
		{Span('a', 'c'), "[a-c]", "abc"},
		{Span('y', 'z').Or(Span('0', '1')), "[yz01]", "01yz"},
		{Span('x', 'z').Or(Chars("b8")), "[bx-z8]", "8bxyz"},
		{Chars("-_"), "[_-]", "-_"},
		{Chars(`^]\-`), `[\\\]\^-]`, `-\]^`},
		{Chars("@[`{/:"), "[/:@[`{]", "/:@[`{"},
		{Chars("\x00\x3f\x40\x7f"), "[\x00?@\x7f]", "\x00?@\x7f"},
	}
	for _, tt := range tests {
		if got := tt.class.String(); got != tt.want {
			t.Errorf("String = %q, want %q", got, tt.want)
		}
		var has []byte
		for b := range 256 {
			if tt.class.Has(byte(b)) {
				has = append(has, byte(b))
			}
		}
		if string(has) != tt.bytes {
			t.Errorf("%s has %q, want %q", tt.want, has, tt.bytes)
		}
		if tt.class.IsZero() != (tt.bytes == "") {
			t.Errorf("%s: IsZero = %v", tt.want, tt.class.IsZero())
		}
	}
}

// Every problem of a shape, and the shapes beside it that have none.
func TestProblems(t *testing.T) {
	lit := Lit("acme_")
	tests := []struct {
		name  string
		shape Shape
		want  []string
	}{
		{"good", Seq(lit, Run(Hex, 1)), nil},
		{"a literal alone", Seq(lit), nil},
		{"between", Seq(lit, Between(Hex, 3, 3)), nil},
		{"at least", Seq(lit, AtLeast(Hex, 1)), nil},
		{"optional", Seq(lit, Optional(Run(Hex, 3))), nil},
		{"several literals", Seq(Any("acme", "ac", "b")), nil},
		{"whole secret", Seq(lit, Run(Hex, 3)).WithSecret(0, 2), nil},
		{"last part", Seq(lit, Run(Hex, 3)).WithSecret(1, 2), nil},
		{"distinct and digits", Seq(lit, Run(Hex, 3)).WithDistinct(1).WithDigits(1), nil},
		{"no length", Seq(lit, Run(Hex, 0)), []string{"part 1: bad length"}},
		{"less than none", Seq(lit, Run(Hex, -1)), []string{"part 1: bad length"}},
		{"ends before it begins", Seq(lit, Between(Hex, 4, 3)), []string{"part 1: bad length"}},
		{"below without end", Seq(lit, Between(Hex, 4, -2)), []string{"part 1: bad length"}},
		{"literal with a least length", Seq(Part{Lit: "a", Min: 1}), []string{"part 0: a literal has no length"}},
		{"literal with a greatest length", Seq(Part{Lit: "a", Max: 1}), []string{"part 0: a literal has no length"}},
		{"two kinds", Seq(Part{Lit: "a", AnyOf: []string{"b"}}), []string{"part 0: needs exactly one of Lit, AnyOf, Class"}},
		{"two kinds, a class", Seq(Part{Lit: "a", Class: Hex, Min: 1}), []string{"part 0: needs exactly one of Lit, AnyOf, Class"}},
		{"three kinds", Seq(Part{Lit: "a", AnyOf: []string{"b"}, Class: Hex, Min: 1}), []string{"part 0: needs exactly one of Lit, AnyOf, Class"}},
		{"empty literal", Seq(Any("a", "")), []string{"part 0: empty literal"}},
		{"twice", Seq(Any("a", "b", "a")), []string{`part 0: "a" stands before "a"`}},
		{"its own beginning", Seq(Any("b", "a", "ab")), []string{`part 0: "a" stands before "ab"`}},
		{"distinct", Seq(lit).WithDistinct(-1), []string{"negative MinDistinct or MinDigits"}},
		{"digits", Seq(lit).WithDigits(-1), []string{"negative MinDistinct or MinDigits"}},
		{"all optional", Seq(Optional(lit), Optional(Run(Hex, 1))), []string{"every part is optional"}},
		{"secret before the first", Seq(lit).WithSecret(-1, 1), []string{"Secret is not a range of parts"}},
		{"secret beyond the last", Seq(lit).WithSecret(0, 2), []string{"Secret is not a range of parts"}},
		{"secret of nothing", Seq(lit, lit).WithSecret(1, 1), []string{"Secret is not a range of parts"}},
		{"secret backwards", Seq(lit, lit).WithSecret(1, 0), []string{"Secret is not a range of parts"}},
		{"none", Seq(), []string{"no parts"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.shape.problems()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestValidate_Fields(t *testing.T) {
	base := Rule{ID: "acme-key", Kind: "acme-key", Title: "Acme key", Why: "It opens doors.", Since: "0.1.0", Confidence: High, Shapes: []Shape{Seq(Lit("acme_"))}}
	tests := []struct {
		name string
		edit func(*Rule)
		want string
	}{
		{"near", func(r *Rule) { r.Near = []string{"abc"} }, ""},
		{"near and within", func(r *Rule) { r.Near, r.Within = []string{"abc"}, 1 }, ""},
		{"within without near", func(r *Rule) { r.Within = 1 }, `rule "acme-key": Within: needs Near words and a distance over 0`},
		{"within below nought", func(r *Rule) { r.Near, r.Within = []string{"abc"}, -1 }, `rule "acme-key": Within: needs Near words and a distance over 0`},
		{"near, upper case at its end", func(r *Rule) { r.Near = []string{"abZ"} }, `rule "acme-key": Near: "abZ" is not lower case`},
		{"near, upper case throughout", func(r *Rule) { r.Near = []string{"ABC"} }, `rule "acme-key": Near: "ABC" is not lower case`},
		{"low", func(r *Rule) { r.Confidence = Low }, ""},
		{"certain", func(r *Rule) { r.Confidence = Certain }, ""},
		{"beyond certain", func(r *Rule) { r.Confidence = Certain + 1 }, `rule "acme-key": Confidence: not one of low, medium, high, certain`},
		{"a detector", func(r *Rule) { r.Shapes, r.Detector = nil, "url" }, ""},
		{"digits in the id", func(r *Rule) { r.ID = "acme-2" }, ""},
		{"a hyphen at the end", func(r *Rule) { r.Kind = "acme-" }, `rule "acme-key": Kind: not kebab case`},
		{"no kind", func(r *Rule) { r.Kind = "" }, `rule "acme-key": Kind: not kebab case`},
		{"an underscore", func(r *Rule) { r.Kind = "a_b" }, `rule "acme-key": Kind: not kebab case`},
		{"the second shape", func(r *Rule) { r.Shapes = append(r.Shapes, Seq()) }, `rule "acme-key": Shapes[1]: no parts`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := base
			tt.edit(&r)
			got := ""
			if err := Validate(&r); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("Validate = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	var got []string
	for c := Confidence(0); c <= Certain+1; c++ {
		got = append(got, c.String())
	}
	for c := NoChecksum; c <= CRC32HexReversed+1; c++ {
		got = append(got, c.String())
	}
	want := []string{"none", "low", "medium", "high", "certain", "none", "nothing", "CRC-32 in base62", "CRC-32 in hex", "a JWT header", "bech32", "CRC-16 of the seed", "a JSON payload", "CRC-32 in hex, lowest byte first", "nothing"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	shapes := []Shape{
		Seq(Between(Digit, 3, 3)), Seq(Between(Digit, 3, 4)), Seq(Any("a")), Seq(Part{AnyOf: []string{"a", `"`}, Fold: true, Opt: true}, AtLeast(Digit, 1)).AsExact().WithChecksum(Bech32Sum),
	}
	got = nil
	for _, s := range shapes {
		got = append(got, s.Describe())
	}
	want = []string{"3 × [0-9]", "3 to 4 × [0-9]", `"a"`, `("a"|"\"" in any case) 1 or more × [0-9], no longer, checked by bech32`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	set := Seq().WithChecksum(Bech32Sum).WithExtent(Hex).WithLeft(Bare).WithDistinct(1).WithDigits(2).AsMixed().WithSecret(3, 4).AsExact()
	if diff := cmp.Diff(fmt.Sprint(Shape{Extent: Hex, Left: Bare, Checksum: Bech32Sum, MinDistinct: 1, MinDigits: 2, Mixed: true, Secret: Range{3, 4}, Exact: true}), fmt.Sprint(set)); diff != "" {
		t.Error(diff)
	}
}
