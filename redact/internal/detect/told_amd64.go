//go:build !purego

package detect

import (
	"math/bits"

	"golang.org/x/sys/cpu"

	"jezero/redact/internal/byteset"
)

// asAVX2 has a bit for each " as " that begins in p[0:asSeen], one for each blank
// asMore bytes behind, and one for each / and = of the last asJoins bytes.
//
//go:noescape
func asAVX2(p *byte) (as, blanks, joins uint64)

// tokenAVX2 has bits for what of p[0:tokenSeen] is not in the set, is a digit or is =.
//
//go:noescape
func tokenAVX2(p *byte, s *byteset.Set) (parts, digits, equals uint64)

// asAmong reports whether " as " stands in b, which has asSeen+asMore bytes, how many
// blanks there are but for the first asMore bytes, and whether / or = is among the last
// asJoins.
func asAmong(b []byte) (as bool, blanks int, joined bool) {
	_ = b[asSeen+asMore-1]
	if !cpu.X86.HasAVX2 {
		return asAmongWords(b)
	}
	found, m, joins := asAVX2(&b[0])
	return found != 0, bits.OnesCount64(m), joins != 0
}

// seesTokens says that tokenAmong may be asked.
var seesTokens = cpu.X86.HasAVX2

// tokenAmong has bits for what of the first tokenSeen bytes may part a token, is a digit
// or is =.
func tokenAmong(b []byte) (parts, digits, equals uint64) {
	_ = b[tokenSeen-1]
	return tokenAVX2(&b[0], &goingOn)
}
