package redact_test

import (
	"fmt"
	"strings"
	"testing"
)

// Commands that stand within one another are walked once, as far as a detector
// looks; a flag whose value stands just behind that is looked at again.
func TestCommandsWithinCommands(t *testing.T) {
	r := newRedactor(t)
	for pad := range 12 {
		var text strings.Builder
		for i := range 1200 {
			fmt.Fprintf(&text, "(curl -u %s:hunter%05d2", strings.Repeat("a", 1+pad), i)
		}
		left := 0
		redacted := r.String(text.String())
		for i := range 1200 {
			if strings.Contains(redacted, fmt.Sprintf("hunter%05d", i)) {
				left++
			}
		}
		if left > 0 {
			t.Errorf("with users of %d letters: %d of 1200 passwords are left", 1+pad, left)
		}
	}
}
