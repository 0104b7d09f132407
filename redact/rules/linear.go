package rules

import "jezero/redact/rule"

// Linear.
var linear = []*rule.Rule{
	{
		ID:    "linear-api-key",
		Kind:  "linear-api-key",
		Title: "Linear API key",
		Why: "It acts as its owner in the workspace. Revoke it under Settings, Security and " +
			"access.",
		Source:     "https://linear.app/developers/graphql",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("lin_api_", "lin_oauth_", "lin_wh_"), rule.AtLeast(rule.Alnum62, 32))},
		Confidence: rule.High,
	},
}
