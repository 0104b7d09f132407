package rules

import "jezero/redact/rule"

// Gemini, the exchange.
var geminiExchange = []*rule.Rule{
	{
		ID:    "gemini-exchange-key",
		Kind:  "gemini-exchange-key",
		Title: "API key of the Gemini exchange",
		Why: "With its secret it trades and withdraws for the account. Delete it in the settings " +
			"under API.",
		Source:     "https://developer.gemini.com/trading/trading",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("account-", "master-"), rule.Run(rule.Alnum62, 20)).AsExact().AsMixed().WithDistinct(11)},
		Confidence: rule.High,
		Near:       []string{"gemini"},
	},
}
