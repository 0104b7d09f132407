package detect

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"jezero/redact/internal/scan"
)

// A value before its name, or below the sentence that announces it. The value
// that goes stands between bars.
func TestValueBeforeAndBelow(t *testing.T) {
	for _, text := range []string{
		"use |Tr0ub4dor9Zq| as the password",
		"Use `|hX93kd02mmQ|` as your password.",
		"log in with |hunter22| as the password\n",
		"with |xk29dkQ02mdkaa| as the api key",
		"enter '|Winter2024!|' as password and go",
		"use the email as the password",
		"treat Sha256 as the password",
		"use [REDACTED:x1] as the password",
		"uses utf8mb4 as the key",
		"set PASSWORD_2 as the password",
		"use $PASS1234 as the password",
		"use <password1> as the password",
		"Please use the following password to go on:\n\n|bd9627decc6346d780b3b6ab6ea8fe1f|\n\nThis",
		"The initial password for admin:\r\n|bd9627decc6346d780b3b6ab6ea8fe1f|\r\n",
		"Check the following password hash of the file:\n\nbd9627decc6346d780b3b6ab6ea8fe1f\n",
		"See the password in these commits:\n\nbd9627decc6346d780b3b6ab6ea8fe1fb0ae5c3d\n",
		"use the following password to go on:\n\nthen restart\n",
	} {
		src := strings.ReplaceAll(text, "|", "")
		at := strings.Index(src, "password")
		if k := strings.Index(src, "key"); k > at {
			at = k
		}
		if n := strings.LastIndex(src, "password"); n > at && strings.Contains(src, " as ") {
			at = n
		}
		end := at + len("password")
		if strings.HasPrefix(src[at:], "key") {
			end = at + len("key")
		}
		var out scan.Out
		word(&scan.View{Src: []byte(src), At: at, To: end, Begin: true, Finish: true}, &out)
		got := src
		for _, sp := range out.Spans {
			got = src[:sp.Start] + "|" + src[sp.Start:sp.End] + "|" + src[sp.End:]
		}
		if got != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
}

// The word as is found however long the words are between it and the name, and only
// with as many words as a name has.
func TestAsBefore(t *testing.T) {
	pad := strings.Repeat("of it ", 12)
	for n := range 5 {
		for _, article := range []string{"", "the "} {
			for size := 1; size < 90; size++ {
				words := strings.Repeat(strings.Repeat("x", size)+" ", n)
				src := pad + "as " + article + words
				start, as := asBefore([]byte(src+"password"), len(src))
				if n > 3 || n == 3 && article != "" {
					if start >= 0 {
						t.Errorf("%d words %q of %d: found at %d", n, article, size, as)
					}
				} else if start != len(src)-len(words) || as != len(pad) {
					t.Errorf("%d words %q of %d: %d, %d", n, article, size, start, as)
				}
			}
		}
	}
	for _, none := range []string{"was ", " asp ", "as. ", "as-", "as\n", "in "} {
		if start, _ := asBefore([]byte(pad+none+"password"), len(pad+none)); start >= 0 {
			t.Errorf("%q: found", none)
		}
	}
}

// However many bytes are looked at at once, as is seen where it stands and every
// blank counts.
func TestAsAmong(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	with, many, joins := 0, 0, 0
	for range 20000 {
		b := make([]byte, asSeen+asMore)
		for i := range b {
			b[i] = " as!\xa0xA"[rnd.IntN(7)]
		}
		if rnd.IntN(2) == 0 {
			b[rnd.IntN(len(b))] = "/="[rnd.IntN(2)]
		}
		want, blanks := bytes.Contains(b, []byte(" as ")), bytes.Count(b[asMore:], []byte(" "))
		join := bytes.ContainsAny(b[len(b)-asJoins:], "/=")
		if as, n, joined := asAmongWords(b); as != want || n != blanks || joined != join {
			t.Fatalf("%q: %v, %d blanks and %v by words, want %v, %d and %v", b, as, n, joined, want, blanks, join)
		}
		if as, n, joined := asAmong(b); as != want || n != blanks || joined != join {
			t.Fatalf("%q: %v, %d blanks and %v, want %v, %d and %v", b, as, n, joined, want, blanks, join)
		}
		if join {
			joins++
		}
		if want {
			with++
		}
		if blanks > 9 {
			many++
		}
	}
	if min(with, 20000-with, many, 20000-many, joins, 20000-joins) < 500 {
		t.Errorf("%d with as, %d with many blanks, %d joined", with, many, joins)
	}
}
