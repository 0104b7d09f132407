package sqlite

import (
	"slices"
	"testing"
)

func TestFormsOf(t *testing.T) {
	for _, c := range []struct{ word, form string }{
		{"migrations", "migration"}, {"migration", "migrations"}, {"migrate", "migration"}, {"migration", "migrated"},
		{"retries", "retry"}, {"retry", "retried"}, {"retrying", "retries"},
		{"cached", "caching"}, {"cache", "cached"}, {"caches", "cache"},
		{"running", "run"}, {"ran", "run"}, {"kept", "keeps"}, {"keep", "kept"},
		{"deployment", "deployed"}, {"deploys", "deployment"}, {"evictions", "evicted"}, {"evict", "eviction"},
		{"expiration", "expired"}, {"notification", "notify"}, {"notify", "notification"}, {"verification", "verified"},
		{"configuration", "configure"}, {"connection", "connect"}, {"indexes", "index"}, {"batches", "batch"},
	} {
		if !slices.Contains(formsOf(c.word), c.form) {
			t.Errorf("%s has no form %s: %v", c.word, c.form, formsOf(c.word))
		}
	}
	for _, w := range []string{"x", "a1", "getUser", "größe", "HTTP", "42"} {
		if f := formsOf(w); f != nil {
			t.Errorf("%s has forms %v", w, f)
		}
	}
	for _, w := range []string{"port", "stat", "class", "status", "analysis"} {
		for _, bad := range []string{"portion", "station", "clas", "statu", "analysi"} {
			if slices.Contains(formsOf(w), bad) {
				t.Errorf("%s has the form %s", w, bad)
			}
		}
	}
	if f := formsOf("cache"); slices.Contains(f, "cache") || len(f) > 16 {
		t.Errorf("cache: %v", f)
	}
}
