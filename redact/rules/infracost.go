package rules

import "jezero/redact/rule"

// Infracost.
var infracost = []*rule.Rule{
	{
		ID:    "infracost-api-token",
		Kind:  "infracost-api-token",
		Title: "Infracost API key",
		Why: "It uses the pricing API and writes to the organisation dashboard. Regenerate it in " +
			"Infracost Cloud under Org settings, API tokens.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ico-"), rule.Run(rule.Alnum62, 32))},
		Confidence: rule.High,
	},
}
