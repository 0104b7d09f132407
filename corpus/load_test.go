package corpus

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestTranscript(t *testing.T) {
	text, planted := Transcript(1, 1<<20)
	if again, _ := Transcript(1, 1<<20); !bytes.Equal(text, again) {
		t.Error("not deterministic")
	}
	if len(text) < 1<<20 || len(text) > 1<<20+64<<10 {
		t.Errorf("%d bytes", len(text))
	}
	if len(planted) < 40 || len(planted) > 70 {
		t.Errorf("%d secrets planted in 1 MiB", len(planted))
	}
	kinds := map[string]bool{}
	for _, p := range planted {
		kinds[p.Kind] = true
	}
	if len(kinds) < len(generators) {
		t.Errorf("%d of %d kinds planted", len(kinds), len(generators))
	}
	for line := range bytes.Lines(text) {
		if !json.Valid(line) {
			t.Fatal("a line is no JSON")
		}
	}
	for _, p := range planted {
		raw, _ := json.Marshal(p.Value)
		if !bytes.Contains(text, raw[1:len(raw)-1]) {
			t.Errorf("a %s is not in the text", p.Kind)
		}
	}
}

func TestSource(t *testing.T) {
	text, planted := Source(1, 1<<18)
	if len(text) < 1<<18 || len(planted) != 0 {
		t.Errorf("%d bytes, %d planted", len(text), len(planted))
	}
}
