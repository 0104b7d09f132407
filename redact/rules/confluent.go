package rules

import "jezero/redact/rule"

// Confluent Cloud.
var confluent = []*rule.Rule{
	{
		ID:    "confluent-api-secret",
		Kind:  "confluent-api-secret",
		Title: "Confluent Cloud API secret",
		Why: "With its key it produces, consumes and administers within its ACLs. Delete it under " +
			"API keys.",
		Source:     "https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("cflt"), rule.Run(rule.Base64, 60)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:    "confluent-legacy-secret",
		Kind:  "confluent-legacy-secret",
		Title: "Confluent Cloud API secret without a prefix",
		Why: "With its key it produces, consumes and administers within its ACLs. Delete it under " +
			"API keys.",
		Source:     "https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(20).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"confluent", "kafka.api", "kafka_api", "kafka_secret", "ccloud"},
	},
}
