package rules

import (
	"fmt"
	"slices"
	"strings"

	"jezero/redact/rule"
)

// withEncoded adds to shapes whose literals hold reserved characters the ones
// that stand in the query of a URL: AstraCS%3A…, 1%2F%2F0….
func withEncoded(shapes ...rule.Shape) []rule.Shape {
	out := slices.Clone(shapes)
	for _, s := range shapes {
		s.Parts = slices.Clone(s.Parts)
		for i, p := range s.Parts {
			p.AnyOf = slices.Clone(p.AnyOf)
			for k, a := range p.AnyOf {
				p.AnyOf[k] = percentEncoded(a)
			}
			p.Lit = percentEncoded(p.Lit)
			s.Parts[i] = p
		}
		out = append(out, s)
	}
	return out
}

func percentEncoded(lit string) string {
	var b strings.Builder
	for _, c := range []byte(lit) {
		if strings.IndexByte(":/|+=", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
