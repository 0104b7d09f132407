//go:build !purego

package byteset

import "golang.org/x/sys/cpu"

// skipAVX2 is the number of the first of the blocks of p[0:n], that n ends in taken
// whole, that is not in the set, or of the first behind them.
//
//go:noescape
func skipAVX2(p *byte, n int, s *Set) int

// skip is skipAVX2 for b[i:], or 0.
func (s *Set) skip(b []byte, i, n int) int {
	if !cpu.X86.HasAVX2 {
		return 0
	}
	return skipAVX2(&b[i], n, s)
}
