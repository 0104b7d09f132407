package redact_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// A text may begin and end anywhere, also in the middle of a name: what looks beside a
// word must not rely on anything being there.
func TestPieces(t *testing.T) {
	r := newRedactor(t)
	texts := map[string][]byte{"transcript": transcript(256 << 10), "code": codeTranscript(t, 64<<10), "source": source(t, 64<<10), "every line": everyLine(8 << 10)}
	for name, period := range periods {
		texts["hostile "+name] = repeated(period, 2<<10)
	}
	for name, text := range texts {
		for _, n := range []int{5, 31, 96, 128, 256, 700} {
			for at := range min(n, 3) {
				for rest := text[at*n/3:]; len(rest) > 0; {
					piece := slices.Clone(rest[:min(n, len(rest))]) // nothing can be read behind it
					rest = rest[len(piece):]
					once := r.Append(nil, piece)
					if twice := r.Append(nil, once); !bytes.Equal(once, twice) {
						t.Errorf("%s: a piece of %d bytes is changed when it is redacted again", name, n)
					}
				}
			}
		}
	}
}

// So it is with a name at the very start and at the very end, whatever stands beside
// it.
func TestNamesAtTheEnds(t *testing.T) {
	r := newRedactor(t)
	for _, name := range []string{"token", "my_token", "myTokens", "password", "PASSWORD", "apiKey", "sessionid", "auth", "user_tokens", "-token", "--password", "a.secret"} {
		for c := range 256 {
			for _, beside := range []string{"", " ", "\"", ": ", "=", ",", "1", "x", "\n", "\\n"} {
				for _, rest := range []string{"", strings.Repeat("a, b c; ", 60), strings.Repeat("0", 400)} {
					first, last := name+string([]byte{byte(c)})+beside+rest, rest+beside+string([]byte{byte(c)})+name
					r.Append(nil, []byte(first))
					r.Append(nil, []byte(last))
				}
			}
		}
	}
}
