package redact_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
	"jezero/redact/pattern"
	"jezero/redact/redacttest"
)

// JA-24: every way that a value can be written, byte for byte.
func TestKnown_Forms(t *testing.T) {
	r := newRedactor(t, redact.WithKnown(redact.Known{Name: "K", Value: "a b/c+d~é\"\\<\n9"}))
	const p = "[REDACTED:K]"
	for _, c := range []struct{ name, in, want string }{
		{"exact", "x a b/c+d~é\"\\<\n9y", "x " + p + "y"},
		{"query", "a+b%2Fc%2Bd~%C3%A9%22%5C%3C%0A9&", p + "&"},
		{"query, lower case", "a+b%2fc%2bd~%c3%a9%22%5c%3c%0a9&", p + "&"},
		{"path", "/a%20b%2Fc+d~%C3%A9%22%5C%3C%0A9/", "/" + p + "/"},
		{"path, lower case", "/a%20b%2fc+d~%c3%a9%22%5c%3c%0a9/", "/" + p + "/"},
		{"every byte", "a%20b%2Fc%2Bd%7E%C3%A9%22%5C%3C%0A9", p},
		{"every byte, lower case", "a%20b%2fc%2bd%7e%c3%a9%22%5c%3c%0a9", p},
		{"JSON", `"a b/c+d~é\"\\<\n9"`, `"` + p + `"`},
		{"JSON for HTML", `"a b/c+d~é\"\\\u003c\n9"`, `"` + p + `"`},
		{"JSON in JSON", `"a b/c+d~é\\\"\\\\<\\n9"`, `"` + p + `"`},
		{"a byte missing", "a b/c+d~é\"\\<\n8", "a b/c+d~é\"\\<\n8"},
		{"another case", "A b/c+d~é\"\\<\n9", "A b/c+d~é\"\\<\n9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, r.String(c.in)); d != "" {
				t.Error(d)
			}
		})
	}
}

// In base64 a value shares a character with what stands beside it: that one
// goes too, and nothing more. The bytes before and after are chosen so that
// every alignment and every remainder comes.
func TestKnown_Base64(t *testing.T) {
	const value = "lighthouse-42?>"
	for cut := range 3 {
		v := value[:len(value)-cut]
		r := newRedactor(t, redact.WithKnown(redact.Known{Name: "K", Value: v}))
		for before := range 7 {
			for after := range 4 {
				plain := strings.Repeat("ÿ", 4)[:before] + v + strings.Repeat("~", after)
				for name, e := range map[string]*base64.Encoding{"standard": base64.StdEncoding, "for URLs": base64.RawURLEncoding} {
					in := "x " + e.EncodeToString([]byte(plain)) + " y"
					text := strings.TrimRight(in[2:len(in)-2], "=")
					start, end := before*8/6, (before+len(v))*8/6
					if (before+len(v))*8%6 > 0 {
						end++
					}
					want := "x " + text[:start] + "[REDACTED:K]" + text[min(end, len(text)):] + in[2+len(text):]
					if got := r.String(in); got != want {
						t.Errorf("%s, %d bytes before, %d after, %d long: %q, want %q", name, before, after, len(v), got, want)
					}
				}
			}
		}
	}
}

func TestKnown_Limits(t *testing.T) {
	long := strings.Repeat("n", 64)
	for name, want := range map[string]bool{
		"": false, "A": true, long: true, long + "n": false, "a-b_c.D9": true, "a b": false, "a]": false, "é": false, "a/b": false, "A@": false, "Z[": false, "z{": false, "9:": false, "`a": false,
	} {
		if _, err := redact.New(redact.WithKnown(redact.Known{Name: name, Value: "12345678"})); (err == nil) != want {
			t.Errorf("name %q: %v", name, err)
		}
	}
	for value, want := range map[string]bool{
		"1234567": false, "12345678": true, "/usr/lib/x": false, "~/secrets": false, "./secrets": false, `C:\secrets`: false, `C:/secrets`: true, "usr/lib/xy": true, "c:\\": false,
		"/" + strings.Repeat("p", 40): false, "/" + strings.Repeat("p", 41): true, "/a/" + strings.Repeat("p", 41) + "/b": true, `C:\` + strings.Repeat("p", 41): true,
	} {
		r := newRedactor(t, redact.WithKnown(redact.Known{Name: "K", Value: value}))
		if got := r.String("<"+value+">") == "<[REDACTED:K]>"; got != want {
			t.Errorf("value %q is replaced: %v, want %v", value, got, want)
		}
	}
	var names []string
	for _, k := range redact.KnownFromEnv([]string{"DB_PASSWORD=x", "TOKEN_URL=y", "PATH=z", "API_TOKEN", "=w", "A B_PASSWORD=v", "GH_TOKEN="}) {
		names = append(names, k.Name+"="+k.Value)
	}
	if d := cmp.Diff([]string{"DB_PASSWORD=x", "GH_TOKEN="}, names); d != "" {
		t.Error(d)
	}
}

// The names' classifier as the outside sees it.
func TestClassifyName(t *testing.T) {
	for n, want := range map[string]redact.NameClass{
		"key": redact.NameNone, "KEY": redact.NameNone, "api_key": redact.NameHolds, "foo_key": redact.NameHolds, "pass": redact.NameHolds, "auth": redact.NameHolds, "TOKEN_URL": redact.NameMentions, "x": redact.NameNone,
	} {
		if got := redact.ClassifyName(n); got != want {
			t.Errorf("%s: %v, want %v", n, got, want)
		}
	}
	for n, want := range map[string]bool{"TOKEN_URL": true, " TOKEN_URL\n": true, "KEYBOARD_LAYOUT": false, "": false, strings.Repeat("x", 122) + "_TOKEN": true, strings.Repeat("x", 123) + "_TOKEN": false} {
		if got := redact.NameSaysSecret(n); got != want {
			t.Errorf("%d bytes: %v, want %v", len(n), got, want)
		}
	}
}

// What JSON escapes is decoded before it is judged, and no escape is cut.
func TestJSON_Escapes(t *testing.T) {
	tok := pat(51)
	esc := func(i, n int) string { // n bytes of the token from i on as \u00XX
		var b strings.Builder
		for k := range len(tok) {
			if k >= i && k < i+n {
				fmt.Fprintf(&b, `\u%04X`, tok[k])
			} else {
				b.WriteByte(tok[k])
			}
		}
		return b.String()
	}
	const p = "[REDACTED:github-pat]"
	for _, c := range []struct{ name, in, want string }{
		{"first", esc(0, 1), p}, {"last", esc(len(tok)-1, 1), p}, {"middle", esc(5, 3), p}, {"all", esc(0, len(tok)), p},
		{"after control characters", `\r\b\f\t\n\/` + esc(1, 1), `\r\b\f\t\n\/` + p}, {"after a quote", `\"` + esc(2, 1) + `\"`, `\"` + p + `\"`},
		{"after a pair", `\ud83d\ude00` + esc(3, 1) + `\uD83D\uDE00`, `\ud83d\ude00` + p + `\uD83D\uDE00`}, {"after half a pair", `\ud83d ` + esc(4, 1), `\ud83d ` + p},
		{"after two halves", `\ude00\ud83d ` + esc(4, 1), `\ude00\ud83d ` + p}, {"two", esc(1, 2) + ` \u0026 ` + esc(6, 1), p + ` \u0026 ` + p}, {"in lower case", strings.ToLower(`\u005F`) + " " + esc(0, 1), `\u005f ` + p},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := newRedactor(t).JSON([]byte(`{"t":"` + c.in + `","n":[1,` + "\t" + `"` + c.in + `"]}`))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(`{"t":"`+c.want+`","n":[1,`+"\t"+`"`+c.want+`"]}`, string(got)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestJSON_Keys(t *testing.T) {
	tok := pat(52)
	r := newRedactor(t)
	for _, c := range []struct{ in, want string }{
		{`{"pass":"two words"}`, `{"pass":"two words"}`}, {`{"passwords":["two words"]}`, `{"passwords":["two words"]}`}, {`{"api_token":-123456}`, `{"api_token":"[REDACTED:token]"}`},
		{`{"api_token":12345.6}`, `{"api_token":"[REDACTED:token]"}`}, {`{"api_token":12345}`, `{"api_token":12345}`}, {`{"db_password":-1}`, `{"db_password":"[REDACTED:password]"}`}, {`{"db_password":[1,true,null]}`, `{"db_password":["[REDACTED:password]",true,null]}`},
		{`{"db_password":{"a":1}}`, `{"db_password":{"a":1}}`}, {`{"client_secret":"https://h.example/x"}`, `{"client_secret":"https://h.example/x"}`},
		{`{"client_secret":"` + tok + ` two"}`, `{"client_secret":"[REDACTED:github-pat]"}`}, {`{"x":{"client_secret":"a b"},"y":"c d"}`, `{"x":{"client_secret":"[REDACTED:secret]"},"y":"c d"}`}, {` [ "` + tok + `" , 2 ] `, ` [ "[REDACTED:github-pat]" , 2 ] `},
		{`{"encrypted_content":"` + tok + `","content":"` + tok + `"}`, `{"encrypted_content":"` + tok + `","content":"[REDACTED:github-pat]"}`}, {`{}`, `{}`}, {`[]`, `[]`}, {`1`, `1`}, {`""`, `""`},
	} {
		got, err := r.JSON([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", c.in, got, err, c.want)
		}
	}
	own := newRedactor(t, redact.WithOpaqueKeys("sealed"))
	if got, err := own.JSON([]byte(`{"sealed":"` + tok + `","signature":"` + tok + `"}`)); err != nil || string(got) != `{"sealed":"`+tok+`","signature":"[REDACTED:github-pat]"}` {
		t.Errorf("own opaque keys: %s, %v", got, err)
	}
	if own.Version() == r.Version() {
		t.Error("opaque keys do not change the version")
	}
	for in, at := range map[string]string{`{"a":}`: "byte 6", `{"a":1`: "byte 6", ``: "byte 0", `nul`: "byte 3"} {
		if _, err := r.JSON([]byte(in)); !errors.Is(err, redact.ErrNotJSON) || !strings.Contains(err.Error(), at) {
			t.Errorf("%q: %v, want %s", in, err, at)
		}
	}
}

// A sink that fails says so at every call from then on; nothing is written after it.
func TestJSONLWriter_SinkFails(t *testing.T) {
	for _, in := range []string{"{\"a\":1}\n", "{\"a\":", "x\ny\n"} {
		w := newRedactor(t).JSONLWriter(&failing{after: 2})
		_, werr := io.WriteString(w, in)
		if werr == nil {
			_, werr = io.WriteString(w, "1}\n")
		}
		if werr != io.ErrShortWrite {
			t.Errorf("%q: %v", in, werr)
		}
		if n, err := io.WriteString(w, "more\n"); n != 0 || err != io.ErrShortWrite {
			t.Errorf("%q: %d, %v after a failure", in, n, err)
		}
		if err := w.Close(); err != io.ErrShortWrite {
			t.Errorf("%q: Close: %v", in, err)
		}
	}
	w := newRedactor(t).JSONLWriter(&failing{after: 2})
	if _, err := io.WriteString(w, "last line"); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != io.ErrShortWrite {
		t.Errorf("Close of an open line: %v", err)
	}
	if err := newRedactor(t).FindStream(&chokes{}, func(redact.Finding) {}); err != io.ErrClosedPipe {
		t.Errorf("FindStream: %v", err)
	}
}

type chokes struct{}

func (*chokes) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestHandler_Attributes(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(redact.NewHandler(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if len(g) == 0 && a.Key != "msg" && (a.Key == slog.TimeKey || a.Key == slog.LevelKey) {
			return slog.Attr{}
		}
		return a
	}}), newRedactor(t)))
	tok := pat(53)
	l.With(slog.Group("g", "api_token", "a b"), "n", 1).WithGroup(tok).Info("m", "db_password", "", "client_secret", "$X", "api_token", uint64(123456), "pin", 5, "max_tokens", 123456,
		"f", 1.5, "db_password2", 12.5, "ok", true, "err", errors.New(tok), "list", []string{"a"}, "toks", []string{tok})
	want := "msg=m g.api_token=[REDACTED:token] n=1 [REDACTED:github-pat].db_password=\"\" [REDACTED:github-pat].client_secret=$X [REDACTED:github-pat].api_token=[REDACTED:token] [REDACTED:github-pat].pin=5" +
		" [REDACTED:github-pat].max_tokens=123456 [REDACTED:github-pat].f=1.5 [REDACTED:github-pat].db_password2=[REDACTED:password] [REDACTED:github-pat].ok=true [REDACTED:github-pat].err=[REDACTED:github-pat]" +
		" [REDACTED:github-pat].list=[a] [REDACTED:github-pat].toks=[[REDACTED:github-pat]]\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Error(d)
	}
}

// Patterns with and without a gate find on every line what Go's regexp finds
// there, whatever stands around: lines shorter than a window are judged whole.
func TestPatterns_Reference(t *testing.T) {
	specs := []pattern.Spec{{Kind: "gated", Pattern: `acme_[0-9a-f]{8,}`}, {Kind: "open", Pattern: `[A-Z]{2}-[0-9]{4}`}, {Kind: "group", Pattern: `id=([a-z]+);`, Group: "1"}, {Kind: "fold", Pattern: `(?i)zork#[0-9]+`}}
	opt, err := pattern.Option(specs...)
	if err != nil {
		t.Fatal(err)
	}
	variants := redacttest.Variants(t, opt)
	reference := regexp.MustCompile(`acme_[0-9a-f]{8,}|[A-Z]{2}-[0-9]{4}|id=([a-z]+);|(?i:zork#[0-9]+)`)
	pieces := []string{"acme_01234567", "acme_0123", "AB-1234", "id=plum;", "id=;", "Zork#7", "acme_", " ", "\n", "\n\n", "-- ", "x y ", "\r\n", "AB-1234acme_89abcdef"}
	rnd := rand.New(rand.NewPCG(12, 21))
	for round := range 120 {
		var b strings.Builder
		for range rnd.IntN(60) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
			if rnd.IntN(8) == 0 {
				b.WriteString(strings.Repeat(". ", rnd.IntN(400)))
			}
		}
		in := b.String()
		want := reference.ReplaceAllStringFunc(in, func(m string) string {
			switch {
			case strings.HasPrefix(m, "acme_"):
				return "[REDACTED:gated]"
			case strings.HasPrefix(m, "id="):
				return "id=[REDACTED:group];"
			case m[2] == '-':
				return "[REDACTED:open]"
			}
			return "[REDACTED:fold]"
		})
		for _, v := range variants {
			if got, err := v.Redact([]byte(in)); err != nil || string(got) != want {
				t.Fatalf("round %d, %s: %v\n in   %q\n got  %q\n want %q", round, v.Name, err, in, got, want)
			}
		}
	}
}

// A line that cannot be judged in time goes whole, the ones around it stay,
// and each is counted.
func TestPatterns_Timeout(t *testing.T) {
	opt, err := pattern.Option(pattern.Spec{Kind: "slow", Pattern: `slow(\w+\s?)+!`})
	if err != nil {
		t.Fatal(err)
	}
	r := newRedactor(t, opt)
	if got := r.String("a\nslow" + strings.Repeat("w", 60) + " ?!\nb\n"); got != "a\n[REDACTED:slow]\nb\n" || r.Timeouts() != 1 {
		t.Errorf("got %q, %d timeouts", got, r.Timeouts())
	}
}

// A value that is longer than the window goes on in the next one: a stream
// gives what the whole gives, for every kind of value that can be open.
func TestOpenValues(t *testing.T) {
	run := func(alphabet string, n int) string {
		b := make([]byte, n)
		x := uint32(n)
		for i := range b {
			x = x*1664525 + 1013904223
			b[i] = alphabet[int(x>>16)%len(alphabet)]
		}
		return string(b)
	}
	const std = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	const safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	r := newRedactor(t)
	for _, n := range []int{3 << 10, 70 << 10, 600 << 10} {
		for name, in := range map[string]string{
			"quoted":        `password = "` + run(std, n) + `"; x`,
			"single quotes": `token='` + run(safe, n) + `' y`,
			"bare":          "API_TOKEN=" + run(safe, n) + "\nz\n",
			"JSON":          `{"client_secret":"` + run(std, n) + `","n":1}`,
			"JSON in JSON":  `"{\"client_secret\":\"` + run(std, n) + `\",\"n\":1}"`,
			"header":        "Authorization: Bearer " + run(safe, n) + "\r\nHost: h\r\n",
			"JWT":           "t " + "eyJhbGciOiJIUzI1NiJ9." + "eyJ" + run(safe, n) + "." + run(safe, 43) + " u",
			"key block":     "-----BEGIN RSA PRIVATE" + " KEY-----\n" + strings.Repeat(run(std, 64)+"\n", n/65) + "-----END RSA PRIVATE" + " KEY-----\nafter\n",
			"block scalar":  "password: |\n" + strings.Repeat("  "+run(std, 64)+"\n", n/67) + "next: 1\n",
			"cut off":       `password = "` + run(std, n) + " y\n",
			"shape":         "x sk-ant-api03-" + run(safe, n) + " y",
			"URL":           "https://h.example/x?access_token=" + run(safe, n) + "&a=b",
			"cookie":        "Cookie: session=" + run(safe, n) + "; a=b\n",
			"open quote":    `password = "` + run(std, n) + "\nquiet\n",
			"triple quotes": `password = """` + run(std, n) + `""" y`,
			"HTML quotes":   "password=&quot;" + run(std, n) + "&quot; y",
			"JSON escapes":  `{"text":"password='` + run(safe, n) + `' y\nz"}`,
			"escaped URL":   "https://h.example/x?access_token=" + strings.Repeat(run(safe, 61)+"%2B", n/64) + "&a=b",
			"one line":      "a:\n  password: |\n    " + run(std, n) + "\n  next: 1\n",
		} {
			pad := strings.Repeat("a quiet line\n", 50)
			src := []byte(pad + in + pad)
			want := r.Bytes(src)
			for _, size := range []int{len(src), 4096, 100_000} {
				got, err := redacttest.Split(r, src, func() int { return size })
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s of %d bytes in pieces of %d: %v, %d bytes, want %d", name, n, size, err, len(got), len(want))
				}
			}
			left := bytes.TrimSuffix(bytes.TrimPrefix(want, []byte(pad)), []byte(pad))
			if len(left) > 200 {
				t.Errorf("%s of %d bytes: %d are left", name, n, len(left))
			}
			if len(want)-len(left) != 2*len(pad) {
				t.Errorf("%s of %d bytes: what stands around it is gone", name, n)
			}
		}
	}
}

// AppendPlaceholder writes what Bytes writes.
func TestAppendPlaceholder(t *testing.T) {
	for _, r := range []*redact.Redactor{newRedactor(t), newRedactor(t, redact.WithNamedStyle(), redact.WithKnown(redact.Known{Name: "A", Value: "lighthouse"}))} {
		src := []byte(`{"p":"lighthouse ` + pat(54) + `","db_password": 123456}`)
		var out []byte
		at := 0
		for _, f := range r.Find(src) {
			if !bytes.Equal(f.In(src), src[f.Start:f.End]) {
				t.Error("In is something else than the value")
			}
			out = append(append(out, src[at:f.Start]...), f.Wrap...)
			out = append(r.AppendPlaceholder(out, f), f.Wrap...)
			at = f.End
		}
		if want := r.Bytes(src); string(append(out, src[at:]...)) != string(want) {
			t.Errorf("%s, want %s", out, want)
		}
	}
}
