package value

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// What is remembered changes no answer, also when values take each other's places.
func TestMemoChangesNoAnswer(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "a", "1", "x1", "true", "hunter2", "changeme", "$VAR", "${VAR}", "[REDACTED:token]", "a.b.c", "http://x.example/", "k9F2xQ7LmZ4tR8vW", "the password of the day", "[REDACTED]"}
	for range 300 {
		words = append(words, strings.Repeat(words[1+rnd.IntN(14)], 1+rnd.IntN(4)*(1+rnd.IntN(9)))+words[rnd.IntN(15)])
	}
	var m Memo
	for range 5000 {
		w := []byte(words[rnd.IntN(len(words))])
		if got, want := m.Of(w), Of(w); got != want {
			t.Fatalf("%q: %v, want %v", w, got, want)
		}
	}
	m.Forget()
	if m != (Memo{}) {
		t.Error("something is left")
	}
	if got := (*Memo)(nil).Of([]byte("$VAR")); got != Reference {
		t.Errorf("without one: %v", got)
	}
}

func TestLetters(t *testing.T) {
	for b, want := range map[string]int{"": 0, "a": 1, "@AZ[`az{": 4, "abcdefgh": 8, "abcdefg1": 7, "Abc_Def-12345678xyzé": 9} {
		if got := Letters([]byte(b)); got != want {
			t.Errorf("%q: %d, want %d", b, got, want)
		}
	}
}
