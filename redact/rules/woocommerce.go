package rules

import "jezero/redact/rule"

// WooCommerce: ck_ and cs_ and forty hex digits.
var woocommerce = []*rule.Rule{
	{
		ID:    "woocommerce-key",
		Kind:  "woocommerce-key",
		Title: "WooCommerce consumer key or secret",
		Why: "Together they read, and with write access change, orders and customers of the shop. " +
			"Revoke it under WooCommerce, Settings, Advanced, REST API.",
		Source:     "https://woocommerce.github.io/woocommerce-rest-api-docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("ck_", "cs_"), rule.Run(rule.HexLower, 40)).AsExact()},
		Confidence: rule.High,
	},
}
