package redact

import (
	"slices"

	"jezero/redact/internal/detect"
	"jezero/redact/internal/ruleset"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// builtinRules are the rules with shapes and those that name a detector;
// builtinAnchors are the literals the detectors ask for.
func builtinRules() []*rule.Rule { return slices.Concat(ruleset.All(), detect.Rules()) }

func builtinAnchors() []scan.Anchor { return detect.Anchors() }
