package rules

import "jezero/redact/rule"

// Atlassian: Bitbucket, Jira and Confluence.
var atlassian = []*rule.Rule{
	{
		ID:    "bitbucket-app-password",
		Kind:  "bitbucket-app-password",
		Title: "Bitbucket app password",
		Why: "With the user name it clones, pushes and administers within its permissions. Revoke " +
			"it in Bitbucket under Personal settings, App passwords.",
		Source:     "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ATBB"), rule.Run(rule.Alnum62, 32)).WithExtent(rule.Alnum62.Or(rule.Chars("_=-")))},
		Confidence: rule.High,
	},
	{
		ID:    "bitbucket-datacenter-token",
		Kind:  "bitbucket-datacenter-token",
		Title: "Bitbucket Data Center HTTP access token",
		Why: "It reaches the repositories of its owner or project, with write permission it " +
			"pushes. Revoke it under Manage account, HTTP access tokens.",
		Source:     "https://confluence.atlassian.com/bitbucketserver/http-access-tokens-939515499.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("BBDC-"), rule.Between(rule.Base64.Or(rule.Chars("@_-")), 40, 50))},
		Confidence: rule.High,
	},
	{
		ID:    "atlassian-api-token",
		Kind:  "atlassian-api-token",
		Title: "Atlassian API token",
		Why: "With the mail address of its owner it uses Jira, Confluence and Bitbucket Cloud as " +
			"that person. Revoke it at id.atlassian.com under Security, API tokens.",
		Source:     "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ATATT3"), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 60))},
		Confidence: rule.High,
	},
	{
		ID:    "atlassian-org-admin-token",
		Kind:  "atlassian-org-admin-token",
		Title: "Atlassian organization API key",
		Why: "It administers users, groups and policies of the organisation. Revoke it at " +
			"admin.atlassian.com under Settings, API keys.",
		Source:     "https://support.atlassian.com/organization-administration/docs/manage-an-organization-with-the-admin-apis/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("ATCTT3xFfG"), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=+/")), 10))},
		Confidence: rule.High,
	},
	{
		ID:    "atlassian-datacenter-token",
		Kind:  "atlassian-datacenter-token",
		Title: "Jira or Confluence Data Center personal access token",
		Why: "It acts as its owner through the REST API. Revoke it in the profile under Personal " +
			"access tokens.",
		Source:     "https://confluence.atlassian.com/enterprise/using-personal-access-tokens-1026032365.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Base64, 44)).AsExact().WithLeft(rule.Bare).WithDigits(2)},
		Confidence: rule.Medium,
		Near:       []string{"jira", "confluence"},
	},
}
