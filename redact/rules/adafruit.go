package rules

import "jezero/redact/rule"

// Adafruit IO.
var adafruit = []*rule.Rule{
	{
		ID:         "adafruit-io-key",
		Kind:       "adafruit-io-key",
		Title:      "Adafruit IO key",
		Why:        "It reads and writes the feeds of the account. Regenerate it under My key.",
		Source:     "https://io.adafruit.com/api/docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("aio_"), rule.Run(rule.Alnum62, 28))},
		Confidence: rule.High,
	},
}
