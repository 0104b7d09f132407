package rules

import "jezero/redact/rule"

// Heroku.
var heroku = []*rule.Rule{
	{
		ID:    "heroku-api-key",
		Kind:  "heroku-api-key",
		Title: "Heroku API key",
		Why: "It deploys apps and reads their config vars, where other secrets are. Regenerate it " +
			"under Account settings, API key, or revoke it with heroku authorizations:revoke.",
		Source:     "https://devcenter.heroku.com/articles/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("HRKU-"), rule.AtLeast(rule.Base64URL, 36))},
		Confidence: rule.High,
	},
	{
		ID:    "heroku-legacy-api-key",
		Kind:  "heroku-legacy-api-key",
		Title: "Heroku API key without a prefix",
		Why: "It deploys apps and reads their config vars, where other secrets are. Regenerate it " +
			"under Account settings, API key, or revoke it with heroku authorizations:revoke.",
		Source:     "https://devcenter.heroku.com/articles/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"heroku"},
		Within:     80,
	},
}
