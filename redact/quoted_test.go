package redact_test

import (
	"regexp"
	"testing"

	"jezero/redact"
)

// TestQuotedPlaceholder: what is put in is quoted where a bare one would be no
// YAML or TOML, and nowhere else; a second run leaves it.
func TestQuotedPlaceholder(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	token := "q7Zk2mVx9" + "Tb4LwP0aB3"
	placeholder := regexp.MustCompile(`\[REDACTED:[a-z-]+\]`)
	for _, c := range []struct{ in, want string }{
		{"[db]\npassword = 482133779\n", "[db]\npassword = \"█\"\n"},
		{"  password = 482133779 # shop\n", "  password = \"█\" # shop\n"},
		{"password = 482133779", "password = \"█\""},
		{"PASSWORD=482133779\n", "PASSWORD=█\n"},
		{"{\"t\":\"password = 482133779\"}\n", "{\"t\":\"password = █\"}\n"},
		{"{\"t\":\"a\\npassword = 482133779\\n\"}\n", "{\"t\":\"a\\npassword = █\\n\"}\n"},
		{"secret: !!binary " + token + "\n", "secret: !!binary \"█\"\n"},
		{"- secret: !!str " + token + "\n", "- secret: !!str \"█\"\n"},
		{"secret: !!binary |\n  " + token + "\n", "secret: !!binary |\n  █\n"},
		{"secret: " + token + "\n", "secret: █\n"},
		{"secret: &a " + token + "\n", "secret: &a █\n"},
		{"x: {secret: " + token + ", n: 1}\n", "x: {secret: █, n: 1}\n"},
	} {
		out := r.String(c.in)
		if got := placeholder.ReplaceAllString(out, "█"); got != c.want {
			t.Errorf("%q became %q, not %q", c.in, got, c.want)
		}
		if again := r.String(out); again != out {
			t.Errorf("%q became %q", out, again)
		}
	}
}
