package rules

import "jezero/redact/rule"

// Travis CI.
var travis = []*rule.Rule{
	{
		ID:         "travis-api-token",
		Kind:       "travis-api-token",
		Title:      "Travis CI token",
		Why:        "It starts builds and reads logs as its owner. Regenerate it under Settings.",
		Source:     "https://developer.travis-ci.com/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Alnum62.Or(rule.Chars("_-")), 20, 22)).AsExact().WithDistinct(10)},
		Confidence: rule.Low,
		Near:       []string{"travis_token", "travis_api_token", "travis-ci-token", "travistoken", "travis_access_token"},
	},
}
