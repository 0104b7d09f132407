package redact

import (
	"maps"
	"slices"
	"strings"

	"jezero/redact/internal/detect"
	"jezero/redact/internal/name"
	"jezero/redact/internal/value"
)

// opaqueByDefault are the keys of agents' transcripts whose strings are
// ciphertext or signatures that the vendor's API checks: changed by one byte,
// the session cannot be resumed.
var opaqueByDefault = []string{"signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent", "reasoning_opaque"}

// WithOpaqueKeys replaces the list of JSON keys whose strings JSON and JSONL
// leave exactly as they are.
func WithOpaqueKeys(keys ...string) Option {
	return func(c *config) error {
		c.opaque = map[string]bool{}
		for _, k := range keys {
			c.opaque[k] = true
		}
		return nil
	}
}

func (c *config) opaqueKeys() map[string]bool {
	if c.opaque != nil {
		return maps.Clone(c.opaque)
	}
	m := map[string]bool{}
	for _, k := range opaqueByDefault {
		m[k] = true
	}
	return m
}

// wholeUnder reports whether every string under the key is a secret, whatever
// it looks like, unless it only points at one.
func wholeUnder(key []byte) bool {
	v := name.Of(key)
	return v.Class == name.Holds && !v.Weak && !v.Plural
}

// keepsValue reports whether a value under a key that holds a secret is not
// the secret itself.
func keepsValue(v []byte) bool {
	switch value.Of(v) {
	case value.Empty, value.Redacted, value.Reference, value.Placeholder, value.Path, value.URL, value.Keyword:
		return true
	}
	return false
}

// numberIsSecret decides about a bare number under a key: every number under
// a password, six digits or more under tokens, keys and secrets.
func numberIsSecret(key, number []byte) bool {
	v := name.Of(key)
	if v.Class != name.Holds || v.Plural {
		return false
	}
	switch v.Kind {
	case name.Password, name.Passphrase:
		return !v.Weak
	}
	return !v.Weak && value.DigitCount(number) >= 6
}

// underKey is wholeUnder unless the rule of such keys is disabled.
func (r *Redactor) underKey(key []byte) bool { return wholeUnder(key) && !r.disabled(key) }

// numberUnderKey is numberIsSecret in the same way.
func (r *Redactor) numberUnderKey(key, number []byte) bool {
	return numberIsSecret(key, number) && !r.disabled(key)
}

func (r *Redactor) disabled(key []byte) bool {
	return len(r.off) > 0 && slices.Contains(r.off, detect.RuleOf(name.Of(key).Kind))
}

// kindOfName is what the placeholder of a value under the key says.
func kindOfName(key []byte) string { return detect.KindOf(name.Of(key).Kind) }

// NameSaysSecret is the stricter question for environments and process
// arguments: does any whole word of the name say secret? TOKEN_URL does,
// KEYBOARD_LAYOUT does not.
func NameSaysSecret(s string) bool { return name.AnySecret([]byte(strings.TrimSpace(s))) }
