package rules

import "jezero/redact/rule"

// MongoDB Atlas.
var mongodb = []*rule.Rule{
	{
		ID:    "atlas-service-account-secret",
		Kind:  "atlas-service-account-secret",
		Title: "MongoDB Atlas service account secret",
		Why: "With its id it administers projects and clusters. Delete it under Organization " +
			"access, Service accounts.",
		Source:     "https://www.mongodb.com/docs/atlas/api/service-accounts-overview/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("mdb_sa_sk_"), rule.Run(rule.Base64URL, 40))},
		Confidence: rule.High,
	},
}
