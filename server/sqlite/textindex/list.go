package textindex

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// List is the postings of one word, in the order of the items.
type List struct {
	Items   []uint32 // numbers of items within the segment
	Weights []uint8
	// Places holds the positions of all postings one after the other, each as a
	// count and the differences from one position to the next; Ends says where
	// each posting's part ends.
	Places []byte
	Ends   []uint32
}

func (l *List) reset() {
	l.Items, l.Weights, l.Places, l.Ends = l.Items[:0], l.Weights[:0], l.Places[:0], l.Ends[:0]
}

// Positions appends the positions of posting i to dst.
func (l *List) Positions(dst []uint32, i int) ([]uint32, error) {
	from := uint32(0)
	if i > 0 {
		from = l.Ends[i-1]
	}
	dst, _, err := readPositions(dst, l.Places[from:l.Ends[i]])
	return dst, err
}

// readPositions appends the positions of the first posting of b to dst, and
// returns what follows.
func readPositions(dst []uint32, b []byte) ([]uint32, []byte, error) {
	n, b, err := uvarint(b)
	if err != nil || n > uint64(len(b)) {
		return dst, nil, ErrFormat
	}
	at := uint64(0)
	for ; n > 0; n-- {
		var d uint64
		if d, b, err = uvarint(b); err != nil {
			return dst, nil, err
		}
		at += d
		dst = append(dst, uint32(at))
	}
	return dst, b, nil
}

func appendPositions(dst []byte, positions []uint32) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(positions)))
	last := uint32(0)
	for _, p := range positions {
		dst = binary.AppendUvarint(dst, uint64(p-last))
		last = p
	}
	return dst
}

// blockSize is how many postings share a header that lets them be passed over.
const blockSize = 128

// appendBlocks encodes postings: the item before the first, then blocks of a
// header (how far it reaches, how many bytes it has), the differences between
// items and the weights.
func appendBlocks(dst []byte, before uint32, items []uint32, weights []uint8) []byte {
	dst = binary.AppendUvarint(dst, uint64(before))
	var block []byte
	for len(items) > 0 {
		n := min(len(items), blockSize)
		block = block[:0]
		last := before
		for _, d := range items[:n] {
			block = binary.AppendUvarint(block, uint64(d-last))
			last = d
		}
		block = append(block, weights[:n]...)
		dst = binary.AppendUvarint(dst, uint64(n))
		dst = binary.AppendUvarint(dst, uint64(last-before))
		dst = binary.AppendUvarint(dst, uint64(len(block)))
		dst = append(dst, block...)
		before, items, weights = last, items[n:], weights[n:]
	}
	return dst
}

// Range says which postings are wanted; others may be passed over.
type Range struct {
	From, To int      // items in [From, To)
	Only     []uint32 // in order: no others than these; nil for all
}

// eachBlock decodes postings block by block. Blocks that hold nothing wanted are
// passed over, the slices are only valid during the call. Items that the segment
// does not have are an error.
func eachBlock(b []byte, limit uint32, want Range, yield func(items []uint32, weights []uint8)) error {
	var buf [blockSize]uint32
	before, b, err := uvarint(b)
	if err != nil {
		return err
	}
	only := want.Only
	if only != nil {
		i, _ := slices.BinarySearch(only, uint32(before))
		only = only[i:]
	}
	for len(b) > 0 {
		var n, reach, size uint64
		if n, b, err = uvarint(b); err != nil {
			return err
		}
		if reach, b, err = uvarint(b); err != nil {
			return err
		}
		if size, b, err = uvarint(b); err != nil {
			return err
		}
		if n == 0 || n > blockSize || size > uint64(len(b)) || size < 2*n || before >= uint64(limit) || reach >= uint64(limit)-before {
			return ErrFormat
		}
		block := b[:size]
		b = b[size:]
		last := before + reach
		if last < uint64(want.From) || before+1 > uint64(want.To) {
			before = last
			continue
		}
		if want.Only != nil {
			for len(only) > 0 && uint64(only[0]) < before {
				only = only[1:]
			}
			if len(only) == 0 || uint64(only[0]) > last {
				before = last
				continue
			}
		}
		deltas := block[:size-n]
		at := uint32(before)
		if len(deltas) == int(n) { // one byte each
			for k, d := range deltas {
				at += uint32(d & 0x7f)
				buf[k] = at
			}
		} else if at, err = longDeltas(buf[:n], deltas, at, uint32(last)); err != nil {
			return err
		}
		if uint64(at) != last {
			return ErrFormat
		}
		yield(buf[:n], block[size-n:])
		before = last
	}
	return nil
}

// longDeltas decodes the items of a block, of which none is beyond last.
func longDeltas(dst []uint32, deltas []byte, at, last uint32) (uint32, error) {
	i := 0
	for k := range dst {
		if i >= len(deltas) {
			return 0, ErrFormat
		}
		c := deltas[i]
		i++
		d := uint32(c)
		if c >= 0x80 {
			d &= 0x7f
			for shift := 7; ; shift += 7 {
				if i >= len(deltas) || shift > 28 {
					return 0, ErrFormat
				}
				c = deltas[i]
				i++
				d |= uint32(c&0x7f) << shift
				if c < 0x80 {
					break
				}
			}
		}
		if at += d; at > last {
			return 0, ErrFormat
		}
		dst[k] = at
	}
	if i != len(deltas) {
		return 0, ErrFormat
	}
	return at, nil
}

func uvarint(b []byte) (uint64, []byte, error) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:], nil
	}
	return longUvarint(b)
}

func longUvarint(b []byte) (uint64, []byte, error) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil, ErrFormat
	}
	return v, b[n:], nil
}

// span finds where the next posting's positions end.
func span(b []byte) (int, error) {
	if len(b) > 1 && b[0] == 1 && b[1] < 0x80 {
		return 2, nil
	}
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)) {
		return 0, ErrFormat
	}
	// Eight bytes at once, of which those that end a number are counted.
	for n >= 8 && size+8 <= len(b) {
		n -= uint64(bits.OnesCount64(^binary.LittleEndian.Uint64(b[size:]) & 0x8080808080808080))
		size += 8
	}
	for ; n > 0; n-- {
		for {
			if size >= len(b) {
				return 0, ErrFormat
			}
			size++
			if b[size-1] < 0x80 {
				break
			}
		}
	}
	return size, nil
}
