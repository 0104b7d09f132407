package rules

import "jezero/redact/rule"

// Alibaba Cloud.
var alibaba = []*rule.Rule{
	{
		ID:    "alibaba-access-key-id",
		Kind:  "alibaba-access-key-id",
		Title: "Alibaba Cloud AccessKey id",
		Why: "With its secret it signs any call the user may make. Disable and delete it in RAM " +
			"under AccessKey.",
		Source:     "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("LTAI"), rule.Between(rule.Alnum62, 16, 21)).AsExact().WithDistinct(8).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "alibaba-sts-key-id",
		Kind:  "alibaba-sts-key-id",
		Title: "Alibaba Cloud STS key id",
		Why: "With its secret and token it acts as the role until the session ends. It ends with " +
			"the session; detach the policies of the role.",
		Source:     "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("STS."), rule.Between(rule.Alnum62, 16, 64)).WithDistinct(8).WithDigits(1)},
		Confidence: rule.High,
	},
	{
		ID:    "alibaba-secret-key",
		Kind:  "alibaba-secret-key",
		Title: "Alibaba Cloud AccessKey secret",
		Why: "With its id it signs any call the user may make. Disable and delete it in RAM under " +
			"AccessKey.",
		Source:     "https://www.alibabacloud.com/help/en/ram/user-guide/create-an-accesskey-pair",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 30)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(1)},
		Confidence: rule.Medium,
		Near:       []string{"ltai4", "ltai5", "aliyun", "alibaba", "alicloud", "accesskeysecret"},
	},
}
