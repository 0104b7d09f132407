package web

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jezero/server"
	"jezero/server/web/webtest"
)

// FuzzInbox sends uploads of any shape to the inbox: whatever comes, the
// answer is a promised one, and a file is only where its layout says.
func FuzzInbox(f *testing.F) {
	f.Add(strings.TrimPrefix(webtest.GoodPath, inboxPrefix), "", "", []byte("{}"))
	f.Add(strings.TrimPrefix(webtest.GoodPath, inboxPrefix), "gzip", "a/b", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add(strings.TrimPrefix(webtest.GoodPath, inboxPrefix), "zstd", "..", []byte("\x28\xb5\x2f\xfd\x00\x58\x00\x00"))
	f.Add("codex/../claude-code/x", "br", "\x00", []byte{})
	promised := map[int]bool{200: true, 201: true, 400: true, 413: true, 415: true}
	base := f.TempDir()
	f.Fuzz(func(t *testing.T, path, coding, project string, body []byte) {
		dir, err := os.MkdirTemp(base, "") // t.TempDir would be named after the input
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		in := &Inbox{Dir: filepath.Join(dir, "inbox"), MaxBytes: 4096, UploadPath: uploadPath}
		r := httptest.NewRequest("PUT", "/", bytes.NewReader(body))
		r.RequestURI = inboxPrefix + path
		if coding != "" {
			r.Header["Content-Encoding"] = []string{coding}
		}
		if project != "" {
			r.Header["X-Jezero-Project"] = []string{project}
		}
		w := httptest.NewRecorder()
		ctx := server.WithCaller(context.Background(), server.Caller{Name: "up", Upload: true})
		in.serve(w, r.WithContext(context.WithValue(ctx, uploadsKey{}, func() bool { return true })))
		if !promised[w.Code] {
			t.Fatalf("status %d", w.Code)
		}
		for name := range webtest.Tree(t, dir) {
			name = filepath.ToSlash(name)
			if name == "inbox" || name == "inbox/.incoming" {
				continue
			}
			if w.Code >= 300 {
				t.Errorf("%d, and %q was written", w.Code, name)
			}
			if whole := "inbox/up/" + path; name != whole && !strings.HasPrefix(whole, name+"/") &&
				name != filepath.ToSlash(filepath.Dir(whole))+"/."+filepath.Base(whole)+".project" {
				t.Errorf("%q was written for %q", name, path)
			}
		}
		// The answer repeats nothing of the request.
		if w.Code >= 300 && len(project) > 6 && strings.Contains(w.Body.String(), project) {
			t.Errorf("the answer repeats the project")
		}
	})
}

// FuzzRequest gives the whole handler any request that can be read from the
// wire. Without a key nothing is written or called, and the host decides first.
func FuzzRequest(f *testing.F) {
	for i, r := range webtest.Requests() {
		if i%4 == 0 && len(r.Body) == 0 && len(r.Raw) < 2000 {
			f.Add([]byte(strings.NewReplacer("$A", "127.0.0.1:1", "$K", "nobody", "$R", "nobody").Replace(r.Raw)))
		}
	}
	called := false
	dir := filepath.Join(f.TempDir(), "inbox")
	h := New(Options{
		RequireAuth: true, Host: "127.0.0.1", Reader: fakeReader{}, Inbox: &Inbox{Dir: dir, MaxBytes: 100, UploadPath: uploadPath},
		MCP: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }),
	})
	g := newGuard("127.0.0.1", 0, nil, "")
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
		if err != nil {
			return
		}
		w := httptest.NewRecorder()
		ours := g.host(r.Host)
		h.ServeHTTP(w, r)
		io.Copy(io.Discard, r.Body)
		if (w.Code == 421) == ours {
			t.Errorf("host answered: %v, status %d", ours, w.Code)
		}
		if w.Code >= 500 || w.Code >= 300 && w.Code < 400 {
			t.Errorf("status %d", w.Code)
		}
		if called {
			t.Error("the tools were called without a key")
		}
		if w.Code == 401 && w.Header().Get("WWW-Authenticate") != `Bearer realm="jezero"` {
			t.Error("401 without its realm")
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("something was written without a key")
		}
	})
}
