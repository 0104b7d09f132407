package engine

import (
	"bytes"
	"testing"

	"jezero/corpus"
)

// What a scanner saw of the texts before changes nothing: it answers as a new one,
// also where most texts hold nothing and it is not cleaned in between.
func TestScannersForget(t *testing.T) {
	used, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range corpus.Sample(17) {
		for _, text := range []string{c.Text, "nothing", c.Text[:len(c.Text)/2], "", c.Text[len(c.Text)/3:]} {
			fresh, err := New(builtin())
			if err != nil {
				t.Fatal(err)
			}
			got, _ := used.Append(nil, []byte(text))
			want, _ := fresh.Append(nil, []byte(text))
			if !bytes.Equal(got, want) {
				t.Fatalf("text %d: a used scanner answers %q, a new one %q", i, got, want)
			}
		}
	}
}
