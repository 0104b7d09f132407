package fuzz

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"jezero/corpus"
	"jezero/fuzz/credgen"
	"jezero/redact"
	"jezero/redact/pattern"
)

// seed adds the corpus' texts as seeds.
func seed(f *testing.F, add func(text string)) {
	f.Helper()
	cases, err := corpus.Load()
	if err != nil {
		f.Fatal(err)
	}
	for i, c := range cases {
		if i%7 == 0 { // a sample; the corpus test runs all of them
			add(c.Text)
		}
	}
}

// JSON stays JSON with the same keys and the same shape, whatever stands in it.
func FuzzJSON(f *testing.F) {
	seed(f, func(s string) {
		b, _ := json.Marshal(map[string]any{"text": s, "password": s, "n": 12, "list": []string{s}})
		f.Add(string(b))
	})
	f.Add(`{"a":{"b":[1,2,{"pass` + `word":123456}]},"token":"` + "\\u0067" + `x"}`)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 64<<10 {
			return
		}
		r, _ := shared()
		out, err := r.JSON([]byte(s))
		if err != nil {
			if json.Valid([]byte(s)) {
				t.Fatal("valid JSON was refused")
			}
			if i := strings.IndexByte(err.Error(), '{'); i >= 0 {
				t.Error("the error may quote the input")
			}
			return
		}
		if !json.Valid(out) {
			t.Fatalf("no JSON any more: %q from %q", out, s)
		}
		var before, after any
		if json.Unmarshal([]byte(s), &before) != nil || json.Unmarshal(out, &after) != nil {
			return
		}
		if !alike(before, after) {
			t.Errorf("the document changed its shape: %q from %q", out, s)
		}
		if again, err := r.JSON(out); err != nil || !bytes.Equal(again, out) {
			t.Errorf("a second pass changes it:\n in    %q\n once  %q\n twice %q", s, out, again)
		}
	})
}

// alike reports whether two documents have the same containers of the same
// sizes; a number may have become a string.
func alike(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		m, ok := b.(map[string]any)
		// Two keys that hold tokens may become the same placeholder.
		return ok && len(m) <= len(a) && (len(a) == 0 || len(m) > 0)
	case []any:
		l, ok := b.([]any)
		if !ok || len(l) != len(a) {
			return false
		}
		for i := range a {
			if !alike(a[i], l[i]) {
				return false
			}
		}
		return true
	case float64:
		switch b.(type) {
		case float64, string:
			return true
		}
		return false
	case string:
		_, ok := b.(string)
		return ok
	}
	return a == b
}

// JSONL keeps its lines and each line's JSON, and a writer in pieces gives the same.
func FuzzJSONL(f *testing.F) {
	seed(f, func(s string) {
		b, _ := json.Marshal(map[string]string{"content": s})
		f.Add(string(b)+"\n"+s, uint8(7))
	})
	f.Fuzz(func(t *testing.T, s string, piece uint8) {
		if len(s) > 64<<10 {
			return
		}
		r, _ := shared()
		out := r.JSONL([]byte(s))
		var b bytes.Buffer
		w := r.JSONLWriter(&b)
		for rest := []byte(s); len(rest) > 0; {
			n := min(len(rest), int(piece)+1)
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), out) {
			t.Errorf("a writer in pieces of %d differs for %q", piece, s)
		}
		in, got := strings.Split(s, "\n"), strings.Split(string(out), "\n")
		if len(in) != len(got) {
			t.Fatalf("%d lines became %d: %q", len(in), len(got), s)
		}
		for i := range in {
			if json.Valid([]byte(in[i])) && !json.Valid([]byte(got[i])) {
				t.Errorf("line %d is no JSON any more: %q from %q", i, got[i], in[i])
			}
		}
	})
}

// Lines keeps the number of lines, and a line without a finding stays.
func FuzzLines(f *testing.F) {
	seed(f, func(s string) { f.Add(s, uint16(10)) })
	f.Fuzz(func(t *testing.T, s string, since uint16) {
		if len(s) > 64<<10 {
			return
		}
		r, _ := shared()
		out := string(r.Lines([]byte(s)))
		if strings.Count(out, "\n") != strings.Count(s, "\n") {
			t.Fatalf("%d line ends became %d: %q", strings.Count(s, "\n"), strings.Count(out, "\n"), s)
		}
		in, got := strings.Split(s, "\n"), strings.Split(out, "\n")
		for i := range in {
			if in[i] != got[i] && !strings.Contains(got[i], "[REDACTED:") {
				t.Errorf("line %d changed without a placeholder: %q to %q", i, in[i], got[i])
			}
		}
		tail := string(r.LinesSince([]byte(s), int(since)))
		if !strings.HasSuffix(out, tail) {
			t.Errorf("what was appended is not the tail of the whole: %q", s)
		}
	})
}

// A known value is gone in every form, and nothing else of a text changes that
// has no other secret.
func FuzzKnown(f *testing.F) {
	f.Add("correct horse battery", "before ", " after")
	f.Add("p\"a\\ss/w&rd é", "a=", "&b")
	f.Add("0123456789", "9", "0")
	f.Fuzz(func(t *testing.T, value, before, after string) {
		if len(value) < redact.MinKnown || len(value) > 4096 || len(before)+len(after) > 4096 || strings.ContainsAny(value, "\x00") {
			return
		}
		r, err := redact.New(redact.WithKnown(redact.Known{Name: "KNOWN", Value: value}))
		if err != nil {
			t.Fatal(err)
		}
		if r.String("x"+value) == "x"+value {
			return // a path, left out
		}
		quoted, err := json.Marshal(value)
		if err != nil {
			return
		}
		for form, text := range map[string]string{
			"exact":  value,
			"query":  url.QueryEscape(value),
			"path":   url.PathEscape(value),
			"base64": base64.StdEncoding.EncodeToString([]byte(value)),
			"json":   string(quoted[1 : len(quoted)-1]),
		} {
			if form == "json" && !json.Valid([]byte(`"`+value+`"`)) && strings.ToValidUTF8(value, "") != value {
				continue // JSON cannot say it
			}
			if in := before + text + after; strings.HasPrefix(in, "\xff\xfe") || strings.HasPrefix(in, "\xfe\xff") {
				continue // UTF-16: these bytes are parts of other characters
			}
			out := r.String(before + text + after)
			if len(text) >= redact.MinKnown && strings.Contains(out, text) && !strings.Contains(before+after, text) && !strings.Contains("[REDACTED:KNOWN]", text) {
				t.Errorf("%s: the value survives in %q", form, before+text+after)
			}
		}
	})
}

// What better rules would remove does not survive because older rules were
// there first.
func FuzzNewOverOld(f *testing.F) {
	var off []string
	for i, r := range withShape() {
		if i%2 == 0 {
			off = append(off, r.ID)
		}
	}
	old, err := redact.New(redact.WithDisabledRules(off...))
	if err != nil {
		f.Fatal(err)
	}
	for n := range 64 {
		f.Add(uint16(n*5), uint64(n), uint16(n*3), uint64(n+100))
	}
	f.Fuzz(func(t *testing.T, n uint16, s uint64, m uint16, u uint64) {
		r, _ := shared()
		a, tokenA := text(n, s)
		b, tokenB := text(m, u)
		in := a + b
		direct := r.String(in)
		out := r.String(old.String(in))
		for _, token := range []string{tokenA, tokenB} {
			if token != "" && strings.Contains(out, token) && !strings.Contains(direct, token) {
				t.Errorf("a token survives R_new(R_old(x)) and not R_new(x): %q gives %q", in, out)
			}
		}
	})
}

// User patterns keep the promises: nothing they match on a line survives, and a
// stream equals the whole.
func FuzzUserPatterns(f *testing.F) {
	opt, err := pattern.Option(
		pattern.Spec{Kind: "acme-key", Pattern: `acme_[0-9a-f]{4,}`},
		pattern.Spec{Kind: "plate", Pattern: `\b[A-Z]{2}-\d{4}\b`},
	)
	if err != nil {
		f.Fatal(err)
	}
	r, err := redact.New(opt)
	if err != nil {
		f.Fatal(err)
	}
	rng := credgen.New(5)
	for _, s := range []string{"acme_0123 AB-1234", "x\nacme_01234567\\nAB-9999", credgen.Filler(rng, 4) + "acme_beef"} {
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, s string, piece uint8) {
		if len(s) > 32<<10 {
			return
		}
		out := r.String(s)
		if i := strings.Index(out, "acme_"); i >= 0 {
			rest := out[i+5:]
			n := 0
			for n < len(rest) && strings.IndexByte("0123456789abcdef", rest[n]) >= 0 {
				n++
			}
			if n >= 4 {
				t.Errorf("a match survives: %q from %q", out, s)
			}
		}
		var b strings.Builder
		w := r.Writer(&b)
		for rest := s; rest != ""; {
			n := min(len(rest), int(piece)+1)
			if _, err := w.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if b.String() != out {
			t.Errorf("a stream differs for %q", s)
		}
	})
}
