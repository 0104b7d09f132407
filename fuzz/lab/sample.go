package lab

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/dlclark/regexp2/v2/syntax"
)

// sample is a string that the pattern matches as a whole, and the part of it
// that is the value.
type sample struct {
	text       string
	start, end int
}

func (s sample) value() string { return s.text[s.start:s.end] }

const wantSamples = 40

// makeSamples draws strings from the pattern's own syntax tree and keeps what
// the pattern really matches, so look-around and back references are honoured.
func (b *bench) makeSamples(ctx context.Context) (Check, *Failure) {
	tree, err := syntax.Parse(b.Spec.Pattern, syntax.ParseOptions{})
	if err != nil { // compiled before
		return bad(nil, "the pattern cannot be taken apart")
	}
	seen := map[string]bool{}
	tries := 0
	for ; tries < 5000 && len(b.samples) < wantSamples && ctx.Err() == nil; tries++ {
		d := drawer{rng: b.rng, groups: map[int]string{}}
		d.walk(tree.Root)
		text := d.out.String()
		if text == "" || seen[text] || strings.ContainsAny(text, "\r\n") {
			continue
		}
		seen[text] = true
		rs, err := b.pattern.Find([]byte(text), nil)
		if err != nil || len(rs) != 1 || b.Spec.Group == "" && (rs[0][0] != 0 || rs[0][1] != len(text)) {
			continue
		}
		b.samples = append(b.samples, sample{text, rs[0][0], rs[0][1]})
	}
	for _, s := range b.samples[:min(3, len(b.samples))] {
		b.report.Samples = append(b.report.Samples, s.text)
	}
	if len(b.samples) == 0 {
		return bad(nil, "no string could be made that the pattern matches on a line of its own; is it anchored to something outside the value?")
	}
	shortest := len(b.samples[0].value())
	for _, s := range b.samples {
		shortest = min(shortest, len(s.value()))
	}
	if shortest < 8 {
		return note("%d made; the shortest value has %d bytes: short values stand in ordinary text by chance", len(b.samples), shortest)
	}
	return good("%d made in %d tries", len(b.samples), tries)
}

// drawer writes a random string that a syntax tree describes.
type drawer struct {
	rng    *rand.Rand
	out    strings.Builder
	groups map[int]string
}

const maxRepeat = 24 // how far a loop without an upper end goes beyond its least

func (d *drawer) times(least, most int) int {
	most = min(most, least+maxRepeat)
	if most <= least {
		return least
	}
	return least + d.rng.IntN(most-least+1)
}

func (d *drawer) walk(n *syntax.RegexNode) {
	switch n.T {
	case syntax.NtOne:
		d.out.WriteRune(n.Ch)
	case syntax.NtMulti:
		d.out.WriteString(string(n.Str))
	case syntax.NtSet:
		d.out.WriteRune(d.from(n.Set))
	case syntax.NtNotone:
		d.out.WriteRune(d.other(n.Ch))
	case syntax.NtOneloop, syntax.NtOnelazy, syntax.NtOneloopatomic:
		for range d.times(n.M, n.N) {
			d.out.WriteRune(n.Ch)
		}
	case syntax.NtSetloop, syntax.NtSetlazy, syntax.NtSetloopatomic:
		for range d.times(n.M, n.N) {
			d.out.WriteRune(d.from(n.Set))
		}
	case syntax.NtNotoneloop, syntax.NtNotonelazy, syntax.NtNotoneloopatomic:
		for range d.times(n.M, n.N) {
			d.out.WriteRune(d.other(n.Ch))
		}
	case syntax.NtAlternate:
		d.walk(n.Children[d.rng.IntN(len(n.Children))])
	case syntax.NtLoop, syntax.NtLazyloop:
		for range d.times(n.M, min(n.N, n.M+3)) {
			d.children(n)
		}
	case syntax.NtCapture:
		at := d.out.Len()
		d.children(n)
		d.groups[n.M] = d.out.String()[at:]
	case syntax.NtRef:
		d.out.WriteString(d.groups[n.M])
	case syntax.NtConcatenate, syntax.NtGroup, syntax.NtAtomic:
		d.children(n)
	}
	// Anchors and look-around write nothing: what is drawn is verified afterwards.
}

func (d *drawer) children(n *syntax.RegexNode) {
	for _, c := range n.Children {
		d.walk(c)
	}
}

const drawn = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// from picks a letter or digit of the set where it has one, else any ASCII
// character that can be printed.
func (d *drawer) from(set *syntax.CharSet) rune {
	var all []rune
	for _, c := range drawn {
		if set.CharIn(c) {
			all = append(all, c)
		}
	}
	if len(all) > 0 && (len(all) > 9 || d.rng.IntN(2) == 0) && d.rng.IntN(12) > 0 {
		return all[d.rng.IntN(len(all))]
	}
	for c := rune(' '); c < 127; c++ {
		if set.CharIn(c) {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		for c := rune(160); c < 0x3000; c++ {
			if set.CharIn(c) {
				return c
			}
		}
		return 'x'
	}
	return all[d.rng.IntN(len(all))]
}

func (d *drawer) other(not rune) rune {
	for {
		if c := rune(drawn[d.rng.IntN(len(drawn))]); c != not {
			return c
		}
	}
}
