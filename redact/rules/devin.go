package rules

import "jezero/redact/rule"

// Devin and Windsurf.
var devin = []*rule.Rule{
	{
		ID:    "devin-service-key",
		Kind:  "devin-service-key",
		Title: "Devin API key",
		Why: "It starts sessions at the cost of the organisation and reads their results. Revoke " +
			"it in the settings under API keys.",
		Source: "https://docs.devin.ai/api-reference/overview",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("apk_user_"), rule.AtLeast(rule.Base64Pad, 80)).WithExtent(rule.Base64Pad.Or(rule.Chars("_-"))),
			rule.Seq(rule.Lit("apk_"), rule.AtLeast(rule.Base64Pad, 60)).WithDistinct(16).WithDigits(1),
		},
		Confidence: rule.High,
	},
	{
		ID:    "devin-service-user",
		Kind:  "devin-service-user",
		Title: "Devin service user token",
		Why: "It starts sessions at the cost of the organisation. Revoke it in the settings under " +
			"API keys.",
		Source:     "https://docs.devin.ai/api-reference/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cog_"), rule.Run(rule.LowerNum, 52))},
		Confidence: rule.High,
	},
}
