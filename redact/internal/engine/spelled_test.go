package engine

import (
	"strings"
	"testing"
)

// A short context word is one only where it reads as a word.
func TestSpelled(t *testing.T) {
	for _, tt := range []struct {
		text string // the context word between bars
		want bool
	}{
		{"|hibp|", true}, {"|HIBP|_KEY=", true}, {"|hibp|ApiKey", true}, {"my|Hibp|Key", true}, {"x-|hibp|-key: ", true},
		{"|hibp|key=", true}, {"my|hibp|key=", true}, {"MY|HIBP|KEY=", true}, {"|hibp|2 ", true}, {"|DeepAI|Key", true},
		{`\n|hibp|_key`, true}, {"use|Pyowm|", true}, {"|pyowm|.OWM('", true}, {"the |fixer|'s key", true},
		{"zl|JhIBp|2pU", false}, {"k|hibp|", false}, {"|hibp|ster", false}, {"a9|Hibp|Q", false}, {"|hIbP|", false},
		{"X|HIBP|Q", false}, {"|HIBP|x", false}, {"4s|hibp| ", false}, {"aQ|Hibp|X7", false},
		{"kanie|calendly|x", true}, // long words are no accident
		{"spli|tMetric|[i]", false}, {"my|tmetric|key", true}, {"my|TMetric|Key", true}, {`\\|tmetric|`, true}, {`\|tmetric|`, false}, {`\|napier|`, false},
	} {
		p := strings.Split(tt.text, "|")
		src := []byte(strings.Join(p, ""))
		if got := spelled(src, len(p[0]), len(p[0])+len(p[1])); got != tt.want {
			t.Errorf("spelled(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}
