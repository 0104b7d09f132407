package redact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"jezero/redact"
)

// TestJSONString: a literal loses what String takes from its text, and nothing else.
func TestJSONString(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	pat := "ghp" + "_" + "x7Kq2mVz9Tb4" + "LwP0aB3nC5dE" + "f6GhJ8rStUyA"
	for _, c := range []struct{ lit, want string }{
		{`""`, `""`},
		{`"\ud800 \u0041\/ ` + pat + ` \udfff"`, ``},
		{"\"\xff " + pat + " \xfe\"", "\"\xff [] \xfe\""},
		{`"a\npassword = 48213377\n"`, `"a\npassword = \"[]\"\n"`},
		{`"\u0070assword=\u0071w7x2k9Qz\u00e9"`, `"\u0070assword=[]"`},
		{`"password=[REDACTED:password] \ud83d"`, `"password=[REDACTED:password] \ud83d"`},
	} {
		got := string(r.JSONString([]byte(c.lit)))
		if c.want == "" {
			c.want = strings.Replace(c.lit, pat, "[]", 1)
		}
		for _, kind := range []string{"github-pat", "github-legacy-token", "password"} {
			if !strings.Contains(c.lit, "REDACTED") {
				got = strings.ReplaceAll(got, "[REDACTED:"+kind+"]", "[]")
			}
		}
		if got != c.want {
			t.Errorf("%q became %q, not %q", c.lit, got, c.want)
		}
	}
	for _, text := range []string{"a\npassword = 48213377\n", "x " + pat, "plain", "password: \"a7x2k9Qz\""} {
		lit, _ := json.Marshal(text)
		var got string
		if err := json.Unmarshal(r.JSONString(lit), &got); err != nil || got != r.String(text) {
			t.Errorf("%q became %q, not %q: %v", text, got, r.String(text), err)
		}
	}
}
