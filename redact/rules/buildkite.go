package rules

import "jezero/redact/rule"

// Buildkite: one prefix for each kind of token.
var buildkite = []*rule.Rule{
	{
		ID:    "buildkite-user",
		Kind:  "buildkite-user",
		Title: "Buildkite API access token",
		Why: "It drives pipelines and reads builds as its owner. Delete it under Personal " +
			"settings, API access tokens.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkua_"), rule.AtLeast(rule.LowerNum, 40))},
		Confidence: rule.High,
	},
	{
		ID:         "buildkite-agent",
		Kind:       "buildkite-agent",
		Title:      "Buildkite agent access token",
		Why:        "It speaks for a running agent and receives jobs. Stop the agent.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkaa_"), rule.AtLeast(rule.Base64URL, 60))},
		Confidence: rule.High,
	},
	{
		ID:     "buildkite-agent-job",
		Kind:   "buildkite-agent-job",
		Title:  "Buildkite job token",
		Why:    "It speaks for one running job. It ends with the job.",
		Source: "https://buildkite.com/docs/platform/security/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("bkaj_"), rule.AtLeast(rule.Base64URL, 200)).WithExtent(rule.Base64URL.Or(rule.Chars("."))),
			rule.Seq(rule.Lit("bkaj_eyJ"), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10), rule.Lit("."), rule.AtLeast(rule.Base64URL, 10)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "buildkite-agent-registration",
		Kind:  "buildkite-agent-registration",
		Title: "Buildkite unclustered agent token",
		Why: "It registers agents that then receive jobs with their secrets. Revoke it in " +
			"Buildkite where it was made.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkar_"), rule.AtLeast(rule.Base64URL, 60))},
		Confidence: rule.High,
	},
	{
		ID:         "buildkite-cluster",
		Kind:       "buildkite-cluster",
		Title:      "Buildkite cluster agent token",
		Why:        "It registers agents in the cluster. Revoke it in Buildkite where it was made.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkct_"), rule.AtLeast(rule.Base64URL, 60))},
		Confidence: rule.High,
	},
	{
		ID:    "buildkite-pipeline-trigger",
		Kind:  "buildkite-pipeline-trigger",
		Title: "Buildkite pipeline trigger token",
		Why: "It starts builds of the pipeline with parameters of the caller. Revoke it in Buildkite where it was " +
			"made.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkpt_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "buildkite-portal",
		Kind:  "buildkite-portal",
		Title: "Buildkite portal token",
		Why: "It calls the operations that the portal allows. Revoke it in Buildkite where it was " +
			"made.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkpat_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
	{
		ID:         "buildkite-portal-secret",
		Kind:       "buildkite-portal-secret",
		Title:      "Buildkite portal secret",
		Why:        "It mints tokens for the portal. Revoke it in Buildkite where it was made.",
		Source:     "https://buildkite.com/docs/platform/security/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bkps_"), rule.AtLeast(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
}
