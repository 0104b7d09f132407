package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"jezero/redact"
	"jezero/redact/internal/golden"
	"jezero/redact/pattern"
	"jezero/redact/redacttest"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

var update = flag.Bool("update", false, "write golden files")

// features of a shape: rules with the same ones take the same way through the engine.
func features(r *rule.Rule, s *rule.Shape) string {
	var kinds []string
	for _, p := range s.Parts {
		switch {
		case p.Lit != "":
			kinds = append(kinds, "literal")
		case len(p.AnyOf) > 0:
			kinds = append(kinds, "any")
		case p.Max == rule.Unbounded:
			kinds = append(kinds, "open")
		case p.Max > p.Min:
			kinds = append(kinds, "between")
		default:
			kinds = append(kinds, "run")
		}
		if p.Opt || p.Fold {
			kinds = append(kinds, fmt.Sprint(p.Opt, p.Fold))
		}
	}
	return fmt.Sprint(len(r.Near) > 0, r.Within > 0, len(r.Shapes) > 1, kinds, s.Left, s.Extent != (rule.Class{}), s.Exact, s.Secret, s.Checksum,
		s.MinDistinct > 0, s.MinDigits > 0, s.Mixed)
}

// shapeTexts are one token for every set of features, and of some a dress.
func shapeTexts() []golden.Text {
	var out []golden.Text
	seen := map[string]bool{}
	for _, r := range rules.All() {
		for i := range r.Shapes {
			s := &r.Shapes[i]
			f := features(r, s)
			if seen[f] {
				continue
			}
			seen[f] = true
			rnd := rand.New(rand.NewPCG(uint64(len(r.ID)), 11))
			token, near := sample(rnd, s), ""
			if len(r.Near) > 0 {
				near = r.Near[0] + " "
			}
			head := fmt.Sprintf("%s/%d", r.ID, i)
			out = append(out, golden.Text{Head: head + ", bare", In: near + "uses " + token + ", ok"})
			if crc32.ChecksumIEEE([]byte(head))%4 == 0 {
				out = append(out, golden.Text{Head: head + ", escaped", In: `{"t":"` + strings.TrimSpace(near) + `\n` + strings.ReplaceAll(token, "/", `\/`) + `\n"}`})
			}
		}
	}
	return out
}

// TestSensitivity_Shapes holds what every byte in and around a token is worth,
// one token for each set of features that a shape can have. See
// package redacttest for how the file reads.
func TestSensitivity_Shapes(t *testing.T) {
	texts := shapeTexts()
	texts = slices.DeleteFunc(texts, func(x golden.Text) bool { return len(x.In) > 220 })
	redacttest.Sensitivities(t, "testdata/sensitivity_shapes.txt", *update, newRedactor(t), texts, 150)
}

// TestSensitivity_Placeholders holds how what is redacted already is told from what looks like it.
func TestSensitivity_Placeholders(t *testing.T) {
	tok := pat(41)
	var texts []golden.Text
	for i, in := range []string{
		"[REDACTED:github-pat]", "password=[REDACTED:password]", "[REDACTED]" + tok, "password=[REDACTED:x]y", "[REDACTED:" + tok + "]", "password=\"[redacted:DB_PASS]\" x",
		"token: [REDACTED:token], [REDACTED:token]", "[REDACTED:aws-access-key-id] " + tok, "password: [REDACTED:password] # hunter2" + "xQ", "https://u:[REDACTED:password]@h.example/x",
		"{\"password\":\"[REDACTED:password]\",\"n\":1}", "[redacted]" + tok + "[redacted]", "[REDACTED:" + strings.Repeat("a", 70) + "]" + tok, "pass[REDACTED:x] word=hunter2" + "xQ",
	} {
		texts = append(texts, golden.Text{Head: fmt.Sprintf("%d: %s", i, strings.ReplaceAll(newRedactor(t).String(in), "\n", "\\n")), In: in})
	}
	redacttest.Sensitivities(t, "testdata/sensitivity_placeholders.txt", *update, newRedactor(t), texts, 14)
}

// TestSensitivity_Options holds the same for known values and patterns of users.
func TestSensitivity_Options(t *testing.T) {
	value := `p"ss/w&rd é` + "1"
	opt, err := pattern.Option(pattern.Spec{Kind: "acme-key", Pattern: `acme_[0-9a-f]{8,}`}, pattern.Spec{Kind: "plate", Pattern: `\b[A-Z]{2}-(\d{4})\b`, Group: "1"})
	if err != nil {
		t.Fatal(err)
	}
	r := newRedactor(t, opt, redact.WithKnown(redact.Known{Name: "DB_PASS", Value: value}, redact.Known{Name: "ASCII", Value: "lighthouse"}, redact.Known{Name: "TWO", Value: "first line\nsecond"}))
	quoted, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	b64 := base64.StdEncoding.EncodeToString
	texts := []golden.Text{
		{Head: "exact", In: "a " + value + " b"}, {Head: "json", In: string(quoted)}, {Head: "query", In: "a=" + url.QueryEscape(value) + "&b"}, {Head: "path", In: "/x/" + url.PathEscape(value) + "/y"},
		{Head: "base64", In: "x " + b64([]byte(value)) + " y"}, {Head: "base64, a byte before", In: b64([]byte("u:" + value + ":rest"))}, {Head: "base64 for URLs", In: base64.RawURLEncoding.EncodeToString([]byte("ab" + value))},
		{Head: "ascii", In: "the lighthouse's keeper"}, {Head: "ascii in base64", In: b64([]byte("a lighthouse")) + "."}, {Head: "lines", In: "x first line\nsecond y"}, {Head: "lines, escaped", In: `"first line\nsecond"`}, {Head: "lines, DOS", In: "first line\r\nsecond"},
		{Head: "pattern", In: "key acme_0123abcd9, x"}, {Head: "pattern, escaped", In: `{"a":"\nacme_0123abcd\n"}`}, {Head: "group", In: "plate AB-1234 seen"}, {Head: "colour", In: "\x1b[1mAB-1234\x1b[0m"}, {Head: "two", In: "AB-1234 acme_00112233 AB-9999"},
	}
	redacttest.Sensitivities(t, "testdata/sensitivity_options.txt", *update, r, texts, 17)
}
