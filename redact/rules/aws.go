package rules

import "jezero/redact/rule"

// Amazon Web Services: ids of four letters and sixteen of base32; the secret beside
// them is forty characters of base64.
var aws = []*rule.Rule{
	{
		ID:    "aws-access-key-id",
		Kind:  "aws-access-key-id",
		Title: "AWS access key id",
		Why: "By itself it names the account and the user; with the secret key it signs any call " +
			"they may make. Deactivate and delete it in IAM, under the user, Security " +
			"credentials.",
		Source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("AKIA"), rule.Run(rule.Base32, 16)).AsExact(),
			rule.Seq(rule.Lit("AKIA"), rule.Run(rule.UpperNum, 16)).AsExact(),
		},
		Confidence: rule.High,
	},
	{
		ID:    "aws-temporary-key-id",
		Kind:  "aws-temporary-key-id",
		Title: "AWS temporary access key id",
		Why: "With its secret and session token it acts as the role until the session ends. Revoke " +
			"the active sessions of the role in IAM.",
		Source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("ASIA"), rule.Run(rule.Base32, 16)).AsExact(),
			rule.Seq(rule.Lit("ASIA"), rule.Run(rule.UpperNum, 16)).AsExact().WithDistinct(9),
		},
		Confidence: rule.High,
	},
	{
		ID:    "aws-bearer-key-id",
		Kind:  "aws-bearer-key-id",
		Title: "AWS STS bearer or context key id",
		Why: "It names a bearer credential of one AWS service. Deactivate and delete it in IAM, " +
			"under the user, Security credentials.",
		Source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("ABIA", "ACCA"), rule.Run(rule.Base32, 16)).AsExact(),
			rule.Seq(rule.Any("ABIA", "ACCA"), rule.Run(rule.UpperNum, 16)).AsExact().WithDistinct(9),
		},
		Confidence: rule.High,
	},
	{
		ID:    "aws-secret-access-key",
		Kind:  "aws-secret-access-key",
		Title: "AWS secret access key",
		Why: "With its key id it signs any call the user or role may make. Deactivate and delete " +
			"it in IAM, under the user, Security credentials.",
		Source:     "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(16).AsMixed().WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"akia", "aws", "amazon", "secret_access_key", "secretaccesskey", "secret-access-key"},
	},
	{
		ID:    "aws-session-token",
		Kind:  "aws-session-token",
		Title: "AWS session token",
		Why: "With the temporary key pair it acts as the role until the session ends. Revoke the " +
			"active sessions of the role in IAM.",
		Source:     "https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("IQoJb3JpZ2lu", "FwoGZXIvYXdz", "AQoDYXdz", "FQoGZXIvYXdz"), rule.AtLeast(rule.Base64Pad, 80)).WithExtent(rule.Base64Pad.Or(rule.Chars("%")))},
		Confidence: rule.High,
	},
	{
		ID:    "aws-bedrock-long-lived",
		Kind:  "aws-bedrock-long-lived",
		Title: "Amazon Bedrock long-term API key",
		Why: "It calls the models of the account at the cost of its owner. Delete it in the " +
			"Bedrock console or as a service-specific credential in IAM.",
		Source:     "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ABSK"), rule.AtLeast(rule.Base64, 60)).WithExtent(rule.Base64Pad)},
		Confidence: rule.High,
	},
	{
		ID:    "aws-bedrock-short-lived",
		Kind:  "aws-bedrock-short-lived",
		Title: "Amazon Bedrock short-term API key",
		Why: "It calls the models of the account until the session ends, at most twelve hours. " +
			"Revoke the session of the role that made it.",
		Source:     "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bedrock-api-key-"), rule.AtLeast(rule.Base64, 20)).WithExtent(rule.Base64Pad)},
		Confidence: rule.High,
	},
	{
		ID:    "aws-appsync-key",
		Kind:  "aws-appsync-key",
		Title: "AWS AppSync API key",
		Why: "It calls the GraphQL API with everything the schema opens to API keys. Delete it in " +
			"the AppSync console under Settings.",
		Source:     "https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("da2-"), rule.Run(rule.LowerNum, 26))},
		Confidence: rule.High,
	},
	{
		ID:    "aws-mws-token",
		Kind:  "aws-mws-token",
		Title: "Amazon MWS auth token",
		Why: "It reaches the seller account through Marketplace Web Service. Revoke the developer " +
			"in Seller Central.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("amzn.mws."), rule.Run(rule.HexLower, 8), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 4), rule.Lit("-"), rule.Run(rule.HexLower, 12))},
		Confidence: rule.High,
	},
	{
		ID:    "amazon-oauth-client-secret",
		Kind:  "amazon-oauth-client-secret",
		Title: "Login with Amazon client secret or token",
		Why: "It impersonates the application to Amazon customers or sellers. Rotate it in the " +
			"security profile.",
		Source: "https://developer.amazon.com/docs/login-with-amazon/register-web.html",
		Since:  "0.1.0",
		Shapes: append(withEncoded(rule.Seq(rule.Any("Atza", "Atzr"), rule.Lit("|"), rule.AtLeast(rule.Base64Pad.Or(rule.Chars("_-")), 40))),
			rule.Seq(rule.Lit("amzn1.oa2-cs.v1."), rule.Run(rule.HexLower, 64))),
		Confidence: rule.High,
	},
}
