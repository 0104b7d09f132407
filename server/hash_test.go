package server

import (
	"strings"
	"testing"
)

// Placeholders are normalised, so that a rule's new name makes nothing new; all
// else counts.
func TestHashTurns(t *testing.T) {
	hash := func(texts ...string) string {
		var turns []Turn
		for _, s := range texts {
			turns = append(turns, Turn{Role: "user", Text: s})
		}
		return HashTurns(turns)
	}
	base := hash("a [REDACTED:github-pat] b", "c")
	for name, same := range map[string]string{
		"another kind": hash("a [REDACTED:token] b", "c"),
		"no kind":      hash("a [REDACTED] b", "c"),
		"lower case":   hash("a [redacted:github-pat] b", "c"),
	} {
		if same != base {
			t.Errorf("%s hashes differently", name)
		}
	}
	for name, other := range map[string]string{
		"another text":   hash("a [REDACTED:github-pat] B", "c"),
		"turns joined":   hash("a [REDACTED:github-pat] bc"),
		"turns cut":      hash("a [REDACTED:github-pat] ", "bc"),
		"no placeholder": hash("a b", "c"),
		"two":            hash("a [REDACTED:x][REDACTED:y] b", "c"),
		"another role":   HashTurns([]Turn{{Role: "assistant", Text: "a [REDACTED:github-pat] b"}, {Role: "user", Text: "c"}}),
	} {
		if other == base {
			t.Errorf("%s hashes the same", name)
		}
	}
}

func TestPlaceholderLen(t *testing.T) {
	for s, want := range map[string]int{
		"[REDACTED]":              10,
		"[REDACTED] and more":     10,
		"[REDACTED:github-pat]x":  21,
		"[redacted:known_name.1]": 23,
		"[REDACTED:]":             11,
		"[REDACTED:a b]":          0,
		"[REDACTED:a[REDACTED:b]": 0,
		"[REDACTED":               0,
		"[REDACTED:":              0,
		"REDACTED]":               0,
		"":                        0,
		"[REDACTEDX]":             0,
		"[REDACTED:" + strings.Repeat("x", 500) + "]": 0,
	} {
		if got := PlaceholderLen(s); got != want {
			t.Errorf("%.40q: %d, want %d", s, got, want)
		}
	}
}
