package rules

import "jezero/redact/rule"

// Chief Tools.
var chiefTools = []*rule.Rule{
	{
		ID:         "chieftools-token",
		Kind:       "chieftools-token",
		Title:      "Chief Tools token",
		Why:        "It acts on the account within its scopes. Revoke it under Account, API tokens.",
		Source:     "https://docs.chief.tools/accountchief/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ctp_", "cto_", "ctr_"), rule.Between(rule.Alnum62, 30, 248)).AsExact().WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
	},
}
