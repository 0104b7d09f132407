package rules

import "jezero/redact/rule"

// GitGuardian.
var gitguardian = []*rule.Rule{
	{
		ID:     "gitguardian-link",
		Kind:   "gitguardian-link",
		Title:  "GitGuardian link that opens by itself",
		Why:    "Whoever has it reads the incident, or signs in as its receiver. Withdraw the sharing in the incident; a sign-in link expires.",
		Source: "https://docs.gitguardian.com/internal-monitoring/remediate/collaborate",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			withUUID(rule.Any("gitguardian.com/share/incidents/", "/gitguardian/share/incidents/", "gitguardian.com/core-alerting/incident-resolution/", "/api/v1/auth/magic-link/")).WithSecret(1, 10).WithLeft(rule.None),
		},
		Confidence: rule.High,
	},
}
