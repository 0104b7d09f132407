package rules

import "jezero/redact/rule"

// 42 Intra.
var intra42 = []*rule.Rule{
	{
		ID:    "intra42-client-secret",
		Kind:  "intra42-client-secret",
		Title: "42 Intra client secret",
		Why: "With the client id it reads the data of students within its scopes. Regenerate it on " +
			"the page of the application.",
		Source:     "https://api.intra.42.fr/apidoc/guides/getting_started",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("s-s4t2ud-", "s-s4t2af-"), rule.Run(rule.HexLower, 64))},
		Confidence: rule.High,
	},
}
