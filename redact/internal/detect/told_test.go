package detect

import (
	"bytes"
	"math/rand/v2"
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

// What toldWord says of a name with a token or a placeholder behind it is what word
// finds there: nothing, whether a blank parts them or a tab.
func TestToldWord(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 2))
	pick := func(from ...string) string { return from[rnd.IntN(len(from))] }
	told, not := 0, 0
	for range 60000 {
		pad := pick("", "a ", "so ", strings.Repeat("and so on ", 10), strings.Repeat("x", 90)+" ", "a/b = c ")
		before := pick("", "with ", "with a ", "x = ", "x == ", "\"kQ3xT9vB2mW7pZ5n\" == ", "= the ", "a/ ", "user/api ", "--", "\n", "env ",
			"use kQ3xT9vB2mW7 as the ", "use kQ3xT9vB2mW7 as ", "kQ3xT9vB2mW7 as my db ", "'", "| ", "!!str ", "averylongwordofmorethantwentyfour ")
		nm := pick("key", "password", "api_key", "TOKEN", "token", "pwd", "secret", "api key", "auth")
		val := pick("acme_kQ3xT9vB2mW7", "acme_aB3", "acme_kQxTvBmWpZn", "[REDACTED:jwt]", "[REDACTED]", "acme_kQ3xT9vBnew", "acme_kQ3xT9vB,xxx", "acme_kQ3xTévB2mW7",
			"acme_9\"kQ3xT9vB", "acme_9~kQ3xT9vB", "acme_"+strings.Repeat("kQ3x", 11), "acme_"+strings.Repeat("kQxT", 40), "acme_"+strings.Repeat("k", 59)+"~", "acme_"+strings.Repeat("k", 520))
		after := pick(" done\n", "\n", " = \"kQ3xT9vB2mW7pZ5n\"\n", " string = \"kQ3xT9vB2mW7pZ5n\"\n", "= kQ3xT9vB2mW7pZ5n\n", "\" x\n", " | x\n", ": kQ3xT9vB2mW7pZ5n\n", "\\nx", " and then what is it = kQ3xT9vB2mW7pZ5n\n")
		src := []byte(pad + before + nm + " " + val + after + pick("", pad+pad))
		to := len(pad + before + nm)
		from := to - len(nm) + max(strings.LastIndexByte(nm, '_'), strings.LastIndexByte(nm, ' ')) + 1
		end := to + 1 + len(val)
		if val[0] != '[' {
			if end = shapes(src).TokenEnd(to + 1); end < 0 {
				continue
			}
		}
		if !toldWord(src, from, to, end) {
			not++
			continue
		}
		told++
		for _, gap := range []byte(" \t") {
			src[to] = gap
			var out scan.Out
			if word(&scan.View{Src: src, At: from, To: to, Begin: true, Finish: true, Tokens: shapes(src)}, &out); len(out.Spans) > 0 {
				t.Fatalf("%q: %v", src, out.Spans)
			}
		}
	}
	if min(told, not) < 1000 {
		t.Errorf("%d were told, %d not", told, not)
	}
}

// What is seen of a token at once is what its bytes say one by one.
func TestTokenAmong(t *testing.T) {
	if !seesTokens {
		t.Skip("there is no AVX2 in this processor or build, and without it tokenAmong is never asked: unparted and numbers, which are tested, are")
	}
	rnd := rand.New(rand.NewPCG(6, 2))
	for range 5000 {
		b := make([]byte, tokenSeen)
		var parts, digits, equals uint64
		for i := range b {
			if b[i] = byte(rnd.IntN(256)); rnd.IntN(3) > 0 {
				b[i] = "aZ09=~_"[rnd.IntN(7)]
			}
			bit := uint64(1) << i
			if b[i] >= 0x80 || !goesOn[b[i]] {
				parts |= bit
			}
			if digit(b[i]) {
				digits |= bit
			}
			if b[i] == '=' {
				equals |= bit
			}
		}
		if p, d, e := tokenAmong(b); p != parts || d != digits || e != equals {
			t.Fatalf("%q: %x %x %x, want %x %x %x", b, p, d, e, parts, digits, equals)
		}
	}
}
