package scan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact/internal/value"
)

// A run counts twelve units at most, blanks one each, and a blank that belongs
// to a word ends none.
func TestDistance(t *testing.T) {
	tests := []struct {
		name, text string
		word       bool
		want       string // units of each byte
		full       bool
	}{
		{"short", "abc de", false, "111111", false},
		{"twelve", strings.Repeat("a", 12), false, strings.Repeat("1", 12), false},
		{"thirteen", strings.Repeat("a", 13), false, strings.Repeat("1", 12) + "0", true},
		{"two runs", strings.Repeat("a", 14) + " b", false, strings.Repeat("1", 12) + "0011", false},
		{"blanks count each", strings.Repeat(" ", 15), false, strings.Repeat("1", 15), false},
		{"line ends and tabs are blanks", strings.Repeat("a", 13) + "\n" + strings.Repeat("b", 13) + "\t!", false, strings.Repeat("1", 12) + "01" + strings.Repeat("1", 12) + "011", false},
		{"a mark is none", strings.Repeat("a", 13) + "!", false, strings.Repeat("1", 12) + "00", true},
		{"blanks within a word", strings.Repeat("a ", 8), true, strings.Repeat("1", 12) + "0000", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var d Distance
			got := ""
			for i := range len(tt.text) {
				got += fmt.Sprint(d.Byte(tt.text[i], tt.word))
			}
			if got != tt.want || d.Full() != tt.full {
				t.Errorf("units %s, full %v; want %s, %v", got, d.Full(), tt.want, tt.full)
			}
		})
	}
}

func TestForwardAndBackward(t *testing.T) {
	long := strings.Repeat("x", 40)
	tests := []struct {
		src              string
		n, ahead, behind int
		boundedAhead     int // with two bytes less at the end
		boundedBehind    int // and at the start
	}{
		{"", 3, 0, 0, 0, 0},
		{"abc", 3, 3, 0, 1, 2},
		{"abcd", 3, 3, 1, 2, 2},
		{"a b c d", 0, 0, 7, 0, 7},
		{"a " + long, 14, 42, 0, 40, 2},
		{"a " + long, 13, 13, 1, 13, 2},
		{long + " b", 14, 42, 0, 40, 2},
		{long + " b", 13, 41, 29, 40, 29},
	}
	for _, tt := range tests {
		src := []byte(tt.src)
		hi := len(src)
		var w Walked
		for _, v := range []*View{{Src: src}, {Src: src, Walked: &w}, {Src: src, Walked: &w}} {
			got := []int{forward(src, 0, hi, tt.n), backward(src, hi, 0, tt.n), v.Backward(hi, 0, tt.n)}
			want := []int{tt.ahead, tt.behind, tt.behind}
			if hi >= 2 {
				got = append(got, forward(src, 0, hi-2, tt.n), backward(src, hi, 2, tt.n), v.Backward(hi, 2, tt.n))
				want = append(want, tt.boundedAhead, tt.boundedBehind, tt.boundedBehind)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q, %d units: %s", tt.src, tt.n, diff)
			}
		}
	}
}

// text is one of long runs with blanks and line breaks of both kinds between.
func text(rnd *rand.Rand, n int) []byte {
	var out []byte
	for len(out) < n {
		out = append(out, []string{"\n", " ", "\\n", "\\r", "\\x", "n", "r", "\t"}[rnd.IntN(8)]...)
		out = append(out, strings.Repeat("abnr"[rnd.IntN(4):][:1], rnd.IntN(60))...)
	}
	return out[:n]
}

// What views of one buffer remember changes no answer of the next view.
func TestWalkedChangesNoAnswer(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 9))
	for range 40 {
		src := text(rnd, 1500)
		var w Walked
		for range 400 {
			from := rnd.IntN(len(src))
			to := min(len(src), from+1+rnd.IntN(400))
			v := &View{Src: src[from:to], Walked: &w, Base: from}
			fresh := &View{Src: v.Src, Base: from}
			hi := rnd.IntN(len(v.Src) + 1)
			lo := rnd.IntN(hi + 1)
			if rnd.IntN(3) > 0 {
				lo = 0
			}
			last, blank := lo, lo
			for i := lo; i < hi; i++ {
				if c := v.Src[i]; c == '\n' || (c == 'n' || c == 'r') && i > 0 && v.Src[i-1] == '\\' {
					last = i + 1
				}
				if v.Src[i] <= ' ' {
					blank = i + 1
				}
			}
			n := rnd.IntN(60)
			got := [...]int{v.LastBreak(hi, lo), v.lastBlank(hi, lo), v.Backward(hi, lo, n), fresh.LastBreak(hi, lo), fresh.lastBlank(hi, lo)}
			want := [...]int{last, blank, backward(v.Src, hi, lo, n), last, blank}
			if got != want {
				t.Fatalf("in %d-%d of the view at %d: %v, want %v", lo, hi, from, got, want)
			}
		}
	}
}

// A stretch that was walked is not walked again, nor one that lies within it.
func TestStretchRemembers(t *testing.T) {
	src := []byte("a b" + strings.Repeat("x", 100) + " y")
	var w Walked
	v := &View{Src: src, Walked: &w}
	steps := []struct {
		i, lo, want int
		kept        Stretch // afterwards
	}{
		{20, 0, 2, Stretch{2, 20}},   // longer than sixteen: kept
		{30, 0, 2, Stretch{2, 30}},   // goes on from it
		{25, 0, 2, Stretch{2, 30}},   // lies within
		{3, 0, 2, Stretch{2, 30}},    // ends where it is known
		{1, 0, 0, Stretch{2, 30}},    // shorter than sixteen
		{25, 10, 10, Stretch{2, 30}}, // bounded
		{90, 60, 60, Stretch{60, 90}},
		{95, 40, 40, Stretch{40, 95}},
		{50, 2, 2, Stretch{2, 95}},
	}
	for _, s := range steps {
		if got := v.lastBlank(s.i, s.lo); got != s.want || w.blanks != s.kept {
			t.Errorf("before %d, from %d on: %d, kept %v; want %d, %v", s.i, s.lo, got, w.blanks, s.want, s.kept)
		}
	}
	// Of a view's first byte it is not known what stands before.
	later := &View{Src: src[50:], Base: 50, Walked: &Walked{}}
	if got := later.LastBreak(40, 0); got != 0 || later.Walked.breaks != (Stretch{51, 90}) {
		t.Errorf("%d, kept %v", got, later.Walked.breaks)
	}
	if w.Reset(); w.blanks != (Stretch{}) {
		t.Error("not forgotten")
	}
}

func TestStretch_SkipAndSaw(t *testing.T) {
	v := &View{Base: 100}
	var s Stretch
	s.Saw(v, 10, 20)
	skips := func(i int) [2]int { return [2]int{s.Skip(v, i), s.SkipBack(v, i)} }
	for _, tt := range []struct {
		i    int
		want [2]int
	}{{9, [2]int{9, 9}}, {10, [2]int{20, 10}}, {11, [2]int{20, 10}}, {19, [2]int{20, 10}}, {20, [2]int{20, 10}}, {21, [2]int{21, 21}}} {
		if got := skips(tt.i); got != tt.want {
			t.Errorf("from %d: %v, want %v", tt.i, got, tt.want)
		}
	}
	for _, tt := range []struct {
		name     string
		from, to int
		want     Stretch
	}{
		{"joins behind", 20, 25, Stretch{110, 125}},
		{"joins before", 5, 10, Stretch{105, 125}},
		{"within", 12, 14, Stretch{105, 125}},
		{"apart, behind", 26, 30, Stretch{126, 130}},
		{"apart, before", 2, 25, Stretch{102, 125}},
	} {
		if s.Saw(v, tt.from, tt.to); s != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, s, tt.want)
		}
	}
	// A later view begins within the stretch.
	if got := s.SkipBack(&View{Base: 110}, 5); got != 0 {
		t.Errorf("back to %d", got)
	}
	if got := s.SkipBack(&View{Base: 95}, 20); got != 7 {
		t.Errorf("back to %d", got)
	}
}

// Two commands of the same program whose words begin at the same places from
// one on: the second jumps from there to the last word of the first.
func TestWords(t *testing.T) {
	read := func(w *Words, base int, program string, starts ...int) (out []int) {
		v := &View{Base: base}
		w.Begin([]byte(program))
		for _, i := range starts {
			out = append(out, w.Next(v, i-base)+base)
		}
		return out
	}
	tests := []struct {
		name    string
		program string
		second  []int
		want    []int
	}{
		{"joined at once", "curl", []int{108, 130}, []int{120, 130}},
		{"joined later", "curl", []int{105, 112, 125}, []int{105, 120, 125}},
		{"never joined", "curl", []int{105, 113, 119}, []int{105, 113, 119}},
		{"at its last word", "curl", []int{120, 125}, []int{120, 125}},
		{"behind it", "curl", []int{125, 130}, []int{125, 130}},
		{"before it", "curl", []int{90, 108}, []int{90, 120}},
		{"of another program", "wget", []int{108, 112}, []int{108, 112}},
		{"of one that begins the same", "cur", []int{108, 112}, []int{108, 112}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w Words
			if diff := cmp.Diff([]int{104, 108, 112, 120}, read(&w, 100, "curl", 104, 108, 112, 120)); diff != "" {
				t.Fatal(diff)
			}
			if diff := cmp.Diff(tt.want, read(&w, 80, tt.program, tt.second...)); diff != "" {
				t.Error(diff)
			}
			// A third one knows of the words that the second jumped over.
			if tt.name == "joined at once" {
				if diff := cmp.Diff([]int{130}, read(&w, 80, "curl", 112)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	t.Run("forgotten", func(t *testing.T) {
		var w Walked
		v := &View{Walked: &w}
		read(v.Words([]byte("curl")), 100, "curl", 104, 108, 112)
		w.Reset()
		if diff := cmp.Diff([]int{104, 108}, read(v.Words([]byte("curl")), 100, "curl", 104, 108)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("far apart", func(t *testing.T) {
		var w Words
		read(&w, 0, "curl", 10, 8000)
		if diff := cmp.Diff([]int{8000, 8202}, read(&w, 0, "curl", 8000, 8202)); diff != "" {
			t.Error(diff)
		}
	})
}

// The loops that count eight bytes at a time agree with Distance, wherever they
// begin and however often they go on.
func TestResume(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		src := make([]byte, r.IntN(120))
		rare := 1 + r.IntN(30)
		for i := range src {
			src[i] = byte('!' + r.IntN(220))
			if r.IntN(rare) == 0 {
				src[i] = byte(r.IntN(' ' + 1))
			}
		}
		n := r.IntN(100)
		var d Distance
		left, want := n, len(src)
		for i, b := range src {
			if left -= d.Byte(b, false); left < 0 {
				want = i
				break
			}
		}
		if got := forward(src, 0, len(src), n); got != want {
			t.Fatalf("forward(%q, %d) = %d, want %d", src, n, got, want)
		}
		part := r.IntN(n + 1)
		at, _, run := Resume(src, 0, len(src), part, 0)
		if at, _, _ = Resume(src, at, len(src), n-part, run); at != want {
			t.Fatalf("Resume(%q, %d+%d) = %d, want %d", src, part, n-part, at, want)
		}
		slices.Reverse(src)
		if got := backward(src, len(src), 0, n); got != len(src)-want {
			t.Fatalf("backward(%q, %d) = %d, want %d", src, n, got, len(src)-want)
		}
	}
}

func forward(src []byte, from, hi, n int) int {
	i, _, _ := Resume(src, from, hi, n, 0)
	return i
}

func backward(src []byte, to, lo, n int) int {
	i, _, _ := ResumeBack(src, to, lo, n, 0)
	return i
}

// What says its anchor over and over stands for nothing, however it is judged.
func TestView_LookRefrain(t *testing.T) {
	for _, c := range []struct {
		name, anchor, value string
		want                value.Look
	}{
		{"chain", "add-mask]", strings.Repeat("17!>add-mask]>", 14), value.Placeholder},
		{"in any case", "pw", strings.Repeat("77!Pw4802pW", 16), value.Placeholder},
		{"with other letters", "pw", strings.Repeat("aQ7!x9PwR4kZ2vT8pW", 9), value.Generated},
		{"a list of keys", "key", strings.Repeat("key7-Qx7Rk2Vt8Lm4Wd5Hs1Yb6Gn3;", 6), value.Generated},
		{"at first only", "key", strings.Repeat("key", 4) + strings.Repeat("Qx7Rk2Vt8Lm4Wd5Hs1Yb6Gn3", 7), value.Generated},
		{"short", "pw", strings.Repeat("aQ7!x9pwR4kZ2vT8", 9), value.Generated},
		{"three times", "zz9", strings.Repeat("Qx7Rk2Vt8Lm4", 4) + strings.Repeat("zz9Qx7Rk2Vt8Lm4", 3) + strings.Repeat("Wd5Hs1Yb6Gn3", 8), value.Generated},
		{"far behind", "zz9", strings.Repeat("Qx7Rk2Vt8Lm4Wd5Hs1Yb6Gn3", 7) + strings.Repeat("zz9Qx7Rk2Vt8Lm4", 5), value.Generated},
	} {
		v := &View{Src: []byte(c.anchor + ":" + c.value), To: len(c.anchor)}
		if got := v.Look(v.Src[len(c.anchor)+1:]); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
