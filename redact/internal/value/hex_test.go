package value

import (
	"strings"
	"testing"
)

// Every question about hex digits takes them in both cases and nothing beside them.
func TestHexDigits(t *testing.T) {
	const uuid = "7c41b0d6-3b8c-4d7b-9f63-" + "2d1c0a9e8f11"
	pairs := strings.Repeat("0a:", 15) + "0a"
	for b := range 256 {
		c := byte(b)
		want := c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
		put := func(s string, i int) []byte { return []byte(s[:i] + string([]byte{c}) + s[i+1:]) }
		for name, got := range map[string]bool{
			"hex": Hex(put("0a0a", 1)) || Hex(put("0a0a", 3)), "uuid": UUIDAt(put(uuid, 3), 0), "uuid, its end": UUIDAt(put(uuid, 35), 0),
			"digest": colonDigest(put(pairs, 0)), "digest, its end": colonDigest(put(pairs, 46)), "colour": colour(put("#0a0b0c", 4)),
		} {
			if got != want {
				t.Errorf("%s: %#x is %v", name, c, got)
			}
		}
		if got := HexNumber(put("0x1f", 3)); got != (want || c == '_') {
			t.Errorf("number: %#x is %v", c, got)
		}
		if got := colonDigest(put(pairs, 2)); got != (c == ':') {
			t.Errorf("between pairs: %#x is %v", c, got)
		}
	}
}
