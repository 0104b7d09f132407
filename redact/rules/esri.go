package rules

import "jezero/redact/rule"

// Esri ArcGIS.
var esri = []*rule.Rule{
	{
		ID:    "arcgis-api-key",
		Kind:  "arcgis-api-key",
		Title: "ArcGIS API key",
		Why: "It uses location services at the cost of the account. Delete it on the page of the " +
			"API key.",
		Source:     "https://developers.arcgis.com/documentation/security-and-authentication/api-key-authentication/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("AAPK", "AAPT"), rule.AtLeast(rule.Base64URL, 60)).WithExtent(rule.Base64URL.Or(rule.Chars("."))).WithDistinct(16)},
		Confidence: rule.High,
	},
}
