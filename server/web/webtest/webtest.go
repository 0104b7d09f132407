// Package webtest holds what every server of jezero must withstand: a table of
// hostile requests, each with its exact status, for a server in the test's own
// process as well as for a program that was built; and a port for the latter.
package webtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Target is a running server. It listens on Addr (a loopback address), is
// configured as Config says, and knows two keys.
type Target struct {
	Addr      string // host:port
	Inbox     string // its inbox folder
	UploadKey string // may read and upload
	ReadKey   string // may read
	// Called returns how often a request got as far as the MCP handler; nil when
	// that cannot be seen.
	Called func() int
}

// Config is the part of jezero.toml that the table relies on.
const Config = `[server]
public_url = "https://memory.example.org:8443"
allowed_hosts = ["box.lan", "exact.example:9999", "[2001:db8::7]"]
[inbox]
max_mb = 1
`

// MaxBytes is Config's limit on a file.
const MaxBytes = 1 << 20

// GoodPath is an upload path that Claude Code's layout has.
const GoodPath = "/inbox/v1/claude-code/projects/-home-me-app/0b7c1c7e-1111-4222-8333-944455556666.jsonl"

// Request is one row: the bytes that are sent and the status that must come
// back. A row with a status below 300 may store a file, all others must not.
type Request struct {
	Name   string
	Raw    string // $K, $R, $A: upload key, read key, address
	Body   []byte // sent after Raw
	Status int
	// Header is a header of the answer and the value it must have.
	Header, Value string
}

// Run sends every row on a connection of its own and checks status, headers
// and that nothing was written. It returns how many rows there were.
func Run(t *testing.T, target Target) int {
	rows := Requests()
	names := map[string]bool{}
	before := Tree(t, target.Inbox)
	for _, row := range rows {
		if names[row.Name] {
			t.Errorf("two rows are called %q", row.Name)
		}
		names[row.Name] = true
		t.Run(row.Name, func(t *testing.T) {
			calls := 0
			if target.Called != nil {
				calls = target.Called()
			}
			resp, body, err := target.Send(row)
			if err != nil {
				t.Fatalf("no answer: %v", err)
			}
			if resp.StatusCode != row.Status {
				t.Errorf("status %d, want %d: %s", resp.StatusCode, row.Status, body)
			}
			if row.Header != "" && resp.Header.Get(row.Header) != row.Value {
				t.Errorf("%s is %q, want %q", row.Header, resp.Header.Get(row.Header), row.Value)
			}
			for _, key := range []string{target.UploadKey, target.ReadKey} {
				if strings.Contains(body, key) {
					t.Error("the answer repeats a key")
				}
			}
			if resp.StatusCode >= 300 && resp.StatusCode < 400 {
				t.Error("a redirect is never the answer")
			}
			if row.Status >= 300 {
				after := Tree(t, target.Inbox)
				if diff := difference(before, after); diff != "" {
					t.Errorf("something was written: %s", diff)
				}
				if target.Called != nil && target.Called() != calls {
					t.Error("a refused request reached the MCP handler")
				}
			}
			before = Tree(t, target.Inbox)
		})
	}
	return len(rows)
}

// Send sends one row.
func (target Target) Send(row Request) (*http.Response, string, error) {
	conn, err := net.Dial("tcp", target.Addr)
	if err != nil {
		return nil, "", err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(10 * time.Second)) //nolint:errcheck
	raw := strings.NewReplacer("$K", target.UploadKey, "$R", target.ReadKey, "$A", target.Addr).Replace(row.Raw)
	sent := make(chan error, 1)
	go func() {
		// The server may answer and hang up before it has read everything.
		_, err := conn.Write(append([]byte(raw), row.Body...))
		sent <- err
	}()
	method, _, _ := strings.Cut(raw, " ")
	resp, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		select {
		case werr := <-sent:
			err = errors.Join(err, werr)
		default:
		}
		return nil, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return resp, string(body), nil // the status is what counts
	}
	return resp, string(body), nil
}

// Tree lists everything below a folder with what it holds, folders too.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		switch {
		case rel == "." || rel == ".incoming": // made by the first upload, whatever becomes of it
		case e.IsDir():
			all[rel] = "folder"
		case e.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			all[rel] = "link to " + to
			return err
		default:
			text, err := os.ReadFile(path)
			info, _ := e.Info()
			all[rel] = fmt.Sprintf("%d %d %q", info.Size(), info.ModTime().UnixNano(), text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func difference(a, b map[string]string) string {
	var d []string
	for name, text := range b {
		if was, ok := a[name]; !ok {
			d = append(d, "new: "+name)
		} else if was != text {
			d = append(d, "changed: "+name)
		}
	}
	for name := range a {
		if _, ok := b[name]; !ok {
			d = append(d, "gone: "+name)
		}
	}
	return strings.Join(d, ", ")
}
