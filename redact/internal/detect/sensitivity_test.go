package detect_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"jezero/redact"
	"jezero/redact/redacttest"
)

var update = flag.Bool("update", false, "write golden files")

// TestSensitivity holds what every byte of the dresses is worth: each is left
// out, doubled, made another one or the last one, or repeated, one after the
// other, and the file says where another thing goes than before. A change of a
// detector shows here as the places whose judgement moves: look at them, then
// go test ./redact/internal/detect -run TestSensitivity -update.
func TestSensitivity(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	for g := range dress {
		groups = append(groups, g)
	}
	slices.Sort(groups)
	var texts []redacttest.Text
	for _, g := range groups {
		for _, tmpl := range dress[g] {
			if in, _ := fill(tmpl); in != "" && len(in) <= 400 {
				texts = append(texts, redacttest.Text{Head: fmt.Sprintf("%s: %q", g, tmpl), In: in})
			}
		}
	}
	redacttest.Sensitivities(t, "testdata/sensitivity.txt", *update, r.Find, texts, 700)
}
