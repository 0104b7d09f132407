package rules

import "jezero/redact/rule"

// Salesforce.
var salesforce = []*rule.Rule{
	{
		ID:    "salesforce-session",
		Kind:  "salesforce-session",
		Title: "Salesforce session id or access token",
		Why: "It acts as the user in the organisation. Revoke it in Setup under Session management " +
			"or Connected apps OAuth usage.",
		Source:     "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm&type=5",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("00"), rule.Run(rule.Alnum62, 13), rule.Lit("!"), rule.AtLeast(rule.Base64URL.Or(rule.Chars(".")), 80)).WithLeft(rule.Alnum)},
		Confidence: rule.High,
	},
	{
		ID:    "salesforce-consumer-key",
		Kind:  "salesforce-consumer-key",
		Title: "Salesforce consumer key",
		Why: "It names the connected app; with the secret it redeems codes for tokens. Revoke it " +
			"in Setup under Session management or Connected apps OAuth usage.",
		Source:     "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm&type=5",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("3MVG9"), rule.AtLeast(rule.Base64URL.Or(rule.Chars(".+/=")), 75))},
		Confidence: rule.Medium,
	},
	{
		ID:    "salesforce-refresh",
		Kind:  "salesforce-refresh",
		Title: "Salesforce refresh token",
		Why: "It buys new access tokens of the user. Revoke it in Setup under Session management " +
			"or Connected apps OAuth usage.",
		Source:     "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_tokens_scopes.htm&type=5",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("5AEP861", "5Aep861"), rule.AtLeast(rule.Base64URL.Or(rule.Chars(".=")), 70))},
		Confidence: rule.High,
	},
	{
		ID: "tableau-pat", Kind: "tableau-pat", Title: "Tableau personal access token",
		Why:    "With its name it signs in to the server or site. Revoke it in the account settings.",
		Source: "https://help.tableau.com/current/server/en-us/security_personal_access_tokens.htm",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64, 22), rule.Lit("==:"), rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(16),
		},
		Confidence: rule.High,
	},
}
