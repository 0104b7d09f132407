//go:build !purego

package prefilter

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// layouts are the offsets that the assembly knows, by name. Where two fields are read
// at once, the name is that of the first.
func layouts() map[string]map[string]uintptr {
	var k kernel
	var c candidates
	var n node
	return map[string]map[string]uintptr{"scan_arm64.s": {
		"MASKS": unsafe.Offsetof(k.masks), "PAIRS": unsafe.Offsetof(k.pairs), "TOKEN": unsafe.Offsetof(k.token), "PLAIN": unsafe.Offsetof(k.plain), "BITS": unsafe.Offsetof(k.bits),
		"INDEXMULS": unsafe.Offsetof(k.indexLow), "FOLD": unsafe.Offsetof(k.fold),
		"STRONGMASKS": unsafe.Offsetof(c.strongMasks), "WEAKMASKS": unsafe.Offsetof(c.weakMasks),
		"NOTPAIRS": unsafe.Offsetof(c.notPairs), "STOPS": unsafe.Offsetof(c.stops),
		"FOUND": unsafe.Offsetof(c.found), "STRONG": unsafe.Offsetof(c.strong), "WEAK": unsafe.Offsetof(c.weak),
		"NODEWANT": unsafe.Offsetof(n.want), "NODERUN": unsafe.Offsetof(n.run),
	}}
}

// The instructions that Go's assembler does not know are those of the manual: three
// vectors of the same kind.
func TestEncodings(t *testing.T) {
	src, err := os.ReadFile("scan_arm64.s")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		size   uint32 // of a lane, or what stands in its place
		opcode uint32
	}{
		{"MUL", 1, 0b10011},
		{"MLA", 1, 0b10010},
		{"BIC", 1, 0b00011},
	} {
		word := 1<<30 | 0b01110<<24 | tt.size<<22 | 1<<21 | tt.opcode<<11 | 1<<10
		want := fmt.Sprintf("#define %s(m, n, d) WORD $(%#x | (m<<16) | (n<<5) | d)", tt.name, word)
		if !strings.Contains(string(src), want) {
			t.Errorf("there is no %s", want)
		}
	}
}
