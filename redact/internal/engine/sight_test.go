package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"jezero/redact/internal/value"
)

// What is seen at a glance is what the closer looks find, or leaves it to them.
func TestSight(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	e := testEngine(t, 0)
	pieces := []string{"example", "PlaceHolder", "your-", "changeme", "Redacted", "aaaaaaa", "00000000", "invalid", "Token", "xyz", "Q7", "_", "-", "=", "é"}
	seen, spoilt, fours, kinds, chants, calm, odd, camel := 0, 0, 0, 0, 0, 0, 0, 0
	for range 60000 {
		var b strings.Builder
		for n := rnd.IntN(12); n >= 0; n-- {
			switch p := pieces[rnd.IntN(len(pieces))]; rnd.IntN(4) {
			case 0:
				b.WriteString(p)
			case 1:
				b.WriteString(strings.Repeat(p, 1+rnd.IntN(5)))
			default:
				for range rnd.IntN(24) {
					b.WriteByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[rnd.IntN(62)])
				}
			}
		}
		run := b.String()
		run = run[:min(len(run), lookAt)]
		if run == "" {
			continue
		}
		before := strings.Repeat("x", rnd.IntN(40))
		s := e.start([]byte(before+run+strings.Repeat("y", 70)), true)
		s.used = true
		v := s.sightOf(len(before), len(run))
		if v == nil {
			s.stop()
			continue
		}
		seen++
		var lower, upper, digits int
		capital := false // that does not begin a word
		for i := range len(run) {
			switch c := run[i]; {
			case c-'a' < 26:
				lower++
			case c-'A' < 26:
				upper++
				capital = capital || i+1 < len(run) && run[i+1]-'a' >= 26
			case c-'0' < 10:
				digits++
			}
		}
		if v.lower != 0 != (lower > 0) || v.upper != 0 != (upper > 0) || v.digit != 0 != (digits > 0) || v.digits != digits {
			t.Fatalf("%q: lower %x upper %x digits %x, %d", run, v.lower, v.upper, v.digit, v.digits)
		}
		// A capital at the end of 64 bytes is left open.
		if v.odd != 0 && !capital {
			t.Fatalf("%q: no capital is odd", run)
		}
		if v.odd != 0 {
			odd++
		} else if !capital {
			camel++
		}
		if bad := repeats([]byte(run)) || saysExample([]byte(run)); bad && !v.spoilt {
			t.Fatalf("%q: not spoilt", run)
		} else if bad {
			spoilt++
		}
		if bad := fourInARow(run); v.fours != bad {
			t.Fatalf("%q: four in a row: %v", run, v.fours)
		} else if bad {
			fours++
		}
		if n := distinctOf(run[:min(len(run), 16)]); len(run) >= 16 && v.kinds > n {
			t.Fatalf("%q: %d kinds, want %d and no more", run, v.kinds, n)
		} else if v.kinds >= 7 {
			kinds++
		}
		if said := value.Chant([]byte(run)); said > 0 && !v.echoes {
			t.Fatalf("%q: no echo, says %d", run, said)
		} else if said > 0 {
			chants++
		} else if !v.echoes {
			calm++
		}
		if again := s.sightOf(len(before), len(run)); again != v || s.sightOf(len(before)+1, len(run)-1) == nil && len(run) > 1 {
			t.Fatal("another sight")
		}
		if n := len(s.src); s.sightOf(n-10, 10) != nil {
			t.Fatal("the end of the text has a sight")
		}
		s.stop()
	}
	if fillMasks(new(masks), make([]byte, 100), 0, 10) != (seen > 0) {
		t.Error("sights are there for some texts only")
	}
	if seen > 0 && min(spoilt, seen-spoilt, fours, kinds, chants, calm, odd, camel) < 1000 {
		t.Errorf("%d seen: %d spoilt, %d with four in a row, %d of many kinds, %d chants, %d calm, %d odd, %d not", seen, spoilt, fours, kinds, chants, calm, odd, camel)
	}
}

// fourInARow reports whether four bytes in a row are the same.
func fourInARow(s string) bool {
	for i := 3; i < len(s); i++ {
		if s[i] == s[i-1] && s[i] == s[i-2] && s[i] == s[i-3] {
			return true
		}
	}
	return false
}

func distinctOf(s string) int {
	var seen [256]bool
	n := 0
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n
}

// Different bytes are counted, and none twice.
func TestDistinctAtLeast(t *testing.T) {
	for text, want := range map[string]int{
		"aaaaaaaaaaaaaaaa": 1, "abcdefghijklmnop": 16, "aAaAaAaAaAaAaAaA": 2, "abababab01010101": 4, "hexagonalhexagon": 8,
		"0p0p0p0p0p0p0p0p": 1, // the same but for the upper bits
	} {
		if got := distinctAtLeast([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
