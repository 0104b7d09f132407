//go:build !purego

package detect

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// asAVX2 has a bit for each " as " that begins in p[0:asSeen], and one for each blank
// asMore bytes behind.
//
//go:noescape
func asAVX2(p *byte) (as, blanks uint64)

// asAmong reports whether " as " stands in b, which has asSeen+asMore bytes, and how
// many blanks there are but for the first asMore bytes.
func asAmong(b []byte) (as bool, blanks int) {
	if !cpu.X86.HasAVX2 {
		return asAmongWords(b)
	}
	_ = b[asSeen+asMore-1]
	found, m := asAVX2(&b[0])
	return found != 0, bits.OnesCount64(m)
}
