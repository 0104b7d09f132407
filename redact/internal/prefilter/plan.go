package prefilter

import (
	"errors"
	"slices"

	"jezero/redact/internal/prefilter/bigram"
)

const impossible = 2

// Place is where a literal is looked for: its window. Choosing it takes
// statistics and time, so the places of the built-in literals are generated.
type Place struct {
	Literal uint64  // fingerprint of the literal
	Weight  float32 // estimate of how often the window stands, per byte of usual text
	Off     int8    // where it begins, counted from the first of the literal's sets
	Weak    bool
}

// Planned collects places that had to be worked out; the generator sets it.
// While it is set the generated ones are not used.
var Planned *[]Place

// Observed, when set, tells how often four folded bytes stand in real text, by
// which places are weighed instead of the estimate. The generator sets it.
var Observed func(x uint32) float64

// place finds the window of the literal that usual text holds least often.
func (l *Literal) place() (Place, error) {
	if len(l.Before)+len(l.Text)+len(l.After) < weakWindow || l.Text == "" {
		return Place{}, l.short(errors.New("has to span four bytes with what must stand beside it"))
	}
	fp := l.fingerprint()
	if Planned == nil {
		if i, ok := slices.BinarySearchFunc(places[:], fp, func(p Place, fp uint64) int {
			switch {
			case p.Literal < fp:
				return -1
			case p.Literal > fp:
				return 1
			}
			return 0
		}); ok {
			return places[i], nil
		}
	}
	p := work(l.sets())
	p.Literal = fp
	if Planned != nil {
		*Planned = append(*Planned, p)
	}
	return p, nil
}

// fingerprint is FNV-1a over everything that decides the place.
func (l *Literal) fingerprint() uint64 {
	h := uint64(14695981039346656037)
	mix := func(x uint64) {
		h = (h ^ x) * 1099511628211
		h ^= h >> 29
	}
	for i := range len(l.Text) {
		mix(uint64(l.Text[i]))
	}
	mix(uint64(len(l.Before))<<8 | uint64(len(l.After))<<1)
	if l.Fold {
		mix(1)
	}
	for _, c := range l.Before {
		mix(c[0])
		mix(c[1])
	}
	for _, c := range l.After {
		mix(c[0])
		mix(c[1])
	}
	return h
}

// sets lists what may stand at each position of the literal and beside it.
func (l *Literal) sets() []set {
	sets := make([]set, 0, l.lead()+len(l.Before)+len(l.Text)+len(l.After)+1)
	if l.lead() > 0 {
		sets = append(sets, set{})
	}
	for _, c := range l.Before {
		sets = append(sets, set{class: c})
	}
	for i := range len(l.Text) {
		sets = append(sets, set{lo: l.Text[i], one: true, fold: l.Fold})
	}
	for _, c := range l.After {
		sets = append(sets, set{class: c})
	}
	if len(l.Text) == 4 && len(sets) == 4 {
		sets = append(sets, set{}) // a byte follows, or the literal ends the input
	}
	return sets
}

// lead is 1 when the sets begin with any byte, which stands before a short
// text except at the start of the input.
func (l *Literal) lead() int {
	if len(l.Before) == 0 && len(l.Text) < 4 {
		return 1
	}
	return 0
}

func work(sets []set) Place {
	p := Place{Weight: impossible}
	symbols := make([]bigram.Set, len(sets))
	for i, s := range sets {
		symbols[i] = s.symbols()
	}
	for i := range len(sets) - strongWindow + 1 {
		w := sets[i : i+strongWindow]
		if size(w[:4])+size(w[1:]) > maxExpand {
			continue
		}
		f := float32(bigram.Weight(symbols[i:i+4]) + bigram.Weight(symbols[i+1:i+strongWindow]))
		if Observed != nil {
			// What was never seen is still told apart by the estimate.
			sum := float64(f) / 64
			expand(w[:4], func(x uint32) { sum += Observed(x | fold32) })
			expand(w[1:], func(x uint32) { sum += Observed(x | fold32) })
			f = float32(sum)
		}
		if f < p.Weight {
			p.Off, p.Weight = int8(min(i, 127)), f
		}
	}
	if p.Weight < impossible {
		return p
	}
	p.Weak = true
	for i := range len(sets) - weakWindow + 1 {
		if f := float32(bigram.Weight(symbols[i : i+weakWindow])); f < p.Weight {
			p.Off, p.Weight = int8(i), f
		}
	}
	return p
}
