package rules

import "jezero/redact/rule"

// Weights & Biases.
var wandb = []*rule.Rule{
	{
		ID:    "wandb-v1",
		Kind:  "wandb-v1",
		Title: "Weights & Biases API key",
		Why: "It reads and writes the runs and artifacts of its owner. Delete it under User " +
			"settings, API keys.",
		Source:     "https://docs.wandb.ai/quickstart/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("wandb_v1_"), rule.AtLeast(rule.WordChars, 60))},
		Confidence: rule.High,
	},
	{
		ID:    "wandb-legacy-key",
		Kind:  "wandb-legacy-key",
		Title: "Weights & Biases API key without a prefix",
		Why: "It reads and writes the runs and artifacts of its owner. Delete it under User " +
			"settings, API keys.",
		Source:     "https://docs.wandb.ai/quickstart/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"wandb"},
	},
}
