package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// verdict is what became of a mutant.
type verdict string

const (
	killed   verdict = "killed"
	survived verdict = "survived"
	timedOut verdict = "timed out" // counts as killed
	invalid  verdict = "invalid"   // does not compile; does not count
)

// runner runs tests with a mutant in the place of a file, which itself is
// never touched.
type runner struct {
	dir     string        // the module
	scratch string        // a folder for the overlay
	limit   time.Duration // for the tests of one suite
	env     []string
}

// try runs the suites in order until one fails.
func (r *runner) try(ctx context.Context, m *mutant, suites [][]string) (verdict, string, error) {
	path := filepath.Join(r.dir, m.File)
	src, err := os.ReadFile(path)
	if err != nil {
		return "", "", err
	}
	changed := filepath.Join(r.scratch, "mutant.go")
	if err := os.WriteFile(changed, m.apply(src), 0o600); err != nil {
		return "", "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed}})
	if err != nil {
		return "", "", err
	}
	list := filepath.Join(r.scratch, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return "", "", err
	}
	for _, suite := range suites {
		v, err := r.suite(ctx, list, suite)
		if v != survived || err != nil {
			return v, strings.Join(suite, " "), err
		}
	}
	return survived, "", nil
}

// suite runs the tests of some packages. A mutant that eats memory without end
// is stopped by the limit on the address space.
func (r *runner) suite(ctx context.Context, overlay string, pkgs []string) (verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*r.limit+2*time.Minute) // building included
	defer cancel()
	args := append([]string{"-c", `ulimit -v 12582912; exec nice "$@"`, "sh",
		"go", "test", "-p", "1", "-vet=off", "-short", "-count=1", "-failfast", "-overlay=" + overlay, "-timeout", r.limit.String()}, pkgs...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case ctx.Err() != nil:
		return timedOut, context.Cause(context.WithoutCancel(ctx))
	case !errors.As(err, &exit):
		return "", fmt.Errorf("running the tests: %w", err)
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return invalid, nil
	case bytes.Contains(out, []byte("panic: test timed out")):
		return timedOut, nil
	case bytes.Contains(out, []byte("FAIL")):
		return killed, nil
	}
	return "", fmt.Errorf("the tests did not run: %s", bytes.TrimSpace(out))
}
