package rules

import "jezero/redact/rule"

// Oracle Cloud.
var oracle = []*rule.Rule{
	{
		ID:    "oracle-customer-secret-key",
		Kind:  "oracle-customer-secret-key",
		Title: "Oracle Cloud auth token or customer secret key",
		Why: "It signs object storage calls or logs in to registries as its user. Delete it in the " +
			"console, in the profile.",
		Source:     "https://docs.oracle.com/en-us/iaas/Content/Identity/Tasks/managingcredentials.htm",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64, 43), rule.Lit("=")).AsExact().WithLeft(rule.Bare).WithDistinct(16)},
		Confidence: rule.Low,
		Near:       []string{"oraclecloud", "oci_secret", "customer_secret_key", "ocid1.credential"},
	},
}
