// Package fuzz holds the properties that cross packages. Everything that is
// made up follows from the fuzzer's numbers, so a failing input is a seed.
package fuzz

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"jezero/corpus"
	"jezero/fuzz/credgen"
	"jezero/fuzz/oracle"
	"jezero/redact"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

var shared = sync.OnceValues(func() (*redact.Redactor, *oracle.Oracle) {
	r, err := redact.New()
	if err != nil {
		panic(err)
	}
	o, err := oracle.New(rules.All())
	if err != nil {
		panic(err)
	}
	return r, o
})

// withShape are the rules that a shape alone finds.
var withShape = sync.OnceValue(func() []*rule.Rule {
	var rs []*rule.Rule
	for _, r := range rules.All() {
		if len(r.Shapes) > 0 && len(r.Near) == 0 {
			rs = append(rs, r)
		}
	}
	return rs
})

// text makes a text with a token of the nth rule in it, from a seed.
func text(n uint16, seed uint64) (string, string) {
	rs := withShape()
	r := rs[int(n)%len(rs)]
	rng := credgen.New(seed)
	token, ok := credgen.Token(rng, &r.Shapes[rng.IntN(len(r.Shapes))])
	if !ok {
		return "", ""
	}
	ds := credgen.Dresses()
	p := ds[rng.IntN(len(ds))].Plant(rng, token)
	return credgen.Filler(rng, rng.IntN(3)) + p.Text + credgen.Filler(rng, rng.IntN(3)), token
}

// The engine and the slow reference agree: what the engine calls a shape is
// one, and a shape with a varied body is found.
func FuzzEngineAgainstOracle(f *testing.F) {
	for n := range len(withShape()) {
		f.Add(uint16(n), uint64(n), "")
	}
	for i, c := range corpus.Sample(31) {
		f.Add(uint16(i), uint64(i), c.Text)
	}
	f.Fuzz(func(t *testing.T, n uint16, seed uint64, extra string) {
		if len(extra) > 256 {
			return
		}
		s, token := text(n, seed)
		s += "\n" + extra
		r, o := shared()
		want, err := o.Find(s)
		if err != nil {
			t.Skip("the reference gave up")
		}
		found := r.Find([]byte(s))
		for _, g := range found {
			if !isShape(g.Rule) {
				continue
			}
			ok := false
			for _, m := range want {
				ok = ok || m.Rule.ID == g.Rule && m.Start < g.End && g.Start < m.End
			}
			if !ok && !inDress(o, g, s) {
				t.Errorf("%s at [%d,%d) is no match of its shape in %q", g.Rule, g.Start, g.End, s)
			}
		}
		if token == "" {
			return
		}
		for _, m := range want {
			if !strings.Contains(token, m.Body) && !strings.Contains(m.Body, token) || !real(m.Body) {
				continue // chance matches in the filler may look made up
			}
			covered := false
			for _, g := range found {
				covered = covered || g.Start < m.End && m.Start < g.End
			}
			if !covered {
				t.Errorf("a match of %s at [%d,%d) is not found in %q", m.Rule.ID, m.Start, m.End, s)
			}
		}
	})
}

// seam is where a program joins two strings: "a" + "b", 'a' . 'b', "a""b".
var seam = regexp.MustCompile("[\"'`]\\s*[+.&]?\\s*[\"'`]")

// inDress reports whether the finding is a match once its escapes are read,
// percent-encoded, in JSON, in HTML, and its strings joined, or when it does not
// stand behind the end of a name.
func inDress(o *oracle.Oracle, g redact.Finding, s string) bool {
	raw := s[g.Start:g.End]
	plain := seam.ReplaceAllString(html.UnescapeString(strings.NewReplacer(`\/`, "/", `\u002d`, "-", `\u005f`, "_", `\u003d`, "=", `\u002b`, "+", `\u0026`, "&").Replace(raw)), "")
	if u, err := url.PathUnescape(plain); err == nil {
		plain = u
	}
	if plain == raw && (g.Start == 0 || s[g.Start-1] != '_') {
		return false // behind an underscore the engine lets long prefixes begin
	}
	ms, err := o.Find(" " + plain + " ")
	return err == nil && slices.ContainsFunc(ms, func(m oracle.Match) bool { return m.Rule.ID == g.Rule })
}

func isShape(id string) bool {
	for _, r := range withShape() {
		if r.ID == id {
			return true
		}
	}
	return false
}

// real reports whether a body is as varied as issuers' are.
func real(body string) bool {
	seen := map[rune]bool{}
	for _, c := range body {
		seen[c] = true
	}
	return len(seen) >= 10
}
