package rules

import "jezero/redact/rule"

// ClickHouse Cloud.
var clickhouse = []*rule.Rule{
	{
		ID:    "clickhouse-secret",
		Kind:  "clickhouse-secret",
		Title: "ClickHouse Cloud API secret",
		Why: "With its id it administers the services of the organisation. Delete it in the " +
			"console under API keys.",
		Source:     "https://clickhouse.com/docs/cloud/manage/openapi",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("4b1d"), rule.Run(rule.Alnum62, 38)).AsExact().WithDistinct(12)},
		Confidence: rule.High,
	},
}
