package sqlite

import (
	"encoding/binary"
	"hash/crc32"

	"jezero/server/sqlite/textindex"
)

// SQLite does not notice a bit that a disk turned over. In an item verify does;
// in the index it would be a word that is not found, or an item of another
// source. So every part of the index ends with a checksum, which also covers
// what the part is and where it belongs, and every read checks it.

// kindOfPart says what a part of the index is.
type kindOfPart byte

const (
	headPart kindOfPart = iota
	leafPart
	postingsPart
	placesPart
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sumBytes = 4

func checksum(kind kindOfPart, id int64, data []byte) uint32 {
	var where [9]byte
	where[0] = byte(kind)
	binary.LittleEndian.PutUint64(where[1:], uint64(id))
	return crc32.Update(crc32.Checksum(where[:], castagnoli), castagnoli, data)
}

// summed is the data with its checksum; id is its row's.
func summed(kind kindOfPart, id int64, data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data[:len(data):len(data)], checksum(kind, id, data))
}

// unsummed checks what summed made and gives the data back;
// textindex.ErrFormat when it is anything else.
func unsummed(kind kindOfPart, id int64, b []byte) ([]byte, error) {
	n := len(b) - sumBytes
	if n < 0 || binary.LittleEndian.Uint32(b[n:]) != checksum(kind, id, b[:n]) {
		return nil, textindex.ErrFormat
	}
	return b[:n:n], nil
}
