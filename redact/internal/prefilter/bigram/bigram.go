// Package bigram estimates how often short strings stand in usual text
// (source, documentation, session logs), from how often one byte follows
// another.
package bigram

import (
	_ "embed"
	"math"
	"sync"
)

// The table is data, measured once on the texts that its maker had at hand, and
// so no part of go generate:
//
//	go run ./redact/internal/prefilter/genbigram -o redact/internal/prefilter/bigram/bigram.bin DIR...
//
//go:embed bigram.bin
var table string

// Symbols is how many kinds of bytes are told apart: the printable ones, blank
// space, and two for the rest.
const Symbols = 98

// Symbol maps a byte to its kind.
func Symbol(b byte) int {
	switch {
	case b >= 0x80:
		return 97
	case b > ' ' && b < 0x7f:
		return int(b) - ' '
	case b == ' ':
		return 0
	case b == '\n' || b == '\t' || b == '\r':
		return 95
	}
	return 96
}

var probability = func() (p [256]float64) {
	for i := range p {
		p[i] = math.Exp2(-float64(i) / 8)
	}
	return p
}()

// Set is a list of symbols, each once.
type Set []uint8

// Weight estimates how often, per byte of usual text, a string stands whose
// bytes are of the sets, in order.
func Weight(sets []Set) float64 {
	var p, next [Symbols]float64
	for _, s := range sets[0] {
		p[s] = single()[s]
	}
	for i, set := range sets[1:] {
		for _, b := range set {
			sum := 0.0
			for _, a := range sets[i] {
				if p[a] > 0 {
					sum += p[a] * probability[table[int(a)*Symbols+int(b)]] / single()[a]
				}
			}
			next[b] = sum
		}
		for _, a := range sets[i] {
			p[a] = 0
		}
		for _, b := range set {
			p[b] = next[b]
		}
	}
	sum := 0.0
	for _, b := range sets[len(sets)-1] {
		sum += p[b]
	}
	return sum
}

// single is how often each symbol stands.
var single = sync.OnceValue(func() *[Symbols]float64 {
	var p [Symbols]float64
	for a := range p {
		for b := range p {
			p[a] += probability[table[a*Symbols+b]]
		}
	}
	return &p
})
