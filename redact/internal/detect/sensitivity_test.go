package detect_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"jezero/redact"
	"jezero/redact/internal/golden"
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
	for file, c := range map[string]struct {
		texts map[string][]string
		least int
	}{"sensitivity": {dress, 700}, "sensitivity_further": {further, 400}, "sensitivity_beside": {beside, 100}} {
		var texts []golden.Text
		for _, g := range slices.Sorted(maps.Keys(c.texts)) {
			for _, tmpl := range c.texts[g] {
				if in, _ := fill(tmpl); in != "" && len(in) <= 400 {
					texts = append(texts, golden.Text{Head: fmt.Sprintf("%s: %q", g, tmpl), In: in})
				}
			}
		}
		redacttest.Sensitivities(t, "testdata/"+file+".txt", *update, r, texts, c.least)
	}
}
