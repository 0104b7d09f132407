//go:build !purego

package engine

import "golang.org/x/sys/cpu"

// masksAVX2 fills m, in pieces of 64 bits, for p[0:n]. It looks at up to three
// bytes behind the 32 that end in or behind it.
//
//go:noescape
func masksAVX2(p *byte, n int, m *masks)

// fillMasks fills m for src[from:from+n] and reports whether it could.
func fillMasks(m *masks, src []byte, from, n int) bool {
	if n == 0 || !cpu.X86.HasAVX2 || from+(n+31)&^31+3 > len(src) {
		return false
	}
	masksAVX2(&src[from], n, m)
	return true
}
