package rules

import "jezero/redact/rule"

// NATS: NKEY seeds, base32 with a CRC-16 at the end.
var nats = []*rule.Rule{
	{
		ID:    "nats-nkey-seed",
		Kind:  "nats-nkey-seed",
		Title: "NATS NKEY seed",
		Why: "It signs as a user, account, operator, server, cluster or curve key; an operator " +
			"seed mints accounts. Remove the public key from the account or the operator and " +
			"issue a new pair.",
		Source:     "https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("SU", "SA", "SO", "SN", "SC", "SX"), rule.Run(rule.Base32, 56)).AsExact().WithDistinct(12).WithChecksum(rule.NKeyCRC16)},
		Confidence: rule.High,
	},
}
