package rules

import "jezero/redact/rule"

// Polar.
var polar = []*rule.Rule{
	{
		ID:    "polar-access-token",
		Kind:  "polar-access-token",
		Title: "Polar access token",
		Why: "It reads orders and customers and changes products of the organisation. Revoke it " +
			"under Settings, Developers.",
		Source:     "https://polar.sh/docs/integrate/oat",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("polar_oat_", "polar_pat_", "polar_at_u_", "polar_at_o_", "polar_at_", "polar_rt_", "polar_cs_", "polar_ci_", "polar_cst_", "polar_whs_"), rule.AtLeast(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
}
