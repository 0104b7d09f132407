package rules

import (
	"slices"
	"strings"
	"testing"

	"jezero/redact/rule"
)

func TestAll_ValidSortedAndUnique(t *testing.T) {
	rs := All()
	if len(rs) < 300 {
		t.Fatalf("only %d rules", len(rs))
	}
	if !slices.IsSortedFunc(rs, func(a, b *rule.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("not sorted by id")
	}
	seen := map[string]bool{}
	for _, r := range rs {
		if err := rule.Validate(r); err != nil {
			t.Error(err)
		}
		if seen[r.ID] {
			t.Errorf("id %s twice", r.ID)
		}
		seen[r.ID] = true
		if !strings.HasSuffix(r.Why, ".") {
			t.Errorf("%s: Why is not a sentence", r.ID)
		}
		if r.Source != "" && !strings.HasPrefix(r.Source, "https://") {
			t.Errorf("%s: Source is not a link", r.ID)
		}
		// A shape without a literal says nothing by itself.
		for i, s := range r.Shapes {
			if !hasLiteral(s) && len(r.Near) == 0 {
				t.Errorf("%s: shape %d has neither a literal nor Near words", r.ID, i)
			}
		}
	}
}

func hasLiteral(s rule.Shape) bool {
	return slices.ContainsFunc(s.Parts, func(p rule.Part) bool {
		return len(p.Lit) >= 2 || slices.ContainsFunc(p.AnyOf, func(a string) bool { return len(a) >= 2 })
	})
}
