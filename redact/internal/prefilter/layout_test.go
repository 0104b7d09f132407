//go:build (amd64 || arm64) && !purego

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
	for file, want := range layouts() {
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
			if got, ok := defined[name]; !ok || got != at {
				t.Errorf("%s: %s is %d, want %d", file, name, got, at)
			}
		}
		for name := range defined {
			if _, ok := want[name]; !ok {
				t.Errorf("%s: %s is nothing's", file, name)
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
