package rules

import "jezero/redact/rule"

// Shopify.
var shopify = []*rule.Rule{
	{
		ID:    "shopify-access",
		Kind:  "shopify-access",
		Title: "Shopify access token",
		Why: "It reads and changes orders, customers and products within its scopes. Uninstall the " +
			"app or rotate its credentials in the Partner dashboard or the admin of the shop.",
		Source:     "https://shopify.dev/docs/apps/build/authentication-authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("shpat_"), rule.Run(rule.Hex, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "shopify-custom-app",
		Kind:  "shopify-custom-app",
		Title: "Shopify custom app token",
		Why: "It reads and changes orders, customers and products within its scopes. Uninstall the " +
			"app or rotate its credentials in the Partner dashboard or the admin of the shop.",
		Source:     "https://shopify.dev/docs/apps/build/authentication-authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("shpca_"), rule.Run(rule.Hex, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "shopify-private-app",
		Kind:  "shopify-private-app",
		Title: "Shopify private app password",
		Why: "It reads and changes orders, customers and products within its scopes. Uninstall the " +
			"app or rotate its credentials in the Partner dashboard or the admin of the shop.",
		Source:     "https://shopify.dev/docs/apps/build/authentication-authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("shppa_"), rule.Run(rule.Hex, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "shopify-shared-secret",
		Kind:  "shopify-shared-secret",
		Title: "Shopify app shared secret",
		Why: "With it anybody signs webhooks and redeems codes in the name of the app. Uninstall " +
			"the app or rotate its credentials in the Partner dashboard or the admin of the shop.",
		Source:     "https://shopify.dev/docs/apps/build/authentication-authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("shpss_"), rule.Run(rule.Hex, 32))},
		Confidence: rule.High,
	},
	{
		ID:    "shopify-user-token",
		Kind:  "shopify-user-token",
		Title: "Shopify user or partner token",
		Why: "It acts for the user or partner within its scopes. Uninstall the app or rotate its " +
			"credentials in the Partner dashboard or the admin of the shop.",
		Source:     "https://shopify.dev/docs/apps/build/authentication-authorization",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("shpua_", "prtapi_", "shptka_", "atkn_", "shpit_"), rule.Between(rule.Hex, 32, 64)).WithDistinct(8)},
		Confidence: rule.High,
	},
}
