package rules

import "jezero/redact/rule"

// DevCycle.
var devcycle = []*rule.Rule{
	{
		ID:     "devcycle-server",
		Kind:   "devcycle-server",
		Title:  "DevCycle SDK key",
		Why:    "It reads the feature flags of the environment. Rotate it under Environments, Keys.",
		Source: "https://docs.devcycle.com/platform/account-management/keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("dvc_server_", "dvc_client_", "dvc_mobile_"), rule.AtLeast(rule.WordChars, 16)).WithDigits(1),
			rule.Seq(rule.Any("dvc_server_", "dvc_client_", "dvc_mobile_"), rule.Between(rule.Alnum62, 8, 15)).WithExtent(rule.WordChars).WithDistinct(6).AsMixed(),
		},
		Confidence: rule.High,
	},
}
