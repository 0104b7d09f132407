package detect

import (
	"bytes"
	"strings"
	"testing"

	"jezero/redact/internal/scan"
)

// shapes tells tokens of one shape: acme_ and what follows it up to a blank or quote.
type shapes []byte

func (b shapes) TokenEnd(at int) int {
	if !bytes.HasPrefix(b[at:], []byte("acme_")) {
		return -1
	}
	n := bytes.IndexAny(b[at:], " \n\"'=:")
	if n < 0 {
		return len(b)
	}
	return at + n
}

func (b shapes) HiddenEnd(int) int { return -1 }

// What toldBehind says of a name and a blank is what word finds out by itself when
// a tab stands in the blank's place: nothing more.
func TestToldBehind(t *testing.T) {
	told := 0
	for _, before := range []string{"", "with ", "x = ", "x == ", "\"kQ3xT9vB2mW7pZ5n\" == ", "= the ", "<", "</", "a/", "user/", "user/api ", "{", "$", "!!", "--", "\n", "env ", "use it as the ", "?", "'", "| "} {
		for _, nm := range []string{"key", "password", "api_key", "TOKEN", "token", "pwd", "secret", "passphrase"} {
			for _, val := range []string{"acme_kQ3xT9vB2mW7", "acme_aB3", "kQ3xT9vB2mW7pZ5n", "[REDACTED:jwt]", "[REDACTED]", "[x]", "acme_kQ3xT9vBnew", "acme_kQ3xT9vB,", "q(acme_kQ3xT9vB)", "acme_9\"kQ3xT9vB"} {
				for _, after := range []string{" done\n", "\n", " = \"kQ3xT9vB2mW7pZ5n\"\n", " string = \"kQ3xT9vB2mW7pZ5n\"\n", "= kQ3xT9vB2mW7pZ5n\n", "\" x\n", "(\"kQ3xT9vB2mW7pZ5n\")\n", " (\"kQ3xT9vB2mW7pZ5n\")\n", " >kQ3xT9vB2mW7pZ5n</key>\n", "</key>\n", " | x\n", ": kQ3xT9vB2mW7pZ5n\n"} {
					pad := strings.Repeat("and so on ", 10)
					src := []byte(pad + before + nm + " " + val + after + pad)
					to := len(pad + before + nm)
					from := to - len(nm) + strings.LastIndexByte(nm, '_') + 1
					v := &scan.View{Src: src, At: from, To: to, Tokens: shapes(src)}
					if !toldBehind(v, from, to) {
						continue
					}
					told++
					src[to] = '\t'
					var out scan.Out
					if word(v, &out); len(out.Spans) > 0 {
						t.Errorf("%q: %d values", src[len(pad):len(src)-len(pad)], len(out.Spans))
					}
				}
			}
		}
	}
	if told < 1000 {
		t.Errorf("only %d were told", told)
	}
}
