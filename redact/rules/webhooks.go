package rules

import "jezero/redact/rule"

// Addresses that are secrets themselves: whoever has one may call it.
var webhookAddresses = []*rule.Rule{
	{
		ID:    "zapier-webhook",
		Kind:  "zapier-webhook",
		Title: "Zapier webhook",
		Why: "It starts the Zap with data of the caller. Make a new address where it was made and " +
			"delete the old one.",
		Source:     "https://help.zapier.com/hc/en-us/articles/8496288690317",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hooks.zapier.com/hooks/catch/"), rule.Between(rule.Digit, 4, 12), rule.Lit("/"), rule.Between(rule.Alnum62, 5, 10)).WithSecret(1, 4).WithDistinct(4)},
		Confidence: rule.High,
	},
	{
		ID:    "make-webhook",
		Kind:  "make-webhook",
		Title: "Make webhook",
		Why: "It starts the scenario with data of the caller. Make a new address where it was made " +
			"and delete the old one.",
		Source:     "https://help.make.com/webhooks",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("hook.make.com/", "hook.eu1.make.com/", "hook.eu2.make.com/", "hook.us1.make.com/", "hook.us2.make.com/", "hook.integromat.com/"), rule.Between(rule.Alnum62, 20, 40)).WithSecret(1, 2)},
		Confidence: rule.High,
	},
	{
		ID:    "ifttt-webhook-key",
		Kind:  "ifttt-webhook-key",
		Title: "IFTTT webhook key",
		Why: "It starts every applet of its owner that listens to webhooks. Make a new address " +
			"where it was made and delete the old one.",
		Source: "https://help.ifttt.com/hc/en-us/articles/115010230347",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("maker.ifttt.com/trigger/"), rule.Between(rule.Base64URL, 1, 60), rule.Lit("/with/key/"), rule.AtLeast(rule.Base64URL, 20)).WithSecret(3, 4),
			rule.Seq(rule.Lit("maker.ifttt.com/trigger/"), rule.Between(rule.Base64URL, 1, 60), rule.Lit("/json/with/key/"), rule.AtLeast(rule.Base64URL, 20)).WithSecret(3, 4),
		},
		Confidence: rule.High,
	},
	{
		ID:    "netlify-build-hook",
		Kind:  "netlify-build-hook",
		Title: "Netlify build hook",
		Why: "It builds and deploys the site. Make a new address where it was made and delete the " +
			"old one.",
		Source:     "https://docs.netlify.com/configure-builds/build-hooks/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("api.netlify.com/build_hooks/"), rule.Run(rule.HexLower, 24)).WithSecret(1, 2)},
		Confidence: rule.High,
	},
	{
		ID:    "google-chat-webhook",
		Kind:  "google-chat-webhook",
		Title: "Google Chat webhook",
		Why: "It posts into the space. Make a new address where it was made and delete the old " +
			"one.",
		Source:     "https://developers.google.com/workspace/chat/quickstart/webhooks",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("chat.googleapis.com/v1/spaces/"), rule.Between(rule.Base64URL, 6, 30), rule.Lit("/messages?key="), rule.AtLeast(rule.Base64URL, 30), rule.Lit("&token="), rule.AtLeast(rule.Base64URL, 30)).WithSecret(3, 6).WithExtent(rule.Base64URL.Or(rule.Chars("%=")))},
		Confidence: rule.High,
	},
	{
		ID:    "tines-webhook",
		Kind:  "tines-webhook",
		Title: "Tines webhook",
		Why: "It starts the story with data of the caller. Change the secret of the webhook " +
			"action.",
		Source:     "https://www.tines.com/docs/actions/types/webhook/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit(".tines.com/webhook/"), rule.Between(rule.Base64URL, 1, 80), rule.Lit("/"), rule.Between(rule.Alnum62, 16, 80)).WithSecret(1, 4).WithDistinct(8).WithLeft(rule.None)},
		Confidence: rule.High,
	},
}
