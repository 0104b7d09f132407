package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What agents' settings say of removing sessions, and what they say when they
// say nothing.
func TestRetention_OfAgents(t *testing.T) {
	for _, c := range []struct {
		name, settings string
		look           func(*Diagnosis, string)
		level          Grade
		what           string
	}{
		{"claude, nothing set", ``, claudeRetention, Note, "is not set, so 30"},
		{"claude, long", `{"cleanupPeriodDays": 3650}`, claudeRetention, Fine, "= 3650"},
		{"claude, short", `{"cleanupPeriodDays": 3}`, claudeRetention, Bad, "is lost"},
		{"claude, zero", `{"cleanupPeriodDays": 0}`, claudeRetention, Bad, "keep no sessions"},
		{"claude, broken", `{"cleanup`, claudeRetention, Note, "not readable"},
		{"gemini, nothing set", ``, geminiRetention, Note, "after 30d"},
		{"gemini, other settings", `{"general": {"vimMode": true}}`, geminiRetention, Note, "after 30d"},
		{"gemini, kept", `{"general": {"sessionRetention": {"enabled": false, "maxAge": "7d"}}}`, geminiRetention, Fine, "kept"},
		{"gemini, on", `{"general": {"sessionRetention": {"enabled": true}}}`, geminiRetention, Note, "maxAge = 30d unless set"},
		{"gemini, limits", `{"general": {"sessionRetention": {"maxAge": "7d", "maxCount": 50}}}`, geminiRetention, Note, "maxAge = 7d, maxCount = 50"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			if c.settings != "" {
				if err := os.WriteFile(filepath.Join(root, "settings.json"), []byte(c.settings), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var d Diagnosis
			c.look(&d, root)
			if len(d.Findings) == 0 || d.Findings[0].Grade != c.level || !strings.Contains(d.Findings[0].What, c.what) {
				t.Errorf("%+v, want %v with %q", d.Findings, c.level, c.what)
			}
		})
	}
}
