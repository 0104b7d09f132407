// Package textindex is the form of the library's search index: immutable
// segments, each an inverted index over some items, as bytes. It knows nothing
// of where they are kept: a segment is written to a Sink and read from a Store.
//
// A segment has a head (its items, in the order of their keys, and the first
// word of every leaf), leaves (the dictionary: sorted words, each with its
// postings where they are few), and chunks (the postings of words that stand in
// many items). A posting says which item, how much the word counts in it
// (weight), and where it stands (positions, for phrases).
//
// What a word weighs in an item depends on that item alone, never on others,
// so that a ranking can be made from the statistics of any part of the items.
package textindex

import (
	"errors"
	"math"
)

// Item is an item as the index knows it.
type Item struct {
	Key     int64 // its row; items of a segment stand in the order of their keys
	EndedMS int64
	Source  int64
	Project int64
}

// ErrFormat says that a segment's bytes are not what this package writes.
var ErrFormat = errors.New("the search index is damaged; run: jezero vacuum")

// Weights are kept in one byte, in steps of 5 %: far finer than what decides
// between two items, and what is shown is ranked anew from the texts.
const (
	leastWeight = 0.02
	weightStep  = 1.05
)

// weights maps the byte of a posting to the weight.
var weights = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(leastWeight * math.Pow(weightStep, float64(i)))
	}
	return t
}()

// Weight is the weight that a posting's byte stands for.
func Weight(q uint8) float32 { return weights[q] }

func quantize(x float64) uint8 {
	q := math.Round(math.Log(x/leastWeight) / math.Log(weightStep))
	return uint8(min(max(q, 0), 255))
}

// Sink takes the parts of a segment while it is written. Leaves and chunks are
// numbered from 0 in the order in which they come.
type Sink interface {
	Leaf(data []byte) error
	Chunk(postings, positions []byte) error
	Head(data []byte) error
}

// Store gives the parts of a segment back. What it returns is not changed.
type Store interface {
	Leaf(n int) ([]byte, error)
	// Chunks calls yield for the postings of the chunks from first on, count of
	// them, in order.
	Chunks(first, count int, yield func(postings []byte) error) error
	// Positions calls yield with the positions of a chunk, which are only valid
	// during the call.
	Positions(chunk int, yield func(positions []byte) error) error
}
