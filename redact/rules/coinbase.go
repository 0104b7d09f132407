package rules

import "jezero/redact/rule"

// Coinbase and other exchanges.
var coinbase = []*rule.Rule{
	{
		ID:    "exchange-api-key",
		Kind:  "exchange-api-key",
		Title: "Exchange API key or secret",
		Why: "It trades, and with that right withdraws, in the name of the account. Delete it in " +
			"the settings of the exchange under API.",
		Since: "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(18).WithDigits(3),
			rule.Seq(rule.Between(rule.Base64URL, 43, 48)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2),
		},
		Confidence: rule.Medium,
		Near:       []string{"coinbase", "binance", "bitfinex", "bitmex", "kraken", "kucoin", "bybit", "huobi", "poloniex", "bittrex", "bitstamp", "luno", "gateio", "okx_", "okex"},
	},
	{
		ID:    "robinhood-crypto",
		Kind:  "robinhood-crypto",
		Title: "Robinhood crypto API key",
		Why: "With its private key it trades crypto in the account. Disable it in the API " +
			"credentials portal.",
		Source:     "https://docs.robinhood.com/crypto/trading/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID(rule.Lit("rh-api-"))},
		Confidence: rule.High,
	},
	{
		ID:         "alchemy-api-key",
		Kind:       "alchemy-api-key",
		Title:      "Alchemy API key",
		Why:        "It calls chain nodes at the cost of the account. Delete it in the dashboard.",
		Source:     "https://www.alchemy.com/docs/create-an-api-key",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("alcht_"), rule.AtLeast(rule.Alnum62, 30))},
		Confidence: rule.High,
	},
	{
		ID: "alchemy-app-key", Kind: "alchemy-api-key", Title: "Alchemy app key",
		Why:    "It calls chain nodes at the cost of the account. Rotate it in the dashboard of the app.",
		Source: "https://www.alchemy.com/docs/create-an-api-key",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64URL, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(14).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"alchemy.com", "alchemyapi", "alchemy_"},
	},
}
