package rules

import "jezero/redact/rule"

// Grafana: service account tokens end in eight hex digits of a CRC-32.
var grafana = []*rule.Rule{
	{
		ID:    "grafana-service-account",
		Kind:  "grafana-service-account",
		Title: "Grafana service account token",
		Why: "It reads dashboards and data sources with the role of its account. Delete it under " +
			"Administration, Service accounts.",
		Source: "https://grafana.com/docs/grafana/latest/administration/service-accounts/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("glsa_"), rule.Run(rule.Alnum62, 32), rule.Lit("_"), rule.Run(rule.Hex, 8)).WithChecksum(rule.CRC32HexReversed),
			rule.Seq(rule.Lit("glsa_"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("_")), 36)).WithDistinct(14),
		},
		Confidence: rule.High,
	},
	{
		ID:    "grafana-cloud",
		Kind:  "grafana-cloud",
		Title: "Grafana Cloud access policy token",
		Why: "It reads or writes metrics, logs and traces within its policy. Delete it in the " +
			"Cloud portal under Access policies.",
		Source:     "https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("glc_"), rule.AtLeast(rule.Base64, 32)).WithExtent(rule.Base64Pad).WithChecksum(rule.JSONPayload).WithDistinct(9)},
		Confidence: rule.High,
	},
	{
		ID:    "grafana-legacy-api-key",
		Kind:  "grafana-legacy-api-key",
		Title: "Grafana API key",
		Why: "It reads dashboards and data sources with its role. Delete it under Administration, " +
			"Service accounts.",
		Source:     "https://grafana.com/docs/grafana/latest/administration/service-accounts/migrate-api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("eyJrIjoi"), rule.AtLeast(rule.Base64, 40)).WithExtent(rule.Base64Pad).WithChecksum(rule.JSONPayload)},
		Confidence: rule.High,
	},
}
