package rules

import "jezero/redact/rule"

// OneSignal.
var onesignal = []*rule.Rule{
	{
		ID:    "onesignal-api-key",
		Kind:  "onesignal-api-key",
		Title: "OneSignal API key",
		Why: "It sends notifications to every user of the app. Rotate it under Settings, Keys and " +
			"IDs.",
		Source:     "https://documentation.onesignal.com/docs/keys-and-ids",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("os_v2_app_", "os_v2_org_"), rule.AtLeast(rule.LowerNum, 90))},
		Confidence: rule.High,
	},
	{
		ID:    "onesignal-legacy-key",
		Kind:  "onesignal-legacy-key",
		Title: "OneSignal API key of the older kind",
		Why: "It sends notifications to every user of the app. Rotate it under Settings, Keys and " +
			"IDs.",
		Source: "https://documentation.onesignal.com/docs/keys-and-ids",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Base64, 48)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(2),
			withUUID().AsExact().WithLeft(rule.Bare),
		},
		Confidence: rule.Medium,
		Near:       []string{"onesignal"},
		Within:     80,
	},
}
