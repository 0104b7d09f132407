package prefilter

import (
	"errors"

	"jezero/redact/internal/prefilter/bigram"
)

const impossible = 2

// planned is how one literal is looked for.
type planned struct {
	sets   []set   // what may stand at each position around the literal
	before int     // positions before the text
	off    int     // where the window begins in sets
	weak   bool    // the window is weak
	weight float64 // estimate of how often it stands, per byte of usual text
}

// plan finds the window of the literal that usual text holds least often.
func plan(l *Literal) (planned, error) {
	n := len(l.Before) + len(l.Text) + len(l.After)
	if n < weakWindow || l.Text == "" {
		return planned{}, l.short(errors.New("has to span four bytes with what must stand beside it"))
	}
	p := planned{before: len(l.Before), weight: impossible}
	if p.before == 0 && len(l.Text) < 4 {
		// Any byte may stand before; at the start of the input none does.
		p.sets = append(p.sets, set{})
		p.before = 1
	}
	for _, c := range l.Before {
		p.sets = append(p.sets, set{class: c})
	}
	for i := range len(l.Text) {
		p.sets = append(p.sets, set{lo: l.Text[i], one: true, fold: l.Fold})
	}
	for _, c := range l.After {
		p.sets = append(p.sets, set{class: c})
	}
	if n == 4 && len(l.Text) == 4 {
		p.sets = append(p.sets, set{}) // a byte follows, or the literal ends the input
	}
	symbols := make([]bigram.Set, len(p.sets))
	for i, s := range p.sets {
		symbols[i] = s.symbols()
	}
	for i := range len(p.sets) - strongWindow + 1 {
		w := p.sets[i : i+strongWindow]
		if size(w[:4])+size(w[1:]) > maxExpand {
			continue
		}
		if f := bigram.Weight(symbols[i:i+4]) + bigram.Weight(symbols[i+1:i+strongWindow]); f < p.weight {
			p.off, p.weight = i, f
		}
	}
	if p.weight < impossible {
		return p, nil
	}
	p.weak = true
	for i := range len(p.sets) - weakWindow + 1 {
		if f := bigram.Weight(symbols[i : i+weakWindow]); f < p.weight {
			p.off, p.weight = i, f
		}
	}
	return p, nil
}
