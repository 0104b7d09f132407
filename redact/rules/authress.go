package rules

import "jezero/redact/rule"

// Authress.
var authress = []*rule.Rule{
	{
		ID:         "authress-access-key",
		Kind:       "authress-access-key",
		Title:      "Authress service client access key",
		Why:        "It signs tokens as the service client. Delete the key of the service client.",
		Source:     "https://authress.io/knowledge-base/docs/authorization/service-clients/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sc_", "ext_", "scauth_"), rule.Between(rule.Alnum62, 5, 30), rule.Lit("."), rule.Between(rule.Alnum62, 4, 6), rule.Lit(".acc"), rule.Between(dotted, 5, 60), rule.Lit("."), rule.Between(rule.Base64Pad.Or(rule.Chars("_-")), 30, 125)).WithExtent(rule.Base64Pad.Or(rule.Chars("_-")))},
		Confidence: rule.High,
	},
}
