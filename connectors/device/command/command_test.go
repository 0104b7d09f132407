package command

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	home := t.TempDir()
	tests := []struct {
		name   string
		args   []string
		env    []string
		code   int
		stdout string
		stderr string
	}{
		{"help", []string{"--help"}, nil, 0, "Exit codes: 0 done", ""},
		{"help of a command", []string{"mcp", "--help"}, nil, 0, "claude mcp add", ""},
		{"version", []string{"version"}, nil, 0, "jezero-client ", ""},
		{"no command", nil, nil, 2, "", "hint: jezero-client --help"},
		{"unknown flag", []string{"mcp", "--key"}, nil, 2, "", "unknown flag"},
		{"no key file", []string{"mcp"}, []string{"HOME=" + home}, 2, "", "there is no key file at " + home},
		{"no such key file", []string{"mcp"}, []string{"HOME=" + home, "JEZERO_KEY_FILE=none"}, 2, "", "there is no key file at none"},
		{"the flag wins", []string{"mcp", "--key-file", "flag"}, []string{"JEZERO_KEY_FILE=none"}, 2, "", "there is no key file at flag"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			c := Command{Args: tt.args, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Env: tt.env}
			if code := c.Run(t.Context()); code != tt.code {
				t.Errorf("exit code %d, want %d: %s", code, tt.code, &stderr)
			}
			if !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
			}
			if tt.stderr == "" && stderr.Len() > 0 {
				t.Errorf("stderr %q", stderr.String())
			}
		})
	}
}
