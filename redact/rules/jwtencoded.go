package rules

import (
	"encoding/base64"
	"slices"

	"jezero/redact/rule"
)

// A JWT that was encoded once more: what Kubernetes secrets, cookies and
// environment files of CI systems hold. Its header is JSON, so it begins with
// the base64 of the base64 of one of the members that headers have.
var jwtEncoded = []*rule.Rule{
	{
		ID:    "jwt-base64",
		Kind:  "jwt",
		Title: "JWT in base64",
		Why: "Decoded it is a JSON Web Token, and acts for its subject until it expires. End the " +
			"session, or rotate the key that signed it.",
		Source:     "https://www.rfc-editor.org/rfc/rfc7519",
		Since:      "0.1.0",
		Shapes:     []rule.Shape{rule.Seq(rule.Any(encodedHeaders("alg", "typ", "kid", "cty", "enc", "zip", "jku", "jwk", "x5t", "x5c", "x5u", "iv", "apu", "apv", "epk", "b64", "crit", "tag", "nonce", "p2c", "p2s", "ver", "iss", "key_ops", "kty", "url")...), rule.AtLeast(rule.Base64.Or(rule.Base64URL), 80)).WithDistinct(16).WithExtent(rule.Base64Pad.Or(rule.Base64URL))},
		Confidence: rule.High,
	},
}

// encodedHeaders are the beginnings, encoded twice, of JSON objects whose first
// member has one of the names; as far as they do not depend on its value.
func encodedHeaders(members ...string) []string {
	var out []string
	for _, m := range members {
		out = append(out, base64Stem(base64Stem(`{"`+m+`":`)))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// base64Stem is what the base64 of every text begins with that begins with s.
func base64Stem(s string) string {
	return base64.StdEncoding.EncodeToString([]byte(s[:len(s)-len(s)%3]))
}
