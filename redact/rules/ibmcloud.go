package rules

import "jezero/redact/rule"

// IBM Cloud.
var ibmcloud = []*rule.Rule{
	{
		ID:    "ibm-cloud-api-key",
		Kind:  "ibm-cloud-api-key",
		Title: "IBM Cloud API key",
		Why: "It gets tokens of its user or service id for every service they may use. Delete it " +
			"under Manage, Access (IAM), API keys.",
		Source:     "https://cloud.ibm.com/docs/account?topic=account-userapikey",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64URL, 44)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"ibm_", "ibmcloud", "ibm-cloud", "cloud-iam", "cloud_iam", "cloudiam", "bluemix", "softlayer"},
	},
	{
		ID:    "ibm-cos-hmac-secret",
		Kind:  "ibm-cos-hmac-secret",
		Title: "IBM Cloud Object Storage HMAC secret",
		Why: "With its id it signs object storage calls. Delete it under Manage, Access (IAM), API " +
			"keys.",
		Source:     "https://cloud.ibm.com/docs/account?topic=account-userapikey",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 48)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Low,
		Near:       []string{"cos_hmac", "cloud-object-storage", "cos_secret", "ibm_cos", "ibm-cos"},
	},
	{
		ID:     "ibm-cloudant-key",
		Kind:   "ibm-cloudant-key",
		Title:  "IBM Cloudant password or key",
		Why:    "It reads and writes the databases. Delete it under Manage, Access (IAM), API keys.",
		Source: "https://cloud.ibm.com/docs/account?topic=account-userapikey",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDigits(3),
			rule.Seq(rule.Run(rule.Lower, 24)).AsExact().WithLeft(rule.Bare).WithDistinct(10),
		},
		Confidence: rule.Medium,
		Near:       []string{"cloudant"},
	},
	{
		ID:    "softlayer-api-key",
		Kind:  "softlayer-api-key",
		Title: "SoftLayer API key",
		Why: "It administers the classic infrastructure account. Delete it under Manage, Access " +
			"(IAM), API keys.",
		Source:     "https://cloud.ibm.com/docs/account?topic=account-userapikey",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.LowerNum, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(4).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"softlayer"},
		Within:     100,
	},
}
