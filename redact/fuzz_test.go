package redact_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"jezero/corpus"
	"jezero/redact"
	"jezero/redact/redacttest"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

// sample makes a token of the shape.
func sample(rnd *rand.Rand, s *rule.Shape) string {
	var b []byte
	for _, p := range s.Parts {
		switch {
		case p.Opt && rnd.IntN(2) == 0:
		case p.Lit != "":
			b = append(b, p.Lit...)
		case len(p.AnyOf) > 0:
			b = append(b, p.AnyOf[rnd.IntN(len(p.AnyOf))]...)
		default:
			n := p.Min
			switch {
			case p.Max == rule.Unbounded:
				n += rnd.IntN(30)
			case p.Max > p.Min:
				n += rnd.IntN(p.Max - p.Min + 1)
			}
			for n > 0 {
				if c := byte(rnd.IntN(128)); p.Class.Has(c) {
					b = append(b, c)
					n--
				}
			}
		}
	}
	return string(b)
}

// contexts are what tokens are put into; %s is the token.
var contexts = []string{
	"%s", "export TOKEN=%s\n", `{"key": "%s", "n": 1}`, `{"a": "{\"key\": \"%s\"}"}`, "https://u:%s@host/path?x=%s&y=z",
	"Authorization: Bearer %s\r\n", "\x1b[32m+%s\x1b[0m\n", "[REDACTED:x]%s", "<%s>", "password=%s;", "a\\n%s\\nb", "%%3D%s%%26",
	"- %s\n  twilio: %s\n", "-----BEGIN RSA PRIVATE KEY-----\n%s\n%s\n-----END RSA PRIVATE KEY-----\n", "'%s' \"%s\" `%s`", "x%s", "%sx", "%s%s", "zażółć %s ł",
	"password: \"%s\n", "token = [REDACTED:%s]", "secret: |\n  %s\n  %s\nnext: 1\n", "curl -u me:%s http://h", "%s…", "{{ %s }}", "$%s", "${%s}",
}

// few are the rules of the seeds, which every test run goes through.
func few() (out []*rule.Rule) {
	for _, r := range rules.All() {
		switch r.ID {
		case "github-pat", "gitlab-pat", "npm-access-token", "stripe-secret", "aws-access-key-id", "twilio-api-key", "openai-project-key":
			out = append(out, r)
		}
	}
	return out
}

// document is a text with tokens of random rules in random contexts.
func document(rnd *rand.Rand, all []*rule.Rule, parts int) string {
	var b strings.Builder
	for range parts {
		c := contexts[rnd.IntN(len(contexts))]
		for {
			i := strings.Index(c, "%s")
			if i < 0 {
				break
			}
			tok := "hunter2"
			if r := all[rnd.IntN(len(all))]; len(r.Shapes) > 0 {
				tok = sample(rnd, &r.Shapes[rnd.IntN(len(r.Shapes))])
				if len(r.Near) > 0 && rnd.IntN(2) == 0 {
					b.WriteString(r.Near[rnd.IntN(len(r.Near))] + " ")
				}
			}
			b.WriteString(strings.ReplaceAll(c[:i], "%%", "%"))
			b.WriteString(tok)
			c = c[i+2:]
		}
		b.WriteString(strings.ReplaceAll(c, "%%", "%"))
	}
	return b.String()
}

// checkInvariants is DESIGN's list for one input, all together: every variant
// of the engine agrees and only findings change, a second pass changes
// nothing, valid UTF-8 and JSON stay valid.
func checkInvariants(t *testing.T, variants []redacttest.Variant, src []byte) []byte {
	t.Helper()
	out := redacttest.Equal(t, variants, src)
	// JZ-41
	if again, _ := variants[0].Redact(out); !bytes.Equal(again, out) {
		i := 0
		for i < len(again) && i < len(out) && again[i] == out[i] {
			i++
		}
		t.Errorf("a second pass changes the result at %d:\n in   %q\n once %q\n twice %q", i, src, around(out, i), around(again, i))
	}
	if utf8.Valid(src) && !utf8.Valid(out) {
		t.Errorf("valid UTF-8 became invalid:\n in  %q\n out %q", src, out)
	}
	if json.Valid(src) && !json.Valid(out) {
		t.Errorf("valid JSON became invalid:\n in  %q\n out %q", src, out)
	}
	return out
}

func around(b []byte, i int) []byte { return b[max(0, i-100):min(len(b), i+100)] }

func FuzzInvariants(f *testing.F) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		f.Add([]byte(document(rnd, few(), 1+rnd.IntN(4))))
	}
	for _, period := range periods {
		f.Add(repeated(period, 600))
		f.Add(counted(period, 600))
	}
	for _, c := range corpus.Sample(31) {
		f.Add([]byte(c.Text))
	}
	variants := redacttest.Variants(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		checkInvariants(t, variants, src)
	})
}

// FuzzDocuments mutates the choice of tokens and contexts instead of bytes.
func FuzzDocuments(f *testing.F) {
	f.Add(uint64(1), uint8(1))
	all := rules.All()
	variants := redacttest.Variants(f)
	f.Fuzz(func(t *testing.T, seed uint64, parts uint8) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		checkInvariants(t, variants, []byte(document(rnd, all, 1+int(parts)%8)))
	})
}

func TestLongDocumentsInPieces(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(9, 9))
	for range 5 {
		src := []byte(document(rnd, rules.All(), 8000))
		want := r.Bytes(src)
		got, err := redacttest.Split(r, src, func() int { return rnd.IntN(100_000) })
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("in pieces differs from whole: %v", err)
		}
	}
}
