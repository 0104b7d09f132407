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
	var k kernel
	var w wideKernel
	var c candidates
	var n node
	for file, want := range map[string]map[string]uintptr{
		"scan_amd64.s": {
			"MASKS": unsafe.Offsetof(k.masks), "PAIRS": unsafe.Offsetof(k.pairs), "TOKEN": unsafe.Offsetof(k.token), "PLAIN": unsafe.Offsetof(k.plain), "BITS": unsafe.Offsetof(k.bits),
			"INDEXLOW": unsafe.Offsetof(k.indexLow), "INDEXHIGH": unsafe.Offsetof(k.indexHigh),
			"BITSLOW": unsafe.Offsetof(k.bitsLow), "BITSHIGH": unsafe.Offsetof(k.bitsHigh),
			"FOLD": unsafe.Offsetof(k.fold), "NIBBLE": unsafe.Offsetof(k.nibble),
			"STRONGMASKS": unsafe.Offsetof(c.strongMasks), "WEAKMASKS": unsafe.Offsetof(c.weakMasks),
			"NOTPAIRS": unsafe.Offsetof(c.notPairs), "STOPS": unsafe.Offsetof(c.stops),
			"STRONG": unsafe.Offsetof(c.strong), "WEAK": unsafe.Offsetof(c.weak), "HASHED": hashed,
			"NODEMASK": unsafe.Offsetof(n.mask), "NODERUN": unsafe.Offsetof(n.run),
		},
		"wide_amd64.s": {
			"PAIRS": unsafe.Offsetof(w.pairs), "TOKEN": unsafe.Offsetof(w.token), "BITS": unsafe.Offsetof(w.bits),
			"INDEXMULS": unsafe.Offsetof(w.indexMuls), "BITMULS": unsafe.Offsetof(w.bitMuls), "EVENS": unsafe.Offsetof(w.evens),
			"STRONG": unsafe.Offsetof(c.strong), "WEAK": unsafe.Offsetof(c.weak), "STOPS": unsafe.Offsetof(c.stops), "FOUND": unsafe.Offsetof(c.found), "SEE": wideSee,
			"NODEMASK": unsafe.Offsetof(n.mask), "NODERUN": unsafe.Offsetof(n.run),
		},
	} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		defined := map[string]uintptr{}
		for _, m := range regexp.MustCompile(`(?m)^#define ([A-Z]+) (\d+)$`).FindAllSubmatch(src, -1) {
			n, _ := strconv.Atoi(string(m[2]))
			defined[string(m[1])] = uintptr(n)
		}
		for name, at := range want {
			if defined[name] != at {
				t.Errorf("%s: %s is %d, want %d", file, name, defined[name], at)
			}
		}
	}
	if n := unsafe.Sizeof(node{}); n != 32 {
		t.Errorf("a node has %d bytes", n)
	}
	if n := unsafe.Sizeof(literal{}); n != 64 {
		t.Errorf("a literal has %d bytes, no cache line's", n)
	}
}
