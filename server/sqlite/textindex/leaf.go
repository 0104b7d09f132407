package textindex

import (
	"encoding/binary"
	"slices"
)

const (
	leafSize   = 4096      // bytes at which a leaf is full
	inlineMost = blockSize // postings that stand in the leaf itself
	chunkMost  = 8192      // postings of a chunk
)

// Entry is what the dictionary says of a word.
type Entry struct {
	count int
	// Few postings stand here, others in chunks.
	postings, places []byte
	first, chunks    int
	sources          []byte // pairs of source and number of postings
}

// Count is the number of items that hold the word.
func (e *Entry) Count() int { return e.count }

// Few reports whether the postings stand in the dictionary itself, so that
// walking them costs nothing.
func (e *Entry) Few() bool { return e.chunks == 0 }

// CountOf is the number of items of the sources that are allowed; only for
// entries that are not Few.
func (e *Entry) CountOf(allowed func(source int64) bool) (n int, err error) {
	for b := e.sources; len(b) > 0; {
		var source, count uint64
		if source, b, err = uvarint(b); err == nil {
			count, b, err = uvarint(b)
		}
		if err != nil {
			return 0, err
		}
		if allowed(int64(source)) {
			n += int(count)
		}
	}
	return n, nil
}

// appendEntry writes a word with few postings, or one whose postings stand in
// chunks.
func appendWord(dst []byte, previous, word string) []byte {
	shared := 0
	for shared < len(previous) && shared < len(word) && previous[shared] == word[shared] {
		shared++
	}
	dst = binary.AppendUvarint(dst, uint64(shared))
	dst = binary.AppendUvarint(dst, uint64(len(word)-shared))
	return append(dst, word[shared:]...)
}

func appendFew(dst []byte, l *List) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(l.Items)))
	var buf [6 * inlineMost]byte
	post := buf[:0]
	last := uint32(0)
	for i, d := range l.Items {
		post = binary.AppendUvarint(post, uint64(d-last))
		post = append(post, l.Weights[i])
		last = d
	}
	dst = append(binary.AppendUvarint(dst, uint64(len(post))), post...)
	return append(binary.AppendUvarint(dst, uint64(len(l.Places))), l.Places...)
}

func appendMany(dst []byte, count, first, chunks int, sources map[int64]int) []byte {
	dst = binary.AppendUvarint(dst, uint64(count))
	dst = binary.AppendUvarint(dst, uint64(first))
	dst = binary.AppendUvarint(dst, uint64(chunks))
	ids := make([]int64, 0, len(sources))
	for id := range sources {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var pairs []byte
	for _, id := range ids {
		pairs = binary.AppendUvarint(pairs, uint64(id))
		pairs = binary.AppendUvarint(pairs, uint64(sources[id]))
	}
	return append(binary.AppendUvarint(dst, uint64(len(pairs))), pairs...)
}

// leafWalk reads the entries of a leaf.
type leafWalk struct {
	rest []byte
	word []byte
	Entry
}

// next moves to the next entry and reports whether there is one.
func (w *leafWalk) next() (bool, error) {
	if len(w.rest) == 0 {
		return false, nil
	}
	shared, b, err := uvarint(w.rest)
	if err != nil || shared > uint64(len(w.word)) {
		return false, ErrFormat
	}
	tail, b, err := bytesOf(b)
	if err != nil {
		return false, err
	}
	w.word = append(w.word[:shared], tail...)
	w.Entry, w.rest, err = readEntry(b)
	return err == nil, err
}

// readEntry reads what follows a word.
func readEntry(b []byte) (e Entry, rest []byte, err error) {
	count, b, err := uvarint(b)
	if err != nil || count == 0 || count > 1<<31 {
		return e, nil, ErrFormat
	}
	e.count = int(count)
	if count <= inlineMost {
		if e.postings, b, err = bytesOf(b); err == nil {
			e.places, b, err = bytesOf(b)
		}
		return e, b, err
	}
	var first, chunks uint64
	if first, b, err = uvarint(b); err != nil {
		return e, nil, err
	}
	if chunks, b, err = uvarint(b); err != nil || chunks != (count+chunkMost-1)/chunkMost || first > 1<<31 {
		return e, nil, ErrFormat
	}
	e.first, e.chunks = int(first), int(chunks)
	e.sources, b, err = bytesOf(b)
	return e, b, err
}

// skipEntry passes over what follows a word.
func skipEntry(b []byte) ([]byte, error) {
	count, b, err := uvarint(b)
	if err != nil {
		return nil, err
	}
	if count <= inlineMost {
		if _, b, err = bytesOf(b); err != nil {
			return nil, err
		}
	} else {
		for range 2 {
			if _, b, err = uvarint(b); err != nil {
				return nil, err
			}
		}
	}
	_, b, err = bytesOf(b)
	return b, err
}

// findIn looks a word up in a leaf. It compares as little as it can: how much of
// the word before an entry shares with it says most of the time which of the two
// comes first.
func findIn(b []byte, word string) (e Entry, found bool, err error) {
	same := 0 // how much of word the entry before shares; that entry is less
	for len(b) > 0 {
		shared, rest, err := uvarint(b)
		if err != nil {
			return e, false, err
		}
		tail, rest, err := bytesOf(rest)
		if err != nil {
			return e, false, err
		}
		switch {
		case int(shared) < same:
			return e, false, nil // it differs from word earlier, and is greater there
		case int(shared) == same:
			n := 0
			for n < len(tail) && same+n < len(word) && tail[n] == word[same+n] {
				n++
			}
			switch {
			case n == len(tail) && same+n == len(word):
				e, _, err := readEntry(rest)
				return e, err == nil, err
			case same+n == len(word) || n < len(tail) && tail[n] > word[same+n]:
				return e, false, nil
			}
			same += n
		}
		if b, err = skipEntry(rest); err != nil {
			return e, false, err
		}
	}
	return e, false, nil
}

func bytesOf(b []byte) (part, rest []byte, err error) {
	n, b, err := uvarint(b)
	if err != nil || n > uint64(len(b)) {
		return nil, nil, ErrFormat
	}
	return b[:n:n], b[n:], nil
}
