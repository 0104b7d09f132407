package engine

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"errors"
	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
	"testing/iotest"
)

// Stand-ins for the built-in rules: every feature of a shape once.
var testRules = []*rule.Rule{
	{ID: "pat", Kind: "pat", Shapes: []rule.Shape{rule.Seq(rule.Any("ghp_", "gho_"), rule.Run(rule.Alnum62, 36))}},
	{ID: "sk", Kind: "sk", Shapes: []rule.Shape{rule.Seq(rule.Lit("sk-"), rule.AtLeast(rule.Base64URL, 20))}},
	{ID: "sk-ant", Kind: "sk-ant", Shapes: []rule.Shape{rule.Seq(rule.Lit("sk-ant-"), rule.AtLeast(rule.Base64URL, 20))}},
	{ID: "bot", Kind: "bot", Shapes: []rule.Shape{rule.Seq(rule.Between(rule.Digit, 5, 16), rule.Lit(":A"), rule.Run(rule.Base64URL, 34))}},
	{ID: "tail", Kind: "tail", Shapes: []rule.Shape{rule.Seq(rule.Run(rule.Hex, 32), rule.Lit("-us"), rule.Between(rule.Digit, 1, 2))}},
	{ID: "key", Kind: "key", Shapes: []rule.Shape{rule.Seq(rule.Lit("SK"), rule.Run(rule.Hex, 32)).AsExact()}},
	{ID: "atl", Kind: "atl", Shapes: []rule.Shape{rule.Seq(rule.Lit("ATCT"), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 20), rule.Lit("="), rule.Run(rule.HexUpper, 8))}},
	{ID: "url", Kind: "url", Shapes: []rule.Shape{rule.Seq(rule.FoldLit("hooks.example.test/"), rule.Run(rule.Alnum62, 24)).WithSecret(1, 2)}},
	{ID: "b64", Kind: "b64", Shapes: []rule.Shape{rule.Seq(rule.Lit("b64_"), rule.Run(rule.Base64, 40))}},
	{ID: "brief", Kind: "brief", Shapes: []rule.Shape{rule.Seq(rule.Lit("brf_"), rule.Run(rule.Lower, 7), rule.Lit("-"), rule.Run(rule.Hex, 20))}},
	{ID: "near", Kind: "near", Near: []string{"twilio"}, Shapes: []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 32)).AsExact()}},
	{ID: "kimi", Kind: "kimi", Near: []string{"kimi", "moonshot"}, Shapes: []rule.Shape{rule.Seq(rule.Lit("zk_"), rule.Run(rule.Alnum62, 20))}},
}

var quoted = &rule.Rule{ID: "assigned", Kind: "assigned", Confidence: rule.Medium, Detector: "test"}

// testAnchors stand in for the detectors: password="…" and a block.
var testAnchors = []scan.Anchor{
	{Lit: `password="`, Fold: true, Detect: func(v *scan.View, out *scan.Out) {
		i := v.To
		for i < len(v.Src) && v.Src[i] != '"' && v.Src[i] != '\n' {
			i++
		}
		out.Add(scan.Span{Match: v.At, MatchEnd: i, Start: v.To, End: i, Rule: quoted, Open: i == len(v.Src) && !v.Finish, Until: `"`})
	}},
	{Lit: "<<<", Detect: func(v *scan.View, out *scan.Out) {
		n := strings.Index(string(v.Src[v.To:]), ">>>")
		end := len(v.Src)
		if n >= 0 {
			end = v.To + n
		}
		out.Add(scan.Span{Match: v.At, MatchEnd: end, Start: v.To, End: end, Rule: quoted, Open: n < 0 && !v.Finish, Until: ">>>"})
	}},
}

func testEngine(t testing.TB, mode prefilter.Mode) *Engine {
	t.Helper()
	e, err := New(Config{Rules: testRules, Anchors: testAnchors, Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// token makes n characters of the alphabet that look random and are always the same.
func token(alphabet string, n int) string {
	b := make([]byte, n)
	x := uint32(12345)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = alphabet[int(x>>16)%len(alphabet)]
	}
	return string(b)
}

// dressed is a token of 40 base64 characters, some of them the escaped slash.
func dressed(slash string) string {
	return token(alnumChars, 10) + slash + slash + token(hexChars, 17) + slash + token(alnumChars, 10)
}

const (
	alnumChars = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexChars   = "0123456789abcdef"
)

func TestAppend(t *testing.T) {
	pat := "ghp_" + token(alnumChars, 36)
	hex := token(hexChars, 32)
	digest := hex + hex
	for _, tt := range []struct{ name, in, want string }{
		{"alone", pat, "[REDACTED:pat]"},
		{"in a sentence", "use " + pat + ", please", "use [REDACTED:pat], please"},
		{"glued to a word", "x" + pat, "x" + pat},
		{"after an escaped newline", `a\n` + pat + `\nb`, `a\n[REDACTED:pat]\nb`},
		{"after a percent escape", "x%3D" + pat, "x%3D[REDACTED:pat]"},
		{"after a double percent escape", "x%253D" + pat, "x%253D[REDACTED:pat]"},
		{"after a percent escape of a letter", "x%41" + pat, "x%41" + pat},
		{"after a quoted-printable escape", "x=3D" + pat, "x=3D[REDACTED:pat]"},
		{"after a unicode escape", `x\u0022` + pat + `\u0022`, `x\u0022[REDACTED:pat]\u0022`},
		{"after an entity", "x&quot;" + pat + "&quot;", "x&quot;[REDACTED:pat]&quot;"},
		{"after a colour", "\x1b[31m" + pat + "\x1b[0m", "\x1b[31m[REDACTED:pat]\x1b[0m"},
		{"after an escaped colour", `\u001b[1;31m` + pat + `\u001b[0m`, `\u001b[1;31m[REDACTED:pat]\u001b[0m`},
		{"dressed for JSON", `b64_` + dressed(`\/`), "[REDACTED:b64]"},
		{"dressed twice", `x=\"b64_` + dressed(`\\/`) + `\"`, `x=\"[REDACTED:b64]\"`},
		{"dressed for JSON by number", `"b64_` + dressed(`\u002f`) + `"`, `"[REDACTED:b64]"`},
		{"dressed for a URL", "?k=b64_" + dressed("%2F") + "&l=m", "?k=[REDACTED:b64]&l=m"},
		{"dressed for a URL in a URL", "%3Fk%3Db64_" + dressed("%252f") + "%26l", "%3Fk%3D[REDACTED:b64]%26l"},
		{"dressed for HTML", "b64_" + dressed("&#47;") + "<", "[REDACTED:b64]<"},
		{"another escape ends it", `b64_` + dressed(`\/`) + `\n`, `[REDACTED:b64]\n`},
		{"longer than issued", pat + "abc", "[REDACTED:pat]"},
		{"too short", pat[:39], pat[:39]},
		{"same character", "ghp_" + strings.Repeat("x", 36), "ghp_" + strings.Repeat("x", 36)},
		{"says example", "ghp_EXAMPLE" + token(alnumChars, 29), "ghp_EXAMPLE" + token(alnumChars, 29)},
		{"an example in a run of seven is none", "brf_example-" + token(hexChars, 20), "[REDACTED:brief]"},
		{"in a placeholder look", "<" + pat + ">", "<[REDACTED:pat]>"},
		{"inside what looks redacted", "[REDACTED:" + pat + "]", "[REDACTED:[REDACTED:pat]]"},
		{"glued to a placeholder", "[REDACTED:x]" + pat, "[REDACTED:x][REDACTED:pat]"},
		{"the more specific rule names it", "sk-ant-" + token(alnumChars, 30), "[REDACTED:sk-ant]"},
		{"less specific", "sk-" + token(alnumChars, 30), "[REDACTED:sk]"},
		{"prefix of another rule", "sk-" + pat, "[REDACTED:pat]"},
		{"infix literal", "bot123456:A" + token(alnumChars, 34) + "/getMe", "bot123456:A" + token(alnumChars, 34) + "/getMe"},
		{"infix literal after a slash", "/123456:A" + token(alnumChars, 34) + "/getMe", "/[REDACTED:bot]/getMe"},
		{"suffix literal", "key=" + hex + "-us12", "key=[REDACTED:tail]"},
		{"short literal", "SK" + hex, "[REDACTED:key]"},
		{"short literal of a longer run", "SK" + digest, "SK" + digest},
		{"back off for the tail", "ATCT" + token(alnumChars, 30) + "=ABCDEF01", "[REDACTED:atl]"},
		{"part of the match", "HTTPS://Hooks.Example.test/" + token(alnumChars, 24), "HTTPS://Hooks.Example.test/[REDACTED:url]"},
		{"near, after the word", "Twilio = " + hex, "Twilio = [REDACTED:near]"},
		{"near, before the word", hex + " # twilio", "[REDACTED:near] # twilio"},
		{"near, a few lines on", "twilio:\n  a: b\n  c: d\n  sid: " + hex, "twilio:\n  a: b\n  c: d\n  sid: [REDACTED:near]"},
		{"too far", "twilio" + strings.Repeat(" .", 300) + hex, "twilio" + strings.Repeat(" .", 300) + hex},
		{"a digest near the word", "twilio " + digest, "twilio " + digest},
		{"literal that needs a word", "zk_" + token(alnumChars, 20), "zk_" + token(alnumChars, 20)},
		{"literal with its word", "KIMI_KEY=zk_" + token(alnumChars, 20), "KIMI_KEY=[REDACTED:kimi]"},
		{"detector", `PassWord="hunter2" x`, `PassWord="[REDACTED:assigned]" x`},
		{"the shape names a detected value", `password="` + pat + `"`, `password="[REDACTED:pat]"`},
		{"union", `password="a ` + pat + ` b"`, `password="[REDACTED:pat]"`},
		{"already redacted", `password="[REDACTED:x]" password="[redacted:y]" password="[REDACTED]"`, `password="[REDACTED:x]" password="[redacted:y]" password="[REDACTED]"`},
		{"almost redacted", `password="[REDACTED:x]y"`, `password="[REDACTED:assigned]"`},
		{"swallow", "<<<" + strings.Repeat("a ", 100_000) + ">>>b", "<<<[REDACTED:assigned]>>>b"},
		{"swallow to the end", "<<<" + strings.Repeat("a ", 100_000), "<<<[REDACTED:assigned]"},
		{"long token", "sk-" + strings.Repeat(token(alnumChars, 100), 2000) + " b", "[REDACTED:sk] b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, mode := range []prefilter.Mode{prefilter.Auto, prefilter.Portable, prefilter.Brute} {
				if mode == prefilter.Brute && len(tt.in) > 10_000 {
					continue
				}
				e := testEngine(t, mode)
				out, changed := e.Append(nil, []byte(tt.in))
				if !changed {
					out = []byte(tt.in)
				}
				if string(out) != tt.want {
					t.Errorf("mode %d:\n got %.300q\nwant %.300q", mode, out, tt.want)
				}
				if got := pieces(t, e, []byte(tt.in), func() int { return 1 }); mode != prefilter.Brute && got != tt.want {
					t.Errorf("mode %d, byte by byte:\n got %.300q\nwant %.300q", mode, got, tt.want)
				}
				// JZ-41
				if again, changed := e.Append(nil, out); changed {
					t.Errorf("mode %d: not idempotent: %.300q", mode, again)
				}
			}
		})
	}
}

// As many literals as one shape is found by, fewer and more: where its run must stand
// is told from the literal that is searched for.
func TestManyLiterals(t *testing.T) {
	for _, n := range []int{7, 8, 9} {
		var first, second []string
		for i := range n {
			first, second = append(first, "acme_zq"+alnumChars[36+i:37+i]), append(second, alnumChars[46+i:47+i]+"-")
		}
		r := &rule.Rule{ID: "many", Kind: "many", Shapes: []rule.Shape{rule.Seq(rule.Any(first...), rule.Any(second...), rule.Run(rule.Hex, 2), rule.Lit("."), rule.Run(rule.Hex, 20))}}
		e, err := New(Config{Rules: []*rule.Rule{r}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range first {
			for _, b := range second {
				in := a + b + "4e." + token(hexChars, 20)
				if out, _ := e.Append(nil, []byte(in)); string(out) != "[REDACTED:many]" {
					t.Errorf("%d literals: %q", n*n, out)
				}
			}
		}
	}
}

// pieces writes src to a stream in pieces of the lengths that next gives.
func pieces(t testing.TB, e *Engine, src []byte, next func() int) string {
	t.Helper()
	var out bytes.Buffer
	st := e.NewStream(&out)
	for b := src; len(b) > 0; {
		n := min(len(b), max(1, next()))
		if m, err := st.Write(b[:n]); err != nil || m != n {
			t.Fatalf("Write: %d of %d, %v", m, n, err)
		}
		b = b[n:]
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// read lets a stream read src from a reader that gives pieces of those lengths.
func read(t testing.TB, e *Engine, src []byte, next func() int) string {
	t.Helper()
	var out bytes.Buffer
	st := e.NewStream(&out)
	if n, err := st.ReadFrom(&giver{src, next}); err != nil || n != int64(len(src)) {
		t.Fatalf("ReadFrom: %d of %d, %v", n, len(src), err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

type giver struct {
	left []byte
	next func() int
}

func (g *giver) Read(p []byte) (int, error) {
	n := copy(p[:min(len(p), max(1, g.next()))], g.left)
	if g.left = g.left[n:]; len(g.left) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// bulky are inputs longer than a stream's buffer.
func bulky() map[string]string {
	pat := "ghp_" + token(alnumChars, 36)
	return map[string]string{
		"tokens":          strings.Repeat("some text "+pat+" more\n", 20_000),
		"swallow":         "a <<<" + strings.Repeat("b ", 600_000) + ">>> c " + pat,
		"swallow cut end": "a <<<" + strings.Repeat("b ", 600_000) + ">>",
		"clean":           strings.Repeat("nothing here at all\n", 60_000),
		"long token":      "sk-" + strings.Repeat(token(alnumChars, 100), 12_000) + " b " + pat,
		"near":            strings.Repeat("twilio "+token(hexChars, 32)+strings.Repeat(" x", 300), 1000),
		"sparse":          strings.Repeat("x ", 300_000) + pat + strings.Repeat(" y", 300_000) + pat,
		"open twice":      "<<<" + strings.Repeat("<<<a", 100_000) + ">>>" + strings.Repeat("<<<a", 100_000),
	}
}

func TestStreamEqualsWhole(t *testing.T) {
	e := testEngine(t, prefilter.Auto)
	for name, in := range bulky() {
		t.Run(name, func(t *testing.T) {
			want, _ := e.Append(nil, []byte(in))
			if len(want) == 0 {
				want = []byte(in)
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			for how, next := range map[string]func() int{
				"one":    func() int { return 1 },
				"random": func() int { return rnd.IntN(5000) },
				"large":  func() int { return rnd.IntN(1 << 20) },
				"whole":  func() int { return len(in) },
			} {
				if got := pieces(t, e, []byte(in), next); got != string(want) {
					t.Errorf("%s: differs from the whole at %d of %d", how, commonPrefix(got, string(want)), len(want))
				}
				if got := read(t, e, []byte(in), next); got != string(want) {
					t.Errorf("%s, read: differs from the whole at %d of %d", how, commonPrefix(got, string(want)), len(want))
				}
			}
		})
	}
}

func commonPrefix(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

func utf16Bytes(s string, little bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		if little {
			out = binary.LittleEndian.AppendUint16(out, u)
		} else {
			out = binary.BigEndian.AppendUint16(out, u)
		}
	}
	return out
}

func TestUTF16(t *testing.T) {
	e := testEngine(t, prefilter.Auto)
	pat := "ghp_" + token(alnumChars, 36)
	text := strings.Repeat("zażółć 😀 "+pat+" x\r\n", 20_000)
	want := strings.ReplaceAll(text, pat, "[REDACTED:pat]")
	for _, little := range []bool{true, false} {
		for _, odd := range []string{"", "z"} {
			in := append(utf16Bytes(text, little), odd...)
			w := string(utf16Bytes(want, little)) + odd
			if out, _ := e.Append(nil, in); string(out) != w {
				t.Errorf("little %v: whole differs", little)
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			if got := pieces(t, e, in, func() int { return rnd.IntN(50_000) }); got != w {
				t.Errorf("little %v: stream differs", little)
			}
			for _, f := range e.Find(nil, in)[:3] {
				if got := in[f.Start:f.End]; string(got) != string(utf16Bytes(pat, little)[2:]) {
					t.Errorf("little %v: finding holds %q", little, got)
				}
			}
		}
	}
}

func TestCleanAllocatesNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates, too")
	}
	e := testEngine(t, prefilter.Auto)
	src := []byte(strings.Repeat("plain text with sk-short and ghp_ inside, password nowhere\n", 200))
	if n := testing.AllocsPerRun(50, func() { e.Append(nil, src) }); n > 0 {
		t.Errorf("%v allocations on clean input", n)
	}
}

func TestReadFromPassesErrorsOn(t *testing.T) {
	e := testEngine(t, prefilter.Auto)
	broken := errors.New("broken")
	for name, tt := range map[string]struct {
		sink io.Writer
		src  io.Reader
		want error
	}{
		"of the source at once": {io.Discard, iotest.ErrReader(broken), broken},
		"of the source later":   {io.Discard, io.MultiReader(strings.NewReader(strings.Repeat("text ", 100_000)), iotest.ErrReader(broken)), broken},
		"of the sink":           {failingSink{broken}, strings.NewReader(strings.Repeat("text ", 1_000_000)), broken},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := e.NewStream(tt.sink).ReadFrom(tt.src); err != tt.want {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
	st := e.NewStream(io.Discard)
	st.Close()
	if _, err := st.ReadFrom(strings.NewReader("text")); err != errClosed {
		t.Errorf("after Close: %v", err)
	}
}

type failingSink struct{ err error }

func (s failingSink) Write([]byte) (int, error) { return 0, s.err }
