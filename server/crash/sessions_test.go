package crash

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What the sessions hold beside ordinary words.
const (
	laterSecret = "harbourword" // followed by a number; only the later rules take it
	tideText    = "low water at the breakwater"
	tideProject = "tidewatch" // the only project that holds tideText
)

// sessionFiles is how many sessions each of the two agents has.
const sessionFiles = 26

// writeSessions writes the agents' folders below dir: claude and codex. turns
// is the length of a session; a longer one begins as a shorter one does. With
// project the folders hold notes that give some sessions another project.
func writeSessions(t *testing.T, dir string, files, turns int, projects bool) {
	t.Helper()
	begin := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for i := range files {
		at := begin.Add(time.Duration(i) * 7 * time.Hour)
		name := []string{"ledger", "harbour", tideProject, "infra"}[i%4]
		claude := filepath.Join(dir, "claude", "projects", "-home-me-code-"+name, fmt.Sprintf("c%07d-0000-4000-8000-000000000000.jsonl", i))
		codex := filepath.Join(dir, "codex", "sessions", "2026", "03", "01",
			fmt.Sprintf("rollout-2026-03-01T08-00-00-d%07d-0000-4000-8000-000000000000.jsonl", i))
		write(t, claude, claudeSession(i, name, at, turns))
		write(t, codex, codexSession(i, name, at, turns))
		if projects && i%3 == 0 {
			for _, f := range []string{claude, codex} {
				write(t, filepath.Join(filepath.Dir(f), "."+filepath.Base(f)+".project"), []byte("renamed/"+name+"\n"))
			}
		}
	}
}

// quiet is when every session was last changed.
var quiet = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, quiet, quiet); err != nil {
		t.Fatal(err)
	}
}

func claudeSession(i int, project string, at time.Time, turns int) []byte {
	id := fmt.Sprintf("c%07d-0000-4000-8000-000000000000", i)
	var b strings.Builder
	parent := any(nil)
	for k := range turns {
		role := []string{"user", "assistant"}[k%2]
		uuid := fmt.Sprintf("%07d%d-0000-4000-8000-%012d", i, k%2, k)
		var content any = said(i, k, project)
		message := map[string]any{"role": role, "content": content}
		if role == "assistant" {
			message = map[string]any{"role": role, "model": "m", "id": "msg" + uuid, "content": []any{map[string]any{"type": "text", "text": content}}}
		}
		line(&b, map[string]any{"parentUuid": parent, "isSidechain": false, "userType": "external", "cwd": "/home/me/code/" + project,
			"sessionId": id, "version": "2.1.0", "gitBranch": "main", "type": role, "uuid": uuid, "message": message,
			"timestamp": at.Add(time.Duration(k) * time.Minute).Format(time.RFC3339Nano)})
		parent = uuid
	}
	return []byte(b.String())
}

func codexSession(i int, project string, at time.Time, turns int) []byte {
	id := fmt.Sprintf("d%07d-0000-4000-8000-000000000000", i)
	var b strings.Builder
	stamp := func(k int) string {
		return at.Add(3 * time.Hour).Add(time.Duration(k) * time.Minute).Format("2006-01-02T15:04:05.000Z")
	}
	line(&b, map[string]any{"timestamp": stamp(0), "type": "session_meta", "payload": map[string]any{"id": id, "timestamp": stamp(0),
		"cwd": "/home/me/code/" + project, "originator": "codex_cli_rs", "cli_version": "0.147.0", "source": "cli"}})
	for k := range turns {
		role, kind := []string{"user", "assistant"}[k%2], []string{"input_text", "output_text"}[k%2]
		line(&b, map[string]any{"timestamp": stamp(k), "type": "response_item", "payload": map[string]any{"type": "message", "role": role,
			"content": []any{map[string]any{"type": kind, "text": said(i+100, k, project)}}}})
	}
	return []byte(b.String())
}

func line(b *strings.Builder, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	b.Write(text)
	b.WriteByte('\n')
}

// said is the text of a turn; it depends on its arguments only.
func said(i, k int, project string) string {
	rng := rand.New(rand.NewPCG(uint64(i), uint64(k)))
	var b strings.Builder
	for w := range 90 + rng.IntN(180) {
		fmt.Fprintf(&b, "%c%d", 'a'+rng.IntN(26), rng.IntN(900))
		b.WriteString([]string{" ", " ", " ", ". The ", " fetchItem"}[min(w%9, 4)])
	}
	switch {
	case k%4 == 1:
		fmt.Fprintf(&b, "\nWe decided to use %s%d for it.", laterSecret, i*1000+k)
	case k%4 == 2:
		// A secret of today's rules.
		fmt.Fprintf(&b, "\nexport GITHUB_TOKEN=ghp_%s", strings.Repeat(fmt.Sprintf("%c%d", 'A'+i%26, k%10), 18))
	}
	if project == tideProject {
		b.WriteString("\nThe gate closes with " + tideText + ".")
	}
	return b.String()
}
