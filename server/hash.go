package server

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
)

// HashTurns is the hash of a segment: SHA-256 over its redacted turns, in hex.
// Placeholders are normalised, so that a rule that gets another name does not
// make everything new. It must never be given unredacted text: an unkeyed hash
// of a secret can be guessed at.
func HashTurns(turns []Turn) string {
	h := sha256.New()
	for _, t := range turns {
		text := normalise(t.Text)
		io.WriteString(h, t.Role+" "+strconv.Itoa(len(text))+"\n")
		io.WriteString(h, text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// normalise makes every placeholder [REDACTED].
func normalise(s string) string {
	i := indexPlaceholder(s)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i >= 0 {
		b.WriteString(s[:i])
		b.WriteString("[REDACTED]")
		s = s[i+PlaceholderLen(s[i:]):]
		i = indexPlaceholder(s)
	}
	b.WriteString(s)
	return b.String()
}

func indexPlaceholder(s string) int {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '[')
		if i < 0 {
			return -1
		}
		from += i
		if PlaceholderLen(s[from:]) > 0 {
			return from
		}
		from++
	}
}

// MaxPlaceholder bounds the length of what is taken for a placeholder, in bytes.
const MaxPlaceholder = 128

// PlaceholderLen returns the length of the placeholder ([REDACTED:kind],
// [redacted:kind] or [REDACTED]) that s begins with, 0 for none.
func PlaceholderLen(s string) int {
	const word = "[REDACTED"
	if len(s) <= len(word) || !strings.EqualFold(s[:len(word)], word) {
		return 0
	}
	i := len(word)
	if s[i] == ']' {
		return i + 1
	}
	if s[i] != ':' {
		return 0
	}
	for i++; i < len(s) && i < MaxPlaceholder; i++ {
		switch c := s[i]; {
		case c == ']':
			return i + 1
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.':
		default:
			return 0
		}
	}
	return 0
}
