package rules

import "jezero/redact/rule"

// Yandex Cloud.
var yandex = []*rule.Rule{
	{
		ID:    "yandex-api-key",
		Kind:  "yandex-api-key",
		Title: "Yandex Cloud API key",
		Why: "It calls the services of the service account. Delete it on the page of the service " +
			"account.",
		Source:     "https://yandex.cloud/en/docs/iam/concepts/authorization/api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AQVN"), rule.Between(rule.Base64URL, 35, 38)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:    "yandex-static-key",
		Kind:  "yandex-static-key",
		Title: "Yandex Cloud static key",
		Why: "With its id it signs object storage calls. Delete it on the page of the service " +
			"account.",
		Source:     "https://yandex.cloud/en/docs/iam/concepts/authorization/access-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("YC"), rule.Run(rule.Alnum62.Or(rule.Chars("_-")), 38)).AsExact().WithLeft(rule.Bare).WithDistinct(16)},
		Confidence: rule.High,
	},
	{
		ID:         "yandex-iam-token",
		Kind:       "yandex-iam-token",
		Title:      "Yandex Cloud IAM token",
		Why:        "It acts as its account for up to twelve hours. Run yc iam revoke-token.",
		Source:     "https://yandex.cloud/en/docs/iam/concepts/authorization/iam-token",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("t1."), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 20), rule.Lit("."), rule.Run(rule.Base64URL, 86)).WithExtent(rule.Base64URL.Or(rule.Chars("=")))},
		Confidence: rule.High,
	},
	{
		ID:    "yandex-oauth-token",
		Kind:  "yandex-oauth-token",
		Title: "Yandex OAuth token",
		Why: "It acts as its user in Yandex services for a year. Revoke the access of the " +
			"application in Yandex ID.",
		Source:     "https://yandex.com/dev/id/doc/en/concepts/ya-oauth-intro",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("y0_", "y1_", "y2_", "y3_"), rule.AtLeast(rule.Base64URL, 50)).AsMixed()},
		Confidence: rule.High,
	},
}
