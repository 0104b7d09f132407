package rules

import "jezero/redact/rule"

// pganalyze.
var pganalyze = []*rule.Rule{
	{
		ID:         "pganalyze-key",
		Kind:       "pganalyze-key",
		Title:      "pganalyze API key",
		Why:        "It reads query statistics, or sends them. Delete it under API keys.",
		Source:     "https://pganalyze.com/docs/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("pgar_", "pgac_", "pgaw_"), rule.Run(rule.Alnum62, 27))},
		Confidence: rule.High,
	},
}
