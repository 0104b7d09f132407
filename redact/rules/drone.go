package rules

import "jezero/redact/rule"

// Drone and Woodpecker CI.
var drone = []*rule.Rule{
	{
		ID:         "drone-token",
		Kind:       "drone-token",
		Title:      "Drone CI token",
		Why:        "It drives builds as its owner. Rotate it in the account settings.",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Alnum62, 32)).AsExact().WithLeft(rule.Bare).WithDistinct(10).WithDigits(2)},
		Confidence: rule.Low,
		Near:       []string{"drone_token", "droneci", "drone_ci"},
	},
}
