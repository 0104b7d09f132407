package rules

import "jezero/redact/rule"

// Cartesia. Keys of administrators have a word more in their prefix.
var cartesia = []*rule.Rule{
	{
		ID:         "cartesia-api-key",
		Kind:       "cartesia-api-key",
		Title:      "Cartesia API key",
		Why:        "It makes speech at the cost of the account; an admin key reads its usage and keys. Delete it in the playground under API keys.",
		Source:     "https://docs.cartesia.ai/use-the-api/api-conventions",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("sk_car_admin_", "sk_car_"), rule.AtLeast(rule.WordChars, 20)).WithDistinct(11).WithDigits(2)},
		Confidence: rule.High,
	},
}
