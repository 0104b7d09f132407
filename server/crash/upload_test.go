package crash

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"jezero/server/keys"
)

// uploads are the session files that a device sends: URL path → content.
func uploads(t *testing.T, sessions string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for folder, agent := range map[string]string{"claude": "claude-code", "codex": "codex"} {
		root := filepath.Join(sessions, folder)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, _ := filepath.Rel(root, path)
			data, err := os.ReadFile(path)
			out[agent+"/"+filepath.ToSlash(rel)] = data
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// served is a running jezero serve.
type served struct {
	cmd *exec.Cmd
	url string
	out bytes.Buffer
}

func (h *home) serve(port int) *served {
	h.t.Helper()
	s := &served{cmd: h.command("serve"), url: fmt.Sprintf("http://127.0.0.1:%d", port)}
	s.cmd.Stdout, s.cmd.Stderr = &s.out, &s.out
	if err := s.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { s.kill() })
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")); err == nil {
			c.Close()
			return s
		}
	}
	s.kill()
	h.t.Fatalf("serve does not answer:\n%s", &s.out)
	return nil
}

func (s *served) kill() {
	s.cmd.Process.Kill() //nolint:errcheck // it may have ended
	s.cmd.Wait()         //nolint:errcheck // killed
}

// send uploads the files, four at a time, and returns those that the server
// said it has; told is told how many they are. Without must a failure ends
// the sending.
func (s *served) send(t *testing.T, token string, files map[string][]byte, must bool, told func(stored int)) map[string]bool {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	queue := make(chan string)
	go func() {
		defer close(queue)
		for path := range files { // in any order
			select {
			case queue <- path:
			case <-ctx.Done():
				return
			}
		}
	}()
	var mu sync.Mutex
	stored := map[string]bool{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for path := range queue {
				err := put(ctx, client, s.url+"/inbox/v1/"+path, token, files[path])
				mu.Lock()
				if err == nil {
					stored[path] = true
					told(len(stored))
				} else if must {
					t.Errorf("uploading: %v", err)
				}
				mu.Unlock()
				if err != nil {
					cancel()
				}
			}
		})
	}
	wg.Wait()
	return stored
}

// put sends a file; it is stored when the answer says so with its digest.
func put(ctx context.Context, client *http.Client, url, token string, data []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("X-Jezero-Project", "uploaded/work")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	var got struct {
		SHA256 string `json:"sha256"`
	}
	err = json.NewDecoder(res.Body).Decode(&got)
	sum := sha256.Sum256(data)
	if err != nil || res.StatusCode/100 != 2 || got.SHA256 != hex.EncodeToString(sum[:]) {
		return fmt.Errorf("answer %d, %v", res.StatusCode, err)
	}
	return nil
}

// inbox is what stands in the inbox, without what is still on its way.
func (h *home) inbox() map[string][]byte {
	h.t.Helper()
	out := map[string][]byte{}
	root := h.path("inbox", "laptop")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)], err = os.ReadFile(path)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		h.t.Fatal(err)
	}
	return out
}

// settled makes every upload as old as the others, and quiet.
func (h *home) settled() {
	h.t.Helper()
	for name := range h.inbox() {
		if err := os.Chtimes(h.path("inbox", "laptop", name), quiet, quiet); err != nil {
			h.t.Fatal(err)
		}
	}
}

// JZ-107, JZ-124: a server that is killed while devices send keeps every file
// that it said it has, and never half of one; sending the rest and reading it
// ends in the state of an undisturbed device.
func TestKill_Upload(t *testing.T) {
	program(t)
	sessions := t.TempDir()
	writeSessions(t, sessions, sessionFiles, 24, false)
	files := uploads(t, sessions)
	token, digest := keys.New()
	fresh := func() (*home, int) {
		h := &home{t: t, dir: t.TempDir()}
		port := freePort(t)
		h.configure(settings{port: port, digest: digest})
		for _, agent := range []string{"claude-code", "codex"} {
			if err := os.MkdirAll(h.path("inbox", "laptop", agent), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		h.must("run") // there is a library to serve
		return h, port
	}
	calm, port := fresh()
	s := calm.serve(port)
	quietly := func(int) {}
	s.send(t, token, files, true, quietly)
	s.kill()
	want := calm.inbox()
	if len(want) != 2*len(files) {
		t.Fatalf("%d files in the inbox, want %d with their notes", len(want), 2*len(files))
	}
	calm.settled()
	calm.must("run")
	wantDump := dump(t, calm.library())
	t.Logf("undisturbed: %d files, %d lines", len(files), len(wantDump))

	rng := random("upload")
	n := max(1, 60**kills/500)
	killed, early := 0, 0
	for killed < n && early < 3*n+10 {
		h, port := fresh()
		s := h.serve(port)
		// Killed a moment after so many files are stored, four others on their way.
		at, after := rng.IntN(len(files)-4), time.Duration(rng.Int64N(int64(8*time.Millisecond)))
		kill := func(stored int) {
			if stored == at {
				time.AfterFunc(after, func() { s.cmd.Process.Kill() }) //nolint:errcheck // it may have ended
			}
		}
		kill(0)
		stored := s.send(t, token, files, false, kill)
		s.kill()
		if len(stored) == len(files) {
			early++
			continue
		}
		killed++
		left := h.inbox()
		for name, data := range left {
			if !bytes.Equal(data, want[name]) {
				t.Fatalf("kill %d: %s is not what was sent (%d of %d bytes)", killed, name, len(data), len(want[name]))
			}
		}
		for path := range stored {
			if _, ok := left[path]; !ok {
				t.Fatalf("kill %d: %s was said to be stored, and is not there", killed, path)
			}
		}
		if killed%2 == 0 { // what has come is read before the rest is sent
			h.settled()
			h.must("run")
			h.must("verify")
		}
		s = h.serve(port)
		s.send(t, token, files, true, quietly)
		s.kill()
		if !maps.EqualFunc(want, h.inbox(), bytes.Equal) {
			t.Fatalf("kill %d: the inbox holds something else", killed)
		}
		h.settled()
		h.must("run")
		h.must("verify")
		if diff := differ(wantDump, dump(t, h.library())); diff != "" {
			t.Fatalf("kill %d: the library holds something else:\n%s", killed, diff)
		}
		os.RemoveAll(h.dir)
	}
	if killed < n {
		t.Fatalf("killed %d times only: the uploads ended before in %d tries", killed, early)
	}
	t.Logf("%d kills, and %d ends before the kill", killed, early)
}
