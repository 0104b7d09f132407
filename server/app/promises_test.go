package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jezero/server/config"
	"jezero/server/health"
	"jezero/server/keys"
)

// configured writes a configuration and opens it.
func configured(t *testing.T, text string, vars map[string]string) (*Library, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Open(path, Environment{Lookup: func(name string) (string, bool) { v, ok := vars[name]; return v, ok }})
}

// Without keys only on loopback. JZ-126
func TestOpen_RequireAuth(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.8.9.10": true, "::1": true, "[::1]": true,
		"0.0.0.0": false, "::": false, "192.0.2.7": false, "2001:db8::1": false, "memory.example.org": false,
		"localhost.example.org": false, "::ffff:127.0.0.1": false,
	} {
		_, err := configured(t, fmt.Sprintf("[server]\nhost = %q\nrequire_auth = false\n", host), nil)
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "require_auth = false needs a loopback host") {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// Every secret stands in a variable that a field with _env names, and nowhere
// else. JZ-140
func TestOpen_SecretsByNameOnly(t *testing.T) {
	const named = `
[[clients]]
name = "one"
token_env = "VAR_TOKEN"
[summarizer]
kind = "openai"
model = "m"
api_key_env = "VAR_MODEL"
[health]
alert_webhook_env = "VAR_HOOK"
heartbeat_url_env = "VAR_BEAT"
`
	l, err := configured(t, named, map[string]string{"VAR_HOOK": "x"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range l.Config.Check().Variables {
		got = append(got, fmt.Sprint(v.Name, v.Set))
	}
	slices.Sort(got)
	if want := []string{"VAR_BEATfalse", "VAR_HOOKtrue", "VAR_MODELfalse", "VAR_TOKENfalse"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, field := range []string{"token_env", "api_key_env", "alert_webhook_env", "heartbeat_url_env"} {
		bare := strings.TrimSuffix(field, "_env")
		text := strings.Replace(named, field, bare, 1)
		if _, err := configured(t, text, nil); err == nil || !strings.Contains(err.Error(), `unknown key "`+bare+`"`) && !strings.Contains(err.Error(), bare+" in ") {
			t.Errorf("%s: %v", bare, err)
		}
	}
}

// An alert goes out once, the ping each time; and what is named must be set.
// JZ-175 to JZ-178
func TestTell(t *testing.T) {
	u := up(t)
	var mu sync.Mutex
	var alerts, pings int
	var last health.Alert
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path == "/beat" {
			pings++
			return
		}
		alerts++
		if err := json.NewDecoder(r.Body).Decode(&last); err != nil {
			t.Error(err)
		}
	}))
	defer hook.Close()
	text, err := os.ReadFile(u.Config.Path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("[health]\n"), []byte("[health]\nalert_webhook_env = \"HOOK\"\nheartbeat_url_env = \"BEAT\"\n"), 1)
	if err := os.WriteFile(u.Config.Path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{"HOOK": hook.URL + "/alert", "BEAT": hook.URL + "/beat"}
	env := Environment{Dir: u.env.Dir, Lookup: func(name string) (string, bool) {
		if v, ok := vars[name]; ok {
			return v, true
		}
		return u.env.Lookup(name)
	}}
	open := func() *Library {
		l, err := Open(u.Config.Path, env)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open()
	if _, err := l.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for i, step := range []struct {
		at           time.Time
		sent, alerts int
	}{
		{now, 0, 0},
		{now.Add(25 * time.Hour), 2, 2},
		{now.Add(30 * time.Hour), 0, 2},
		{now.Add(50 * time.Hour), 2, 4},
	} {
		report, err := open().Health(t.Context(), step.at)
		if err != nil {
			t.Fatal(err)
		}
		sent, err := open().Tell(t.Context(), report)
		if err != nil || sent != step.sent || alerts != step.alerts || pings != i+1 {
			t.Errorf("step %d: sent %d, %d alerts, %d pings, %v", i, sent, alerts, pings, err)
		}
	}
	if last.State != health.Stale || !strings.HasPrefix(last.Connector, "agent-") {
		t.Errorf("%+v", last)
	}
	delete(vars, "HOOK")
	if _, err := open().Tell(t.Context(), health.Report{At: now, Good: true}); err == nil || !strings.Contains(err.Error(), "alert_webhook_env names HOOK, which is not set") || pings != 5 {
		t.Errorf("not set: %d pings, %v", pings, err)
	}
}

// A key works however long ago it was made. JZ-74
func TestServer_KeysDoNotExpire(t *testing.T) {
	u := up(t)
	token, digest := keys.New()
	path := filepath.Join(u.Dir, "clients.d", "old.toml")
	d := Devices(u.Config.Path, u.env)
	if _, err := d.Approve("old", digest, keys.ApproveOptions{ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	longAgo := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for _, p := range []string{path, u.Config.Path, u.KeyFile} {
		if err := os.Chtimes(p, longAgo, longAgo); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Open(u.Config.Path, u.env)
	if err != nil {
		t.Fatal(err)
	}
	ring := keys.NewRing(l.Config)
	if c, ok := ring.Lookup(token); !ok || c.Name != "old" {
		t.Errorf("%+v %v", c, ok)
	}
}

// What a device sends is written below the inbox and nowhere else; what is
// asked is written nowhere. JZ-111
func TestServer_WritesOnlyTheInbox(t *testing.T) {
	s := serveSamples(t)
	word := "zanzibar" + "quince"
	s.ask(t, s.all, "search", map[string]any{"query": word})
	s.ask(t, s.all, "timeline", map[string]any{"project": word})
	s.ask(t, s.all, "later", map[string]any{"id": "mnothing", "terms": word})
	s.ask(t, s.all, "get_item", map[string]any{"id": word})
	const name = "sessions/2026/08/18/rollout-2026-08-18T10-00-00-019f6a10-3c11-7d20-8a31-5b0000000001.jsonl"
	req, err := http.NewRequestWithContext(t.Context(), "PUT", s.url+"/inbox/v1/codex/"+name, strings.NewReader("{\"quokka"+"meadow\": 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.uploader)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if res.StatusCode != http.StatusCreated {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	s.stop()
	found := map[string]int{}
	err = filepath.WalkDir(s.home, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		for _, w := range []string{word, "quokka" + "meadow"} {
			if bytes.Contains(data, []byte(w)) {
				found[w]++
				if rel, _ := filepath.Rel(s.home, p); w == word || !strings.Contains(filepath.ToSlash(rel), "/inbox/uploader/codex/"+name) {
					t.Errorf("%s holds %s", rel, w)
				}
			}
		}
		return err
	})
	if err != nil || found["quokka"+"meadow"] != 1 {
		t.Errorf("%v %v", found, err)
	}
}
