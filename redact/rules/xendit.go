package rules

import "jezero/redact/rule"

// Payment providers of Asia and Latin America.
var xendit = []*rule.Rule{
	{
		ID:    "xendit-key",
		Kind:  "xendit-key",
		Title: "Xendit secret key",
		Why: "It takes payments and sends money of the account. Delete it in the dashboard under " +
			"API keys.",
		Source:     "https://docs.xendit.co/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("xnd_production_", "xnd_development_"), rule.AtLeast(rule.Alnum62, 32)).WithDistinct(12)},
		Confidence: rule.High,
	},
	{
		ID:    "omise-secret-key",
		Kind:  "omise-secret-key",
		Title: "Omise secret key",
		Why: "It charges and refunds cards of the account. Delete it in the dashboard under API " +
			"keys.",
		Source:     "https://docs.opn.ooo/api-authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("skey_test_", "skey_"), rule.Between(rule.LowerNum, 19, 20)).AsExact().WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "mercadopago-token",
		Kind:  "mercadopago-token",
		Title: "Mercado Pago access token",
		Why: "It takes payments and reads the customers of the seller. Delete it in the dashboard " +
			"under API keys.",
		Source:     "https://www.mercadopago.com.br/developers/en/docs/credentials",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("APP_USR-", "TEST-"), rule.Between(rule.Digit, 12, 20), rule.Lit("-"), rule.Run(rule.Digit, 6), rule.Lit("-"), rule.Run(rule.HexLower, 32), rule.Lit("-"), rule.Between(rule.Digit, 6, 12))},
		Confidence: rule.High,
	},
	{
		ID:    "mollie-api-key",
		Kind:  "mollie-api-key",
		Title: "Mollie API key",
		Why: "It takes and refunds payments of the account. Delete it in the dashboard under API " +
			"keys.",
		Source:     "https://docs.mollie.com/reference/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("live_", "test_", "access_"), rule.Run(rule.Alnum62, 30)).AsExact().WithDistinct(12).WithDigits(1)},
		Confidence: rule.Medium,
	},
	{
		ID:    "revolut-api-key",
		Kind:  "revolut-api-key",
		Title: "Revolut business token",
		Why: "It reads the accounts and sends money within its scopes. Delete it in the dashboard " +
			"under API keys.",
		Source:     "https://developer.revolut.com/docs/business/business-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("oa_prod_", "oa_sand_"), rule.AtLeast(rule.Base64URL, 40)).AsMixed()},
		Confidence: rule.High,
	},
	{
		ID:    "adyen-api-key",
		Kind:  "adyen-api-key",
		Title: "Adyen API key",
		Why: "It takes and refunds payments of the merchant. Delete it in the dashboard under API " +
			"keys.",
		Source:     "https://docs.adyen.com/development-resources/api-credentials/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AQE"), rule.AtLeast(rule.Base64, 60)).WithExtent(rule.Base64Pad.Or(rule.Chars("-"))).WithDistinct(20).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"adyen"},
	},
}
