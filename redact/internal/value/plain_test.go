package value

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// What is answered for many bytes at once, or not asked where a few bytes tell, is here
// as its comment says it, byte by byte.

// plainScore is Score.
func plainScore(b []byte) (score int) {
	piece, turns := 0, 0
	prev := byte(0)
	alpha := func(c byte) bool { return lower(c) || upper(c) }
	for i, c := range b[:min(len(b), 256)] {
		switch {
		case alpha(c) && digit(prev):
			if turns++; turns > 2 {
				score += 4
			}
			piece = 1
		case lower(prev) && upper(c):
			if piece <= 2 && i >= 3 {
				score += 4 // a word of one or two letters
			}
			piece = 1
		case alpha(c) && alpha(prev):
			if c|0x20 != prev|0x20 {
				score += 9 - hexval(bigrams[int(prev|0x20-'a')*26+int(c|0x20-'a')])
			}
			if upper(prev) && lower(c) && piece > 1 {
				if piece == 2 {
					score += 3
				}
				piece = 1
			}
			piece++
		case alpha(c):
			piece = 1
		case digit(c):
			if alpha(prev) {
				if turns++; turns > 2 {
					score += 4
				}
				if piece == 1 && turns > 1 {
					score += 2
				}
			}
			piece = 0
		default:
			piece = 0
		}
		prev = c
	}
	return score
}

func plainClass(c byte) int {
	for class, of := range map[int]func(byte) bool{
		classLower: lower, classUpper: upper, classDigit: digit, classBlank: blank,
		classJoin:      func(c byte) bool { return c == '_' || c == '-' || c == '.' },
		classHigh:      func(c byte) bool { return c >= 0x80 },
		classBackslash: func(c byte) bool { return c == '\\' },
	} {
		if of(c) {
			return class
		}
	}
	return classOther
}

func plainLettered(v []byte) bool {
	i := bytes.IndexAny(v, "-_.")
	if i < 2 || i > 6 || !allAlnum(v[:i]) {
		return false
	}
	runs := bytes.FieldsFunc(v[i+1:], func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	if len(runs) != 1+bytes.Count(v[i+1:], []byte("-"))+bytes.Count(v[i+1:], []byte("_"))+bytes.Count(v[i+1:], []byte(".")) {
		return false // one is empty
	}
	for _, run := range runs {
		if len(run) < 3 || !letter(run[0]) || len(bytes.Trim(run, string(run[:1]))) > 0 {
			return false
		}
	}
	return len(runs) > 1
}

func plainLists(v []byte) lists {
	if len(v) == 0 || len(v) > longestWord {
		return 0
	}
	w := bytes.Clone(v)
	for i, c := range w {
		if upper(c) {
			w[i] = c | 0x20
		}
	}
	return slot(&lexicon, w).in
}

func plainGlued(w []byte) (told bool) {
	if len(w) > longestWord {
		return false
	}
next:
	for len(w) > 0 {
		for j := len(w); j >= 2; j-- {
			if l := plainLists(w[:j]); l&(inStrongHints|inHints|inNeutral) != 0 {
				told, w = told || l&inNeutral == 0, w[j:]
				continue next
			}
		}
		return false
	}
	return told
}

// madeUp is a value of pieces of the kinds that something is decided by.
func madeUp(r *rand.Rand) (v []byte) {
	for range 1 + r.IntN(7) {
		n := 1 + r.IntN(40)
		from := [...]string{
			"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789abcdef", "aB", "aAb", "0aA", "x", "-_.", "...", "\\ntxuU", `\`, "[]{}()?+*.^0-9a-z", "/", "=;|<>!\"^", "…é日", " \t\n", ":", "key",
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/-_",
		}[r.IntN(20)]
		switch r.IntN(11) {
		case 3: // what may stand at the beginning of a short one
			v = append(v, pointers[r.IntN(len(pointers))]...)
		case 2, 4: // a token that is written with few letters, or cut
			v = append(v, [...]string{"SG.", "sk-", "_xxx", "-aaaa", ".yyyyy", ".zz", "...", "…"}[r.IntN(8)]...)
		case 0:
			v = append(v, lexicon[r.IntN(lexiconSlots)].word...)
		case 1:
			at := r.IntN(len(from))
			v = append(v, bytes.Repeat([]byte(from[at:at+1+r.IntN(len(from)-at)]), 1+r.IntN(9))...)
		default:
			for range n {
				v = append(v, from[r.IntN(len(from))])
			}
		}
	}
	if r.IntN(3) == 0 {
		v = v[:r.IntN(len(v)+1)]
	}
	if r.IntN(20) == 0 {
		v = bytes.Repeat(v, 1+r.IntN(20))
	}
	return v
}

func TestAnsweredAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	said := map[string]int{}
	equal := func(what string, v []byte, got, want any) {
		if got != want {
			t.Fatalf("%s: %q is %v, want %v", what, v, got, want)
		}
		if want == true {
			said[what]++
		}
	}
	for range 300_000 {
		v := madeUp(r)
		equal("score", v, Score(v), plainScore(v))
		equal("word", v, listsOf(v), plainLists(v))
		if len(v) == 0 {
			continue
		}
		var f facts
		f.read(v)
		if f.marks<<(32-classBit) != plainMarks(v)<<(32-classBit) {
			t.Fatalf("%q: marks %b, want %b", v, f.marks, plainMarks(v))
		}
		var n [classes]int
		for _, c := range v {
			n[markOf[c]>>classBit]++
		}
		equal("counts", v, f.n, n)
		equal("score of facts", v, f.score(), plainScore(v))
		if !repetitive(v) {
			equal("likely", v, f.likely(), Likely(v))
		}
		if w := bytes.ToLower(v); len(w) <= shortWord && allLower(w) && !repetitive(w) {
			equal("short", w, short(w), long(w))
			said["short"]++
		}
		if d := bytes.Map(func(r rune) rune { return '0' + r%10 }, v); !repetitive(d) {
			equal("digits", d, Number, long(d))
		}
		equal("chanted", v, chanted(&f), 2*Chant(v) >= len(v))
		equal("lettered", v, lettered(v), plainLettered(v))
		equal("glued", v, gluedHint(v), plainGlued(v))
		// The same with every mark there: then nothing is left out.
		all := f
		all.marks = 1<<classBit - 1
		all.n[classBackslash] = len(v)
		equal("cut", v, cutShort(&f), cutShort(&all))
		equal("escapes", v, escapes(&f), escapes(&all))
		equal("pattern", v, pattern(&f), pattern(&all))
		all.marks &^= markUnpath | markAngle | markGreat | markBar
		equal("path", v, path(&f), path(&all))
		equal("public key", v, publicKey(&f), publicKey(&all))
	}
	for _, what := range []string{"likely", "short", "chanted", "lettered", "glued", "cut", "escapes", "pattern", "path"} {
		if said[what] < 10 {
			t.Errorf("%s: only %d", what, said[what])
		}
	}
}

func plainMarks(v []byte) (m uint32) {
	for _, c := range v {
		m |= markOf[c]
	}
	return m
}

func TestClasses(t *testing.T) {
	for c := range 256 {
		if got, want := int(markOf[c]>>classBit), plainClass(byte(c)); got != want {
			t.Errorf("%#x is of class %d, want %d", c, got, want)
		}
	}
}

// Whatever finds the kinds of bytes, they are those of the bytes alone, not of what
// stands behind them.
func TestKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	behind := bytes.Repeat([]byte("aB3"), 30)
	for n := range 65 {
		for range 500 {
			b := make([]byte, n)
			for i := range b {
				if b[i] = byte(r.IntN(256)); r.IntN(2) == 0 {
					b[i] = "@AZ[`az{/09:"[r.IntN(12)]
				}
			}
			var want kinds
			for i, c := range b {
				switch {
				case lower(c):
					want.lower |= 1 << i
				case upper(c):
					want.upper |= 1 << i
				case digit(c):
					want.digit |= 1 << i
				}
			}
			if got := kindsOfEach(b); got != want {
				t.Fatalf("%q, eight at a time: %x, want %x", b, got, want)
			}
			if got := kindsOf(b); got != want {
				t.Fatalf("%q: %x, want %x", b, got, want)
			}
			if got := kindsOf(append(b, behind...)[:n]); got != want {
				t.Fatalf("%q and more behind: %x, want %x", b, got, want)
			}
		}
	}
}

func TestRedactedLen(t *testing.T) {
	plain := func(b []byte) int {
		const word = "[redacted"
		if len(b) <= len(word) || !bytes.EqualFold(b[:len(word)], []byte(word)) {
			return 0
		}
		if b[len(word)] == ']' {
			return len(word) + 1
		}
		end := bytes.IndexAny(b, "]")
		if b[len(word)] != ':' || end < 0 || end >= len(word)+80 || Strong(b[len(word)+1:end]) {
			return 0
		}
		for _, c := range b[len(word)+1 : end] {
			if c <= ' ' || c == '[' || c == '"' {
				return 0
			}
		}
		return end + 1
	}
	r := rand.New(rand.NewPCG(2, 3))
	found := 0
	for range 200_000 {
		b := []byte([...]string{"[REDACTED", "[redacted", "[Redacted", "[reDacteD"}[r.IntN(4)])
		b = append(b, [...]string{":", "]", "", ":a-kind]", ":kQ3xT9vB2mW7pZ5nkQ3x]"}[r.IntN(5)]...)
		for range r.IntN(90) {
			b = append(b, "abcdefghijklmnopqrstuvwxyz-_x9"[r.IntN(30)])
		}
		b = append(b, [...]string{"]", "] ", "", "[", `"]`, "é]"}[r.IntN(6)]...)
		if r.IntN(3) == 0 {
			b[r.IntN(len(b))] = byte(r.IntN(256))
		}
		want := plain(b)
		if got := RedactedLen(b); got != want {
			t.Fatalf("%q: %d, want %d", b, got, want)
		}
		if want > 0 {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d", found)
	}
}
