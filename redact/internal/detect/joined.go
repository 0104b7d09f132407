package detect

import (
	"jezero/redact/internal/scan"
	"jezero/redact/internal/value"
)

// Values that stand one step further than an operator: in an element with
// attributes, in a list, or in the next of two strings.

// tagEnd is the offset after the > of an element with attributes whose name is
// s[start:e], 0 when there is none.
func tagEnd(s []byte, start, e int) int {
	if start == 0 || s[start-1] != '<' || !blank(s[e]) {
		return 0
	}
	for k := e; k < len(s) && k-e < 120 && s[k] != '<' && s[k] != '\n'; k++ {
		if s[k] == '>' {
			if s[k-1] == '/' {
				return 0
			}
			return k + 1
		}
	}
	return 0
}

// joined reads "password: " + "value" and 'password=', 'value': i is where the
// string with the name has ended. Only a generated value goes; anything else is
// text that a program puts together.
func (c *claim) joined(v *scan.View, out *scan.Out, i int) {
	s := v.Src
	k := skipBlanks(s, i)
	if c.gap.form > formSpaced || c.name.Weak || k >= len(s) || s[k] != '+' && s[k] != ',' {
		return
	}
	c.generated(v, out, skipBlanks(s, k+1))
}

// list reads the strings of a list: ["value", "value"]. Only generated values
// go: rules of validation and names of fields stand in lists too.
func (c *claim) list(v *scan.View, out *scan.Out, i int) bool {
	s := v.Src
	if c.name.Weak {
		return false
	}
	for n := 0; n < 16; n++ {
		for i < len(s) && space(s[i]) {
			i++
		}
		after := c.generated(v, out, i)
		if after == 0 {
			return n > 0
		}
		if i = skipBlanks(s, after); i >= len(s) || s[i] != ',' {
			break
		}
		i++
	}
	return true
}

// generated reports the closed literal at i when it looks generated, and
// returns where it ends, 0 when there is none.
func (c *claim) generated(v *scan.View, out *scan.Out, i int) int {
	l, ok := quotedAt(v, i)
	if !ok || !l.closed {
		return 0
	}
	if val := v.Src[l.start:l.end]; v.Look(val) == value.Generated && (value.Strong(val) || value.Likely(val) && value.DigitCount(val) > 0) && !pathlike(val) {
		c.lit = l
		c.decide(v, out)
	}
	return l.after
}
