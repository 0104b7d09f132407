package rules

import "jezero/redact/rule"

// ConfigCat.
var configcat = []*rule.Rule{
	{
		ID:         "configcat-sdk-key",
		Kind:       "configcat-sdk-key",
		Title:      "ConfigCat SDK key",
		Why:        "It reads the feature flags and their targeting rules. Rotate it under SDK keys.",
		Source:     "https://configcat.com/docs/advanced/code-references/",
		Since:      "0.1.0",
		Shapes:     withEncoded(rule.Seq(rule.Lit("configcat-sdk-1/"), rule.Run(rule.Base64URL, 22), rule.Lit("/"), rule.Run(rule.Base64URL, 22))),
		Confidence: rule.High,
	},
}
