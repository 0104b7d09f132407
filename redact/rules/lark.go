package rules

import "jezero/redact/rule"

// Lark and Feishu.
var lark = []*rule.Rule{
	{
		ID:    "lark-access-token",
		Kind:  "lark-access-token",
		Title: "Lark access token",
		Why: "It acts for the tenant or user for about two hours. Reset it in the developer " +
			"console.",
		Source:     "https://open.larksuite.com/document/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("t-", "u-"), rule.Between(rule.Alnum62, 30, 60)).AsExact().WithDistinct(14)},
		Confidence: rule.Medium,
		Near:       []string{"larksuite", "feishu", "lark_"},
	},
	{
		ID:         "lark-webhook",
		Kind:       "lark-webhook",
		Title:      "Lark bot webhook",
		Why:        "It posts into the group. Remove the bot from the group.",
		Source:     "https://open.larksuite.com/document/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("open.larksuite.com/open-apis/bot/v2/hook/", "open.feishu.cn/open-apis/bot/v2/hook/"), rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12)).WithSecret(1, 10)},
		Confidence: rule.High,
	},
}
