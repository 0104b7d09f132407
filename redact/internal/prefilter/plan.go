package prefilter

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"jezero/redact/internal/prefilter/bigram"
)

const impossible = 2

// Place is where a literal is looked for: its window. Choosing it takes
// statistics and time, so the places of the built-in literals are generated.
type Place struct {
	Literal uint64  // fingerprint of the literal
	Weight  float32 // estimate of how often the window stands, per byte of usual text
	Off     int8    // where it begins, counted from the first of the literal's sets; -1 is a byte before them
	Bucket  int8    // strong, or the bucket of a weak literal, or undealt
}

// Buckets that are none.
const (
	strong  = -1
	undealt = -2
)

// Planned collects places that had to be worked out; the generator sets it.
// While it is set the generated ones are not used.
var Planned *[]Place

// Observed, when set, tells how often a string of four or five folded bytes
// stands in real text, by which windows are chosen instead of the estimate.
// The generator sets it.
var Observed func(x uint64) float64

// What a window costs: each of its two halves makes a candidate wherever it
// stands; where all of it stands, the literal is compared, which costs about
// twice as much again; and every string that it stands for fills the filter,
// which lets others through by mistake.
const (
	costWindow = 2
	costString = 0.5e-6
)

// place finds the window of the literal that usual text holds least often.
func (l *Literal) place() (Place, error) {
	if len(l.Before)+len(l.Text)+len(l.After) < weakWindow || l.Text == "" {
		return Place{}, l.short(errors.New("has to span four bytes with what must stand beside it"))
	}
	fp := l.fingerprint()
	if Planned == nil {
		if p := planned(fp); p != nil {
			return l.placed(*p), nil
		}
	}
	p := l.placed(work(l.sets(nil), Observed != nil && l.lead()+len(l.Before) == 0))
	p.Literal = fp
	if Planned != nil {
		*Planned = append(*Planned, p)
	}
	return p, nil
}

// placed moves a weak window that a token follows to the last two bytes of its text.
func (l *Literal) placed(p Place) Place {
	if p.Bucket != strong && l.token() {
		p.Off = int8(l.lead() + len(l.Before) + len(l.Text) - 2)
	}
	return p
}

// planned returns the generated place of a literal, or nil. Fingerprints are as
// good as random, so that one stands about where its share of all of them says.
func planned(fp uint64) *Place {
	h, _ := bits.Mul64(fp, uint64(len(places)))
	i := int(h)
	for i > 0 && places[i].Literal > fp {
		i--
	}
	for i < len(places)-1 && places[i].Literal < fp {
		i++
	}
	if p := &places[i]; p.Literal == fp {
		return p
	}
	return nil
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

// sets appends what may stand at each position of the literal and beside it.
func (l *Literal) sets(sets []set) []set {
	sets = slices.Grow(sets, l.lead()+len(l.Before)+len(l.Text)+len(l.After)+1)
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

// work chooses a window of the sets. before says that it may begin with a byte
// before them, which can be any: what tells a name from a word that ends as it does
// is its first letter.
func work(sets []set, before bool) Place {
	p := Place{Weight: impossible, Bucket: strong}
	least := math.Inf(1)
	first := 0
	if before {
		sets, first = append([]set{{}}, sets...), 1
	}
	symbols := make([]bigram.Set, len(sets))
	for i, s := range sets {
		symbols[i] = s.symbols()
	}
	for i := range len(sets) - strongWindow + 1 {
		w := sets[i : i+strongWindow]
		n := size(w[:4]) + size(w[1:])
		if n > maxExpand {
			continue
		}
		halves := bigram.Weight(symbols[i:i+4]) + bigram.Weight(symbols[i+1:i+strongWindow])
		whole := bigram.Weight(symbols[i : i+strongWindow])
		weight := float32(halves)
		if Observed != nil {
			// What was never seen is still told apart by the estimate.
			halves, whole = halves/64+observed(w[:4])+observed(w[1:]), whole/64+observed(w)
			weight = float32(halves)
		}
		if c := halves + costWindow*whole + costString*float64(n); c < least {
			least, p.Off, p.Weight = c, int8(min(i-first, 127)), weight
		}
	}
	if p.Weight < impossible {
		return p
	}
	p.Bucket = undealt
	for i := first; i+weakWindow <= len(sets); i++ {
		if f := float32(bigram.Weight(symbols[i : i+weakWindow])); f < p.Weight {
			p.Off, p.Weight = int8(i-first), f
		}
	}
	return p
}

// observed is how often one of the strings that the sets stand for was seen.
// Of five sets that are not all single bytes, the rarer half decides: it bounds
// the whole.
func observed(w []set) float64 {
	sum := 0.0
	if len(w) == strongWindow && size(w) > 1 {
		return min(observed(w[:4]), observed(w[1:]))
	}
	if len(w) == strongWindow {
		x := uint64(0)
		for k, s := range w {
			x |= uint64(foldByte(s.lo)) << (8 * k)
		}
		return Observed(x)
	}
	for _, x := range expand(nil, w) {
		sum += Observed(uint64(x))
	}
	return sum
}
