package rules

import "jezero/redact/rule"

// crates.io.
var crates = []*rule.Rule{
	{
		ID:    "crates-io-api-key",
		Kind:  "crates-io-api-key",
		Title: "crates.io API token",
		Why: "It publishes and yanks crates within its scopes. Revoke it at crates.io under " +
			"Account settings, API tokens.",
		Source:     "https://doc.rust-lang.org/cargo/reference/publishing.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cio"), rule.Run(rule.Alnum62, 32)).AsExact()},
		Confidence: rule.Medium,
		Near:       []string{"crates", "cargo", "registry"},
	},
}
