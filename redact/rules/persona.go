package rules

import "jezero/redact/rule"

// Persona and Onfido: identity checks.
var persona = []*rule.Rule{
	{
		ID:    "persona-key",
		Kind:  "persona-key",
		Title: "Persona API key",
		Why: "It reads the identity documents of the customers. Expire it in the dashboard under " +
			"API keys.",
		Source:     "https://docs.withpersona.com/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("persona_production_", "persona_sandbox_"), rule.Between(rule.LowerNum.Or(rule.Chars("_-")), 20, 80))},
		Confidence: rule.High,
	},
	{
		ID:    "onfido-key",
		Kind:  "onfido-key",
		Title: "Onfido API token",
		Why: "It reads the identity documents of the customers. Revoke it in the dashboard under " +
			"Tokens.",
		Source: "https://documentation.onfido.com/api/latest/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("api_live.", "api_live_us.", "api_live_ca.", "api_sandbox.", "api_sandbox_us.", "api_sandbox_ca."), rule.Between(rule.Base64URL, 11, 80), rule.Lit("."), rule.AtLeast(rule.Base64URL, 20)).WithLeft(rule.Word),
			rule.Seq(rule.Any("api_live.", "api_live_us.", "api_live_ca.", "api_sandbox.", "api_sandbox_us.", "api_sandbox_ca."), rule.Between(rule.Base64URL, 20, 80)),
		},
		Confidence: rule.High,
	},
}
