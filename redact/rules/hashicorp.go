package rules

import "jezero/redact/rule"

// HashiCorp: Terraform Cloud, Vault and Consul.
var hashicorp = []*rule.Rule{
	{
		ID:    "terraform-cloud-token",
		Kind:  "terraform-cloud-token",
		Title: "Terraform Cloud API token",
		Why: "It reads state, where secrets stand in clear, and applies plans. Revoke it under " +
			"User settings, Tokens.",
		Source: "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Run(rule.Alnum62, 14), rule.Lit(".atlasv1."), rule.Between(lowerURLPad, 60, 70)).WithExtent(rule.Base64URL.Or(rule.Chars("="))),
			rule.Seq(rule.Run(rule.Alnum62, 14), rule.Lit(".atlasv1."), rule.AtLeast(rule.Base64URL.Or(rule.Chars("=")), 60)),
		},
		Confidence: rule.High,
	},
	{
		ID:    "vault-service-token",
		Kind:  "vault-service-token",
		Title: "Vault service token",
		Why: "It reads and writes every path its policies name until its lease ends. Run vault " +
			"token revoke.",
		Source:     "https://developer.hashicorp.com/vault/docs/concepts/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hvs."), rule.AtLeast(rule.Base64URL, 24))},
		Confidence: rule.High,
	},
	{
		ID:    "vault-batch-token",
		Kind:  "vault-batch-token",
		Title: "Vault batch token",
		Why: "It reads every path its policies name until it expires; a batch token cannot be " +
			"revoked by itself. Revoke its parent, or disable the auth mount.",
		Source:     "https://developer.hashicorp.com/vault/docs/concepts/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hvb."), rule.AtLeast(rule.Base64URL, 60))},
		Confidence: rule.High,
	},
	{
		ID:         "vault-recovery-token",
		Kind:       "vault-recovery-token",
		Title:      "Vault recovery token",
		Why:        "It works on raw storage in recovery mode. Leave recovery mode.",
		Source:     "https://developer.hashicorp.com/vault/docs/concepts/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("hvr."), rule.AtLeast(rule.Base64URL, 24))},
		Confidence: rule.High,
	},
	{
		ID:     "vault-legacy-token",
		Kind:   "vault-legacy-token",
		Title:  "Vault token of the format before 1.10",
		Why:    "It reads and writes every path its policies name. Run vault token revoke.",
		Source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Lit("s."), rule.Between(rule.Alnum62, 24, 26)).AsExact().WithLeft(rule.NoClass).WithDistinct(10).AsMixed(),
			rule.Seq(rule.Lit("b."), rule.AtLeast(rule.Alnum62, 90)).WithLeft(rule.NoClass).WithDistinct(20).WithDigits(1),
		},
		Confidence: rule.Medium,
		Near:       []string{"vault", "token"},
		Within:     120,
	},
	{
		ID:     "vault-unseal-key",
		Kind:   "vault-unseal-key",
		Title:  "Vault unseal key",
		Why:    "Enough of them open the sealed storage. Run vault operator rekey.",
		Source: "https://developer.hashicorp.com/vault/docs/concepts/seal",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			rule.Seq(rule.Between(rule.Hex, 64, 66)).AsExact().WithLeft(rule.Bare).WithDigits(3),
			rule.Seq(rule.Run(rule.Base64, 43), rule.Lit("=")).AsExact().WithLeft(rule.Bare),
			rule.Seq(rule.Run(rule.Base64, 44)).AsExact().WithLeft(rule.Bare).WithDistinct(20).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"unseal", "recovery_key"},
	},
	{
		ID:    "hashicorp-acl-token",
		Kind:  "hashicorp-acl-token",
		Title: "Consul or Nomad ACL token",
		Why: "It reaches the cluster with the policies linked to it. Run consul acl token delete, " +
			"or nomad acl token delete.",
		Source:     "https://developer.hashicorp.com/consul/docs/security/acl/tokens",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{withUUID().AsExact().WithLeft(rule.Bare)},
		Confidence: rule.Medium,
		Near:       []string{"x-consul-token", "consul_http_token", "nomad_token", "x-nomad-token", "consul_token"},
		Within:     80,
	},
	{
		ID:     "vault-legacy-batch",
		Kind:   "vault-legacy-batch",
		Title:  "Vault batch or recovery token of the format before 1.10",
		Why:    "It reads and writes every path its policies name until it expires. Rotate what it could read; a recovery token goes with vault operator generate-root.",
		Source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			// Classes and no literals: looked for beside the word only, not at every member.
			rule.Seq(rule.Run(rule.Chars("br"), 1), rule.Run(rule.Chars("."), 1), rule.Between(rule.Alnum62, 24, 26)).AsExact().WithLeft(rule.NoClass).WithDistinct(12).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"vault"},
		Within:     60,
	},
}
