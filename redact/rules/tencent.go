package rules

import "jezero/redact/rule"

// Tencent Cloud.
var tencent = []*rule.Rule{
	{
		ID:    "tencent-secret-id",
		Kind:  "tencent-secret-id",
		Title: "Tencent Cloud SecretId",
		Why: "With its SecretKey it signs any call the user may make. Disable it in CAM under API " +
			"keys.",
		Source: "https://www.tencentcloud.com/document/product/598/34228",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("AKID"), rule.Run(rule.Alnum62, 32)).AsExact().WithDistinct(10),
			rule.Seq(rule.Lit("IKID"), rule.Run(rule.Alnum62, 32)).AsExact().WithDistinct(10),
		},
		Confidence: rule.High,
	},
	{
		ID:    "tencent-secret-key",
		Kind:  "tencent-secret-key",
		Title: "Tencent Cloud SecretKey",
		Why: "With its SecretId it signs any call the user may make. Disable it in CAM under API " +
			"keys.",
		Source:     "https://www.tencentcloud.com/document/product/598/34228",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"tencent", "qcloud", "secretid", "secret_id"},
	},
}
