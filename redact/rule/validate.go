package rule

import (
	"errors"
	"fmt"
)

// Validate reports every problem of r at once, each with the rule's id and the
// field. It returns nil for a rule that the matcher can use.
func Validate(r *Rule) error {
	var errs []error
	bad := func(field, format string, args ...any) {
		errs = append(errs, fmt.Errorf("rule %q: %s: %s", r.ID, field, fmt.Sprintf(format, args...)))
	}
	if !kebab(r.ID) {
		bad("ID", "not kebab case")
	}
	if !kebab(r.Kind) {
		bad("Kind", "not kebab case")
	}
	if r.Title == "" {
		bad("Title", "empty")
	}
	if r.Why == "" {
		bad("Why", "empty")
	}
	if r.Since == "" {
		bad("Since", "empty")
	}
	if r.Confidence < Low || r.Confidence > Certain {
		bad("Confidence", "not one of low, medium, high, certain")
	}
	if (len(r.Shapes) == 0) == (r.Detector == "") {
		bad("Shapes", "needs shapes or a detector, and not both")
	}
	if r.Within < 0 || r.Within > 0 && len(r.Near) == 0 {
		bad("Within", "needs Near words and a distance over 0")
	}
	for _, w := range r.Near {
		if len(w) < 3 {
			bad("Near", "%q is too short to mean anything", w)
		}
		for i := range len(w) {
			if Upper.Has(w[i]) {
				bad("Near", "%q is not lower case", w)
				break
			}
		}
	}
	for i, s := range r.Shapes {
		for _, p := range s.problems() {
			bad(fmt.Sprintf("Shapes[%d]", i), "%s", p)
		}
	}
	return errors.Join(errs...)
}

// problems lists what is wrong with a shape.
func (s Shape) problems() (out []string) {
	if len(s.Parts) == 0 {
		return []string{"no parts"}
	}
	required := false
	for i, p := range s.Parts {
		required = required || !p.Opt
		kinds := 0
		if p.Lit != "" {
			kinds++
		}
		if len(p.AnyOf) > 0 {
			kinds++
		}
		if !p.Class.IsZero() {
			kinds++
		}
		if kinds != 1 {
			out = append(out, fmt.Sprintf("part %d: needs exactly one of Lit, AnyOf, Class", i))
		}
		if p.Class.IsZero() && (p.Min != 0 || p.Max != 0) {
			out = append(out, fmt.Sprintf("part %d: a literal has no length", i))
		}
		if !p.Class.IsZero() && (p.Min < 1 || p.Max != 0 && p.Max != Unbounded && p.Max < p.Min) {
			out = append(out, fmt.Sprintf("part %d: bad length", i))
		}
		// A longer literal behind its own beginning would never be tried.
		for j, a := range p.AnyOf {
			if a == "" {
				out = append(out, fmt.Sprintf("part %d: empty literal", i))
			}
			for _, b := range p.AnyOf[j+1:] {
				if len(b) > len(a) && b[:len(a)] == a || a == b {
					out = append(out, fmt.Sprintf("part %d: %q stands before %q", i, a, b))
				}
			}
		}
	}
	if s.MinDistinct < 0 || s.MinDigits < 0 {
		out = append(out, "negative MinDistinct or MinDigits")
	}
	if !required {
		out = append(out, "every part is optional")
	}
	if z := (Range{}); s.Secret != z && (s.Secret.From < 0 || s.Secret.To > len(s.Parts) || s.Secret.From >= s.Secret.To) {
		out = append(out, "Secret is not a range of parts")
	}
	return out
}

func kebab(s string) bool {
	if s == "" || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if !LowerNum.Has(s[i]) && s[i] != '-' {
			return false
		}
	}
	return true
}
