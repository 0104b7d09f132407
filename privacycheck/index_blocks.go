package privacycheck

import "encoding/binary"

const (
	endMark      = 8 + 4 + sha1Size // of the extension that says where the entries end
	blocksHeader = 4                // version of the table of blocks
	blockSize    = 4 + 4            // in it: position of the first entry, number of entries
)

// endsAt tells whether the entries end where the index says so at its own end.
// git trusts that when it reads with several threads, and finds the extensions
// from there. data is without the sum; an index need not say it.
func endsAt(data []byte, end int) bool {
	if len(data) < end+endMark {
		return true
	}
	mark := data[len(data)-endMark:]
	return string(mark[:4]) != "EOIE" || binary.BigEndian.Uint32(mark[8:]) == uint32(end)
}

// inBlocks tells whether the table b of blocks, which git's threads read each for
// itself, divides the entries of the index data as they stand one behind the other.
func (x *indexFile) inBlocks(b, data []byte, version uint32) bool {
	if len(b) < blocksHeader || (len(b)-blocksHeader)%blockSize != 0 || binary.BigEndian.Uint32(b) != 1 {
		return false
	}
	k := 0
	for b = b[blocksHeader:]; len(b) > 0; b = b[blockSize:] {
		n := int64(binary.BigEndian.Uint32(b[4:]))
		if n == 0 || n > int64(len(x.entries)-k) || x.entries[k].at != binary.BigEndian.Uint32(b) {
			return false
		}
		if version == 4 && k > 0 {
			// A block's first path keeps nothing of the path before it.
			at := int(x.entries[k].at) + entryHeader
			if binary.BigEndian.Uint16(data[at-2:])&flagExtended != 0 {
				at += 2
			}
			if drop, _ := offsetNumber(data[at:]); drop != len(x.entries[k-1].path) {
				return false
			}
		}
		k += int(n)
	}
	return k == len(x.entries)
}
