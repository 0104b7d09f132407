//go:build amd64 && !purego

package prefilter

import (
	"os"
	"regexp"
	"strconv"
	"testing"
	"unsafe"
)

// The assembly's offsets are those of the structs.
func TestLayout(t *testing.T) {
	src, err := os.ReadFile("scan_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	defined := map[string]uintptr{}
	for _, m := range regexp.MustCompile(`(?m)^#define ([A-Z]+) (\d+)$`).FindAllSubmatch(src, -1) {
		n, _ := strconv.Atoi(string(m[2]))
		defined[string(m[1])] = uintptr(n)
	}
	var k kernel
	var c candidates
	want := map[string]uintptr{
		"MASKS": unsafe.Offsetof(k.masks), "PAIRS": unsafe.Offsetof(k.pairs), "TOKEN": unsafe.Offsetof(k.token), "PLAIN": unsafe.Offsetof(k.plain), "BITS": unsafe.Offsetof(k.bits),
		"INDEXLOW": unsafe.Offsetof(k.indexLow), "INDEXHIGH": unsafe.Offsetof(k.indexHigh),
		"BITSLOW": unsafe.Offsetof(k.bitsLow), "BITSHIGH": unsafe.Offsetof(k.bitsHigh),
		"FOLD": unsafe.Offsetof(k.fold), "NIBBLE": unsafe.Offsetof(k.nibble),
		"STRONGMASKS": unsafe.Offsetof(c.strongMasks), "WEAKMASKS": unsafe.Offsetof(c.weakMasks),
		"NOTPAIRS": unsafe.Offsetof(c.notPairs), "STOPS": unsafe.Offsetof(c.stops),
		"STRONG": unsafe.Offsetof(c.strong), "WEAK": unsafe.Offsetof(c.weak), "HASHED": hashed,
	}
	for name, at := range want {
		if defined[name] != at {
			t.Errorf("%s is %d, want %d", name, defined[name], at)
		}
	}
	if n := unsafe.Sizeof(literal{}); n != 64 {
		t.Errorf("a literal has %d bytes, no cache line's", n)
	}
}
