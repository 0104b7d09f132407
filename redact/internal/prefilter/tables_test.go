package prefilter

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact/rule"
)

// The tables of weak literals say of every byte what the literals' sets say,
// no more and no less: more would be found by the confirmation and cost time.
func TestWeakTablesAreExact(t *testing.T) {
	s := mustNew(t, testLiterals, Portable)
	if len(s.weak.lits) < 3 {
		t.Fatalf("only %d weak literals", len(s.weak.lits))
	}
	couples := s.couples()
	var wantWhole uint64
	for n, i := range s.weak.lits {
		l := &testLiterals[i]
		sets := l.sets(nil)
		p, err := l.place()
		if err != nil {
			t.Fatal(err)
		}
		from := int(p.Off)
		at := func(k int) set { // any byte, beyond the literal
			if k < 0 || k >= len(sets) {
				return set{}
			}
			return sets[k]
		}
		if from <= weakBefore && len(sets)-from-weakWindow <= weakAfter {
			wantWhole |= 1 << n
		}
		for b := range 256 {
			for k := range weakWindow {
				if got, want := s.weak.by[k][b]>>n&1 != 0, at(from+k).has(byte(b)); got != want {
					t.Errorf("%q: byte %d of the window, %#x: %v", l.Text, k, b, got)
				}
			}
			for k, off := range [...]int{from - 2, from - 1, from + weakWindow, from + weakWindow + 1} {
				if got, want := s.weak.side[k][b]>>n&1 != 0, at(off).has(byte(b)); got != want {
					t.Errorf("%q: byte %d beside the window, %#x: %v", l.Text, k, b, got)
				}
			}
		}
	}
	if s.weak.whole != wantWhole {
		t.Errorf("whole is %b, want %b", s.weak.whole, wantWhole)
	}
	// What two bytes may be of, by asking every window.
	for a := range 128 {
		for b := range 128 {
			var want uint8
			for _, w := range s.weak.sets {
				late := !w[0].one && !w[1].one
				pair := func(i int) bool {
					has := func(s set, c int) bool { return s.has(byte(c)) || s.has(byte(c|0x80)) }
					return has(w[i], a) && has(w[i+1], b)
				}
				if !late && pair(0) {
					want |= evenTurn
				}
				if pair(1) {
					want |= oddTurn
				}
				if late && pair(2) {
					want |= lastTurn
				}
			}
			if got := couples[a|b<<8]; got != want {
				t.Fatalf("%#x %#x: %b, want %b", a, b, got, want)
			}
		}
	}
}

// Every weak window passes the masks of its own bucket, whose nibbles are those
// of the bytes of its windows and no others.
func TestMasksAreOfTheWindows(t *testing.T) {
	s := mustNew(t, testLiterals, Auto)
	for _, token := range []bool{false, true} {
		testMasks(t, s.weak, token)
	}
	for b := range 256 {
		if got, want := s.weak.token[0][b&15]&s.weak.token[1][b>>4] != 0, s.weak.class.Has(byte(b)); got != want {
			t.Errorf("byte %#x of a token: %v", b, got)
		}
	}
	for _, m := range s.weak.token {
		if [16]byte(m[:16]) != [16]byte(m[16:]) {
			t.Error("the halves of a token's mask differ")
		}
	}
	x := binary.LittleEndian.Uint32([]byte("12:A"))
	c := clusterOf([]set{{class: rule.Digit}, {class: rule.Digit}, {lo: ':', one: true}, {class: rule.Upper}})
	if !c.passes(x) || c.passes(x^0x40) || c.passes(x^0x10<<8) || c.passes(x^1<<16) || c.passes(x^0x80<<24) {
		t.Error("what passes is not what the window may be")
	}
}

// testMasks looks at the windows that a token follows, or at all others.
func testMasks(t *testing.T, w *weak, token bool) {
	cs := w.clusters(token)
	m := masksOf(cs)
	if want := map[bool]masks{false: w.masks, true: w.pairs}[token]; m != want {
		t.Error("the masks are not those of the buckets")
	}
	var lo, hi [weakWindow]uint16
	n := 0
	for i, sets := range w.sets {
		if w.follows[i] != token {
			continue
		}
		n++
		sets = w.looked(i, sets)
		c := clusterOf(sets)
		passes := 0
		for k := range cs {
			if u := cs[k].with(&c); u.lo == cs[k].lo && u.hi == cs[k].hi {
				passes++
			}
		}
		if passes == 0 {
			t.Errorf("window %d is in no bucket", i)
		}
		for p, set := range sets {
			for b := range 256 {
				if set.has(byte(b)) {
					lo[p] |= 1 << (b & 15)
					hi[p] |= 1 << (b >> 4)
					if c.lo[p]>>(b&15)&1 == 0 || c.hi[p]>>(b>>4)&1 == 0 {
						t.Errorf("window %d: byte %#x at %d does not pass", i, b, p)
					}
				}
			}
		}
	}
	if n < 2 {
		t.Errorf("only %d windows with token %v", n, token)
	}
	for p := range weakWindow {
		for n := range 16 {
			if m[2*p][n] != m[2*p][n+16] || m[2*p+1][n] != m[2*p+1][n+16] {
				t.Errorf("the halves of mask %d differ at %d", p, n)
			}
			if (m[2*p][n] != 0) != (lo[p]>>n&1 != 0) || (m[2*p+1][n] != 0) != (hi[p]>>n&1 != 0) {
				t.Errorf("mask %d, nibble %d: %b %b", p, n, m[2*p][n], m[2*p+1][n])
			}
			for k := range cs {
				if m[2*p][n]>>k&1 != uint8(cs[k].lo[p]>>n&1) || m[2*p+1][n]>>k&1 != uint8(cs[k].hi[p]>>n&1) {
					t.Errorf("mask %d, nibble %d, bucket %d", p, n, k)
				}
			}
		}
	}
}

func TestSets(t *testing.T) {
	tests := []struct {
		name   string
		set    set
		bytes  string // which it has
		folded string
	}{
		{"a byte", set{lo: 'a', one: true}, "a", "A"},
		{"a byte in both cases", set{lo: 'a', one: true, fold: true}, "Aa", "A"},
		{"the last letter", set{lo: 'z', one: true, fold: true}, "Zz", "Z"},
		{"behind it", set{lo: '{', one: true, fold: true}, "{", "["},
		{"before the first", set{lo: '`', one: true, fold: true}, "`", "@"},
		{"a digit", set{lo: '7', one: true, fold: true}, "7", "\x17"},
		{"a class", set{class: rule.Chars("az09")}, "09az", "\x10\x19AZ"},
		{"letters of both cases", set{class: rule.Chars("aA{[")}, "A[a{", "A["},
		{"ends of a class", set{class: rule.Chars("\x00?@\x7f")}, "\x00?@\x7f", "\x00\x1f@_"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var has, each []byte
			for b := range 256 {
				if tt.set.has(byte(b)) {
					has = append(has, byte(b))
				}
			}
			tt.set.each(func(b byte) { each = append(each, b) })
			slices.Sort(each)
			folded := tt.set.folded(nil)
			slices.Sort(folded)
			if diff := cmp.Diff([]string{tt.bytes, tt.bytes, tt.folded}, []string{string(has), string(each), string(folded)}); diff != "" {
				t.Error(diff)
			}
			if n := size([]set{tt.set, {lo: 'x', one: true}, tt.set}); n != len(folded)*len(folded) {
				t.Errorf("size %d", n)
			}
			if tt.set.class.IsZero() {
				want := 1
				if len(tt.bytes) == 2 {
					want = 2
				}
				if got := tt.set.symbols(); len(got) != want {
					t.Errorf("symbols %v", got)
				}
			} else if got := tt.set.symbols(); len(got) > len(tt.bytes) || len(got) == 0 {
				t.Errorf("symbols %v", got)
			}
		})
	}
	anything := set{}
	if n := len(anything.folded(nil)); n != 64 || n != size([]set{anything}) || !anything.has(0) || !anything.has(255) {
		t.Errorf("any byte folds to %d", n)
	}
	got := expand(nil, []set{{lo: 'a', one: true}, {class: rule.Chars("bc")}, {lo: '-', one: true}, {class: rule.Chars("01")}})
	want := []uint32{}
	for _, text := range []string{"AB\r\x10", "AB\r\x11", "AC\r\x10", "AC\r\x11"} {
		want = append(want, binary.LittleEndian.Uint32([]byte(text)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A node fits its own literal and nothing that differs in a bit
// that counts.
func TestNodes(t *testing.T) {
	for _, l := range testLiterals {
		for _, off := range []int{-2, -1, 0, 1, 3} {
			for _, half := range []uint16{0, lastFour} {
				n := l.node(off, half)
				first := 2 - off - int(half/lastFour)
				var y, mask uint64
				for i := range 8 {
					k := i - first
					if k < 0 || k >= len(l.Text) {
						continue
					}
					c, m := uint64(l.Text[k]), uint64(0xff)
					if l.Fold && 'a' <= c && c <= 'z' {
						m = 0xdf
					}
					y |= c << (8 * i)
					mask |= m << (8 * i)
				}
				if n.mask != mask || !n.fits(y) || n.want != y&mask {
					t.Errorf("%q, window at %d, half %d: want %#x mask %#x", l.Text, off, half, n.want, n.mask)
				}
				for bit := range 64 {
					if fits := n.fits(y ^ 1<<bit); fits == (mask>>bit&1 != 0) {
						t.Errorf("%q: bit %d", l.Text, bit)
					}
				}
			}
		}
	}
}

// A node asks for nothing that a literal of its chain does not ask for, and for all
// of it where the chain ends.
func TestChainsAgree(t *testing.T) {
	s := Prepared(Auto)
	if s == nil {
		t.Fatal("nothing is prepared")
	}
	runs, sure, chains := 0, 0, 0
	for k := range s.nodes[1:] {
		n := &s.nodes[k+1]
		for at := k + 1; at != 0; at = int(s.nodes[at].next) {
			own := &s.nodes[at]
			l := &s.texts[own.lit&^lastFour]
			lit := Literal{Text: l.text, Fold: l.fold}
			want := lit.node(-int(own.start)-int(own.lit/lastFour), own.lit&lastFour)
			run := l.run(int(own.start), s.weak.class)
			if n.mask&^want.mask != 0 || n.want != want.want&n.mask || n.run&^run != 0 {
				t.Errorf("node %d asks for more than %q", k+1, l.text)
			}
			if own.next == 0 && (own.mask != want.mask || own.run != run) {
				t.Errorf("node %d, the last, asks for less than %q", at, l.text)
			}
		}
		if n.run != 0 {
			runs++
		}
		if n.next != 0 {
			chains++
		}
		if n.sure {
			sure++
			if l := &s.texts[n.lit&^lastFour]; n.next != 0 || bits.OnesCount64(n.mask) < 7*len(l.text) || len(l.before)+len(l.after)+l.far != 0 {
				t.Errorf("node %d is not sure of %q", k+1, l.text)
			}
		}
	}
	if runs < 100 || sure < 100 || chains < 100 {
		t.Errorf("%d nodes with runs, %d sure ones, %d chains: the test looks at nothing", runs, sure, chains)
	}
}

// What a literal is estimated to cost decides where it is looked for. The order
// is what counts: rarer strings weigh less.
func TestWeights(t *testing.T) {
	order := []Literal{
		{Text: "zqxj"}, {Text: "ghp_"}, {Text: ":", Before: []rule.Class{rule.Digit, rule.Digit}, After: []rule.Class{rule.Digit}}, {Text: "token", Fold: true}, {Text: "the "}, {Text: "e", After: make([]rule.Class, 3)},
	}
	last := 0.0
	for _, l := range order {
		w := l.Weight()
		if w <= last || w >= impossible || math.IsNaN(w) {
			t.Errorf("%q weighs %g, after %g", l.Text, w, last)
		}
		last = w
	}
	for _, l := range []Literal{{Text: "abc"}, {After: make([]rule.Class, 4)}} {
		if w := l.Weight(); w != impossible {
			t.Errorf("%q, which cannot be looked for, weighs %g", l.Text, w)
		}
	}
	if all := (&Literal{Text: "token"}).Weight(); all >= (&Literal{Text: "token", Fold: true}).Weight() {
		t.Error("in any case it stands no more often")
	}
}

// A fingerprint tells literals apart by all that they are.
func TestFingerprints(t *testing.T) {
	seen := map[uint64]string{}
	a, b := []rule.Class{rule.Digit}, []rule.Class{rule.Upper}
	for _, l := range []Literal{
		{Text: "abcd"}, {Text: "abce"}, {Text: "abcd", Fold: true}, {Text: "abcd", Before: a}, {Text: "abcd", After: a}, {Text: "abcd", Before: b}, {Text: "abcd", After: b}, {Text: "abcd", Before: a, After: b}, {Text: "abcd", Before: b, After: a}, {Text: "abcd", After: []rule.Class{{}}}, {Text: "dcba"},
	} {
		name := fmt.Sprint(l)
		if was, ok := seen[l.fingerprint()]; ok {
			t.Errorf("%s is as %s", name, was)
		}
		seen[l.fingerprint()] = name
	}
	for i := range places {
		if p := planned(places[i].Literal); p != &places[i] {
			t.Fatalf("place %d is not found", i)
		}
		if p := planned(places[i].Literal + 1); p != nil && p.Literal != places[i].Literal+1 {
			t.Fatalf("another place is found for %d", i)
		}
	}
}

// More literals than there is room for are refused, and as many as there is are not.
func TestRoom(t *testing.T) {
	weakOf := func(n int) (ls []Literal) {
		for i := range n {
			ls = append(ls, Literal{Text: string([]byte{'a' + byte(i%26), 'a' + byte(i/26)}), After: make([]rule.Class, 2)})
		}
		return ls
	}
	if _, err := New(weakOf(maxWeak), Portable); err != nil {
		t.Error(err)
	}
	if _, err := New(weakOf(maxWeak+1), Portable); err == nil {
		t.Errorf("%d weak literals are taken", maxWeak+1)
	}
}

// How far a window may be from its literal is what the set says of it.
func TestReach(t *testing.T) {
	for _, l := range testLiterals {
		s := mustNew(t, []Literal{l}, Portable)
		off := int(s.lits[0].off)
		if s.Back() != max(0, off) || s.Front() != max(0, -off) || s.Ahead() != max(strongWindow, len(l.Text)+len(l.After)-off, l.Far+1-off) {
			t.Errorf("%q, window at %d: back %d, front %d, ahead %d", l.Text, off, s.Back(), s.Front(), s.Ahead())
		}
		if starts := len(s.start[sixBits(l.Text[0])]) == 1; starts != (-off > len(l.Before)) {
			t.Errorf("%q: may stand at the start: %v", l.Text, starts)
		}
		if s.Window(Hit{7, 0}) != 7+off {
			t.Errorf("%q: window at %d", l.Text, s.Window(Hit{7, 0}))
		}
	}
}
