package rules

import "jezero/redact/rule"

// OVHcloud.
var ovh = []*rule.Rule{
	{
		ID:    "ovh-key",
		Kind:  "ovh-key",
		Title: "OVHcloud application secret or consumer key",
		Why: "Together with the application key they sign calls to the account. Delete it with " +
			"DELETE /me/api/application.",
		Source:     "https://help.ovhcloud.com/csm/en-gb-api-getting-started-ovhcloud-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(12).WithDigits(2)},
		Confidence: rule.Low,
		Near:       []string{"ovh_", "ovhcloud", "x-ovh", "ovh.com"},
	},
}
