package rules

import "jezero/redact/rule"

// Stripe.
var stripe = []*rule.Rule{
	{
		ID:    "stripe-secret",
		Kind:  "stripe-secret",
		Title: "Stripe secret key",
		Why: "It charges, refunds and reads the customers of the account; a test key does so with " +
			"test data. Roll it in the dashboard under Developers, API keys.",
		Source:     "https://docs.stripe.com/keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_live_", "sk_test_", "sk_prod_"), rule.AtLeast(rule.Alnum62, 10)).WithExtent(rule.WordChars)},
		Confidence: rule.High,
	},
	{
		ID:    "stripe-restricted",
		Kind:  "stripe-restricted",
		Title: "Stripe restricted key",
		Why: "It does what its permissions allow with the data of the account. Roll it in the " +
			"dashboard under Developers, API keys.",
		Source:     "https://docs.stripe.com/keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("rk_live_", "rk_test_", "rk_prod_"), rule.AtLeast(rule.Alnum62, 10)).WithExtent(rule.WordChars)},
		Confidence: rule.High,
	},
	{
		ID:    "stripe-organization",
		Kind:  "stripe-organization",
		Title: "Stripe organization key",
		Why: "It works on every account of the organisation. Roll it in the dashboard under " +
			"Developers, API keys.",
		Source:     "https://docs.stripe.com/keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_org_live_", "sk_org_test_", "sk_org_"), rule.AtLeast(rule.Alnum62, 10)).WithExtent(rule.WordChars)},
		Confidence: rule.High,
	},
	{
		ID:    "stripe-webhook-secret",
		Kind:  "stripe-webhook-secret",
		Title: "Stripe webhook signing secret",
		Why: "With it anybody signs events that the shop believes. Roll it in the dashboard under " +
			"Developers, Webhooks.",
		Source:     "https://docs.stripe.com/webhooks",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("whsec_"), rule.AtLeast(rule.Alnum62, 24)).WithExtent(rule.Base64Pad)},
		Confidence: rule.High,
	},
	{
		ID:         "stripe-payment-intent-secret",
		Kind:       "stripe-payment-intent-secret",
		Title:      "Stripe client secret of a payment",
		Why:        "It confirms or reads that one payment. Cancel the payment intent.",
		Source:     "https://docs.stripe.com/api/payment_intents/object",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pi_", "seti_"), rule.Between(rule.Alnum62, 14, 30), rule.Lit("_secret_"), rule.AtLeast(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
	{
		ID:         "stripe-ephemeral-key",
		Kind:       "stripe-ephemeral-key",
		Title:      "Stripe ephemeral key",
		Why:        "It reads and changes one customer for an hour. It expires by itself.",
		Source:     "https://docs.stripe.com/mobile",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ek_live_", "ek_test_"), rule.AtLeast(rule.WordChars, 20)).AsMixed()},
		Confidence: rule.High,
	},
}
