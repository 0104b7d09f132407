package redact_test

import (
	"strings"
	"testing"
)

// A token that stands behind a name is called what its shape says, also when it is
// so long that the name's value would cover what it begins with.
func TestTokenBehindName(t *testing.T) {
	r := newRedactor(t)
	block := "-----BEGIN RSA " + "PRIVATE KEY-----\\n" + strings.Repeat(token(alnum, 64, 3)+"\\n", 24) + "-----END RSA " + "PRIVATE KEY-----"
	for _, tt := range []struct{ name, in, want string }{
		{"bare", "with key ghp_" + token(alnum, 36, 1) + " done", "with key [REDACTED:github-pat] done"},
		{"quoted", "API_TOKEN='npm_" + token(alnum, 36, 2) + "' x", "API_TOKEN='[REDACTED:npm-access-token]' x"},
		{"long", `export SERVICE_TOKEN="` + block + `"`, `export SERVICE_TOKEN="[REDACTED:private-key]"`},
		{"another value behind", `token = "ghp_` + token(alnum, 36, 1) + `" || "` + token(alnum, 40, 5) + `"`, `token = "[REDACTED:github-pat]" || "[REDACTED:token]"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := r.String(tt.in); got != tt.want {
				t.Errorf("became %q, want %q", got, tt.want)
			}
		})
	}
}
