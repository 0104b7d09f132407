package redact_test

import (
	"strings"
	"testing"

	"jezero/corpus"
	"jezero/redact"
)

// The shapes that the promises name one by one: each has its rules, and every
// case of theirs in the corpus is caught. The whole corpus is run elsewhere;
// this says which part of it proves which promise.
func TestPromisedShapes(t *testing.T) {
	cases, err := corpus.Load()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range redact.Rules() {
		known[r.ID] = true
	}
	r := newRedactor(t)
	for _, p := range []struct {
		promise string
		rules   []string
	}{
		{"JZ-05", []string{"anthropic-api-key"}},
		{"JZ-06", []string{"openai-legacy-key", "openai-project-key", "openai-admin-key"}},
		{"JZ-07", []string{"github-pat", "github-oauth", "github-app-user", "github-app-server", "github-refresh", "github-fine-grained-pat"}},
		{"JZ-08", []string{"gitlab-pat", "gitlab-deploy-token", "gitlab-runner-auth"}},
		{"JZ-09", []string{"slack-bot", "slack-user", "slack-webhook"}},
		{"JZ-10", []string{"aws-access-key-id", "aws-secret-access-key"}},
		{"JZ-11", []string{"gcp-api-key", "google-oauth-client-secret"}},
		{"JZ-12", []string{"npm-access-token"}},
		{"JZ-13", []string{"huggingface-user-token"}},
		{"JZ-14", []string{"stripe-secret", "stripe-webhook-secret"}},
	} {
		for _, id := range p.rules {
			if !known[id] {
				t.Errorf("%s: there is no rule %s", p.promise, id)
				continue
			}
			n := 0
			for _, c := range cases {
				if c.Rule != id || c.Expect != corpus.Secret {
					continue
				}
				n++
				out := r.String(c.Text)
				for _, s := range c.Secrets {
					if strings.Contains(out, s) {
						t.Errorf("%s: %s survives in %s", p.promise, id, c.Name)
					}
				}
			}
			if n < 3 {
				t.Errorf("%s: %s has %d cases in the corpus, want 3 dresses", p.promise, id, n)
			}
		}
	}
}

// JA-23, JA-26
func TestKnownFromEnv(t *testing.T) {
	got := redact.KnownFromEnv([]string{"DB_PASSWORD=lighthouse1", "API_TOKEN=short", "KEYBOARD_LAYOUT=dvorakian", "TOKEN_URL=https://example.com", "broken"})
	names := map[string]bool{}
	for _, k := range got {
		names[k.Name] = true
	}
	if !names["DB_PASSWORD"] || names["KEYBOARD_LAYOUT"] || names["TOKEN_URL"] || names["broken"] {
		t.Errorf("picked %v", names)
	}
	r := newRedactor(t, redact.WithKnown(got...))
	if out := r.String("see lighthouse1 and short"); out != "see [REDACTED:DB_PASSWORD] and short" {
		t.Errorf("got %q", out)
	}
}
