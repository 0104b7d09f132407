//go:build !purego

package value

import "golang.org/x/sys/cpu"

//go:noescape
func kindsAVX2(b *[64]byte, k *kinds)

// fill makes k that of b and reports whether it could.
func (k *kinds) fill(b *[64]byte) bool {
	if !cpu.X86.HasAVX2 {
		return false
	}
	kindsAVX2(b, k)
	return true
}
