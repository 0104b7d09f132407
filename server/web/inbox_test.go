package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"jezero/server/web/webtest"
)

// put uploads a body and returns the status and the answer.
func (b *bench) put(t testing.TB, path string, body io.Reader, headers ...string) (int, received) {
	t.Helper()
	r, err := http.NewRequest("PUT", "http://"+b.Addr+path, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+b.UploadKey)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var got received
	text, _ := io.ReadAll(resp.Body)
	if resp.StatusCode < 300 {
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return resp.StatusCode, got
}

func sha(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

func stored(b *bench) string {
	return filepath.Join(b.Inbox, "up", "claude-code", strings.TrimPrefix(webtest.GoodPath, "/inbox/v1/claude-code/"))
}

// JZ-94, JZ-97, JZ-105, JZ-108, JZ-109, JZ-110, JL-64
func TestInbox_Stores(t *testing.T) {
	first, second := []byte("{\"a\":1}\n"), bytes.Repeat([]byte("{\"b\":2}\n"), 50_000)
	var gzipped bytes.Buffer
	z := gzip.NewWriter(&gzipped)
	z.Write(second)
	z.Close()
	enc, _ := zstd.NewWriter(nil)
	zipped := enc.EncodeAll(second, nil)
	tests := []struct {
		name   string
		body   func() io.Reader
		coding string
		want   []byte
		raw    []byte
	}{
		{"identity", func() io.Reader { return bytes.NewReader(first) }, "identity", first, nil},
		{"no header", func() io.Reader { return bytes.NewReader(second) }, "", second, nil},
		{"chunked", func() io.Reader { return io.MultiReader(bytes.NewReader(first), bytes.NewReader(second)) }, "", append(bytes.Clone(first), second...), nil},
		{"gzip", func() io.Reader { return bytes.NewReader(gzipped.Bytes()) }, "gzip", second, gzipped.Bytes()},
		{"zstd", func() io.Reader { return bytes.NewReader(zipped) }, "ZSTD", second, zipped},
		{"nothing", func() io.Reader { return bytes.NewReader(nil) }, "", nil, nil},
		{"exactly the limit", func() io.Reader { return bytes.NewReader(make([]byte, webtest.MaxBytes)) }, "", make([]byte, webtest.MaxBytes), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := start(t, webtest.Config, nil)
			before := time.Now().Add(-time.Second)
			for i, want := range []int{201, 200} {
				headers := []string{"X-Jezero-Project", fmt.Sprintf("team/app-%d", i)}
				if tt.coding != "" {
					headers = append(headers, "Content-Encoding", tt.coding)
				}
				status, got := b.put(t, webtest.GoodPath, tt.body(), headers...)
				expect := received{SHA256: sha(tt.want), Bytes: int64(len(tt.want)), Created: i == 0}
				if tt.raw != nil {
					expect.Received = sha(tt.raw)
				}
				if status != want || got != expect {
					t.Errorf("%d %+v, want %d %+v", status, got, want, expect)
				}
				text, err := os.ReadFile(stored(b))
				if err != nil || !bytes.Equal(text, tt.want) {
					t.Errorf("stored %d bytes, want %d, %v", len(text), len(tt.want), err)
				}
				note, err := os.ReadFile(filepath.Join(filepath.Dir(stored(b)), "."+filepath.Base(stored(b))+".project"))
				if string(note) != headers[1]+"\n" {
					t.Errorf("project note %q %v", note, err)
				}
				info, err := os.Stat(stored(b))
				if err != nil || info.ModTime().Before(before) || info.ModTime().After(time.Now().Add(time.Second)) || info.Mode().Perm() != 0o600 {
					t.Errorf("time %v, mode %v: %v", info.ModTime(), info.Mode(), err)
				}
			}
			if left, _ := os.ReadDir(filepath.Join(b.Inbox, stageDir)); len(left) != 0 {
				t.Errorf("%d files are left in the staging folder", len(left))
			}
			if files := webtest.Tree(t, b.Inbox); len(files) != 6 {
				t.Errorf("the inbox holds more than the file, its note and their folders: %v", files)
			}
		})
	}
}

// JZ-109: the file's time is when it was stored, not when its last byte was
// written, and nothing that the device says.
func TestInbox_TimeIsOfTheUpload(t *testing.T) {
	at := time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC)
	b := start(t, webtest.Config, func(o *Options) { o.Inbox.Now = func() time.Time { return at } })
	b.put(t, webtest.GoodPath, strings.NewReader("x"), "Last-Modified", "Mon, 02 Jan 2006 15:04:05 GMT", "X-OC-Mtime", "1136214245", "Date", "Mon, 02 Jan 2006 15:04:05 GMT")
	if info, err := os.Stat(stored(b)); err != nil || !info.ModTime().Equal(at) {
		t.Errorf("%v %v", info, err)
	}
}

// An upload without the project keeps the one it was given.
func TestInbox_ProjectStays(t *testing.T) {
	b := start(t, webtest.Config, nil)
	b.put(t, webtest.GoodPath, strings.NewReader("a"), "X-Jezero-Project", "p")
	b.put(t, webtest.GoodPath, strings.NewReader("b"))
	if note, _ := os.ReadFile(filepath.Join(filepath.Dir(stored(b)), "."+filepath.Base(stored(b))+".project")); string(note) != "p\n" {
		t.Errorf("note %q", note)
	}
}

// JZ-101: neither a link that is there nor one that comes leads out, or into
// another device's folder.
func TestInbox_Links(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	for _, where := range []string{"up", "up/claude-code", "up/claude-code/projects", "up/claude-code/projects/-home-me-app", "file", "note", "dangling", "other device", ".incoming"} {
		t.Run(where, func(t *testing.T) {
			b := start(t, webtest.Config, nil)
			outside := t.TempDir()
			prey := filepath.Join(outside, "prey")
			if err := os.WriteFile(prey, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			file := stored(b)
			link, to := filepath.Join(b.Inbox, where), outside
			switch where {
			case "file":
				link, to = file, prey
			case "note":
				link, to = filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".project"), prey
			case "dangling":
				link, to = file, filepath.Join(outside, "new")
			case "other device":
				link, to = filepath.Join(b.Inbox, "up"), "read" // stays inside the inbox
				if err := os.MkdirAll(filepath.Join(b.Inbox, "read"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(to, link); err != nil {
				t.Fatal(err)
			}
			want := 400
			if where == ".incoming" {
				want = 500 // the server's own folder, not the path, is to blame
			}
			before := webtest.Tree(t, b.Inbox)
			if status, _ := b.put(t, webtest.GoodPath, strings.NewReader("x"), "X-Jezero-Project", "p"); status != want {
				t.Errorf("status %d, want %d", status, want)
			}
			if d := cmp.Diff(before, webtest.Tree(t, b.Inbox)); d != "" {
				t.Error(d)
			}
			if text, _ := os.ReadFile(prey); string(text) != "mine" {
				t.Error("a file outside was changed")
			}
			if out, _ := os.ReadDir(outside); len(out) != 1 {
				t.Error("a file was made outside")
			}
		})
	}
}

// A folder is swapped for a link again and again while uploads go through it.
func TestInbox_LinkRace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	b := start(t, webtest.Config, nil)
	outside := t.TempDir()
	folder := filepath.Join(b.Inbox, "up", "claude-code", "projects")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var swaps sync.WaitGroup
	swaps.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			os.Rename(folder, folder+".aside")
			os.Symlink(outside, folder)
			os.Remove(folder)
			os.Rename(folder+".aside", folder)
		}
	})
	counts := map[int]int{}
	// As many as two seconds allow, on a busy machine too.
	for i, end := 0, time.Now().Add(2*time.Second); i < 300 && time.Now().Before(end); i++ {
		status, _ := b.put(t, webtest.GoodPath, strings.NewReader("x"))
		counts[status]++
	}
	close(done)
	swaps.Wait()
	if out, _ := os.ReadDir(outside); len(out) != 0 {
		t.Errorf("%d entries were made outside", len(out))
	}
	for status := range counts {
		if status != 200 && status != 201 && status != 400 && status != 500 { // 500: the folder was gone in between
			t.Errorf("answers %v", counts)
		}
	}
}

// A file or a folder of the device itself is in the way.
func TestInbox_InTheWay(t *testing.T) {
	b := start(t, webtest.Config, nil)
	if err := os.MkdirAll(stored(b), 0o700); err != nil {
		t.Fatal(err)
	}
	if status, _ := b.put(t, webtest.GoodPath, strings.NewReader("x")); status != 400 {
		t.Errorf("a folder of that name: %d", status)
	}
	os.RemoveAll(filepath.Join(b.Inbox, "up"))
	if err := os.WriteFile(filepath.Join(b.Inbox, "up"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _ := b.put(t, webtest.GoodPath, strings.NewReader("x")); status != 400 {
		t.Errorf("a file where a folder belongs: %d", status)
	}
}

// failing writes a while and then fails as a full disk does.
type failing struct {
	stageFile
	left int
	err  error
	at   string
}

func (f *failing) Write(p []byte) (int, error) {
	if f.at == "write" {
		if f.left -= len(p); f.left < 0 {
			return 0, &os.PathError{Op: "write", Path: "secret-project", Err: f.err}
		}
	}
	return f.stageFile.Write(p)
}

func (f *failing) Sync() error {
	if f.at == "sync" {
		return f.err
	}
	return f.stageFile.Sync()
}

func (f *failing) Close() error {
	err := f.stageFile.Close()
	if f.at == "close" {
		return f.err
	}
	return err
}

// A full disk is 507 and leaves nothing; the file that was there stays.
func TestInbox_DiskFull(t *testing.T) {
	for _, at := range []string{"create", "write", "sync", "close"} {
		for name, fault := range map[string]struct {
			err    error
			status int
		}{"full": {syscall.ENOSPC, 507}, "quota": {syscall.EDQUOT, 507}, "read-only": {syscall.EROFS, 500}} {
			t.Run(at+" "+name, func(t *testing.T) {
				b := start(t, webtest.Config, nil)
				if status, _ := b.put(t, webtest.GoodPath, strings.NewReader("old")); status != 201 {
					t.Fatal(status)
				}
				before := webtest.Tree(t, b.Inbox)
				create := b.inbox.create
				b.inbox.create = func(dir *os.Root, n string) (stageFile, error) {
					if at == "create" {
						return nil, fault.err
					}
					f, err := create(dir, n)
					return &failing{f, 40_000, fault.err, at}, err
				}
				status, _ := b.put(t, webtest.GoodPath, strings.NewReader(strings.Repeat("new", 100_000)), "X-Jezero-Project", "p")
				if status != fault.status {
					t.Errorf("status %d, want %d", status, fault.status)
				}
				if d := cmp.Diff(before, webtest.Tree(t, b.Inbox)); d != "" {
					t.Error(d)
				}
				if left, _ := os.ReadDir(filepath.Join(b.Inbox, stageDir)); len(left) != 0 {
					t.Error("a partial file is left")
				}
				if strings.Contains(b.log.String(), "secret-project") {
					t.Error("the log names the path")
				}
			})
		}
	}
}

// JZ-107: a client that hangs up leaves nothing behind.
func TestInbox_HangUp(t *testing.T) {
	b := start(t, webtest.Config, nil)
	for _, headers := range []string{"Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n", "Content-Encoding: gzip\r\nContent-Length: 100000\r\n"} {
		conn, err := net.Dial("tcp", b.Addr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n%s\r\n1000\r\n%s", webtest.GoodPath, b.Addr, b.UploadKey, headers, strings.Repeat("a", 5000))
		time.Sleep(20 * time.Millisecond)
		conn.Close()
	}
	deadline := time.Now().Add(time.Minute)
	for {
		left, _ := os.ReadDir(filepath.Join(b.Inbox, stageDir))
		if len(left) == 0 && strings.Count(b.log.String(), "route=inbox") == 3 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d staged files are left", len(left))
		}
		time.Sleep(5 * time.Millisecond)
	}
	if files := webtest.Tree(t, b.Inbox); len(files) != 0 {
		t.Errorf("files %v", files)
	}
}

// Many uploads of one file at once: it is always whole.
func TestInbox_Concurrent(t *testing.T) {
	b := start(t, webtest.Config, nil)
	var wg sync.WaitGroup
	var bad, created atomic.Int64
	for i := range 16 {
		wg.Go(func() {
			text := bytes.Repeat([]byte{byte('a' + i)}, 200_000)
			for range 5 {
				status, got := b.put(t, webtest.GoodPath, bytes.NewReader(text))
				if got.SHA256 != sha(text) || status != 200 && status != 201 {
					bad.Add(1)
				}
				if got.Created {
					created.Add(1)
				}
				now, err := os.ReadFile(stored(b))
				if err != nil || len(now) != 200_000 || bytes.Count(now, now[:1]) != len(now) {
					bad.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if bad.Load() > 0 || created.Load() < 1 {
		t.Errorf("%d bad answers or mixed files, %d created", bad.Load(), created.Load())
	}
}

// A client that sends nothing is let go.
func TestSlowBodyIsCutOff(t *testing.T) {
	patiently(t, &bodyIdle, 150*time.Millisecond, slowBody)
}

func slowBody(t *testing.T) (problem string) {
	b := start(t, webtest.Config, nil)
	started := time.Now()
	resp, _, err := b.Send(webtest.Request{Raw: "PUT " + webtest.GoodPath + " HTTP/1.1\r\nHost: $A\r\nAuthorization: Bearer $K\r\nContent-Length: 100\r\n\r\nabc"})
	if err != nil || resp.StatusCode != http.StatusRequestTimeout {
		t.Fatalf("%v %v", resp, err)
	}
	// Also where the body is of no interest.
	resp, _, err = b.Send(webtest.Request{Raw: "GET /healthz HTTP/1.1\r\nHost: $A\r\nContent-Length: 100\r\n\r\nabc"})
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("%v %v", resp, err)
	}
	if took := time.Since(started); took > 20*bodyIdle {
		return fmt.Sprintf("took %v", took)
	}
	// One that sends a little now and then is not.
	conn, err := net.Dial("tcp", b.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 8\r\nConnection: close\r\n\r\n", webtest.GoodPath, b.Addr, b.UploadKey)
	for range 8 {
		time.Sleep(bodyIdle * 2 / 5)
		io.WriteString(conn, "x")
	}
	answer, _ := io.ReadAll(conn)
	if !bytes.HasPrefix(answer, []byte("HTTP/1.1 201 ")) {
		return fmt.Sprintf("one that sends a little now and then: %.60s", answer)
	}
	if files := webtest.Tree(t, b.Inbox); files[filepath.Join("up/claude-code", strings.TrimPrefix(webtest.GoodPath, "/inbox/v1/claude-code/"))] == "" {
		t.Errorf("files %v", files)
	}
	return ""
}

func TestInbox_Retain(t *testing.T) {
	b := start(t, webtest.Config, nil)
	other := strings.Replace(webtest.GoodPath, "0b7c", "1b7c", 1)
	for _, p := range []string{webtest.GoodPath, other} {
		if status, _ := b.put(t, p, strings.NewReader("x"), "X-Jezero-Project", "p"); status != 201 {
			t.Fatal(status)
		}
	}
	old := time.Now().Add(-31 * 24 * time.Hour)
	if err := os.Chtimes(stored(b), old, old); err != nil {
		t.Fatal(err)
	}
	// Both were given their projects long ago; the note of a file that stays, stays.
	note := func(path string) string {
		return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".project")
	}
	stays := strings.Replace(stored(b), "0b7c", "1b7c", 1)
	os.Chtimes(note(stored(b)), old, old)
	os.Chtimes(note(stays), old, old)
	staged := filepath.Join(b.Inbox, stageDir, "dead")
	fresh := filepath.Join(b.Inbox, stageDir, "fresh")
	os.WriteFile(staged, nil, 0o600)
	os.WriteFile(fresh, nil, 0o600)
	os.Chtimes(staged, old, old)
	outside := filepath.Join(t.TempDir(), "kept")
	os.WriteFile(outside, nil, 0o600)
	os.Chtimes(outside, old, old)
	os.Symlink(filepath.Dir(outside), filepath.Join(b.Inbox, "up", "link"))
	n, err := Retain(context.Background(), b.Inbox, 30*24*time.Hour, time.Now())
	if err != nil || n != 1 {
		t.Errorf("removed %d files, %v", n, err)
	}
	for path, want := range map[string]bool{stored(b): false, note(stored(b)): false, stays: true, note(stays): true, staged: false, fresh: true, outside: true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	if n, err := Retain(context.Background(), filepath.Join(b.Inbox, "none"), time.Hour, time.Now()); n != 0 || err != nil {
		t.Errorf("no inbox: %d %v", n, err)
	}
	if n, err := Retain(context.Background(), b.Inbox, 0, time.Now().Add(1000*time.Hour)); n != 0 || err != nil {
		t.Errorf("retention 0 keeps all: %d %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Retain(ctx, b.Inbox, time.Hour, time.Now()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// An upload that takes the place of an old one while that is removed, stays.
func TestInbox_RetainReplaced(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	path := filepath.Join(dir, "a.jsonl")
	for _, tt := range []struct {
		age  time.Duration
		want bool
	}{{time.Hour, false}, {3 * time.Hour, true}} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-tt.age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		removed, err := retire(root, "a.jsonl", time.Now().Add(-2*time.Hour))
		text, _ := os.ReadFile(path)
		if err != nil || removed != tt.want || (string(text) == "x") == tt.want {
			t.Errorf("age %v: removed %v, %v; the file holds %q", tt.age, removed, err, text)
		}
		if left, _ := os.ReadDir(filepath.Join(dir, stageDir)); len(left) != 0 {
			t.Errorf("age %v: left behind: %v", tt.age, left)
		}
	}
	// Another one was quicker.
	if removed, err := retire(root, "a.jsonl", time.Now()); removed || err != nil {
		t.Errorf("gone already: %v %v", removed, err)
	}
}
