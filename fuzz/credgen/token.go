// Package credgen makes credentials and texts that hold them: tokens from the
// shapes of the rules, check digits right; contexts from a grammar of every
// dress in which credentials are pasted; and mutations that make a token
// almost one. Everything follows from the seed of the random source.
package credgen

import (
	"math/rand/v2"
	"strings"

	"jezero/redact/rule"
)

// New returns the random source for a seed.
func New(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x63726564)) }

// Token makes a credential of the shape. It reports false for the shapes that
// no random text satisfies (a JWT's header, a JSON payload) within some tries.
func Token(r *rand.Rand, s *rule.Shape) (string, bool) {
	for range 64 {
		t, prefix := draw(r, s)
		if s.Checksum != rule.NoChecksum {
			if n := digits(s.Checksum); n > 0 && len(t) > n {
				t = string(s.Checksum.Append([]byte(t[:len(t)-n]), prefix))
			}
		}
		if varied(t[prefix:], s) {
			return t, true
		}
	}
	return "", false
}

// digits is how many characters at the end are check digits.
func digits(c rule.Checksum) int {
	switch c {
	case rule.CRC32Base62, rule.Bech32Sum:
		return 6
	case rule.CRC32HexTail, rule.CRC32HexReversed:
		return 8
	case rule.NKeyCRC16:
		return 0 // two bytes that base32 mixes with the body: rule.NKeyCRC16.Append writes whole tokens
	}
	return 0
}

// draw concatenates the parts; prefix is the length of the literals in front.
func draw(r *rand.Rand, s *rule.Shape) (token string, prefix int) {
	var b strings.Builder
	leading := true
	for _, p := range s.Parts {
		if p.Opt && r.IntN(2) == 0 {
			continue
		}
		switch {
		case p.Lit != "":
			b.WriteString(p.Lit)
		case len(p.AnyOf) > 0:
			b.WriteString(p.AnyOf[r.IntN(len(p.AnyOf))])
		default:
			if leading {
				leading, prefix = false, b.Len()
			}
			n := p.Min
			switch {
			case p.Max == rule.Unbounded:
				n += r.IntN(24)
			case p.Max > p.Min:
				n += r.IntN(p.Max - p.Min + 1)
			}
			c := p.Class
			if s.Checksum == rule.Bech32Sum {
				// One case only: a string of both has no right checksum.
				c[1] &^= rule.Lower[1]
			}
			b.WriteString(Run(r, c, n))
		}
	}
	if leading {
		prefix = 0
	}
	return b.String(), prefix
}

// Run is n random bytes of a class. Its first and last byte are a letter or a
// digit where the class has one, as issuers' encoders mostly give.
func Run(r *rand.Rand, c rule.Class, n int) string {
	var all, inner []byte
	for i := range 128 {
		if c.Has(byte(i)) {
			all = append(all, byte(i))
			if rule.Alnum62.Has(byte(i)) {
				inner = append(inner, byte(i))
			}
		}
	}
	if len(inner) == 0 {
		inner = all
	}
	b := make([]byte, n)
	for i := range b {
		from := all
		if i == 0 || i == n-1 {
			from = inner
		}
		b[i] = from[r.IntN(len(from))]
	}
	return string(b)
}

// varied reports whether the body satisfies what the shape asks of variety.
func varied(body string, s *rule.Shape) bool {
	seen := map[byte]bool{}
	nDigits, lower, upper := 0, false, false
	for i := range len(body) {
		c := body[i]
		seen[c] = true
		switch {
		case rule.Digit.Has(c):
			nDigits++
		case rule.Lower.Has(c):
			lower = true
		case rule.Upper.Has(c):
			upper = true
		}
	}
	// Real tokens are more varied than the least that passes.
	if len(seen) < max(s.MinDistinct, min(len(body)/3, 8)) || nDigits < s.MinDigits {
		return false
	}
	return !s.Mixed || nDigits > 0 && lower && upper
}
