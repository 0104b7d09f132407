package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Agents remove their own sessions after a while. What was read stays in the
// library, but what was not read by then is lost, and so is the original. The
// names and defaults are those of the agents' published settings references
// (code.claude.com/docs/en/settings, geminicli.com/docs/reference/configuration),
// as of 2026. Codex's says nothing of removing sessions; of the other agents
// nothing is known.

// claudeDays is how long Claude Code keeps transcripts when nothing is set.
const claudeDays = 30

// geminiAge is how long Gemini CLI keeps sessions when nothing is set. Its first
// versions with the setting had enabled = false.
const geminiAge = "30d"

// tightDays is a retention at which a week without a run loses sessions.
const tightDays = 7

// doctorRetention looks at the settings by which agents remove sessions.
func (l *Library) doctorRetention(d *Diagnosis) {
	seen := map[string]bool{}
	for _, a := range d.Agents {
		// No agent looks into the inbox: what removes a device's sessions is set there.
		if a.Sources == 0 || seen[a.Agent+a.Root] || inside(l.Config.Inbox.Dir, a.Root) {
			continue
		}
		seen[a.Agent+a.Root] = true
		switch a.Agent {
		case "claude-code":
			claudeRetention(d, a.Root)
		case "gemini":
			geminiRetention(d, a.Root)
		}
	}
}

func claudeRetention(d *Diagnosis, root string) {
	const about = "claude-code retention"
	days, file := claudeDays, ""
	for _, name := range []string{"settings.json", "settings.local.json"} { // the later one wins
		var s struct {
			CleanupPeriodDays *int `json:"cleanupPeriodDays"`
		}
		path := filepath.Join(root, name)
		switch err := readSettings(path, &s); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			d.add(Note, about, path+" is not readable as settings", "")
		case s.CleanupPeriodDays != nil:
			days, file = *s.CleanupPeriodDays, path
		}
	}
	set := fmt.Sprintf("cleanupPeriodDays = %d in %s", days, file)
	if file == "" {
		set = fmt.Sprintf("cleanupPeriodDays is not set, so %d", days)
	}
	longer := fmt.Sprintf("for originals that stay, set \"cleanupPeriodDays\": 3650 in %s", filepath.Join(root, "settings.json"))
	switch {
	case days <= 0:
		d.add(Bad, about, set+": some versions keep no sessions then, others refuse the setting", longer)
	case days < tightDays:
		d.add(Bad, about, set+": a session that is not read within that time is lost", longer)
	case days <= 365:
		d.add(Note, about, set+": sessions are removed after that many days; the items made of them stay", longer)
	default:
		d.add(Fine, about, set, "")
	}
}

func geminiRetention(d *Diagnosis, root string) {
	const about = "gemini retention"
	var s struct {
		General struct {
			SessionRetention struct {
				Enabled  *bool  `json:"enabled"`
				MaxAge   string `json:"maxAge"`
				MaxCount int    `json:"maxCount"`
			} `json:"sessionRetention"`
		} `json:"general"`
	}
	path := filepath.Join(root, "settings.json")
	err := readSettings(path, &s)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.add(Note, about, path+" is not readable as settings", "")
		return
	}
	r := s.General.SessionRetention
	stay := fmt.Sprintf(`for originals that stay, set "general": {"sessionRetention": {"enabled": false}} in %s`, path)
	switch {
	case r.Enabled == nil && r.MaxAge == "" && r.MaxCount == 0:
		d.add(Note, about, "general.sessionRetention is not set: newer versions remove sessions after "+geminiAge+", older ones keep them; the items made of them stay", stay)
	case r.Enabled != nil && !*r.Enabled:
		d.add(Fine, about, "sessions are kept", "")
	default:
		limits := []string{"maxAge = " + geminiAge + " unless set"}
		if r.MaxAge != "" {
			limits[0] = "maxAge"
			if len(r.MaxAge) < 10 {
				limits[0] += " = " + r.MaxAge
			}
		}
		if r.MaxCount > 0 {
			limits = append(limits, fmt.Sprintf("maxCount = %d", r.MaxCount))
		}
		d.add(Note, about, fmt.Sprintf("sessions are removed by general.sessionRetention (%s) in %s; the items made of them stay", strings.Join(limits, ", "), path), stay)
	}
}

// readSettings reads a small JSON settings file. Its errors quote nothing.
func readSettings(path string, to any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if len(text) > 1<<20 || json.Unmarshal(text, to) != nil {
		return errors.New("not valid JSON")
	}
	return nil
}
