package privacycheck

import (
	"os/exec"
	"strings"
	"testing"
)

func TestReadSelf_UserFromTheEnvironmentThenTheSystem(t *testing.T) {
	system, err := exec.Command("id", "-un").Output()
	if err != nil {
		t.Skip("no program id here, which the test compares with")
	}
	for _, c := range []struct {
		name, user, home string
		env              map[string]string
	}{
		{"USER", "ada", "/home/ada", map[string]string{"USER": "ada", "LOGNAME": "bob", "HOME": "/home/ada"}},
		{"Windows", "ada", `C:\Users\ada`, map[string]string{"USERNAME": "ada", "USERPROFILE": `C:\Users\ada`}},
		{"LOGNAME", "bob", "", map[string]string{"LOGNAME": "bob"}},
		{"nothing set", strings.TrimSpace(string(system)), "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ReadSelf(func(k string) string { return c.env[k] })
			if s.User != c.user || s.Home != c.home {
				t.Errorf("user %q, home %q; want %q, %q", s.User, s.Home, c.user, c.home)
			}
		})
	}
}
