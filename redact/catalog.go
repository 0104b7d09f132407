package redact

import "jezero/redact/rule"

// Rules lists the built-in rules, those of the detectors included, for
// catalogues and explanations. The list is the caller's, the rules are shared.
func Rules() []*rule.Rule { return builtinRules() }
