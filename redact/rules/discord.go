package rules

import "jezero/redact/rule"

// Discord: the base64 of the user id, a time stamp and a MAC, parted by dots.
var discord = []*rule.Rule{
	{
		ID:    "discord-bot-token",
		Kind:  "discord-bot-token",
		Title: "Discord bot token",
		Why: "It acts as the bot in every server that has it. Reset it in the developer portal " +
			"under Bot.",
		Source: "https://discord.com/developers/docs/reference",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"), rule.Between(rule.Base64URL, 20, 26), rule.Lit("."), rule.Run(rule.Base64URL, 6), rule.Lit("."), rule.Between(rule.Base64URL, 27, 40)).WithLeft(rule.NoClass),
			rule.Seq(rule.Lit("mfa."), rule.AtLeast(rule.Base64URL, 80)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "discord-legacy-token",
		Kind:  "discord-legacy-token",
		Title: "Discord token with an id of another length",
		Why: "It acts as the bot or user it was issued to. Reset it in the developer portal under " +
			"Bot.",
		Source:     "https://discord.com/developers/docs/reference",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Base64URL, 23, 28), rule.Lit("."), rule.Run(rule.Base64URL, 6), rule.Lit("."), rule.Between(rule.Base64URL, 27, 40)).WithLeft(rule.NoClass).WithDistinct(16)},
		Confidence: rule.Medium,
		Near:       []string{"discord"},
	},
	{
		ID:    "discord-webhook",
		Kind:  "discord-webhook",
		Title: "Discord webhook",
		Why: "It posts into the channel. Delete it in the settings of the channel under " +
			"Integrations.",
		Source: "https://discord.com/developers/docs/resources/webhook",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Any("discord.com/api/webhooks/", "discordapp.com/api/webhooks/"), rule.Between(rule.Digit, 15, 20), rule.Lit("/"), rule.AtLeast(rule.Base64URL, 55)).WithSecret(3, 4),
			rule.Seq(rule.Any("discord.com/api/v", "discordapp.com/api/v"), rule.Between(rule.Digit, 1, 2), rule.Lit("/webhooks/"), rule.Between(rule.Digit, 15, 20), rule.Lit("/"), rule.AtLeast(rule.Base64URL, 55)).WithSecret(5, 6),
		},
		Confidence: rule.High,
	},
}
