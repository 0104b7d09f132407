package rules

import "jezero/redact/rule"

// NuGet.org: keys are 46 characters and begin with oy2.
var nuget = []*rule.Rule{
	{
		ID:    "nuget-api-key",
		Kind:  "nuget-api-key",
		Title: "NuGet.org API key",
		Why: "It pushes new packages and versions within its glob. Regenerate or delete it at " +
			"nuget.org under API Keys.",
		Source:     "https://learn.microsoft.com/en-us/nuget/nuget-org/publish-a-package",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("oy2"), rule.Run(rule.LowerNum, 43)).AsExact().WithDistinct(8).WithDigits(2)},
		Confidence: rule.High,
	},
}
