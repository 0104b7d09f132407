package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
)

// token is a synthetic credential of a distinctive shape, put together here so
// that it stands nowhere in the repository.
func pat(n int) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	b := []byte("ghp" + "_")
	for x := uint32(n)*2654435761 + 12345; len(b) < 40; {
		x = x*1664525 + 1013904223
		b = append(b, digits[x>>16%62])
	}
	return string(b)
}

func newRedactor(t testing.TB, opts ...redact.Option) *redact.Redactor {
	t.Helper()
	r, err := redact.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// JA-48, and the decisions on numbers.
func TestJSON(t *testing.T) {
	r := newRedactor(t)
	for _, c := range []struct{ name, in, want string }{
		{"string under a holding key", `{"clientSecret": "two words"}`, `{"clientSecret": "[REDACTED:secret]"}`},
		{"nested array under a holding key", `{"passwords":["a"],"password":["b","c"]}`, `{"passwords":["a"],"password":["[REDACTED:password]","[REDACTED:password]"]}`},
		{"empty stays", `{"password":""}`, `{"password":""}`},
		{"reference stays", `{"password":"${DB_PASSWORD}","api_token":"$TOKEN"}`, `{"password":"${DB_PASSWORD}","api_token":"$TOKEN"}`},
		{"null and booleans stay", `{"password":null,"secret":true}`, `{"password":null,"secret":true}`},
		{"number under a password", `{"password": 1234, "x": 1}`, `{"password": "[REDACTED:password]", "x": 1}`},
		{"short number under a token", `{"max_tokens": 4096, "api_token": 12345}`, `{"max_tokens": 4096, "api_token": 12345}`},
		{"long number under a token", `{"api_token": 123456}`, `{"api_token": "[REDACTED:token]"}`},
		{"token in prose", `{"text":"use ` + pat(1) + `, please"}`, `{"text":"use [REDACTED:github-pat], please"}`},
		{"token as a key", `{"` + pat(2) + `":1}`, `{"[REDACTED:github-pat]":1}`},
		{"escaped line breaks", `{"text":"a\n` + pat(3) + `\tb \"q\""}`, `{"text":"a\n[REDACTED:github-pat]\tb \"q\""}`},
		{"unicode escapes inside a token", `{"text":"\u0067hp_` + pat(4)[4:] + ` é"}`, `{"text":"[REDACTED:github-pat] é"}`},
		{"opaque field stays exact", `{"signature":"` + pat(5) + `","thinking":"x"}`, `{"signature":"` + pat(5) + `","thinking":"x"}`},
		{"spacing and number forms stay", "{ \"a\" :\t1.50E+3 ,\n\"b\":[ ] }", "{ \"a\" :\t1.50E+3 ,\n\"b\":[ ] }"},
		{"a quote opened in a string", `{"a":"password:'Xk2-9fQw+Lm4","b":"it's"}`, `{"a":"password:'[REDACTED:password]","b":"it's"}`},
		{"a command under a holding key", `{"password":"curl --user client.pem:Xk29fQwLm4aZ https://x.example.net"}`, `{"password":"[REDACTED:password]"}`},
		{"top-level string", `"` + pat(6) + `"`, `"[REDACTED:github-pat]"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := r.JSON([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, string(got)); d != "" {
				t.Error(d)
			}
			again, err := r.JSON(got)
			if err != nil || !bytes.Equal(again, got) {
				t.Errorf("second pass: %s, %v", again, err)
			}
		})
	}
}

func TestJSON_NotJSONIsRedactedAsTextAndReported(t *testing.T) {
	r := newRedactor(t)
	secret := pat(7)
	got, err := r.JSON([]byte(`{"a": ` + secret))
	if !errors.Is(err, redact.ErrNotJSON) {
		t.Errorf("error %v", err)
	}
	if strings.Contains(string(got), secret) || err != nil && strings.Contains(err.Error(), secret) {
		t.Error("the token survives")
	}
}

func TestJSONL_LineThatIsNoJSON(t *testing.T) {
	r := newRedactor(t)
	in := `{"a":1}` + "\r\n" + "not json " + pat(8) + "\n" + `{"password":"x y"}`
	want := `{"a":1}` + "\r\n" + "not json [REDACTED:github-pat]\n" + `{"password":"[REDACTED:password]"}`
	if d := cmp.Diff(want, string(r.JSONL([]byte(in)))); d != "" {
		t.Error(d)
	}
	clean := []byte("{\"a\":1}\n{\"b\":[1,2]}\n")
	if out := r.JSONL(clean); &out[0] != &clean[0] {
		t.Error("clean input was copied")
	}
}

// A writer fed in pieces gives what JSONL gives for the whole.
func TestJSONLWriter(t *testing.T) {
	r := newRedactor(t)
	in := []byte(`{"password":"x y","n":1}` + "\nplain " + pat(11) + "\r\n\n" + `{"text":"` + pat(12) + `"}` + "\n" + `{"last":"` + pat(13) + `"}`)
	want := string(r.JSONL(in))
	for n := 1; n < len(in); n += 13 {
		var b strings.Builder
		w := r.JSONLWriter(&b)
		for i := 0; i < len(in); i += n {
			if _, err := w.Write(in[i:min(i+n, len(in))]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("pieces of %d differ", n)
		}
	}
}

func keyBlock(sep string) string {
	body := strings.Repeat("MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n", 3)
	return strings.ReplaceAll("-----BEGIN "+"PRIVATE KEY-----\n"+body+"-----END "+"PRIVATE KEY-----", "\n", sep)
}

// JA-41
func TestLines(t *testing.T) {
	r := newRedactor(t)
	for _, sep := range []string{"\n", "\r\n"} {
		in := "one" + sep + keyBlock(sep) + sep + "last"
		got := string(r.Lines([]byte(in)))
		if strings.Count(got, sep) != strings.Count(in, sep) {
			t.Errorf("%q: %d line ends became %d", sep, strings.Count(in, sep), strings.Count(got, sep))
		}
		lines := strings.Split(got, sep)
		if lines[0] != "one" || lines[len(lines)-1] != "last" {
			t.Errorf("%q: outer lines changed: %q", sep, got)
		}
		for i, l := range lines[1 : len(lines)-1] {
			if !strings.Contains(l, "[REDACTED:private-key]") || strings.Contains(l, "MIIE") {
				t.Errorf("%q: line %d of the block is %q", sep, i, l)
			}
		}
		if again := string(r.Lines([]byte(got))); again != got {
			t.Errorf("%q: second pass changed it", sep)
		}
	}
}

// JA-40, JA-42, JA-44: the whole is redacted first, then a range or a tail is taken.
func TestLinesSince_OffsetInsideASecret(t *testing.T) {
	r := newRedactor(t)
	in := "first\n" + keyBlock("\n") + "\nlast\n"
	got := string(r.LinesSince([]byte(in), 60)) // somewhere in the key block
	if strings.Contains(got, "MIIE") || strings.HasPrefix(got, "first") || !strings.HasSuffix(got, "last\n") {
		t.Errorf("got %q", got)
	}
	if got := string(r.LinesSince([]byte(in), 0)); got != string(r.Lines([]byte(in))) {
		t.Errorf("from the start: %q", got)
	}
	if got := string(r.LinesSince([]byte(in), len(in)-2)); got != "last\n" {
		t.Errorf("last line: %q", got)
	}
}

// JA-21, JA-24, JA-26
func TestKnown(t *testing.T) {
	value := `p"ss/w&rd é` + "1"
	quoted, _ := json.Marshal(value)
	r := newRedactor(t, redact.WithKnown(
		redact.Known{Name: "DB_PASS", Value: value},
		redact.Known{Name: "SHORT", Value: "seven77"},
		redact.Known{Name: "PATH_VALUE", Value: "/usr/local/share/thing"},
		redact.Known{Name: "ASCII", Value: "lighthouse"},
	))
	for _, c := range []struct{ name, in, want string }{
		{"exact", "x" + value + "y", "x[REDACTED:DB_PASS]y"},
		{"json", string(quoted), `"[REDACTED:DB_PASS]"`},
		{"query", "a=" + url.QueryEscape(value) + "&b", "a=[REDACTED:DB_PASS]&b"},
		{"path", url.PathEscape(value), "[REDACTED:DB_PASS]"},
		{"base64 alone", base64.StdEncoding.EncodeToString([]byte("lighthouse")) + " x", "[REDACTED:ASCII]== x"},
		{"short stays", "seven77", "seven77"},
		{"path stays", "in /usr/local/share/thing", "in /usr/local/share/thing"},
		{"inside a word", "alighthouses", "a[REDACTED:ASCII]s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, r.String(c.in)); d != "" {
				t.Error(d)
			}
		})
	}
	for pad := range 3 {
		in := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("u", pad) + value + ":rest"))
		if out := r.String(in); !strings.Contains(out, "[REDACTED:DB_PASS]") {
			t.Errorf("base64 with %d bytes before: unchanged", pad)
		}
	}
	named := newRedactor(t, redact.WithNamedStyle(), redact.WithKnown(redact.Known{Name: "ASCII", Value: "lighthouse"}))
	if got := named.String("the lighthouse; " + pat(9)); got != "the [redacted:ASCII]; [REDACTED:github-pat]" {
		t.Errorf("named style: %q", got)
	}
	if r.Version() == newRedactor(t).Version() {
		t.Error("known values do not change the version")
	}
}

func TestKnown_BadName(t *testing.T) {
	if _, err := redact.New(redact.WithKnown(redact.Known{Name: "a]b", Value: "12345678"})); err == nil {
		t.Error("accepted")
	}
}

func TestHandler(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(redact.NewHandler(slog.NewJSONHandler(&b, nil), newRedactor(t)))
	secret := pat(10)
	l.With("api_key", secret).WithGroup("g").Info("got "+secret,
		"password", "two words", "err", errors.New("bad "+secret), "n", 7, "pin_code_password", 1234,
		slog.Group("in", "client_secret", "abc", "plain", "abc"))
	out := b.String()
	for _, s := range []string{secret, "two words", "1234"} {
		if strings.Contains(out, s) {
			t.Errorf("%q stands in the log: %s", s, out)
		}
	}
	var m map[string]any
	if err := json.Unmarshal(b.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	g := m["g"].(map[string]any)
	if g["n"] != 7.0 || g["in"].(map[string]any)["plain"] != "abc" {
		t.Errorf("other attributes changed: %s", out)
	}
}

type (
	textual   struct{ s string }
	stringing struct{ s string }
	refusing  struct{ s string }
	raw       []byte
	nilSafe   struct{ s string }
)

func (x textual) MarshalText() ([]byte, error) { return []byte(x.s), nil }
func (x stringing) String() string             { return x.s }
func (x refusing) Error() string               { return x.s }
func (x *nilSafe) String() string              { return x.s }

// An attribute is judged by its text, whatever type carries it; one without a
// secret reaches the next handler as it was.
func TestHandler_Texts(t *testing.T) {
	secret := pat(11)
	for name, of := range map[string]func(s string) any{
		"bytes":       func(s string) any { return []byte(s) },
		"named bytes": func(s string) any { return raw(s) },
		"raw JSON":    func(s string) any { return json.RawMessage(`{"a":"` + s + `"}`) },
		"text":        func(s string) any { return textual{s} },
		"stringer":    func(s string) any { return stringing{s} },
		"error":       func(s string) any { return refusing{s} },
		"pointer":     func(s string) any { return &textual{s} },
	} {
		for _, text := range []bool{true, false} {
			var b bytes.Buffer
			var next slog.Handler = slog.NewJSONHandler(&b, nil)
			if text {
				next = slog.NewTextHandler(&b, nil)
			}
			l := slog.New(redact.NewHandler(next, newRedactor(t)))
			l.Info("m", "a", of("token "+secret), "password", of("two words"), slog.Group("g", "b", of(secret)))
			out := b.String()
			for _, s := range []string{secret, base64.StdEncoding.EncodeToString([]byte("token " + secret)), base64.StdEncoding.EncodeToString([]byte(secret)), "two words", base64.StdEncoding.EncodeToString([]byte("two words"))} {
				if strings.Contains(out, s) {
					t.Errorf("%s, text %v: %s", name, text, out)
				}
			}
			b.Reset()
			l.Info("m", "a", of("harmless"))
			plain := b.String()
			b.Reset()
			slog.New(next).Info("m", "a", of("harmless"))
			cut := func(s string) string { return s[strings.Index(s, "INFO"):] }
			if cut(plain) != cut(b.String()) {
				t.Errorf("%s, text %v: a harmless attribute changed: %s", name, text, plain)
			}
		}
	}
	var b bytes.Buffer
	slog.New(redact.NewHandler(slog.NewTextHandler(&b, nil), newRedactor(t))).Info("m", "a", (*nilSafe)(nil), "b", nil)
	if !strings.Contains(b.String(), "a=<nil> b=<nil>") {
		t.Errorf("nil values: %s", b.String())
	}
}

// Eight-bit text behind what looks like a byte order mark is read as what it is.
func TestFalseByteOrderMark(t *testing.T) {
	r := newRedactor(t)
	for _, bom := range []string{"\xff\xfe", "\xfe\xff"} {
		in := bom + "token=" + pat(31) + "\n"
		want := bom + "token=[REDACTED:github-pat]\n"
		if got := r.String(in); got != want {
			t.Errorf("got %q", got)
		}
		var b strings.Builder
		w := r.Writer(&b)
		for i := range len(in) {
			if _, err := w.Write([]byte(in[i : i+1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil || b.String() != want {
			t.Errorf("as a stream %q, %v", b.String(), err)
		}
	}
}

// A distinctive prefix counts behind an underscore, and an escape is not split.
func TestBoundaries(t *testing.T) {
	r := newRedactor(t)
	for in, want := range map[string]string{
		"_" + pat(32):        "_[REDACTED:github-pat]",
		"key__" + pat(33):    "key__[REDACTED:github-pat]",
		"a_" + pat(34) + " ": "a_[REDACTED:github-pat] ",
	} {
		if got := r.String(in); got != want {
			t.Errorf("%q", got)
		}
	}
	doc := `{"authorization": "\u00e9pI2"}`
	if got := r.String(doc); !json.Valid([]byte(got)) {
		t.Errorf("no JSON any more: %s", got)
	}
}
