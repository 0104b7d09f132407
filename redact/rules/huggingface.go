package rules

import "jezero/redact/rule"

// Hugging Face.
var huggingface = []*rule.Rule{
	{
		ID:    "huggingface-user-token",
		Kind:  "huggingface-user-token",
		Title: "Hugging Face user access token",
		Why: "It reads private models and data sets, with write rights it changes them. Delete it " +
			"under Settings, Access tokens.",
		Source:     "https://huggingface.co/docs/hub/security-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hf_"), rule.Run(rule.Alpha, 34)).AsExact().WithExtent(rule.WordChars).WithLeft(rule.Alnum).WithDistinct(10)},
		Confidence: rule.High,
	},
	{
		ID:    "huggingface-org-token",
		Kind:  "huggingface-org-token",
		Title: "Hugging Face organization token",
		Why: "It uses the inference API as the organisation. Delete it under Settings, Access " +
			"tokens.",
		Source:     "https://huggingface.co/docs/hub/security-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("api_org_"), rule.Run(rule.Alpha, 34)).AsExact().WithExtent(rule.WordChars).WithLeft(rule.Alnum).WithDistinct(10)},
		Confidence: rule.High,
	},
	{
		ID:         "huggingface-oauth",
		Kind:       "huggingface-oauth",
		Title:      "Hugging Face OAuth or JWT token",
		Why:        "It acts for the user who signed in. Delete it under Settings, Access tokens.",
		Source:     "https://huggingface.co/docs/hub/security-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("hf_oauth_", "hf_app_", "hf_jwt_"), rule.AtLeast(rule.WordChars, 20)).WithExtent(rule.WordChars.Or(rule.Chars(".-")))},
		Confidence: rule.High,
	},
}
