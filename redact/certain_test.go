package redact_test

import (
	"strings"
	"testing"

	"jezero/redact/rule"
)

// A right checksum makes a find certain, wherever it stands, and glued to
// letters still one; a wrong one does neither.
func TestChecksumsDecide(t *testing.T) {
	r := newRedactor(t)
	right := string(rule.CRC32Base62.Append([]byte(pat(41)[:34]), 4))
	last := byte('0')
	if right[len(right)-1] == '0' {
		last = '1'
	}
	wrong := right[:len(right)-1] + string(last)
	for _, tt := range []struct {
		text string
		want rule.Confidence // 0: nothing goes
	}{
		{right, rule.Certain}, {"the " + right + ".", rule.Certain}, {strings.Repeat("x ", 300) + right, rule.Certain}, {"abc" + right, rule.Certain}, {"a b7" + right + "\n", rule.Certain},
		{wrong, rule.High}, {"the " + wrong + ".", rule.High}, {"abc" + wrong, 0}, {"a b7" + wrong + "\n", 0},
	} {
		found := r.Find([]byte(tt.text))
		switch {
		case tt.want == 0 && len(found) > 0, tt.want != 0 && len(found) != 1:
			t.Errorf("%q: %v", tt.text, found)
		case tt.want != 0 && found[0].Confidence != tt.want:
			t.Errorf("%q: %v, want %v", tt.text, found[0].Confidence, tt.want)
		case tt.want != 0 && found[0].Start != strings.Index(tt.text, right[:10]):
			t.Errorf("%q: begins at %d", tt.text, found[0].Start)
		}
	}
}
