package web_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jezero/server/keys"
	"jezero/server/web/webtest"
)

// program is a built jezero that serves an empty library.
type program struct {
	webtest.Target
	dir string
	cmd *exec.Cmd

	mu  sync.Mutex
	out bytes.Buffer
}

func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

func (p *program) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// programs builds jezero and jezero-client once for all tests, and returns the
// folder they are in.
var programs = sync.OnceValues(func() (string, error) {
	bin, err := os.MkdirTemp("", "jezero-built-*")
	if err != nil {
		return "", err
	}
	// Without the state of the checkout, which git may refuse to tell.
	build := exec.Command("go", "build", "-buildvcs=false", "-o", bin+string(filepath.Separator), "jezero/cmd/jezero", "jezero/cmd/jezero-client")
	if out, err := build.CombinedOutput(); err != nil {
		return bin, fmt.Errorf("building: %v\n%s", err, out)
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	// Only where a test has built them; else this builds nothing in vain.
	if builtAny.Load() {
		bin, _ := programs()
		os.RemoveAll(bin)
	}
	os.Exit(code)
}

var builtAny atomic.Bool

// serveBuilt builds jezero and a client beside it, and serves. more is added to
// the configuration.
func serveBuilt(t *testing.T, more string) *program {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: building and starting the program takes a while")
	}
	if runtime.GOOS == "windows" {
		t.Skip("stops the program with a signal")
	}
	builtAny.Store(true)
	bin, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{dir: t.TempDir()}
	port, err := webtest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	p.Addr = fmt.Sprintf("127.0.0.1:%d", port)

	up, upDigest := keys.New()
	read, readDigest := keys.New()
	p.UploadKey, p.ReadKey, p.Inbox = up, read, filepath.Join(p.dir, "inbox")
	text := strings.Replace(webtest.Config, "[server]\n", fmt.Sprintf("[server]\nport = %d\n", port), 1) +
		fmt.Sprintf("[[clients]]\nname = \"up\"\ntoken_sha256 = %q\nupload = true\n[[clients]]\nname = \"read\"\ntoken_sha256 = %q\n", upDigest, readDigest) + more
	conf := filepath.Join(p.dir, "jezero.toml")
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"HOME=" + p.dir, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir()}
	first := exec.Command(filepath.Join(bin, "jezero"), "run", "--config", conf) // makes the library
	first.Env, first.Dir = env, p.dir
	if out, err := first.CombinedOutput(); err != nil && first.ProcessState.ExitCode() != 1 {
		t.Fatalf("jezero run: %v\n%s", err, out)
	}
	p.cmd = exec.Command(filepath.Join(bin, "jezero"), "serve", "--config", conf)
	p.cmd.Env, p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = env, p.dir, p, p
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	for end := time.Now().Add(time.Minute); ; {
		if c, err := net.Dial("tcp", p.Addr); err == nil {
			c.Close()
			return p
		}
		if time.Now().After(end) {
			t.Fatalf("jezero serve does not listen:\n%s", p.output())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// The whole table against the program as users run it, its end within ten
// seconds, and its traces: no key is in any file or line of it. JZ-70, JZ-179
func TestBuiltProgram(t *testing.T) {
	t.Parallel()
	p := serveBuilt(t, "")
	webtest.Run(t, p.Target)

	// An upload under way when the program is told to stop.
	conn, err := net.Dial("tcp", p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\nabc", webtest.GoodPath, p.Addr, p.UploadKey)
	time.Sleep(50 * time.Millisecond)
	started := time.Now()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("jezero serve ended with %v", err)
	}
	// Ten seconds, and what a busy machine adds: waiting for the upload would take half a minute.
	if took := time.Since(started); took > 20*time.Second {
		t.Errorf("stopped after %v", took)
	}

	check := func(where, text string) {
		for _, key := range []string{p.UploadKey, p.ReadKey} {
			if strings.Contains(text, key) {
				t.Errorf("%s holds a key", where)
			}
		}
	}
	check("the output", p.output())
	for _, trace := range []string{"projects/", "-home-me-app", "access_token", "evil.example"} {
		if strings.Contains(p.output(), trace) {
			t.Errorf("the output repeats %q of a request", trace)
		}
	}
	files := 0
	err = filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		check(path, string(text))
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files looked at: %v", files, err)
	}
}
