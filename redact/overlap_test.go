package redact_test

import (
	"bytes"
	"strings"
	"testing"

	"jezero/redact"
)

// A text in which every value reaches into the next is one find, however long,
// and a stream equals the whole.
func TestOverlapsWithoutEnd(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{300, 20_000} {
		src := []byte("before\n" + strings.Repeat("pwd=`pwd='", n) + "\nafter\n")
		want := r.Bytes(src)
		if got := string(want); len(got) > 200 || !strings.HasPrefix(got, "before\npwd=`[REDACTED:") || !strings.HasSuffix(got, "\nafter\n") {
			t.Fatalf("%d values: %d bytes are left", n, len(got))
		}
		var b bytes.Buffer
		w := r.Writer(&b)
		for rest := src; len(rest) > 0; {
			k := min(len(rest), 4099)
			if _, err := w.Write(rest[:k]); err != nil {
				t.Fatal(err)
			}
			rest = rest[k:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%d values: the stream differs from the whole", n)
		}
	}
}
