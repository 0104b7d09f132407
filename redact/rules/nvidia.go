package rules

import "jezero/redact/rule"

// NVIDIA NGC and NIM.
var nvidia = []*rule.Rule{
	{
		ID:    "nvidia-api-key",
		Kind:  "nvidia-api-key",
		Title: "NVIDIA API key",
		Why: "It calls NIM endpoints and pulls from NGC as its owner. Revoke it in the NGC " +
			"organisation under API keys.",
		Source:     "https://docs.nvidia.com/ngc/gpu-cloud/ngc-user-guide/index.html",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("nvapi-"), rule.AtLeast(rule.Base64URL, 60))},
		Confidence: rule.High,
	},
}
