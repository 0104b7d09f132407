package config

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

// docs/server.md explains every key that a configuration may hold. The keys
// are asked from the decoder: it lists what it knows when it meets one that it
// does not.
func TestReferenceIsComplete(t *testing.T) {
	text, err := os.ReadFile("../../docs/server.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, part := range regexp.MustCompile(`(?m)^##+ `).Split(string(text), -1)[1:] {
		title, body, _ := strings.Cut(part, "\n")
		sections[strings.Trim(title, "`[] ")] = body
	}
	const odd = "zzzzzzzzzz = 1\n"
	path := write(t, map[string]string{FileName: odd + "[server]\n" + odd + "[inbox]\n" + odd + "[summarizer]\n" + odd + "[redaction]\n" + odd +
		"[[redaction.extra_patterns]]\n" + odd + "[chain]\n" + odd + "[health]\n" + odd + "[[clients]]\n" + odd + "[[connectors]]\n" + odd})
	_, err = Load(path, noEnv)
	var all *Error
	if !errors.As(err, &all) {
		t.Fatal(err)
	}
	tables := 0
	form := regexp.MustCompile(`unknown (?:table or )?key "zzzzzzzzzz" in (?:the file|\[+([a-z_.]+)\]+.*); remove it; known here: (.*)`)
	for _, p := range all.Problems {
		m := form.FindStringSubmatch(p.String())
		if m == nil {
			continue
		}
		tables++
		section := m[1]
		for _, key := range strings.Split(m[2], ", ") {
			where := sections[section]
			switch section {
			case "": // the tables themselves
				if _, ok := sections[key]; !ok {
					t.Errorf("docs/server.md has no section about [%s]", key)
				}
				continue
			case "redaction.extra_patterns":
				where = sections["redaction"]
			}
			if !strings.Contains(where, "`"+key+"`") {
				t.Errorf("docs/server.md does not explain %s in [%s]", key, section)
			}
		}
	}
	if tables != 10 {
		t.Errorf("%d tables were looked at, want 10:\n%v", tables, err)
	}
}
