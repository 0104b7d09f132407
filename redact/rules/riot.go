package rules

import "jezero/redact/rule"

// Riot Games.
var riot = []*rule.Rule{
	{
		ID:         "riot-api-key",
		Kind:       "riot-api-key",
		Title:      "Riot Games API key",
		Why:        "It calls the API within its rate limit. Regenerate it in the developer portal.",
		Source:     "https://developer.riotgames.com/docs/portal",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("RGAPI-"), rule.Run(rule.Alnum62, 8), rule.Lit("-"), rule.Run(rule.Alnum62, 4), rule.Lit("-"), rule.Run(rule.Alnum62, 4), rule.Lit("-"), rule.Run(rule.Alnum62, 4), rule.Lit("-"), rule.Run(rule.Alnum62, 12))},
		Confidence: rule.High,
	},
}
