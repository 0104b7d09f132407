package prefilter

import "encoding/binary"

// scanPortable is the reference: it looks the three bytes at every even
// position up in the table. Bit 1 there means a window that began one byte
// earlier, bit 0 one that begins here.
func (s *Set) scanPortable(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	tab := s.tab
	i := from &^ 1
	// Eight bytes a turn: four lookups without a dependency between them.
	for ; i+10 <= len(src) && i+6 < to; i += 8 {
		b := src[i : i+10 : i+10]
		x := binary.LittleEndian.Uint64(b)
		y := uint32(binary.LittleEndian.Uint16(b[8:]))
		v0 := tab[hash(uint32(x)&0xffffff)]
		v1 := tab[hash(uint32(x>>16)&0xffffff)]
		v2 := tab[hash(uint32(x>>32)&0xffffff)]
		v3 := tab[hash(uint32(x>>48)|y<<16&0xff0000)]
		if v0|v1|v2|v3 == 0 {
			continue
		}
		hits = s.try(src, i, from, v0, hits)
		hits = s.try(src, i+2, from, v1, hits)
		hits = s.try(src, i+4, from, v2, hits)
		hits = s.try(src, i+6, from, v3, hits)
		if full(hits) {
			return hits, i + 7
		}
	}
	for ; i <= to; i += 2 {
		if i+window > len(src) {
			// Only a window that began one byte earlier fits.
			if i-1 >= from && i-1 < to {
				hits = s.confirm(src, i-1, hits)
			}
			break
		}
		v := tab[hash(tri(src, i))]
		if v&2 != 0 && i-1 >= from {
			hits = s.confirm(src, i-1, hits)
		}
		if v&1 != 0 && i >= from && i < to {
			hits = s.confirm(src, i, hits)
		}
		if full(hits) && i+1 < to {
			return hits, i + 1
		}
	}
	return hits, to
}

// try confirms what the table says about even position i.
func (s *Set) try(src []byte, i, from int, v uint8, hits []Hit) []Hit {
	if v&2 != 0 && i-1 >= from {
		hits = s.confirm(src, i-1, hits)
	}
	if v&1 != 0 && i >= from && i+window <= len(src) {
		hits = s.confirm(src, i, hits)
	}
	return hits
}

// scanBrute compares every literal at every position.
func (s *Set) scanBrute(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	for w := from; w < to; w++ {
		for i := range s.lits {
			if l := &s.lits[i]; l.at(src, w-l.off) {
				hits = append(hits, Hit{w - l.off, i})
			}
		}
		if full(hits) {
			return hits, w + 1
		}
	}
	return hits, to
}
