package rules

import "jezero/redact/rule"

// RunPod and redirect.pizza share the prefix rpa_.
var runpod = []*rule.Rule{
	{
		ID:    "runpod-api-key",
		Kind:  "runpod-api-key",
		Title: "RunPod or redirect.pizza API key",
		Why: "It starts machines at the cost of the account, or changes redirects. Revoke it in " +
			"the console under Settings, API keys.",
		Source:     "https://docs.runpod.io/get-started/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("rpa_"), rule.AtLeast(rule.Alnum62, 30)).WithDistinct(10).WithDigits(1)},
		Confidence: rule.High,
	},
}
