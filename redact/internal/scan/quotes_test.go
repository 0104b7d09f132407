package scan

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// quoted is a text of quotes with backslashes before them and runs between.
func quoted(rnd *rand.Rand, n int) []byte {
	pieces := []string{`"`, `\"`, `\\\"`, `'`, `don't `, "\n", "a", `\`, " ", `",`, `"}`, "`"}
	pieces = pieces[rnd.IntN(6):] // some texts lack some quotes
	var out []byte
	for len(out) < n {
		out = append(out, pieces[rnd.IntN(len(pieces))]...)
		if rnd.IntN(8) == 0 {
			out = append(out, strings.Repeat(pieces[rnd.IntN(len(pieces))], rnd.IntN(60))...)
		}
	}
	return out[:n]
}

// What is remembered of quotes changes no answer of the next view.
func TestQuotesChangeNoAnswer(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	for range 60 {
		src := quoted(rnd, 3000)
		var w Walked
		base := 0
		for range 300 {
			if base += rnd.IntN(12); base > 1500 || rnd.IntN(60) == 0 {
				base = rnd.IntN(1500)
			}
			v := &View{Src: src[base:min(len(src), base+1400)], Walked: &w, Base: base}
			fresh := &View{Src: v.Src, Base: base}
			n := len(v.Src) - 1
			i := rnd.IntN(n-1) + 1
			from := rnd.IntN(i + 1)
			if rnd.IntN(2) == 0 {
				from = rnd.IntN(min(i, 3) + 1)
			}
			to := i + rnd.IntN(n-i+1)
			mark, level := `"'`+"`", rnd.IntN(4)
			m := mark[rnd.IntN(3)]
			ask := func(v *View) any {
				return [...]any{v.StringEnd(i, i, to), v.StringEnd(from, from, to), v.CommandEnd(i, i, to), v.OddQuotes(m, level, from, i), v.LastQuote(m, level, from, i), v.lastNewline(i, from)}
			}
			if got, want := ask(v), ask(fresh); got != want {
				t.Fatalf("%q, a view from %d on, at %d, from %d to %d, %c level %d: %v, want %v", src, base, i, from, to, m, level, got, want)
			}
		}
	}
}

func TestQuotes(t *testing.T) {
	v := &View{Src: []byte(`a "b \"c" 'don't' it's ` + "`x`" + ` \"`), Walked: &Walked{}}
	n := len(v.Src) - 1
	for _, tt := range []struct {
		mark  byte
		level int
		odd   bool
		last  int
	}{{'"', 0, false, 8}, {'"', 1, true, 6}, {'\'', 0, false, 20}, {'`', 0, false, 25}, {'\'', 1, false, -1}} {
		if odd, last := v.OddQuotes(tt.mark, tt.level, 0, n), v.LastQuote(tt.mark, tt.level, 0, n); odd != tt.odd || last != tt.last {
			t.Errorf("%c with %d backslashes: odd %v, last at %d; want %v, %d", tt.mark, tt.level, odd, last, tt.odd, tt.last)
		}
	}
}

// LastQuote is the last one, whatever was walked before, eight bytes at a time or one.
func TestLastQuote(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for range 400 {
		src := make([]byte, 1+r.IntN(150))
		few := r.IntN(40) + 4
		for i := range src {
			src[i] = (`"'\` + strings.Repeat("x\x81", 20))[r.IntN(few)]
		}
		v := &View{Src: src, Walked: &Walked{}}
		for range 50 {
			from := r.IntN(len(src))
			to := from + r.IntN(len(src)-from+1)
			mark, level := `"'`[r.IntN(2)], r.IntN(2)
			want := to - 1
			for want >= from && (src[want] != mark || Backslashes(src, want) != level) {
				want--
			}
			if want < from {
				want = -1
			}
			if got := v.LastQuote(mark, level, from, to); got != want {
				t.Fatalf("%q[%d:%d]: %c with %d backslashes is last at %d, want %d", src, from, to, mark, level, got, want)
			}
		}
	}
}
