package ends

import (
	"encoding/binary"
	"testing"
)

// What is written in registers has the hash of what is read from memory, and the
// length, the ends and, of the shortest, every byte count.
func TestHash(t *testing.T) {
	const text = "abcdefghijklmnop"
	for n := range len(text) + 1 {
		b := []byte(text[:n])
		switch {
		case n >= 8:
			if got, want := Mix(n, binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])), Hash(b); got != want {
				t.Errorf("Mix of %q is %#x, Hash %#x", b, got, want)
			}
		case n >= 4:
			if got, want := Mix(n, uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[n-4:]))), Hash(b); got != want {
				t.Errorf("Mix of %q is %#x, Hash %#x", b, got, want)
			}
		}
		for i := range b {
			other := []byte(text[:n])
			other[i]++
			if Hash(other) == Hash(b) {
				t.Errorf("%q and %q have one hash", b, other)
			}
		}
		if n > 0 && Hash(b) == Hash(b[:n-1]) {
			t.Errorf("%q has the hash of what is one byte shorter", b)
		}
	}
}
