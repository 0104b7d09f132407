package detect_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
)

// The values of the cases are made here, so that no file holds a literal that
// looks like a credential.
const base62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

func made(alphabet string, n int, seed uint32) string {
	b := make([]byte, n)
	for i := range b {
		seed = seed*1664525 + 1013904223
		b[i] = alphabet[int(seed>>16)%len(alphabet)]
	}
	return string(b)
}

// values stand for {P} and so on in the cases. A capital is expected to
// vanish, the same value in small letters to stay.
var values = map[string]string{
	"P": "hunter2" + "xQ",                                 // chosen by a person
	"S": "q7!EC" + "Qi#rh^vKa",                            // with punctuation
	"T": made(base62, 32, 3),                              // a token
	"X": made("0123456789abcdef", 40, 5),                  // hex
	"B": made(base62+"+/", 43, 7) + "=",                   // base64
	"W": "sword" + "fish",                                 // one plain word
	"N": "4711" + "2803",                                  // digits
	"U": "8f14e45f-ceea-467f-a9c1-" + "0d6bd9f3a2b7",      // a UUID
	"K": "MIIE" + made(base62+"+/", 60, 11),               // a line of a key
	"L": made(base62+"+/", 64, 13),                        // another one
	"O": made("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32, 17), // a base32 seed
	"Q": "Zq" + "19%2Fx%40kv",                             // percent-encoded
	"J": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiJ0ZXN0LTAxIn0." + made(base62, 43, 19),
	"A": "dXNl" + "cjpoMTJqazM0bG0=", // base64 of user:password
}

var marker = regexp.MustCompile(`\{([A-Za-z])\}`)
var placeholder = regexp.MustCompile(`\[REDACTED:[a-z0-9-]+\]`)

func fill(tmpl string) (in, want string) {
	in = marker.ReplaceAllStringFunc(tmpl, func(m string) string { return values[strings.ToUpper(m[1:2])] })
	want = marker.ReplaceAllStringFunc(tmpl, func(m string) string {
		if m[1] >= 'a' {
			return values[strings.ToUpper(m[1:2])]
		}
		return "█"
	})
	return in, want
}

func check(t *testing.T, r *redact.Redactor, tmpl string) {
	t.Helper()
	in, want := fill(tmpl)
	out := r.String(in)
	want = placeholder.ReplaceAllString(want, "█")
	if diff := cmp.Diff(want, placeholder.ReplaceAllString(out, "█")); diff != "" {
		t.Errorf("%q\n%s", tmpl, diff)
		return
	}
	if again := r.String(out); again != out { // JZ-41
		t.Errorf("%q: not idempotent:\n%s", tmpl, cmp.Diff(out, again))
	}
}

func TestDress(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, cases := range dress {
		t.Run(name, func(t *testing.T) {
			if len(cases) == 0 {
				t.Fatal("no cases")
			}
			for _, c := range cases {
				check(t, r, c)
			}
		})
	}
}
