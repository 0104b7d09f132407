package rules

import "jezero/redact/rule"

// Security scanners.
var socketSecurity = []*rule.Rule{
	{
		ID:    "socket-api-key",
		Kind:  "socket-api-key",
		Title: "Socket API key",
		Why: "It scans and reads reports of the organisation. Revoke it in the settings under API " +
			"tokens.",
		Source:     "https://docs.socket.dev/docs",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("sktsec_"), rule.AtLeast(rule.Base64URL, 30)).AsMixed()},
		Confidence: rule.High,
	},
	{
		ID:    "endor-api-key",
		Kind:  "endor-api-key",
		Title: "Endor Labs API key or secret",
		Why: "Together they read findings of the tenant. Revoke it in the settings under API " +
			"tokens.",
		Source:     "https://docs.endorlabs.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("endr+"), rule.AtLeast(rule.Base64URL, 16)).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "stackhawk-api-key",
		Kind:  "stackhawk-api-key",
		Title: "StackHawk API key",
		Why: "It starts scans and reads findings of the organisation. Revoke it in the settings " +
			"under API tokens.",
		Source:     "https://docs.stackhawk.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hawk."), rule.Run(rule.Base64URL, 20), rule.Lit("."), rule.Run(rule.Base64URL, 20))},
		Confidence: rule.High,
	},
}
