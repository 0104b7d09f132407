package rules

import "jezero/redact/rule"

// More model hosts, and tools around models.
var llamaIndex = []*rule.Rule{
	{
		ID:    "llamacloud-api-key",
		Kind:  "llamacloud-api-key",
		Title: "LlamaCloud API key",
		Why: "It parses and indexes at the cost of the account. Delete it in the dashboard under " +
			"API keys.",
		Source:     "https://docs.cloud.llamaindex.ai/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("llx-"), rule.Between(rule.Alnum62, 44, 52)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:    "anyscale-secret",
		Kind:  "anyscale-secret",
		Title: "Anyscale credential",
		Why: "It calls models or clusters at the cost of the account. Delete it in the dashboard " +
			"under API keys.",
		Source:     "https://docs.anyscale.com/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("esecret_"), rule.AtLeast(rule.Alnum62, 20))},
		Confidence: rule.High,
	},
	{
		ID:    "baidu-api-key",
		Kind:  "baidu-api-key",
		Title: "Baidu AI Cloud API key",
		Why: "It calls models at the cost of the account. Delete it in the dashboard under API " +
			"keys.",
		Source:     "https://cloud.baidu.com/doc/qianfan/index.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("bce-v3/ALTAK-"), rule.Between(rule.Alnum62, 16, 24), rule.Lit("/"), rule.Run(rule.HexLower, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "volcengine-key-id",
		Kind:  "volcengine-key-id",
		Title: "Volcano Engine access key id",
		Why: "With its secret it signs any call the user may make. Delete it in the dashboard " +
			"under API keys.",
		Source:     "https://www.volcengine.com/docs/6291/65568",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("AKLT"), rule.Between(rule.Base64, 40, 60)).WithDistinct(14).WithDigits(1).WithExtent(rule.Base64Pad)},
		Confidence: rule.High,
	},
	{
		ID:    "humanloop-api-key",
		Kind:  "humanloop-api-key",
		Title: "Humanloop API key",
		Why: "It reads and writes prompts and logs of the organisation. Delete it in the dashboard " +
			"under API keys.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hl_sk_"), rule.AtLeast(rule.HexLower, 40))},
		Confidence: rule.High,
	},
	{
		ID:    "browserbase-api-key",
		Kind:  "browserbase-api-key",
		Title: "Browserbase API key",
		Why: "It drives browsers at the cost of the project. Delete it in the dashboard under API " +
			"keys.",
		Source: "https://docs.browserbase.com/",
		Since:  "0.1.0",
		Shapes: []rule.Shape{rule.Seq(rule.Lit("bb_live_"), rule.AtLeast(rule.Base64URL, 20)).WithDigits(1),
			// Names of tests begin so, too.
			rule.Seq(rule.Lit("bb_test_"), rule.Run(rule.Base64URL, 27)).AsExact().WithDistinct(12).WithDigits(2).AsMixed(),
		},
		Confidence: rule.High,
	},
	{
		ID:         "deepl-free-key",
		Kind:       "deepl-free-key",
		Title:      "DeepL API key",
		Why:        "It translates at the cost of the account. Delete it in the dashboard under API keys.",
		Source:     "https://developers.deepl.com/docs/getting-started/auth",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Hex, 8), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 4), rule.Lit("-"), rule.Run(rule.Hex, 12), rule.Lit(":fx")).AsExact()},
		Confidence: rule.High,
	},
}
