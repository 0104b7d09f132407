package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// found makes a scanner of a text in which finds of several words stand
// between < and >.
func found(s string) *scanner {
	sc := &scanner{e: &Engine{}}
	start := -1
	for i := range len(s) {
		switch {
		case s[i] == '<':
			start = len(sc.src)
		case s[i] == '>' && start >= 0:
			sc.broken = append(sc.broken, [2]int{start, len(sc.src)})
			start = -1
		default:
			sc.src = append(sc.src, s[i])
		}
	}
	return sc
}

// walker makes a scanner that walks runs of a class.
func walker(s string, set rule.Class) (*scanner, *class) {
	c := newBuilder(1).class(set)
	return &scanner{src: []byte(s), runs: make([]run, 1), dirty: dirty{classes: newNumbers(1)}}, c
}

func init() {
	type judge = struct {
		ask   func(s string) string
		texts []string
	}
	judges["units"] = judge{func(s string) string {
		sc := found(s)
		var out []string
		for _, n := range []int{0, 3, 13, 20} {
			out = append(out, fmt.Sprint(sc.unitsOn(0, len(sc.src), n), sc.unitsBack(len(sc.src), 0, n)))
		}
		return strings.Join(out, ", ")
	}, []string{"ab <c d> ef", "<a b>", "a b c d e f g h i j k l m n o p", "x <a b c d e f g h i j k l m n o p q> y", "aaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbb", "<a b><c d>"}}
	judges["open values"] = judge{func(s string) string {
		b, at, _ := barred(s)
		var out []string
		for _, final := range []bool{true, false} {
			sc := &scanner{src: b, final: final}
			d, more := sc.deeper(at, 2)
			u, open := sc.until(at, "END")
			e, last := sc.until(at, "")
			out = append(out, fmt.Sprint(d, more, u, open, e, last))
		}
		return strings.Join(out, ", ")
	}, []string{"a|b\n  c\n  d\ne", "|\n\n  c  \n d", "|a\r\n\r\n  b\r\nc", "a|b END", "a|b EN", "|\n\tc\n\td", "|  "}}
	judges["beginnings"] = judge{func(s string) string {
		var out []string
		for _, g := range []*nearGroup{
			{lit: "ab_"}, {lit: "ab_", after: newBuilder(1).class(rule.Hex), least: 4}, {run: newBuilder(1).class(rule.HexLower), least: 6}, {first: newBuilder(1).class(rule.Digit).has},
		} {
			out = append(out, fmt.Sprint(g.next([]byte(s), 0, len(s), 0, len(s)), g.next([]byte(s), min(2, len(s)), max(0, len(s)-3), 0, len(s))))
		}
		return strings.Join(out, ", ")
	}, []string{"x ab_12ef y", "ab_", "ab_12e", "aab_xb_12ef0", "deadbe", "xdeadbe9", "\\ndeadbef", "dea bef012", "deadb!deadbe", "abcdefabcdef", "g7", "\\u00e9abcdef"}}
	judges["class runs"] = judge{func(s string) string {
		var out []string
		for _, set := range []rule.Class{rule.Base64, rule.Base64URL, rule.Alnum62} {
			sc, c := walker(s, set)
			for _, need := range []int{0, 5} {
				end, n := sc.classRun(c, 0, 1<<30, len(s), need)
				few, m := sc.classRun(c, 0, 4, len(s), need)
				out = append(out, fmt.Sprint(end, n, few, m))
			}
			out = append(out, fmt.Sprint(sc.rest(c, 0, len(s))))
		}
		return strings.Join(out, ", ")
	}, []string{"abc/def", `abc\/def`, `abc\u002fdef`, "abc%2Fdef", "abc%252Fd", "abc&#47;d", "ab\\\ncdef", `ab""cdef`, "ab''c", `abcde""f`, "abc%41d", `abc\u0041d`, "ab__cd", "ab--cd", "a-b_c==", "abc\\\r\n9"}}
	judges["masks"] = judge{func(s string) string {
		sc := &scanner{src: []byte(s)}
		return fmt.Sprintf("%v %q", sc.blank(0, len(s)), sc.masked)
	}, []string{`a\nb`, "a\x1b[1mb", `a\\nb`, "ab", `a\xb`, `\u0022a`}}
	judges["finds"] = judge{func(s string) string {
		// What two looks found, letters by their places: the second one's in capitals.
		r := &rule.Rule{ID: "x", Kind: "x"}
		var u union
		var out []string
		u.found = func(f Finding) { out = append(out, fmt.Sprint(f.Match, f.Start, f.End, f.MatchEnd)) }
		in := 0 // offset of the input
		for i := 0; i < len(s); i++ {
			if s[i] == '[' {
				k := strings.IndexByte(s[i:], ']')
				if k < 0 {
					break
				}
				u.marks = append(u.marks, mark{at: i, end: i + k + 1})
				u.first = append(u.first, Finding{Match: in, MatchEnd: in + 30, Start: in, End: in + 30, Rule: r})
				i += k
				in += 29
			}
			in++
		}
		for i := 0; i < len(s); i++ {
			if s[i] >= 'A' && s[i] <= 'Z' {
				k := i
				for k < len(s) && (s[k] >= 'A' && s[k] <= 'Z' || s[k] == '[' || s[k] == ']' || s[k] == 'r') {
					k++
				}
				u.add(Finding{Match: max(0, i-2), MatchEnd: min(len(s), k+2), Start: i, End: k, Rule: r})
				i = k
			}
		}
		u.upTo(len(s) + in)
		return strings.Join(out, ", ")
	}, []string{"ab[r]cd", "aB[r]cd", "a[r]Bcd", "aBcd[r]e", "[r]aBC[rr]D[r]e[r]", "AB", "a[r]b[r]CDe"}}
	judges["marks"] = judge{func(s string) string {
		sc := &scanner{}
		for i := range len(s) {
			if s[i] == '[' {
				if k := strings.IndexByte(s[i:], ']'); k > 0 {
					sc.marks = append(sc.marks, mark{at: i, end: i + k + 1})
				}
			}
		}
		var out []string
		for start := range len(s) {
			sp := span{match: start, start: start, end: min(len(s), start+3), matchEnd: min(len(s), start+3)}
			was := sp
			if sc.widen(&sp); sp.start != was.start || sp.end != was.end || sp.match != was.match || sp.matchEnd != was.matchEnd {
				out = append(out, fmt.Sprint(start, ": ", sp.match, sp.start, sp.end, sp.matchEnd))
			}
		}
		return strings.Join(out, ", ")
	}, []string{"ab[rrrr]cd[r]e", "[r][rr]", "abcd"}}
	judges["code units"] = judge{func(s string) string {
		w := &wide{little: true}
		b := w.narrow(nil, []byte(s))
		big := (&wide{}).narrow(nil, []byte(s))
		back := w.widen([]byte("x"+string(b)), 1)
		return fmt.Sprintf("%q %q %d %d %q", b, big, len(w.odd), len(w.raw), back)
	}, []string{"a\x00b\x00", "\x00a\x00b", "a\x01\x80\x00", "a\x00b", ""}}
}

// The memory of runs changes no answer.
func TestRunEndIsACache(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	b := make([]byte, 600)
	for i := range b {
		b[i] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaa-/"[rnd.IntN(30)]
	}
	s, c := walker(string(b), rule.Lower)
	for range 5000 {
		i := rnd.IntN(len(b))
		hi := i + rnd.IntN(len(b)-i+1)
		want := i
		for want < hi && b[want] == 'a' {
			want++
		}
		if got := s.runEnd(c, i, hi); got != want {
			t.Fatalf("from %d, at most %d: %d, want %d", i, hi, got, want)
		}
	}
}

// So does the memory of where a shape cannot begin.
func TestTokenFromIsACache(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 6))
	b := make([]byte, 900)
	for i := range b {
		b[i] = "0123456789abcdef- g"[rnd.IntN(19)]
	}
	for _, g := range []*nearGroup{{run: newBuilder(1).class(rule.HexLower), least: 12}, {lit: "ab", after: newBuilder(1).class(rule.Digit), least: 1}} {
		s := &scanner{src: b, seeks: make([]seek, 1)}
		for from := 0; from < len(b); {
			limit := min(len(b), from+rnd.IntN(200))
			want := g.next(b, from, limit, 0, len(b))
			if got := s.tokenFrom(g, from, limit, 0, len(b)); got != want {
				t.Fatalf("from %d, limit %d: %d, want %d", from, limit, got, want)
			}
			from += rnd.IntN(40)
			if rnd.IntN(10) == 0 {
				from = max(0, from-100)
			}
		}
	}
}

// The caches of doubled separators and ruled lines change no answer.
func TestSeparatorsAreACache(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 7))
	b := make([]byte, 900)
	for i := range b {
		b[i] = "abcdefghijklmnopqrstuvwxyzabcdefgh-_-_____----"[rnd.IntN(46)]
	}
	s, c := walker(string(b), rule.Base64URL)
	for range 4000 {
		i := rnd.IntN(len(b))
		end := i + rnd.IntN(len(b)-i+1)
		fresh, _ := walker(string(b), rule.Base64URL)
		if got, want := s.ruled(end, i), fresh.ruled(end, i); got != want {
			t.Fatalf("ruled, %d-%d: %d, want %d", i, end, got, want)
		}
		fresh, _ = walker(string(b), rule.Base64URL)
		want := i
		for want < end && c.has[b[want]] && (want+1 >= end || b[want] != b[want+1] || alnum(b[want]) || !c.has[b[want+1]]) {
			want++
		}
		if got := fresh.rest(c, i, end); got != want {
			t.Fatalf("rest, %d-%d: %d, want %d", i, end, got, want)
		}
		if got := s.rest(c, i, end); got != want {
			t.Fatalf("rest, remembered, %d-%d: %d, want %d", i, end, got, want)
		}
	}
}

// What an engine must know of the text around a window follows from its literals.
func TestReachOfViews(t *testing.T) {
	r := &rule.Rule{ID: "x", Kind: "x", Shapes: []rule.Shape{rule.Seq(rule.Lit("acme_"), rule.Run(rule.Hex, 8))}}
	e, err := New(Config{Rules: []*rule.Rule{r}, Mode: prefilter.Portable})
	if err != nil {
		t.Fatal(err)
	}
	if e.back != scan.Behind+e.set.Back() || e.ahead != scan.Ahead+e.set.Front()+1 {
		t.Errorf("back %d, ahead %d", e.back, e.ahead)
	}
}

func TestLower(t *testing.T) {
	for in, want := range map[string]string{"": "", "abc": "abc", "ABC": "abc", "aZ@[`{9": "az@[`{9", "éA": "éa"} {
		if got := lower(in); got != want {
			t.Errorf("lower(%q) = %q, want %q", in, got, want)
		}
	}
}
