package rules

import "jezero/redact/rule"

// Private Packagist.
var packagist = []*rule.Rule{
	{
		ID:     "packagist-token",
		Kind:   "packagist-token",
		Title:  "Private Packagist credential",
		Why:    "It reads or updates the private packages of the organization. Delete it in the settings under API access or Authentication tokens.",
		Source: "https://packagist.com/apidoc/api",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("packagist_ack_"), rule.Between(rule.HexLower, 28, 32)).AsExact(),
			rule.Seq(rule.Lit("packagist_acs_"), rule.Between(rule.HexLower, 64, 96)).AsExact(),
			rule.Seq(rule.Any("packagist_ort_", "packagist_out_", "packagist_uut_", "packagist_cut_"), rule.Run(rule.HexLower, 68)).AsExact(),
		},
		Confidence: rule.High,
	},
}
