package rules

import "jezero/redact/rule"

// CircleCI.
var circleci = []*rule.Rule{
	{
		ID:    "circleci-personal-token",
		Kind:  "circleci-personal-token",
		Title: "CircleCI personal API token",
		Why: "It starts builds and reads configuration of every project its owner follows. Delete " +
			"it under User settings (or Project settings), API tokens.",
		Source:     "https://circleci.com/docs/managing-api-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("CCIPAT_"), rule.Run(rule.Alnum62, 22), rule.Lit("_"), rule.Run(rule.LowerNum, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "circleci-project-token",
		Kind:  "circleci-project-token",
		Title: "CircleCI project API token",
		Why: "It reads or drives the builds of one project. Delete it under User settings (or " +
			"Project settings), API tokens.",
		Source:     "https://circleci.com/docs/managing-api-tokens/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("CCIPRJ_"), rule.Run(rule.Alnum62, 22), rule.Lit("_"), rule.Run(rule.LowerNum, 40))},
		Confidence: rule.High,
	},
}
