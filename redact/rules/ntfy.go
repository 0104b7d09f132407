package rules

import "jezero/redact/rule"

// Self-hosted services: notifications, chat, code, clusters.
var ntfy = []*rule.Rule{
	{
		ID:         "ntfy-token",
		Kind:       "ntfy-token",
		Title:      "ntfy access token",
		Why:        "It publishes and reads topics as its user. Revoke it in the account settings.",
		Source:     "https://docs.ntfy.sh/config/#access-tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("tk_"), rule.Run(rule.LowerNum, 29)).AsExact().WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:         "matrix-access-token",
		Kind:       "matrix-access-token",
		Title:      "Matrix access token",
		Why:        "It is a signed-in session of the account. Log the device out.",
		Source:     "https://element-hq.github.io/synapse/latest/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("syt_"), rule.Between(rule.Base64.Or(rule.Chars("_")), 2, 60), rule.Lit("_"), rule.Run(rule.Alnum62, 20), rule.Lit("_"), rule.Run(rule.Alnum62, 6))},
		Confidence: rule.High,
	},
	{
		ID:    "gitea-access-token",
		Kind:  "gitea-access-token",
		Title: "Gitea or Forgejo access token",
		Why: "It acts as its owner within its scopes. Delete it in the settings under " +
			"Applications.",
		Source:     "https://docs.gitea.com/development/api-usage",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 40)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3)},
		Confidence: rule.Medium,
		Near:       []string{"gitea_token", "gitea-token", "forgejo_token", "giteatoken", "codeberg_token"},
	},
	{
		ID:    "rancher-token",
		Kind:  "rancher-token",
		Title: "Rancher API token",
		Why: "It administers clusters with the rights of its owner. Delete it under Account and " +
			"API keys.",
		Source:     "https://ranchermanager.docs.rancher.com/reference-guides/user-settings/api-keys",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("token-", "kubeconfig-"), rule.Between(rule.LowerNum.Or(rule.Chars("-")), 5, 40), rule.Lit(":"), rule.Run(rule.LowerNum, 54)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:    "jenkins-api-token",
		Kind:  "jenkins-api-token",
		Title: "Jenkins API token",
		Why: "With its user name it starts jobs and reads their logs. Revoke it on the page of the " +
			"user.",
		Source: "https://www.jenkins.io/doc/book/system-administration/authenticating-scripted-clients/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("11"), rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8),
			rule.Seq(rule.Run(rule.HexLower, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(8).WithDigits(3),
		},
		Confidence: rule.Medium,
		Near:       []string{"jenkins"},
		Within:     120,
	},
	{
		ID:         "sidekiq-enterprise-key",
		Kind:       "sidekiq-enterprise-key",
		Title:      "Sidekiq Pro or Enterprise credentials",
		Why:        "They download the licensed packages. Ask Contributed Systems for new ones.",
		Source:     "https://github.com/sidekiq/sidekiq/wiki",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 8), rule.Lit(":"), rule.Run(rule.HexLower, 8)).AsExact().WithLeft(rule.Bare).WithDistinct(6)},
		Confidence: rule.Medium,
		Near:       []string{"contribsys"},
	},
	{
		ID:    "ghost-admin-key",
		Kind:  "ghost-admin-key",
		Title: "Ghost Admin API key",
		Why: "It writes posts and reads members of the site. Regenerate it under Settings, " +
			"Integrations.",
		Source:     "https://docs.ghost.org/admin-api/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.HexLower, 24), rule.Lit(":"), rule.Run(rule.HexLower, 64)).AsExact().WithLeft(rule.Bare).WithDistinct(10)},
		Confidence: rule.Medium,
		Near:       []string{"ghost"},
	},
}
