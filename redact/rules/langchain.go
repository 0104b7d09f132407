package rules

import "jezero/redact/rule"

// LangSmith and Langfuse.
var langchain = []*rule.Rule{
	{
		ID:    "langsmith-api-key",
		Kind:  "langsmith-api-key",
		Title: "LangSmith API key",
		Why: "It reads traces, which hold whole prompts, and writes runs. Delete it in the " +
			"settings under API keys.",
		Source: "https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("lsv2_pt_", "lsv2_sk_"), rule.Run(rule.HexLower, 32), rule.Lit("_"), rule.Run(rule.HexLower, 10)),
			rule.Seq(rule.Lit("ls__"), rule.Run(rule.HexLower, 32)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "langfuse-secret",
		Kind:  "langfuse-secret",
		Title: "Langfuse secret key",
		Why: "With its public key it reads and writes traces, which hold whole prompts. Delete it " +
			"in the project settings under API keys.",
		Source:     "https://langfuse.com/docs/api-and-data-platform/features/public-api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID(rule.Lit("sk-lf-"))},
		Confidence: rule.High,
	},
}
