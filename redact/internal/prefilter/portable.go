package prefilter

import "encoding/binary"

// scanPortable looks every position up in the table. Each lookup serves twice,
// as the end of the window before it and as the begin of its own, and eight
// positions go through one branch, so that nothing depends on anything.
func (s *Set) scanPortable(src []byte, from, to int, hits []Hit) ([]Hit, int) {
	tab := s.tab
	i := from
	for ; i+11 <= len(src) && i < to; i += 8 {
		b := src[i : i+11 : i+11]
		x := binary.LittleEndian.Uint64(b) | fold64
		y := binary.LittleEndian.Uint64(b[3:]) | fold64 // bytes 3 to 10
		v0, v1, v2 := tab[hash(uint32(x))], tab[hash(uint32(x>>8))], tab[hash(uint32(x>>16))]
		v3, v4, v5 := tab[hash(uint32(x>>24))], tab[hash(uint32(x>>32))], tab[hash(uint32(x>>40))]
		v6, v7, v8 := tab[hash(uint32(y>>24))], tab[hash(uint32(y>>32))], tab[hash(uint32(y>>40))]
		if (v0&(v1>>1)|v1&(v2>>1)|v2&(v3>>1)|v3&(v4>>1)|
			v4&(v5>>1)|v5&(v6>>1)|v6&(v7>>1)|v7&(v8>>1))&begins == 0 {
			continue
		}
		for j := i; j < min(i+8, to); j++ {
			if s.candidate(src, j) {
				hits = s.confirm(src, j, hits)
			}
		}
		if full(hits) {
			return hits, i + 8
		}
	}
	for ; i < to; i++ {
		if s.candidate(src, i) {
			hits = s.confirm(src, i, hits)
			if full(hits) {
				return hits, i + 1
			}
		}
	}
	return hits, to
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
