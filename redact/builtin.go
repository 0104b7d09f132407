package redact

import (
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

// builtinRules are the rules with shapes and those that name a detector;
// builtinAnchors are the literals the detectors ask for.
func builtinRules() []*rule.Rule { return rules.All() }

func builtinAnchors() []scan.Anchor { return nil }
