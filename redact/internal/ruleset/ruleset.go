// Package ruleset holds the built-in rules as the programs use them. They are
// those of package rules, where people write them with calls that shorten the
// writing and cost time at every start of a program, scanning or not; here
// stands what the calls make of it, as data.
package ruleset

import "jezero/redact/rule"

// All lists every built-in rule, sorted by id. The rules are shared: do not
// change them.
func All() []*rule.Rule {
	all := make([]*rule.Rule, len(Rules))
	for i := range Rules {
		all[i] = &Rules[i]
	}
	return all
}
