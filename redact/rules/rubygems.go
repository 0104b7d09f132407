package rules

import "jezero/redact/rule"

// RubyGems.org.
var rubygems = []*rule.Rule{
	{
		ID:    "rubygems-api-token",
		Kind:  "rubygems-api-token",
		Title: "RubyGems API key",
		Why: "Depending on its scopes it pushes and yanks gems. Delete it at rubygems.org under " +
			"Settings, API keys.",
		Source:     "https://guides.rubygems.org/api-key-scopes/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("rubygems_"), rule.AtLeast(rule.LowerNum, 48))},
		Confidence: rule.High,
	},
}
