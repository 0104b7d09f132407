package redact_test

import (
	"fmt"
	"testing"
)

// spread is n characters with exactly k different ones, in no pattern.
func spread(alphabet string, n, k int) string {
	b := make([]byte, n)
	x := uint32(n*31 + k)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = alphabet[int(x>>16)%k]
	}
	for i := range k { // every one of them
		b[(i*7+3)%n] = alphabet[i]
	}
	return string(b)
}

// Examples are made of few characters; the least number depends on the length.
func TestMadeUp_FewCharacters(t *testing.T) {
	r := newRedactor(t)
	for _, c := range []struct {
		prefix, alphabet string
		n, least         int
	}{
		{"ghp" + "_", "a8Kx2Qm9Zr4T", 36, 7},
		{"AK" + "IA", "A7KX2QMZR4TB", 16, 6},
	} {
		for k := c.least - 2; k <= c.least+1; k++ {
			in := "use " + c.prefix + spread(c.alphabet, c.n, k) + " here"
			if got := r.String(in) != in; got != (k >= c.least) {
				t.Errorf("%s: %d different characters of %d: replaced: %v", c.prefix, k, c.n, got)
			}
		}
	}
}

// A word that says example keeps a token wherever it stands in it, in any
// case; with one letter of it changed the token goes.
func TestMadeUp_ExampleWords(t *testing.T) {
	r := newRedactor(t)
	const body = "k3Vw9Qz7Lm2Xr8Tc5Bn4Hd6Gf1Js0Py3Wv7Kq2M"
	for _, word := range []string{"example", "EXAMPLE", "Example", "placeholder", "ChangeMe", "redacted", "yourtoken", "yourKey", "YourSecret", "yourapi"} {
		for at := 0; at+len(word) <= 36; at++ {
			for _, broken := range []bool{false, true} {
				w := word
				if broken {
					w = word[:3] + "7" + word[4:]
				}
				in := fmt.Sprintf("use %s%s%s%s here", "ghp", "_", body[:at]+w, body[at+len(w):36])
				if got := r.String(in) != in; got != broken {
					t.Errorf("%s at %d, broken %v: replaced: %v", word, at, broken, got)
				}
			}
		}
	}
}
