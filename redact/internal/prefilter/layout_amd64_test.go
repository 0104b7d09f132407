//go:build !purego

package prefilter

import "unsafe"

// layouts are the offsets that each file of assembly knows, by name.
func layouts() map[string]map[string]uintptr {
	var k kernel
	var w wideKernel
	var c candidates
	var n node
	return map[string]map[string]uintptr{
		"scan_amd64.s": {
			"MASKS": unsafe.Offsetof(k.masks), "PAIRS": unsafe.Offsetof(k.pairs), "TOKEN": unsafe.Offsetof(k.token), "PLAIN": unsafe.Offsetof(k.plain), "BITS": unsafe.Offsetof(k.bits),
			"INDEXLOW": unsafe.Offsetof(k.indexLow), "INDEXHIGH": unsafe.Offsetof(k.indexHigh),
			"FOLD": unsafe.Offsetof(k.fold), "NIBBLE": unsafe.Offsetof(k.nibble),
			"STRONGMASKS": unsafe.Offsetof(c.strongMasks), "WEAKMASKS": unsafe.Offsetof(c.weakMasks),
			"NOTPAIRS": unsafe.Offsetof(c.notPairs), "STOPS": unsafe.Offsetof(c.stops),
			"FOUND": unsafe.Offsetof(c.found), "STRONG": unsafe.Offsetof(c.strong), "WEAK": unsafe.Offsetof(c.weak), "HASHED": hashed,
			"NODEMASK": unsafe.Offsetof(n.mask), "NODERUN": unsafe.Offsetof(n.run),
		},
		"wide_amd64.s": {
			"PAIRS": unsafe.Offsetof(w.pairs), "BITS": unsafe.Offsetof(w.bits), "MULS": unsafe.Offsetof(w.muls), "EVENS": unsafe.Offsetof(w.evens),
			"NOTPAIRS": unsafe.Offsetof(c.notPairs), "STOPS": unsafe.Offsetof(c.stops), "FOUND": unsafe.Offsetof(c.found), "WEAK": unsafe.Offsetof(c.weak), "SEE": wideSee,
		},
	}
}
