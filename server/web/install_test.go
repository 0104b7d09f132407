package web_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"jezero/connectors/device/bundle"
)

// tools makes a folder with nothing in it but these programs.
func tools(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range append(names, "sh", "uname", "tr", "awk", "mktemp", "mkdir", "dirname", "cp", "chmod", "mv", "sed", "rm", "cut") {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("%s is not on this computer", name)
		}
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// fetchScript is install.sh as a server hands it out.
func fetchScript(t *testing.T, server string) string {
	t.Helper()
	resp, err := http.Get(server + "/client/" + bundle.InstallScript)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("%d %v", resp.StatusCode, err)
	}
	return string(text)
}

// device is a computer with an empty home.
type device struct {
	t          *testing.T
	home, path string
}

// do runs a command there, and returns what it printed and its exit code.
func (d device) do(stdin string, words ...string) (string, int) {
	d.t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = []string{"HOME=" + d.home, "PATH=" + d.path, "TMPDIR=" + d.t.TempDir()}
	cmd.Dir, cmd.Stdin = d.home, strings.NewReader(stdin)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		d.t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// files lists what is in the home, but for folders.
func (d device) files() (names []string) {
	err := filepath.WalkDir(d.home, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(d.home, path)
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return names
}

// A computer becomes a device: the script of a running server puts the client
// in place, init makes the key, the owner runs the line, and the tools answer
// through the bridge as the plugin starts it. JZ-75, JZ-76, JZ-84, JZ-117
func TestInstall(t *testing.T) {
	p := serveBuilt(t, "")
	bin, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	server := "http://" + p.Addr
	script := fetchScript(t, server)
	for _, with := range [][]string{{"curl", "sha256sum"}, {"wget", "shasum", "perl"}, {"wget", "openssl"}} {
		t.Run(strings.Join(with, " "), func(t *testing.T) {
			d := device{t, t.TempDir(), tools(t, with...)}
			out, code := d.do(script, "sh")
			client := filepath.Join(d.home, ".local", "bin", "jezero-client")
			if code != 0 || !strings.Contains(out, client+" init "+server+"\n") || !strings.Contains(out, "is not on PATH") {
				t.Fatalf("exit code %d:\n%s", code, out)
			}
			again, code := d.do("", "sh", "-c", script, "install.sh", server+"/")
			if code != 0 || again != out {
				t.Errorf("again, with its address: exit code %d:\n%s", code, again)
			}

			out, code = d.do("", client, "init", server, "--name", "d"+with[0]+fmt.Sprint(len(with)))
			line := regexp.MustCompile(`(?m)^    jezero (device approve d\S+ [0-9a-f]{64})$`).FindStringSubmatch(out)
			if code != 0 || line == nil {
				t.Fatalf("init: exit code %d:\n%s", code, out)
			}
			owner := exec.Command(filepath.Join(bin, "jezero"), append([]string{"--config", filepath.Join(p.dir, "jezero.toml")}, strings.Fields(line[1])...)...)
			if out, err := owner.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) { // JZ-73
				out, code := d.do("", client, "status")
				if code == 0 && strings.Contains(out, "may upload") {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("status: exit code %d:\n%s", code, out)
				}
			}

			// As the plugins start it.
			for _, file := range []string{"claude-code/jezero/.mcp.json", "gemini/gemini-extension.json"} {
				text, err := os.ReadFile(filepath.Join(d.home, ".jezero", "plugins", file))
				if err != nil {
					t.Fatal(err)
				}
				var plugin struct {
					MCPServers map[string]struct {
						Command string
						Args    []string
					}
				}
				if err := json.Unmarshal(text, &plugin); err != nil {
					t.Fatal(err)
				}
				s := plugin.MCPServers["jezero"]
				out, code := d.do(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n", append([]string{s.Command}, s.Args...)...)
				if code != 0 || !strings.Contains(out, `"name":"get_item"`) {
					t.Errorf("%s: exit code %d:\n%s", file, code, out)
				}
			}
			key, err := os.ReadFile(filepath.Join(d.home, ".jezero", "client.key"))
			if err != nil {
				t.Fatal(err)
			}
			_, secret, _ := strings.Cut(string(key), "JEZERO_KEY=")
			secret, _, _ = strings.Cut(secret, "\n")
			for _, name := range d.files() {
				if text, _ := os.ReadFile(filepath.Join(d.home, name)); name != filepath.Join(".jezero", "client.key") && strings.Contains(string(text), secret) {
					t.Errorf("%s holds the key", name)
				}
			}
		})
	}
}

// What is damaged, missing or made up is said, and nothing is installed.
func TestInstall_Refuses(t *testing.T) {
	p := serveBuilt(t, "")
	script := fetchScript(t, "http://"+p.Addr)
	program := fmt.Sprintf("bin/jezero-client-%s-%s", runtime.GOOS, runtime.GOARCH)
	const sums = "SHA256SUMS"
	replaced := func(name, old, new string) func(string, []byte) []byte {
		return func(path string, body []byte) []byte {
			if path == name {
				return bytes.ReplaceAll(body, []byte(old), []byte(new))
			}
			return body
		}
	}
	tests := []struct {
		name   string
		change func(path string, body []byte) []byte // path below /client/; nil is 404
		want   string
	}{
		{"damaged program", func(path string, body []byte) []byte {
			if path == program {
				body[len(body)/2] ^= 1
			}
			return body
		}, "is not what"},
		{"program cut short", func(path string, body []byte) []byte {
			if path == program {
				return body[:len(body)-1]
			}
			return body
		}, "is not what"},
		{"damaged plugin", replaced("plugins/claude-code/jezero/.mcp.json", "jezero-client", "jezero-c1ient"), "is not what"},
		{"plugin that is gone", func(path string, body []byte) []byte {
			if strings.HasPrefix(path, "plugins/gemini/") {
				return nil
			}
			return body
		}, "fetching plugins/gemini/"},
		{"no sums", func(path string, body []byte) []byte {
			if path == sums {
				return nil
			}
			return body
		}, "hands out no client"},
		{"empty sums", func(path string, body []byte) []byte {
			if path == sums {
				return []byte{}
			}
			return body
		}, "no client for"},
		{"another platform", replaced(sums, program, "bin/jezero-client-plan9-arm"), "but for: plan9-arm"},
		{"path out of the bundle", replaced(sums, "plugins/gemini/GEMINI.md", "plugins/../../../.profile"), "outside the bundle"},
		{"program that does not run", func(path string, body []byte) []byte {
			const broken = "#!/bin/sh\nexit 1\n"
			switch path {
			case program:
				return []byte(broken)
			case sums:
				return regexp.MustCompile(`(?m)^[0-9a-f]+  `+regexp.QuoteMeta(program)).ReplaceAll(body, fmt.Appendf(nil, "%x  %s", sha256.Sum256([]byte(broken)), program))
			}
			return body
		}, "does not run on this computer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			proxy := httptest.NewServer(tampering(p.Addr, tt.change))
			defer proxy.Close()
			d := device{t, t.TempDir(), tools(t, "curl", "sha256sum")}
			out, code := d.do(script, "sh", "-s", "--", proxy.URL)
			if code != 2 || !strings.Contains(out, tt.want) {
				t.Errorf("exit code %d, want %q:\n%s", code, tt.want, out)
			}
			if left := d.files(); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	d := device{t, t.TempDir(), tools(t, "curl", "sha256sum")}
	// What arrived in part does nothing, wherever it was cut.
	for n := 0; n < len(script)-len("main \"$@\"\n"); n += 97 {
		d.do(script[:n], "sh")
	}
	for _, words := range [][]string{{"ftp://127.0.0.1"}, {"127.0.0.1:1"}, {"http://"}, {"-x"}, {"http://127.0.0.1:1"}, {"a", "b"}} {
		if out, code := d.do("", append([]string{"sh", "-c", script, "install.sh"}, words...)...); code != 2 || !strings.Contains(out, "install.sh: ") {
			t.Errorf("%v: exit code %d:\n%s", words, code, out)
		}
	}
	if left := d.files(); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// tampering stands between a device and its server.
func tampering(addr string, change func(path string, body []byte) []byte) http.Handler {
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: addr}) // the host, too
	}}
	proxy.ModifyResponse = func(resp *http.Response) error {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return err
		}
		resp.Body.Close()
		body = change(strings.TrimPrefix(resp.Request.URL.Path, "/client/"), body)
		if body == nil {
			resp.StatusCode, body = http.StatusNotFound, []byte("gone")
		}
		resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		resp.Header.Set("Content-Length", fmt.Sprint(len(body)))
		return nil
	}
	return proxy
}
