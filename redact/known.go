package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"jezero/redact/internal/engine"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// MinKnown is the length in bytes from which known values are looked for;
// shorter ones would hit ordinary words.
const MinKnown = 8

// Known is a secret that the caller holds in clear and wants replaced wherever
// it stands: a setting, an environment variable.
type Known struct {
	Name  string // what the placeholder says: [REDACTED:<name>], or [redacted:<name>] with WithNamedStyle
	Value string
}

// WithKnown replaces the values wherever they stand: as they are, and in their
// base64, percent-encoded and JSON-escaped forms. Values of fewer than
// MinKnown bytes and file paths are left out. An empty or overlong name, or one
// with other bytes than letters, digits, "_", "-" and ".", is an error.
func WithKnown(values ...Known) Option {
	return func(c *config) error {
		for _, k := range values {
			if !knownName(k.Name) {
				return fmt.Errorf("redact: known value: bad name %q: want 1 to 64 letters, digits, underscores, dashes and dots", k.Name)
			}
			if len(k.Value) < MinKnown || isPath(k.Value) {
				continue
			}
			c.known = append(c.known, k)
		}
		return nil
	}
}

// KnownFromEnv picks the variables of environ ("NAME=value") whose names hold
// a secret or say so in a whole word: what `jezero` and `redact --known-env`
// know about their own surroundings.
func KnownFromEnv(environ []string) []Known {
	var ks []Known
	for _, e := range environ {
		n, v, ok := strings.Cut(e, "=")
		if ok && knownName(n) && ClassifyName(n) == NameHolds {
			ks = append(ks, Known{Name: n, Value: v})
		}
	}
	return ks
}

func knownName(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.') {
			return false
		}
	}
	return true
}

// isPath reports whether v reads as a path of this or another computer and not as a secret.
func isPath(v string) bool {
	rooted := strings.HasPrefix(v, "/") || strings.HasPrefix(v, "~/") || strings.HasPrefix(v, "./") || len(v) > 3 && v[1] == ':' && v[2] == '\\'
	if !rooted {
		return false
	}
	for seg := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == '/' || r == '\\' }) {
		if len(seg) > 40 {
			return false
		}
	}
	return true
}

// knownLiteral is how much of a form the prefilter looks for.
const knownLiteral = 24

// knownAnchors makes an anchor of every form of every value.
func knownAnchors(ks []Known) []scan.Anchor {
	var as []scan.Anchor
	for _, k := range ks {
		r := &rule.Rule{ID: engine.KnownRule, Kind: k.Name, Title: "A value the caller knows to be secret", Confidence: rule.Certain}
		for _, form := range knownForms(k.Value) {
			as = append(as, scan.Anchor{Lit: form.text[:min(len(form.text), knownLiteral)], Detect: form.detector(r)})
		}
	}
	return as
}

type knownForm struct {
	text string
	// base64 text continues before and after what the value alone decides: up
	// to one character on each side carries some of its bits.
	before, after bool
}

func (f knownForm) detector(r *rule.Rule) scan.Detector {
	text := []byte(f.text)
	return func(v *scan.View, out *scan.Out) {
		if !bytes.HasPrefix(v.Src[v.At:], text) {
			return
		}
		start, end := v.At, v.At+len(text)
		if f.before && start > 0 && rule.Base64.Or(rule.Base64URL).Has(v.Src[start-1]) {
			start--
		}
		if f.after && end < len(v.Src) && rule.Base64.Or(rule.Base64URL).Has(v.Src[end]) {
			end++
		}
		out.Add(scan.Span{Match: start, MatchEnd: end, Start: start, End: end, Rule: r, Confidence: rule.Certain})
	}
}

// knownForms lists how a value may be written, each once.
func knownForms(v string) []knownForm {
	var fs []knownForm
	add := func(f knownForm) {
		if len(f.text) >= MinKnown && !slices.ContainsFunc(fs, func(g knownForm) bool { return g.text == f.text }) {
			fs = append(fs, f)
		}
	}
	add(knownForm{text: v})
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		for pad := range 3 {
			add(base64Form(e, v, pad))
		}
	}
	for _, p := range []string{url.QueryEscape(v), url.PathEscape(v), percentAll(v)} {
		add(knownForm{text: p})
		add(knownForm{text: lowerPercent(p)})
	}
	once := jsonEscape(v, false)
	add(knownForm{text: once})
	add(knownForm{text: jsonEscape(v, true)})
	add(knownForm{text: jsonEscape(once, false)})
	return fs
}

// base64Form is the part of the base64 text that v decides when pad bytes
// stand before it in the encoder's group of three.
func base64Form(e *base64.Encoding, v string, pad int) knownForm {
	text := e.WithPadding(base64.NoPadding).EncodeToString(append(make([]byte, pad), v...))
	skip := (pad*8 + 5) / 6         // characters that bytes before v touch
	whole := (pad + len(v)) * 8 / 6 // characters that v alone completes
	return knownForm{text: text[skip:whole], before: pad > 0, after: whole < len(text)}
}

func percentAll(v string) string {
	var b strings.Builder
	for i := range len(v) {
		if c := v[i]; c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func lowerPercent(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], bytes.ToLower(b[i+1:i+3]))
			i += 2
		}
	}
	return string(b)
}

// jsonEscape is what stands between the quotes when v is a JSON string.
func jsonEscape(v string, html bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(html)
	_ = e.Encode(v) // a string always encodes
	s := b.String()
	return s[1 : len(s)-2] // without the quotes and the encoder's line end
}
