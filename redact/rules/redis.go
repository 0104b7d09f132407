package rules

import "jezero/redact/rule"

// Redis Cloud and Upstash.
var redis = []*rule.Rule{
	{
		ID:    "redis-cloud-api-key",
		Kind:  "redis-cloud-api-key",
		Title: "Redis Cloud API key",
		Why: "With its pair it administers the subscription. Delete it under Access management, " +
			"API keys.",
		Source:     "https://redis.io/docs/latest/operate/rc/api/get-started/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Between(rule.LowerNum, 47, 55)).AsExact().WithLeft(rule.Bare).WithDistinct(14).WithDigits(2)},
		Confidence: rule.Low,
		Near:       []string{"rediscloud", "redis_cloud", "redislabs", "x-api-secret-key"},
	},
	{
		ID:     "upstash-token",
		Kind:   "upstash-token",
		Title:  "Upstash REST token",
		Why:    "It reads and writes the database. Reset it in the Upstash console.",
		Source: "https://upstash.com/docs/redis/features/restapi",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.AtLeast(rule.Base64URL, 60)).WithLeft(rule.NoClass).WithDistinct(20).WithExtent(rule.Base64URL.Or(rule.Chars("="))),
			rule.Seq(rule.Between(rule.Base64URL.Or(rule.Chars("=")), 32, 59)).AsExact().WithLeft(rule.Bare).WithDistinct(16).WithDigits(3).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"upstash"},
	},
}
