package rules

import "jezero/redact/rule"

// Telegram: the bot id, a colon and 35 characters that begin with AA.
var telegram = []*rule.Rule{
	{
		ID:    "telegram-bot-token",
		Kind:  "telegram-bot-token",
		Title: "Telegram bot token",
		Why: "It reads what the bot is sent and writes as the bot. Revoke it by /revoke to " +
			"BotFather.",
		Source: "https://core.telegram.org/bots/api",
		Since:  "0.1.0",
		Shapes: withEncoded(
			rule.Seq(rule.Between(rule.Digit, 7, 12), rule.Lit(":AA"), rule.Between(rule.Base64URL, 32, 34)).WithLeft(rule.Alnum).WithDistinct(12),
			// The address of the interface: api.telegram.org/bot<token>/method.
			rule.Seq(rule.Lit("bot"), rule.Between(rule.Digit, 7, 12), rule.Lit(":AA"), rule.Between(rule.Base64URL, 32, 34)).WithSecret(1, 4).WithLeft(rule.Alnum).WithDistinct(12),
		),
		Confidence: rule.High,
	},
	{
		ID:    "telegram-legacy-token",
		Kind:  "telegram-legacy-token",
		Title: "Telegram bot token of an unusual form",
		Why: "It reads what the bot is sent and writes as the bot. Revoke it by /revoke to " +
			"BotFather.",
		Source:     "https://core.telegram.org/bots/api",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.Digit, 5, 16), rule.Lit(":"), rule.Run(rule.Alnum62, 1), rule.Run(rule.Base64URL, 34)).AsExact().WithLeft(rule.Alnum).WithDistinct(12)},
		Confidence: rule.Medium,
		Near:       []string{"telegram", "tgram"},
	},
}
