package prefilter

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/corpus"
	"jezero/redact/rule"
)

var testLiterals = []Literal{
	{Text: "ghp_"},
	{Text: "gho_"},
	{Text: "sk-"},
	{Text: "sk-ant-"},
	{Text: "password", Fold: true},
	{Text: "passwd", Fold: true},
	{Text: "token", Fold: true},
	{Text: "://", After: []rule.Class{{}}},
	{Text: "key", Fold: true, After: []rule.Class{rule.Chars(`=: "'`)}},
	{Text: "-----begin", Fold: true},
	{Text: "SK", After: []rule.Class{rule.Hex, rule.Hex}},
	{Text: ":", Before: []rule.Class{rule.Digit, rule.Digit}, After: []rule.Class{rule.Upper}},
	{Text: "==", Before: []rule.Class{rule.Base64, rule.Base64}},
	{Text: "T3BlbkFJ"},
	{Text: "zażółć"},
	{Text: "_mmk", Before: nil},
	// Weak ones of more than a window, and of more than is looked at beside it.
	{Text: "~", Before: []rule.Class{rule.Lower}, After: []rule.Class{rule.Upper, rule.Digit, rule.Lower, rule.Digit}},
	{Text: "@", Before: []rule.Class{rule.Digit, rule.Digit, rule.Digit, rule.Digit}, After: []rule.Class{rule.Upper, rule.Digit, rule.Lower, rule.Digit}},
	// What a token must follow: as long as is looked for by blocks, longer, shorter.
	{Text: "s.", After: []rule.Class{rule.Alnum62, rule.Alnum62, rule.Alnum62}, Far: 9, FarOf: rule.Digit, Between: rule.Alnum62},
	{Text: "|", Before: []rule.Class{rule.Digit}, After: []rule.Class{rule.Base64URL, rule.Base64URL, rule.Base64URL}, Far: 12, FarOf: rule.Base64URL, Between: rule.Base64URL},
	{Text: "+v", After: []rule.Class{rule.Lower, rule.Lower, rule.Lower}, Far: 5, FarOf: rule.Lower, Between: rule.Lower},
	{Text: "tok_", Far: 20, FarOf: rule.Hex, Between: rule.Alnum62},
}

func init() {
	// What New would refuse.
	testLiterals[2].After = []rule.Class{rule.Alnum62}
}

// all collects every hit, scanning in steps of random length.
func all(s *Set, src []byte, step func() int) []Hit {
	var out []Hit
	buf, room := make([]Hit, 0, 16), new(Room)
	for pos := 0; pos < len(src); {
		to := min(len(src), pos+max(1, step()))
		for pos < to {
			var hits []Hit
			hits, pos = s.Scan(src, pos, to, buf, room)
			out = append(out, hits...)
		}
	}
	return out
}

func mustNew(tb testing.TB, lits []Literal, mode Mode) *Set {
	tb.Helper()
	s, err := New(lits, mode)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// followed are the literals of a set that the widest vectors search: none of the
// weak ones stands for itself.
func followed(lits []Literal) (out []Literal) {
	for _, l := range lits {
		if p, err := l.place(); err == nil && (p.Bucket == strong || l.token()) {
			out = append(out, l)
		}
	}
	return out
}

// implementations are all that this processor has, by name, for the literals.
func implementations(tb testing.TB, lits []Literal) map[string]*Set {
	tb.Helper()
	sets := map[string]*Set{"auto": mustNew(tb, lits, Auto), "portable": mustNew(tb, lits, Portable)}
	if canWide {
		// Whichever of them is used here.
		sets["narrow"], sets["wide"] = mustNew(tb, lits, Auto), mustNew(tb, lits, Auto)
		sets["narrow"].wide = nil
		sets["wide"].prepareWide()
	}
	if (sets["auto"].fast != nil) != vectors(Auto) || sets["portable"].fast != nil {
		tb.Fatal("not the vectors are used that there are")
	}
	return sets
}

func FuzzModesAgree(f *testing.F) {
	type suite struct {
		brute *Set
		sets  map[string]*Set
	}
	var suites []suite
	for _, lits := range [][]Literal{testLiterals, followed(testLiterals)} {
		suites = append(suites, suite{mustNew(f, lits, Brute), implementations(f, lits)})
	}
	if canWide && suites[1].sets["wide"].wide == nil {
		f.Fatal("the widest vectors are not used")
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, l := range testLiterals {
		f.Add([]byte("x"+l.Text+"A1b2"), uint16(0))
		f.Add([]byte("12"+l.Text+"A1b2"+l.Text), uint16(3))
		for _, near := range []string{"x", "7", "77", "777", "7777", "77777"} {
			f.Add([]byte(near+l.Text+"A1b2"), uint16(5))
			f.Add([]byte("  "+near+l.Text+"A1b2  "), uint16(5))
			f.Add([]byte("  "+near+l.Text+"A1bx  "), uint16(5))
			f.Add([]byte("  "+near+l.Text+"A1b"), uint16(5))
		}
		f.Add(bytes.Repeat([]byte(l.Text), 20), uint16(7))
	}
	for n := range 40 {
		token := "Ab01cd23Ef45ab67"[:4+n%12] + "7"
		f.Add([]byte(strings.Repeat(" ", n)+"1s."+token+" 7|"+token+" u+v"+"abcdefgh"[:1+n%7]+" tok_"+token+token), uint16(n))
	}
	for range 20 {
		var b []byte
		for range 50 {
			b = append(b, testLiterals[rnd.IntN(len(testLiterals))].Text...)
			b = append(b, "0aA-/="[rnd.IntN(6)])
		}
		f.Add(b, uint16(rnd.IntN(100)))
	}
	for i, c := range corpus.Sample(41) {
		f.Add([]byte(c.Text), uint16(i))
	}
	f.Fuzz(func(t *testing.T, src []byte, step uint16) {
		for i, u := range suites {
			want := all(u.brute, src, func() int { return len(src) })
			for name, s := range u.sets {
				for _, n := range []int{len(src), int(step) + 1} {
					if diff := cmp.Diff(want, all(s, src, func() int { return n })); diff != "" {
						t.Fatalf("literals %d, %s, step %d differs from brute force (-brute +got):\n%s", i, name, n, diff)
					}
				}
			}
		}
	})
}

// Random bytes hardly ever hold a literal; bytes from the literals' own
// alphabet do.
func TestModesAgreeOnRandomText(t *testing.T) {
	var alphabet []byte
	for _, l := range testLiterals {
		alphabet = append(alphabet, l.Text...)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	total := 0
	for _, lits := range [][]Literal{testLiterals, followed(testLiterals)} {
		brute, sets := mustNew(t, lits, Brute), implementations(t, lits)
		for range 200 {
			src := make([]byte, rnd.IntN(3000))
			for i := 0; i < len(src); {
				if rnd.IntN(4) == 0 {
					i += copy(src[i:], testLiterals[rnd.IntN(len(testLiterals))].Text)
				} else {
					src[i] = alphabet[rnd.IntN(len(alphabet))] ^ byte(rnd.IntN(8)/7*0x20)
					i++
				}
			}
			want := all(brute, src, func() int { return len(src) })
			total += len(want)
			for name, s := range sets {
				for _, most := range []int{100, 2500} {
					if diff := cmp.Diff(want, all(s, src, func() int { return rnd.IntN(most) })); diff != "" {
						t.Fatalf("%s differs from brute force (-brute +got):\n%s", name, diff)
					}
				}
			}
		}
	}
	if total < 1000 {
		t.Errorf("only %d hits: the test looks at nothing", total)
	}
}

// Windows that begin before the text, which only statistics choose, are found like
// others, at the start of the input as well.
func TestWindowsBeforeTheText(t *testing.T) {
	common := map[uint64]bool{} // what all windows within a text have
	for _, l := range testLiterals {
		for i := 1; i+4 <= len(l.Text); i++ {
			common[Fold(uint64(binary.LittleEndian.Uint32([]byte(l.Text[i:]))))] = true
		}
	}
	Observed = func(x uint64) float64 {
		if common[x&(1<<32-1)] {
			return 1
		}
		return 0
	}
	defer func() { Observed = nil }()
	lits := followed(testLiterals)
	sets, brute := implementations(t, lits), mustNew(t, lits, Brute)
	before := 0
	for i, l := range brute.lits {
		if l.off < 0 && len(lits[i].Text) >= 5 {
			before++
		}
	}
	if before < 3 {
		t.Errorf("only %d windows begin before their texts", before)
	}
	for n := range 40 {
		for _, l := range lits {
			src := []byte(strings.Repeat(".", n) + l.Text + l.Text + "A1b2" + strings.Repeat(" ", 70-n) + l.Text)
			want := all(brute, src, func() int { return len(src) })
			for name, s := range sets {
				for _, step := range []int{50, 500} {
					if diff := cmp.Diff(want, all(s, src, func() int { return step })); diff != "" {
						t.Fatalf("%s: %q differs from brute force (-brute +got):\n%s", name, src, diff)
					}
				}
			}
		}
	}
}

func TestTooShort(t *testing.T) {
	for _, l := range []Literal{
		{Text: "abc"},
		{Text: "", After: []rule.Class{rule.Hex, rule.Hex, rule.Hex, rule.Hex}},
	} {
		if _, err := New([]Literal{l}, Auto); err == nil {
			t.Errorf("%q with %d classes after it is accepted", l.Text, len(l.After))
		}
	}
}
