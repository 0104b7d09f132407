package rules

import "jezero/redact/rule"

// Cfx.re.
var cfx = []*rule.Rule{
	{
		ID:         "cfx-server-key",
		Kind:       "cfx-server-key",
		Title:      "Cfx.re server key",
		Why:        "With it another server runs under the name of its owner. Regenerate it in the portal under Servers.",
		Source:     "https://docs.fivem.net/docs/server-manual/setting-up-a-server/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cfxk_"), rule.Between(rule.Base64URL, 20, 100)).WithDistinct(12).WithDigits(1)},
		Confidence: rule.High,
	},
}
