package rules

import "jezero/redact/rule"

// Slack: xox and one letter for the kind, then ids and a secret.
var slack = []*rule.Rule{
	{
		ID:    "slack-bot",
		Kind:  "slack-bot",
		Title: "Slack bot token",
		Why: "It reads and writes the channels the bot is in. Revoke it with auth.revoke, or under " +
			"the settings of the app.",
		Source:     "https://docs.slack.dev/authentication/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("xoxb-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 16))},
		Confidence: rule.High,
	},
	{
		ID:    "slack-user",
		Kind:  "slack-user",
		Title: "Slack user token",
		Why: "It acts as the user within its scopes. Revoke it with auth.revoke, or under the " +
			"settings of the app.",
		Source: "https://docs.slack.dev/authentication/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("xoxp-"), rule.AtLeast(rule.Digit, 6), rule.Lit("-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 16)),
			rule.Seq(rule.Lit("xoxe-"), rule.AtLeast(rule.Digit, 6), rule.Lit("-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 20)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "slack-app",
		Kind:  "slack-app",
		Title: "Slack app-level token",
		Why: "It opens socket connections and receives the events of the app. Revoke it with " +
			"auth.revoke, or under the settings of the app.",
		Source: "https://docs.slack.dev/authentication/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("xapp-"), rule.Between(rule.Digit, 1, 3), rule.Lit("-"), rule.AtLeast(rule.UpperNum, 5), rule.Lit("-"), rule.AtLeast(rule.Digit, 5), rule.Lit("-"), rule.AtLeast(rule.Alnum62, 20)).WithExtent(rule.Alnum62.Or(rule.Chars("-"))),
			rule.Seq(rule.Lit("xapp-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 20)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "slack-session-token",
		Kind:  "slack-session-token",
		Title: "Slack session token",
		Why: "It is a signed-in browser session; together with its cookie it acts as the user. " +
			"Sign out of all sessions in the account settings.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("xoxc-", "xoxs-", "xoxo-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 16))},
		Confidence: rule.High,
	},
	{
		ID:    "slack-session-cookie",
		Kind:  "slack-session-cookie",
		Title: "Slack session cookie",
		Why: "It is a signed-in browser session of every workspace of the user. Sign out of all " +
			"sessions in the account settings.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("xoxd-"), rule.AtLeast(rule.Base64.Or(rule.Chars("%_=+-")), 80))},
		Confidence: rule.High,
	},
	{
		ID:    "slack-config-access",
		Kind:  "slack-config-access",
		Title: "Slack configuration token",
		Why: "It creates and changes app manifests for twelve hours. Revoke it with auth.revoke, " +
			"or under the settings of the app.",
		Source:     "https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("xoxe.xoxb-", "xoxe.xoxp-"), rule.Between(rule.Digit, 1, 2), rule.Lit("-"), rule.AtLeast(rule.Alnum62, 40)).WithExtent(rule.Alnum62.Or(rule.Chars("-_")))},
		Confidence: rule.High,
	},
	{
		ID:    "slack-config-refresh",
		Kind:  "slack-config-refresh",
		Title: "Slack refresh token",
		Why: "It buys new configuration or bot tokens. Revoke it with auth.revoke, or under the " +
			"settings of the app.",
		Source:     "https://docs.slack.dev/authentication/using-token-rotation",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("xoxe-"), rule.Between(rule.Digit, 1, 2), rule.Lit("-"), rule.AtLeast(rule.Alnum62, 40)).WithExtent(rule.Alnum62.Or(rule.Chars("-_")))},
		Confidence: rule.High,
	},
	{
		ID:    "slack-legacy-workspace",
		Kind:  "slack-legacy-workspace",
		Title: "Slack workspace or refresh token of the older kind",
		Why: "It acts for the app in the workspace. Revoke it with auth.revoke, or under the " +
			"settings of the app.",
		Source:     "https://docs.slack.dev/authentication/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("xoxa-", "xoxr-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 10))},
		Confidence: rule.High,
	},
	{
		ID:    "slack-workflow-token",
		Kind:  "slack-workflow-token",
		Title: "Slack workflow token",
		Why: "It acts for the app while a workflow step runs. Revoke it with auth.revoke, or under " +
			"the settings of the app.",
		Source:     "https://docs.slack.dev/authentication/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("xwfp-"), rule.AtLeast(rule.Alnum62.Or(rule.Chars("-")), 20)).WithDigits(2)},
		Confidence: rule.High,
	},
	{
		ID:    "slack-webhook",
		Kind:  "slack-webhook",
		Title: "Slack webhook",
		Why: "It posts into the channel, or starts the workflow, in the name of the app. Remove " +
			"the webhook in the settings of the app.",
		Source:     "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/", "hooks.slack-gov.com/services/"), rule.AtLeast(rule.Base64.Or(rule.Chars("_-")), 20)).WithSecret(1, 2).WithDistinct(9)},
		Confidence: rule.High,
	},
}
