package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/corpus"
	"jezero/server/config"
	"jezero/server/keys"
)

// A device's whole way: approved while the server runs, its upload lies where
// its connector looks, nothing is read before it is enabled, then the session
// is served under the device's source and the project that was sent along.
// JZ-72, JZ-77, JZ-81, JZ-97, JZ-108, JZ-110
func TestDeviceRoundTrip(t *testing.T) {
	p := serveBuilt(t, "")
	conf := filepath.Join(p.dir, config.FileName)
	d := &keys.Devices{Path: conf, Agents: []string{"claude-code"}}
	key, digest := keys.New()
	if _, err := d.Approve("laptop", digest, keys.ApproveOptions{SourcePrefix: "mine"}); err != nil {
		t.Fatal(err)
	}
	send := func(method, path string, body []byte, key string, headers map[string]string) (int, []byte) {
		t.Helper()
		req, err := http.NewRequest(method, "http://"+p.Addr+path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+key)
		for n, v := range headers {
			req.Header.Set(n, v)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, text
	}
	uploads := 0
	sessions, err := fs.Sub(corpus.Sessions(), "claude-code")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(sessions, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		text, err := fs.ReadFile(sessions, name)
		if err != nil {
			return err
		}
		for end := time.Now().Add(time.Minute); ; {
			status, answer := send("PUT", "/inbox/v1/claude-code/"+name, text, key, map[string]string{"X-Jezero-Project": "team/sent-along"})
			if status == 401 && time.Now().Before(end) {
				time.Sleep(10 * time.Millisecond) // the approval counts in a moment
				continue
			}
			if status != 201 {
				t.Errorf("%s: %d %s", name, status, answer)
			}
			uploads++
			return nil
		}
	})
	if err != nil || uploads == 0 {
		t.Fatalf("%d uploads: %v", uploads, err)
	}
	// The uploads are new, and connectors wait until a file has been quiet.
	old := time.Now().Add(-time.Hour)
	filepath.WalkDir(p.Inbox, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			os.Chtimes(path, old, old)
		}
		return err
	})
	run := func() string {
		t.Helper()
		bin, _ := programs()
		c := exec.Command(filepath.Join(bin, "jezero"), "run", "--config", conf)
		c.Env, c.Dir = []string{"HOME=" + p.dir, "PATH=" + os.Getenv("PATH")}, p.dir
		out, err := c.CombinedOutput()
		if err != nil && c.ProcessState.ExitCode() != 1 {
			t.Fatalf("jezero run: %v\n%s", err, out)
		}
		return string(out)
	}
	type overview struct {
		Items    int
		Sources  []struct{ Name string }
		Projects map[string]int
	}
	look := func(key string) (o overview) {
		t.Helper()
		status, text := send("GET", "/api/v1/overview", nil, key, nil)
		if err := json.Unmarshal(text, &o); err != nil || status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		return o
	}
	out := run()
	if o := look(p.ReadKey); o.Items != 0 {
		t.Errorf("a disabled connector was read: %+v\n%s", o, out)
	}
	if _, err := d.Enable("laptop", nil, true); err != nil {
		t.Fatal(err)
	}
	out = run()
	o := look(key)
	if o.Items < uploads/2 || len(o.Sources) != 1 || o.Sources[0].Name != "mine-claude-code-laptop" || len(o.Projects) != 1 || o.Projects["team/sent-along"] != o.Items {
		t.Errorf("%d uploads became %+v\n%s", uploads, o, out)
	}
	if _, err := d.Revoke("laptop"); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if status, _ := send("GET", "/api/v1/overview", nil, key, nil); status == 401 {
			break
		}
		if time.Now().After(end) {
			t.Fatal("a revoked device reads a minute later")
		}
	}
	if o := look(p.ReadKey); o.Items == 0 {
		t.Error("revoking took the items away")
	}
}
