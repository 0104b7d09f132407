package rules

import "jezero/redact/rule"

// PagerDuty and Opsgenie.
var pagerduty = []*rule.Rule{
	{
		ID:    "pagerduty-api-key",
		Kind:  "pagerduty-api-key",
		Title: "PagerDuty API key",
		Why: "It reads and changes incidents and schedules. Delete it under Integrations, API " +
			"access keys.",
		Source: "https://support.pagerduty.com/main/docs/api-access-keys",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("u+"), rule.Run(rule.Alnum62.Or(rule.Chars("_-")), 18)).WithLeft(rule.Alnum).AsExact().WithDistinct(8),
			rule.Seq(rule.Run(rule.Base64URL.Or(rule.Chars("+")), 20)).AsExact().WithLeft(rule.Bare).WithDistinct(10).WithDigits(1),
		},
		Confidence: rule.Medium,
		Near:       []string{"pagerduty", "pager_duty", "pd_token"},
	},
}
