package project

import (
	"regexp"
	"testing"
)

// JZ-159
func TestOf(t *testing.T) {
	rules := []Rule{
		{Prefix: "/srv/clients"},
		{Prefix: "/srv/clients/acme", Project: "acme"},
		{Prefix: `C:\work\ledger`, Project: "ledger"},
		{Prefix: "/home/me/notes", Project: "my notes"},
	}
	for _, tt := range []struct{ cwd, want string }{
		{"", ""}, {"  ", ""}, {".", ""}, {"..", ""},
		{"/home/me/kestrel", "kestrel"},
		{"/home/me/code/ledger-api/", "ledger-api"},
		{"/srv/heron", "heron"},
		{"/home/me/code/kestrel/api", "kestrel/api"},
		{"/home/me/code/api", "api"},
		{"/home/me/docs", "docs"},
		{"kestrel", "kestrel"},
		{"ledger-api", "ledger-api"},
		{"../x/kestrel", "kestrel"},
		{"file:///home/me/kestrel", "kestrel"},
		// Homes, temporary folders and the root are no projects.
		{"/home/me", Home}, {"/home", Home}, {"/Users/me/", Home}, {"/root", Home}, {`C:\Users\me`, Home}, {"/var/home/me", Home}, {"~", Home},
		{"/tmp", Temp}, {"/tmp/x/y", Temp}, {"/private/var/folders/ab/cd/T/x", Temp}, {"/var/folders/ab/T", Temp}, {"/dev/shm/x", Temp},
		{`C:\Users\me\AppData\Local\Temp\x`, Temp}, {`C:\Windows\Temp`, Temp},
		{"/", "root"}, {`C:\`, "root"},
		// Windows paths in all dresses.
		{`C:\code\kestrel`, "kestrel"}, {"c:/code/kestrel", "kestrel"}, {`\\?\C:\code\kestrel`, "kestrel"}, {"file:///C:/code/kestrel", "kestrel"},
		{"/mnt/c/code/kestrel", "kestrel"}, {`\\server\share\kestrel`, "kestrel"},
		// Worktrees belong to their repository.
		{"/home/me/kestrel/.claude/worktrees/feat-x", "kestrel"},
		{"/home/me/kestrel/.claude/worktrees/feat-x/internal/api", "kestrel"},
		{"/home/me/kestrel/.worktrees/feat-x", "kestrel"},
		{"/home/me/kestrel/.git/worktrees/feat-x", "kestrel"},
		{"/home/me/kestrel-worktrees/feat-x", "kestrel"},
		{"/home/me/kestrel.worktrees/feat-x", "kestrel"},
		{"/home/me/.codex/worktrees/a1b2/kestrel", "kestrel"},
		{"/home/me/.cursor/worktrees/kestrel/a1b2", "kestrel"},
		{"/home/me/worktrees/kestrel/feat", "kestrel"},
		{"/home/me/conductor/workspaces/kestrel/lyon", "kestrel"},
		{`C:\code\kestrel\.claude\worktrees\x`, "kestrel"},
		{"/home/me/worktrees", "worktrees"},
		// Rules.
		{"/srv/clients/acme", "acme"}, {"/srv/clients/acme/site/src", "acme"},
		{"/srv/clients/beta/site", "beta"}, {"/srv/clients", "clients"}, {"/srv/clientsX/a", "a"},
		{`c:\Work\Ledger\sub`, "ledger"}, {`C:\work\ledgers`, "ledgers"},
		{"/home/me/notes/2026", "my-notes"},
		// Names are written in the alphabet of project names.
		{"/home/me/my project (2)", "my-project--2-"},
		{"/home/me/проект", "dir-abb136f5"},
	} {
		if got := Of(tt.cwd, rules); got != tt.want {
			t.Errorf("Of(%q) = %q, want %q", tt.cwd, got, tt.want)
		}
	}
}

// The inbox takes a project only in this form.
var form = regexp.MustCompile(`\A[A-Za-z0-9._/-]{1,128}\z`)

func FuzzOf(f *testing.F) {
	f.Add("/home/me/kestrel", "/home/me", "x")
	f.Add(`C:\Users\me\ü`, `C:\`, "")
	f.Fuzz(func(t *testing.T, cwd, prefix, name string) {
		for _, rules := range [][]Rule{nil, {{Prefix: prefix, Project: name}}} {
			got := Of(cwd, rules)
			if got != "" && !form.MatchString(got) {
				t.Errorf("%q is not in the form of a project", got)
			}
			if again := Of(cwd, rules); again != got {
				t.Errorf("%q, then %q", got, again)
			}
		}
	})
}
