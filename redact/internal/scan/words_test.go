package scan

import (
	"math/rand/v2"
	"testing"
)

// A ring tells of the last offsets what a set would.
func TestRing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 10))
	for range 30 {
		var r ring
		set := map[int]bool{}
		last := rnd.IntN(3 * seen)
		r.set(last)
		set[last] = true
		for range 300 {
			at := last + 1 + rnd.IntN(3)
			switch rnd.IntN(20) {
			case 0:
				at = last + rnd.IntN(seen)
			case 1:
				at = (last + 64) &^ 63
			case 2:
				at = last + 60 + rnd.IntN(140)
			}
			if at <= last {
				continue
			}
			r.forget(last, at)
			r.set(at)
			set[at] = true
			last = at
		}
		for i := max(0, last-seen+1); i <= last; i++ {
			if r.has(i) != set[i] {
				t.Fatalf("%d bytes back: %v", last-i, r.has(i))
			}
		}
	}
}

func TestChain(t *testing.T) {
	c := chain{first: -1, last: -1}
	for _, at := range []int{10, 20, 100} {
		c.add(at)
	}
	for at, want := range map[int]bool{9: false, 10: true, 11: false, 20: true, 99: false, 100: false, 101: false} { // the last one may have been cut
		if c.holds(at) != want {
			t.Errorf("holds %d: %v", at, c.holds(at))
		}
	}
	c.add(100 + seen - 1)
	if c.first != 10 || c.holds(20) || !c.holds(100) {
		t.Errorf("first %d, holds 20: %v, 100: %v", c.first, c.holds(20), c.holds(100))
	}
	c.add(c.last + seen)
	if c.first != c.last || c.holds(100) {
		t.Error("a word far behind begins the chain anew")
	}
}

// A walk goes on where another one stopped that came by without an open quote.
func TestEnds(t *testing.T) {
	var e Ends
	v := &View{Base: 1000}
	walk := func(program string, from int) (*Walk, int) { return e.At(v, from, []byte(program)) }
	first, next := walk("curl", 5)
	if next != 5 {
		t.Fatalf("a new walk goes on at %d", next)
	}
	for i, quote := range []byte{0, 0, '"', '"', 0, 0} {
		first.Came(v, 5+i, 6+i, quote)
	}
	if q, ended := first.Quote(); q != 0 || ended {
		t.Errorf("quote %q, ended %v", q, ended)
	}
	for from, want := range map[int]int{5: 10, 6: 10, 9: 10} {
		if w, next := walk("curl", from); w != first || next != want {
			t.Errorf("from %d on: %d, want %d", from, next, want)
		}
	}
	// Within the quotes, before it and behind it walks are new, and there is room for four.
	for _, from := range []int{7, 8, 4, 10, 11} {
		e = Ends{}
		a, _ := walk("curl", 5)
		for i, quote := range []byte{0, 0, '"', '"', 0, 0} {
			a.Came(v, 5+i, 6+i, quote)
		}
		w, next := walk("curl", from)
		if w == a || next != from {
			t.Errorf("from %d on: goes on at %d", from, next)
		}
		if again, next := walk("curl", 6); again != a || next != 10 {
			t.Errorf("after a walk from %d: the first one goes on at %d", from, next)
		}
		// The one that was not used for longer makes room.
		walk("curl", 2000)
		walk("curl", 3000)
		if other, _ := walk("curl", 4000); other != w {
			t.Errorf("after a walk from %d: the wrong one makes room", from)
		}
	}
	e = Ends{}
	a, _ := walk("curl", 5)
	a.Came(v, 5, 6, 0)
	a.Came(v, 6, 7, '\'')
	a.End()
	if q, ended := a.Quote(); q != '\'' || !ended {
		t.Errorf("quote %q, ended %v", q, ended)
	}
	if w, next := walk("curl", 5); w != a || next != 6 {
		t.Errorf("goes on at %d", next)
	}
	if w, next := walk("wget", 5); next != 5 || w.ended || w.quote != 0 {
		t.Errorf("another program goes on at %d, ended %v", next, w.ended)
	}
	if _, next := walk("wget", 5); next != 5 {
		t.Errorf("nothing was walked, and it goes on at %d", next)
	}
	b, _ := walk("curl", 5)
	b.Came(v, 5, 6, 0)
	b.Came(v, 5+seen, 6+seen, 0)
	if _, next := walk("curl", 5); next != 5 {
		t.Errorf("what is too far back is known, and goes on at %d", next)
	}
	e.Reset()
	if _, next := walk("curl", 5+seen-1); next != 5+seen-1 {
		t.Errorf("after forgetting it goes on at %d", next)
	}
}
