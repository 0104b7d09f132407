package ruleset

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact/rules"
)

func TestRulesAreThoseOfPackageRules(t *testing.T) {
	if diff := cmp.Diff(rules.All(), All()); diff != "" {
		t.Errorf("rules_gen.go is out of date: run go generate ./redact/rules (-rules +ruleset):\n%s", diff)
	}
}
