//go:build linux || darwin

package prefilter

import (
	"bytes"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// guarded is memory on both sides of which none may be read.
func guarded(t *testing.T) []byte {
	page := syscall.Getpagesize()
	all, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(all) })
	for _, side := range [][]byte{all[:page], all[2*page:]} {
		if err := syscall.Mprotect(side, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[page : 2*page : 2*page]
}

// Nothing is read that is not the text's. What does so ends the program.
func TestReadsOnlyTheText(t *testing.T) {
	mem := guarded(t)
	for i, lits := range [][]Literal{testLiterals, followed(testLiterals)} {
		brute, sets := mustNew(t, lits, Brute), implementations(t, lits)
		text := bytes.Repeat([]byte("12:A ghp_ s.Ab01cd23Ef45 7|x "), len(mem)/25)
		for n := range 200 {
			if n > 150 {
				n = 1000 + 61*(n-150) // more than is looked at at once
			}
			n = min(n, len(mem))
			want := all(brute, text[:n], func() int { return n })
			for where, src := range map[string][]byte{"begin": mem[:n:n], "end": mem[len(mem)-n:]} {
				copy(src, text)
				for name, s := range sets {
					if diff := cmp.Diff(want, all(s, src, func() int { return n })); diff != "" {
						t.Fatalf("literals %d, %s: %d bytes at the %s of a page (-brute +got):\n%s", i, name, n, where, diff)
					}
				}
			}
		}
		// Blocks by themselves, which see all that they may.
		for name, s := range sets {
			var c candidates
			for n := blockSee; n <= maxStep; n++ {
				consumed, _, _ := s.blocks(mem, 1, n, &c)
				if again, _, _ := s.blocks(mem, len(mem)-n, n, &c); again != consumed {
					t.Errorf("%s: of %d bytes %d are gone through, and %d", name, n, consumed, again)
				}
			}
		}
	}
}
