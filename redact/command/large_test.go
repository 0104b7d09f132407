package command_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jezero/redact/command"
)

// A file too large to be read whole is looked at and rewritten as a stream,
// with the same outcome.
func TestLargeFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "large.log")
	line := "2026-08-03T09:00:00Z INFO a line of a log that says nothing in particular\n"
	text := strings.Repeat(line, 9<<20/len(line)) + "token " + pat(5) + "\n" + line
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		c := command.Command{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: dir}
		code := c.Run(context.Background())
		if strings.Contains(out.String()+errs.String(), pat(5)) {
			t.Fatal("the token was printed")
		}
		return code, out.String() + errs.String()
	}
	if code, out := run("--findings", "text", "large.log"); code != 1 || !strings.Contains(out, fmt.Sprintf("large.log:%d:7 github-pat", 9<<20/len(line)+1)) {
		t.Errorf("findings: %d %s", code, out)
	}
	if code, out := run("--in-place", "large.log"); code != 0 {
		t.Fatalf("in place: %d %s", code, out)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, pat(5), "[REDACTED:github-pat]", 1); string(got) != want {
		t.Error("the rewritten file is not the redacted one")
	}
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
	if code, _ := run("--check", "large.log"); code != 0 {
		t.Errorf("check afterwards: %d", code)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files left, %v", len(entries), err)
	}
}
