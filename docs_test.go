package jezero_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// JL-66, JL-11: how to report, how soon there is an answer, and what verify cannot tell.
func TestSecurityPage(t *testing.T) {
	b, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"privately", "Please include", "within 72 hours", "well-formed"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("SECURITY.md does not say %q", want)
		}
	}
}

// Every relative link of the documentation leads somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	pages := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md"}
	entries, err := os.ReadDir("docs")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".md") {
			pages = append(pages, "docs/"+e.Name())
		}
	}
	n := 0
	for _, page := range pages {
		b, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(b), -1) {
			n++
			target := m[1]
			if strings.HasPrefix(page, "docs/") {
				target = "docs/" + target
			}
			if _, err := os.Stat(strings.TrimPrefix(target, "docs/../")); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d links found", n)
	}
}
