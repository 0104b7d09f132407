package fuzz

import (
	"strings"
	"testing"

	"jezero/fuzz/credgen"
)

// The full stop of a sentence stays where a token ends it, also when the token's
// alphabet has one.
func TestSentence(t *testing.T) {
	r, _ := shared()
	seen := 0
	for i, rl := range withShape() {
		for k := range rl.Shapes {
			sh := &rl.Shapes[k]
			last := sh.Parts[len(sh.Parts)-1].Class
			if !last.Has('.') && !sh.Extent.Has('.') {
				continue
			}
			token, ok := credgen.Token(credgen.New(uint64(i)), sh)
			if !ok || strings.HasSuffix(token, ".") || strings.Contains(r.String("it is "+token+" now"), token) {
				continue // looks made up
			}
			seen++
			for _, end := range []string{". Then go on.", "...", ".\n", ".", `." he said`} {
				got := r.String("it is " + token + end)
				if strings.Contains(got, token) || !strings.HasSuffix(got, "]"+end) {
					t.Errorf("%s: %q became %q", rl.ID, "it is <token>"+end, strings.ReplaceAll(got, token, "<token>"))
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no shape has a full stop in its alphabet")
	}
}
