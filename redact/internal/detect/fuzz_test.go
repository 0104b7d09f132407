package detect

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jezero/corpus"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// anchorsIn calls every detector at every place where its literal stands, as
// the engine would.
func anchorsIn(src []byte, f func(a *scan.Anchor, v *scan.View, out *scan.Out)) int {
	n := 0
	low := bytes.Clone(src)
	for i, c := range low {
		if upper(c) {
			low[i] = c | 0x20
		}
	}
	for _, a := range Anchors() {
		text := src
		if a.Fold {
			text = low
		}
		for i := 0; ; {
			k := bytes.Index(text[i:], []byte(a.Lit))
			if k < 0 {
				break
			}
			at := i + k
			i = at + 1
			if !a.After.IsZero() && (at+len(a.Lit) >= len(src) || !a.After.Has(src[at+len(a.Lit)])) {
				continue
			}
			lo, hi := max(0, at-scan.Behind), min(len(src), at+scan.Ahead)
			v := scan.View{Src: src[lo:hi:hi], At: at - lo, To: at - lo + len(a.Lit), Begin: lo == 0, Finish: hi == len(src)}
			var out scan.Out
			a.Detect(&v, &out)
			f(&a, &v, &out)
			n++
		}
	}
	return n
}

// What detectors report lies inside the view, and is the same every time.
func FuzzDetectors(f *testing.F) {
	for _, s := range []string{
		"password: x", "token=\"", "\\\"secret\\\": \\\"", "key='''", "-----BEGIN RSA PRIVATE KEY-----", "https://a:b@c", "Authorization: Bearer ",
		"password: |\n  x", "secret = <<EOT\nx\nEOT", "curl -u a:", "mysql -p", "kind: Secret\ndata:\n  a: b\n", "{\"kty\":\"", "eyJ.eyJ", "$2y$", "a:5432:b:c:d",
		"name: token\nvalue:", "<password>", "::add-mask::", "net use \\\\", "cookie: a=b;", "api key", "pass\\n", "=pwd", "aws configure set", "token\xff=\xfe", "echo 'a:b' | chpasswd",
	} {
		f.Add([]byte(s))
	}
	for _, c := range corpus.Sample(7) {
		f.Add([]byte(c.Text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			return
		}
		anchorsIn(src, func(_ *scan.Anchor, v *scan.View, out *scan.Out) {
			for _, s := range out.Spans {
				if s.Start < 0 || s.Start >= s.End || s.End > len(v.Src) {
					t.Fatalf("span [%d,%d) of a view of %d bytes", s.Start, s.End, len(v.Src))
				}
				if s.Rule == nil || s.Rule.Kind == "" || s.Confidence == 0 {
					t.Fatal("a span without rule or confidence")
				}
				if s.Open && v.Finish {
					t.Fatal("open although the input is over")
				}
			}
		})
	})
}

// A detector that is said to be worth no call finds nothing.
func FuzzIdle(f *testing.F) {
	pad := strings.Repeat("and so on it goes, ", 20)
	for _, s := range []string{"api_key: kQ3xT9vB2mW7pZ5n", "\"token\": \"kQ3xT9vB2mW7pZ5n\"", "token = f(\"kQ3xT9vB2mW7pZ5n\")", "the token kQ3xT9vB2mW7pZ5n", "password\n  kQ3xT9vB2mW7pZ5n", "x == token, \"kQ3xT9vB2mW7pZ5n\"", "secret] = kQ3xT9vB2mW7pZ5n", "keys: [a, kQ3xT9vB2mW7pZ5n]"} {
		f.Add([]byte(pad + s + "\n" + pad))
	}
	for _, c := range corpus.Sample(11) {
		f.Add([]byte(c.Text + pad + pad))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<14 {
			return
		}
		anchorsIn(src, func(a *scan.Anchor, v *scan.View, out *scan.Out) {
			if a.Idle != nil && len(out.Spans) > 0 && a.Idle(v.Src, v.At, v.To) {
				t.Fatalf("%q at %d is idle, and %d values are found", a.Lit, v.At, len(out.Spans))
			}
		})
	})
}

// Input made to have many starts and no end: the throughput at 48 KiB is that at
// 6 KiB where the detectors are linear. The views end at 64 KiB, so that a
// quadratic detector shows below that.
func BenchmarkHostile(b *testing.B) {
	for name, unit := range map[string]string{
		"words":           "password ",
		"dashes":          "token-",
		"glued":           "token",
		"assignments":     "password=",
		"quotes":          "password='",
		"double quotes":   "secret: \\\"",
		"colons":          "key: ",
		"urls":            "https://a.example ",
		"userinfo":        "://a:b",
		"begin":           "-----BEGIN RSA PRIVATE KEY-----",
		"begin and body":  "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n",
		"jwk":             "{\"kty\":{",
		"kube":            "kind: Secret\ndata:\n  a: ",
		"curl":            "curl -u ",
		"tags":            "<password>",
		"pairs":           "name: token\n",
		"block":           "token: |\n  ",
		"heredoc":         "token = <<E1\n",
		"bearer":          "bearer ",
		"cookies":         "cookie: a=",
		"pgpass":          "a:5432:",
		"backslashes":     "token=\\\\\\\\\"",
		"upper case hex":  "ABCDEF0123456789_KEY",
		"triple":          "token=\"\"\"",
		"authorization":   "authorization: ",
		"printed numbers": "token = 1",
		"entities":        "token=&quot;",
		"ppk":             "PuTTY-User-Key-File-2: ",
	} {
		for _, n := range []int{6 << 10, 48 << 10} {
			src := []byte(strings.Repeat(unit, n/len(unit)))
			b.Run(fmt.Sprintf("%s/%dKiB", name, n>>10), func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					anchorsIn(src, func(*scan.Anchor, *scan.View, *scan.Out) {})
				}
			})
		}
	}
}

func TestDetectorsDoNotAllocate(t *testing.T) {
	text := "The key to the house: a token of thanks, passed on; the author keeps a secret. key := m[k]\n" +
		"for token != nil { keys = append(keys, token.key) }\nauth token validation passed (key 12)\n"
	src := []byte(text)
	anchors := Anchors()
	var view scan.View
	var out scan.Out
	if n := testing.AllocsPerRun(20, func() {
		for _, a := range anchors {
			i := strings.Index(text, a.Lit)
			if i < 0 {
				continue
			}
			view = scan.View{Src: src, At: i, To: i + len(a.Lit), Begin: true, Finish: true}
			a.Detect(&view, &out)
			if len(out.Spans) > 0 {
				t.Errorf("%q: found %q", a.Lit, src[out.Spans[0].Start:out.Spans[0].End])
			}
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// Rules are complete: every span's rule is listed, with what people read.
func TestRules(t *testing.T) {
	rules := Rules()
	if len(rules) == 0 {
		t.Fatal("no rules")
	}
	seen := map[string]bool{}
	for _, r := range rules {
		if r.ID == "" || r.Kind == "" || r.Title == "" || r.Why == "" || r.Detector == "" || r.Since == "" || r.Confidence == 0 {
			t.Errorf("rule %q is incomplete", r.ID)
		}
		if seen[r.ID] {
			t.Errorf("rule %q twice", r.ID)
		}
		seen[r.ID] = true
	}
	if !slices.ContainsFunc(rules, func(r *rule.Rule) bool { return r == rulePassword }) {
		t.Error("the password rule is not listed")
	}
}
