package redact_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// Commands that stand within one another are walked once, as far as a detector
// looks; a flag whose value stands just behind that is looked at again.
func TestCommandsWithinCommands(t *testing.T) {
	r := newRedactor(t)
	for pad := range 12 {
		var text strings.Builder
		for i := range 1200 {
			fmt.Fprintf(&text, "(curl -u %s:hunter%05d2", strings.Repeat("a", 1+pad), i)
		}
		left := 0
		redacted := r.String(text.String())
		for i := range 1200 {
			if strings.Contains(redacted, fmt.Sprintf("hunter%05d", i)) {
				left++
			}
		}
		if left > 0 {
			t.Errorf("with users of %d letters: %d of 1200 passwords are left", 1+pad, left)
		}
	}
}

// Manifests and keys that stand beside each other are looked at up to the next one,
// which looks at the rest.
func TestManifestsBesideOthers(t *testing.T) {
	r := newRedactor(t)
	for name, item := range map[string]string{
		"data before":     `{"data":{"a":"%s"},"kind":"Secret"},`,
		"data behind":     `{"kind":"Secret","data":{"a":"%s"}},`,
		"both":            `{"data":{"a":"%s"},"kind": "Secret"},{"kind":"ConfigMap"},`,
		"strings":         "\"kind: Secret\ndata:\n  a: %s\n\" ",
		"strings, quoted": "'kind: \"Secret\"\nx: y\ndata:\n  a: %s\n' ",
		"in one string":   `"kind: Secret\ndata:\n  a: %s\n",`,
		"lines":           "kind: Secret\ndata:\n  a: %s\n---\n",
		"data first":      "data:\n  a: %s\nkind: Secret\n---\n",
		"keys":            `{"kty":"oct","k":"%s"},`,
		"keys escaped":    `{\"kty\":\"oct\",\"k\":\"%s\"},`,
		"keys, k first":   `{\"k\":\"%s\",\"kty\":\"oct\"},`,
	} {
		var text strings.Builder
		values := make([]string, 300)
		for i := range values {
			values[i] = base64.RawStdEncoding.EncodeToString(fmt.Appendf(nil, "x%dQ7-zk/%d vW", i*7919, i*104729))
			fmt.Fprintf(&text, item, values[i])
		}
		left := 0
		redacted := r.String(text.String())
		for _, v := range values {
			if strings.Contains(redacted, v) {
				left++
			}
		}
		if left > 0 {
			t.Errorf("%s: %d of %d values are left", name, left, len(values))
		}
	}
}
