package crash

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/server/web/webtest"
)

// home is a folder with a configuration, the chain keys and a library.
type home struct {
	t   *testing.T
	dir string
	env []string
}

// settings is what a configuration may say.
type settings struct {
	sessions string // folder of writeSessions
	more     string // further tables
	port     int
	digest   string // of a key that may upload
}

func (h *home) configure(s settings) {
	h.t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "[server]\nport = %d\n", max(s.port, 1))
	if s.digest != "" {
		fmt.Fprintf(&b, "[[clients]]\nname = \"laptop\"\ntoken_sha256 = %q\nupload = true\n", s.digest)
	}
	for _, c := range []struct{ agent, folder string }{{"claude-code", "claude"}, {"codex", "codex"}} {
		root := filepath.Join(s.sessions, c.folder)
		if s.sessions == "" {
			root = "inbox/laptop/" + c.agent
		}
		fmt.Fprintf(&b, "[[connectors]]\nname = \"agent-%s-box\"\ntype = %q\nroot = %q\n", c.agent, c.agent, root)
	}
	b.WriteString(s.more)
	if err := os.WriteFile(h.path("jezero.toml"), []byte(b.String()), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

func (h *home) path(name ...string) string { return filepath.Join(append([]string{h.dir}, name...)...) }

func (h *home) library() string { return h.path("library", "jezero.db") }

// command is the program, with this folder's configuration.
func (h *home) command(args ...string) *exec.Cmd {
	cmd := exec.Command(program(h.t), append([]string{"--config", h.path("jezero.toml")}, args...)...)
	cmd.Dir = h.dir
	cmd.Env = append([]string{"HOME=" + h.dir, "PATH=" + os.Getenv("PATH")}, h.env...)
	return cmd
}

// run runs the program to its end.
func (h *home) run(args ...string) (code int, out string) {
	h.t.Helper()
	b, err := h.command(args...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		h.t.Fatal(err)
	}
	if exit != nil {
		return exit.ExitCode(), string(b)
	}
	return 0, string(b)
}

func (h *home) must(args ...string) string {
	h.t.Helper()
	code, out := h.run(args...)
	if code != 0 {
		h.t.Fatalf("jezero %v: exit code %d\n%s", args, code, out)
	}
	return out
}

// copy is another folder with the same content, for this test.
func (h *home) copy(t *testing.T) *home {
	t.Helper()
	c := &home{t: t, dir: t.TempDir(), env: h.env}
	copyTree(t, h.dir, c.dir)
	return c
}

// keep is copy, for all tests.
func (h *home) keep(t *testing.T) *home {
	t.Helper()
	c := &home{t: t, dir: lasting(t), env: h.env}
	copyTree(t, h.dir, c.dir)
	return c
}

// lasting is a folder that stays until all tests are done.
func lasting(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(built.dir, "")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		dest := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(dest, info.Mode().Perm())
		}
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		out, err := os.OpenFile(dest, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, info.Mode().Perm())
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		return errors.Join(err, out.Close(), os.Chtimes(dest, info.ModTime(), info.ModTime()))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// age makes the temporary files that a killed program left an hour old: those
// of living programs are not touched.
func (h *home) age() {
	h.t.Helper()
	old := time.Now().Add(-time.Hour)
	for _, dir := range []string{h.dir, h.path("library")} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // killed before it was made
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") {
				if err := os.Chtimes(filepath.Join(dir, e.Name()), old, old); err != nil {
					h.t.Fatal(err)
				}
			}
		}
	}
}

// holds names the first of the library's files, and of the others given, in
// which the text stands.
func (h *home) holds(text string, more ...string) string {
	h.t.Helper()
	for _, name := range append([]string{h.library(), h.library() + "-wal", h.library() + "-shm", h.library() + ".head"}, more...) {
		data, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			h.t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			return filepath.Base(name)
		}
	}
	return ""
}

func freePort(t *testing.T) int {
	t.Helper()
	port, err := webtest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	return port
}
