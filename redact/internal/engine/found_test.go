package engine

import (
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"jezero/redact/internal/prefilter"
)

// A stream tells of the same finds as the whole text, in offsets of all that
// was written, however far its buffer has moved on.
func TestStreamFinds(t *testing.T) {
	e := testEngine(t, prefilter.Auto)
	for name, in := range bulky() {
		t.Run(name, func(t *testing.T) {
			var got []Finding
			s := e.NewStream(io.Discard)
			s.Found = func(f Finding) { got = append(got, f) }
			for b := []byte(in); len(b) > 0; {
				n := min(len(b), 70_001)
				if _, err := s.Write(b[:n]); err != nil {
					t.Fatal(err)
				}
				b = b[n:]
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e.Find(nil, []byte(in)), got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Finding{}, "Rule")); diff != "" {
				t.Errorf("%.2000s", diff)
			}
		})
	}
}
