package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "client.key")
	want := Credentials{URL: "http://127.0.0.1:8765", Key: "jz_not-a-real-one"}
	if err := WriteKeyFile(path, want); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 { // JZ-75
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if err := WriteKeyFile(path, want); !errors.Is(err, fs.ErrExist) {
		t.Errorf("writing over a key: %v", err)
	}
	got, err := LoadKeyFile(path, "")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, same := range []string{"http://127.0.0.1:8765/mcp", "HTTP://127.0.0.1:8765/"} {
		if _, err := LoadKeyFile(path, same); err != nil {
			t.Errorf("%s: %v", same, err)
		}
	}
	for _, other := range []string{"http://127.0.0.1:8766", "https://127.0.0.1:8765", "http://localhost:8765", "http://192.0.2.1:8765"} {
		_, err := LoadKeyFile(path, other)
		if !errors.Is(err, ErrOtherURL) || strings.Contains(err.Error(), want.Key) {
			t.Errorf("%s: %v, want ErrOtherURL", other, err)
		}
	}
	if err := Rebind(path, "http://127.0.0.1:9001"); err != nil {
		t.Fatal(err)
	}
	moved, err := LoadKeyFile(path, "http://127.0.0.1:9001")
	if err != nil || moved.Key != want.Key {
		t.Errorf("after Rebind: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	for _, s := range []string{fmt.Sprint(want), fmt.Sprintf("%+v", want), fmt.Sprintf("%#v", want)} {
		if strings.Contains(s, want.Key) {
			t.Errorf("prints the key: %s", s)
		}
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadKeyFile(path, ""); !errors.Is(err, ErrReadable) {
		t.Errorf("mode 0640: %v", err)
	}
}

func TestLoadKeyFile_Bad(t *testing.T) {
	dir := t.TempDir()
	if _, err := LoadKeyFile(dir, ""); !errors.Is(err, ErrBadKeyFile) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := LoadKeyFile(filepath.Join(dir, "none"), ""); !errors.Is(err, ErrNoKeyFile) {
		t.Errorf("missing: %v", err)
	}
	for name, text := range map[string]string{
		"empty":    "",
		"key only": "JEZERO_KEY=needle",
		"bare key": "needle",
		"typo":     "JEZERO_URL=http://127.0.0.1\nJEZERO_KYE=needle",
		"address":  "JEZERO_URL=needle\nJEZERO_KEY=needle",
		"user":     "JEZERO_URL=http://needle@127.0.0.1\nJEZERO_KEY=needle",
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := LoadKeyFile(path, "")
		if !errors.Is(err, ErrBadKeyFile) || strings.Contains(err.Error(), "needle") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCall(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		var m struct {
			Params struct {
				Name string `json:"name"`
			} `json:"params"`
		}
		if err := json.Unmarshal(raw, &m); err != nil || r.Header.Get("Mcp-Protocol-Version") != Protocol {
			w.WriteHeader(400)
			return
		}
		result := map[string]string{
			"timeline": `{"content":[],"structuredContent":{"items":[{"id":"m1","ended_at":"2026-03-01T10:00:00Z","started_at":""}]}}`,
			"search":   `{"isError":true,"content":[{"type":"text","text":"query is empty"}]}`,
			"later":    `{"content":[]}`,
		}[m.Params.Name]
		if result == "" {
			io.WriteString(w, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool"}}`)
			return
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":%s}`, result)
	}))
	defer srv.Close()
	c, err := New(Credentials{URL: srv.URL, Key: "k"}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var got Hits
	if err := c.Call(t.Context(), "timeline", map[string]int{"limit": 1}, &got); err != nil {
		t.Fatal(err)
	}
	want := Hits{Items: []Hit{{ID: "m1", EndedAt: Time{time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var tool ToolError
	if err := c.Call(t.Context(), "search", nil, &got); !errors.As(err, &tool) || tool != "query is empty" {
		t.Errorf("tool error: %v", err)
	}
	for _, bad := range []string{"later", "none"} {
		if err := c.Call(t.Context(), bad, nil, &got); err == nil || errors.As(err, &tool) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// JZ-75
func TestNewKey(t *testing.T) {
	a, b := NewKey(), NewKey()
	if len(a) != 43 || a == b || strings.Trim(a, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		t.Errorf("%d characters, two are equal: %v", len(a), a == b)
	}
	if got, want := Digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("Digest %s, want %s", got, want)
	}
}

func TestDeviceName(t *testing.T) {
	for host, want := range map[string]string{
		"laptop": "laptop", "Desk.Example.ORG": "desk", "My Büro PC": "my-b-ro-pc", "--x--": "x", "": "", "...": "", "local": "", "NUL": "", "com1": "", "com": "com",
		strings.Repeat("a", 39) + "-b": strings.Repeat("a", 39), "äöü": "",
	} {
		if got := DeviceName(host); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}

// Every way in which a server can be unwell has its own words, and no key is
// shown to find out.
func TestProbe(t *testing.T) {
	tests := []struct {
		name    string
		handler http.HandlerFunc
		want    error
	}{
		{"well", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"status":"ok"}`) }, nil},
		{"library unreadable", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(503)
			io.WriteString(w, `{"error":"x"}`)
		}, ErrNotReady},
		{"foreign name", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(421) }, ErrForeignName},
		{"page of a proxy", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") }, ErrNotJezero},
		{"proxy without a server", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503); io.WriteString(w, "<html>") }, ErrNotJezero},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) }, ErrNotJezero},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `{"status":"ok"}`+strings.Repeat(" ", 1<<20)+"x")
		}, nil},
	}
	for _, tt := range tests {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" || r.URL.Path != "/healthz" {
				t.Errorf("%s: asked %s, with a key: %v", tt.name, r.URL.Path, r.Header.Get("Authorization") != "")
			}
			tt.handler(w, r)
		}))
		if err := Probe(t.Context(), srv.URL+"/mcp", time.Minute); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
		srv.Close()
		var unreachable *UnreachableError
		if err := Probe(t.Context(), srv.URL, time.Minute); !errors.As(err, &unreachable) {
			t.Errorf("%s, gone: %v", tt.name, err)
		}
	}
}

func TestMayUpload(t *testing.T) {
	for status, want := range map[int]string{400: "true <nil>", 403: "false <nil>", 401: "false " + ErrUnknownKey.Error(), 502: "false " + StatusError(502).Error()} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != "PUT" || r.ContentLength != 0 || r.Header.Get("Authorization") != "Bearer k" {
				t.Errorf("%s, %d bytes", r.Method, r.ContentLength)
			}
			w.WriteHeader(status)
		}))
		c, err := New(Credentials{URL: srv.URL, Key: "k"}, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		may, err := c.MayUpload(t.Context())
		if got := fmt.Sprint(may, err); got != want && got != fmt.Sprint(may)+" "+want {
			t.Errorf("%d: %s, want %s", status, got, want)
		}
		srv.Close()
	}
}
