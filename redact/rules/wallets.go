package rules

import "jezero/redact/rule"

// Private keys of crypto currencies in their own encodings.
var wallets = []*rule.Rule{
	{
		ID:    "bip32-private-key",
		Kind:  "bip32-private-key",
		Title: "Extended private key of a wallet",
		Why: "Every key of the wallet, and so its funds, can be derived from it. Move the funds to " +
			"a new key.",
		Source:     "https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any("xprv", "yprv", "zprv", "tprv", "uprv", "vprv"), rule.Run(rule.Base58, 107)).AsExact()},
		Confidence: rule.High,
	},
	{
		ID:         "bitcoin-wif-key",
		Kind:       "bitcoin-wif-key",
		Title:      "Bitcoin private key in wallet import format",
		Why:        "It spends what its address holds. Move the funds to a new key.",
		Source:     "https://en.bitcoin.it/wiki/Wallet_import_format",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Run(rule.Chars("5KL9c"), 1), rule.Between(rule.Base58, 50, 51)).AsExact().WithLeft(rule.Bare).AsMixed().WithDistinct(18)},
		Confidence: rule.Medium,
		Near:       []string{"bitcoin", "privkey", "private_key", "privatekey", "wif"},
	},
	{
		ID:         "stellar-secret-seed",
		Kind:       "stellar-secret-seed",
		Title:      "Stellar secret seed",
		Why:        "It signs for its account and spends what it holds. Move the funds to a new key.",
		Source:     "https://developers.stellar.org/docs/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("S"), rule.Run(rule.Base32, 55)).AsExact().WithLeft(rule.Bare).WithDigits(2).WithDistinct(14)},
		Confidence: rule.Medium,
		Near:       []string{"stellar", "soroban", "horizon"},
	},
	{
		ID:         "ethereum-private-key",
		Kind:       "ethereum-private-key",
		Title:      "Ethereum private key",
		Why:        "It signs for its account and spends what it holds. Move the funds to a new key.",
		Source:     "https://ethereum.org/en/developers/docs/accounts/",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Lit("0x"), rule.Run(rule.Hex, 64)).AsExact().WithDigits(8)},
		Confidence: rule.Medium,
		Near:       []string{"private_key", "privatekey", "private-key", "mnemonic", "deployer_key", "wallet_key"},
		Within:     80,
	},
	{
		ID:     "solana-private-key",
		Kind:   "solana-private-key",
		Title:  "Solana private key",
		Why:    "It signs for its account and spends what it holds. Move the funds to a new key.",
		Source: "https://solana.com/docs/core/accounts",
		Since:  "0.1.0",
		Shapes: []rule.Shape{
			// A signature has the same look: only what names a key makes it one.
			rule.Seq(rule.Between(rule.Base58, 87, 88)).AsExact().WithLeft(rule.Bare).WithDistinct(28).AsMixed(),
		},
		Confidence: rule.Medium,
		Near:       []string{"phantom", "solflare", "sollet", "private_key", "privatekey", "private key", "secret_key", "secretkey", "secret key"},
		Within:     40,
	},
}
