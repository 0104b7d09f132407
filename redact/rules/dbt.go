package rules

import "jezero/redact/rule"

// Data tools.
var dbt = []*rule.Rule{
	{
		ID:    "dbt-cloud-token",
		Kind:  "dbt-cloud-token",
		Title: "dbt Cloud token",
		Why: "It starts jobs and reads metadata of the account. Revoke it under Account settings, " +
			"API tokens.",
		Source:     "https://docs.getdbt.com/docs/dbt-cloud-apis/authentication",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("dbtc_", "dbtu_"), rule.AtLeast(rule.Base64URL, 36))},
		Confidence: rule.High,
	},
	{
		ID:         "hex-token",
		Kind:       "hex-token",
		Title:      "Hex workspace or personal token",
		Why:        "It runs projects of the workspace. Revoke it under Account settings, API tokens.",
		Source:     "https://learn.hex.tech/docs/api-integrations/api/overview",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("hxtw_", "hxtp_"), rule.AtLeast(rule.HexLower, 60))},
		Confidence: rule.High,
	},
	{
		ID:    "influxdb-token",
		Kind:  "influxdb-token",
		Title: "InfluxDB token",
		Why: "It reads and writes the buckets within its permissions. Revoke it under Account " +
			"settings, API tokens.",
		Source: "https://docs.influxdata.com/influxdb/v2/admin/tokens/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64URL, 86), rule.Lit("==")).AsExact().WithLeft(rule.Bare).WithDistinct(24),
			rule.Seq(rule.Run(rule.Base64, 86), rule.Lit("==")).AsExact().WithLeft(rule.Bare).WithDistinct(24),
		},
		Confidence: rule.Medium,
		Near:       []string{"influx"},
	},
	{
		ID:         "coralogix-key",
		Kind:       "coralogix-key",
		Title:      "Coralogix key",
		Why:        "It reads or administers the team. Revoke it under Account settings, API tokens.",
		Source:     "https://coralogix.com/docs/user-guides/account-management/api-keys/api-keys/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("cxtp_", "cxup_", "cxth_", "cxuw_"), rule.AtLeast(rule.Alnum62, 28))},
		Confidence: rule.High,
	},
	{
		ID:         "chromatic-project-token",
		Kind:       "chromatic-project-token",
		Title:      "Chromatic project token",
		Why:        "It publishes builds of the project. Revoke it under Account settings, API tokens.",
		Source:     "https://www.chromatic.com/docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("chpt_"), rule.AtLeast(rule.LowerNum, 12)).AsExact().WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "backblaze-app-key",
		Kind:  "backblaze-app-key",
		Title: "Backblaze B2 application key",
		Why: "With its id it reads and writes the buckets. Revoke it under Account settings, API " +
			"tokens.",
		Source:     "https://www.backblaze.com/docs/cloud-storage-application-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("K00"), rule.Run(rule.Digit, 1), rule.Run(rule.Base64, 27)).AsExact().WithDistinct(12)},
		Confidence: rule.Medium,
		Near:       []string{"backblaze", "b2_app", "b2_", "application_key", "b2 account", "authorize-account"},
	},
	{
		ID:    "lambdatest-key",
		Kind:  "lambdatest-key",
		Title: "LambdaTest access key",
		Why: "It runs browsers at the cost of the account. Revoke it under Account settings, API " +
			"tokens.",
		Source:     "https://www.lambdatest.com/support/docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("LT_"), rule.Run(rule.Alnum62, 50)).AsExact().WithDigits(1)},
		Confidence: rule.High,
	},
}
