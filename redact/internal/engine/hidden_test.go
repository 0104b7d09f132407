package engine

import (
	"strings"
	"testing"

	"jezero/redact/internal/ruleset"
	"jezero/redact/rule"
)

// What the second look knows of a placeholder is what reading it tells.
func TestHidden(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	plain := 0
	for _, r := range append(ruleset.All(), &rule.Rule{ID: "a", Kind: "aB7"}, &rule.Rule{ID: "b", Kind: "a b"}, &rule.Rule{ID: "c", Kind: strings.Repeat("a-", 33)}, &rule.Rule{ID: "d", Kind: "kq3xt9vb2mw7pz5nkq3x"}) {
		for _, named := range []bool{false, true} {
			e.named = named
			s := e.start(nil, true)
			s.used = true
			const before = "key a7.Kd83hf12345678"
			f := Finding{Rule: r}
			s.readings = lastReadings{}
			e.readings.Clear()
			text, isPlain := s.replace([]byte(before), &f)
			m := mark{at: len(before), end: len(text), plain: isPlain}
			s.src = append(text, "kQ3xT9vB2mW7pZ5n/kQ3xT9vB2mW7pZ5n.kQ3xT9vB2mW7pZ5n_kQ3xT9vB2mW7pZ5n end"...)
			s.again, s.marks = true, []mark{m}
			inside := 0
			for at := m.at; at < m.end; at++ {
				word := s.inKind.before(s.src, inKind, at, 0)
				if insidePlaceholder(s.src, word, at) {
					inside++
				}
				known := s.hidden(at) != nil && at >= m.at+opening
				if known && !insidePlaceholder(s.src, word, at) {
					t.Fatalf("%s: %q is hidden at %d", r.ID, s.src, at-m.at)
				}
			}
			if m.plain {
				plain++
				if inside != m.end-m.at-opening {
					t.Errorf("%s: %d of %q are inside", r.ID, inside, s.src[m.at:m.end])
				}
			}
			if end := s.HiddenEnd(m.at); end != m.end && m.plain || end != -1 && !m.plain || s.HiddenEnd(m.at+1) != -1 || s.HiddenEnd(m.end) != -1 {
				t.Errorf("%s: ends at %d of %d", r.ID, end, m.end)
			}
			s.stop()
		}
	}
	if plain < 2*len(ruleset.All()) {
		t.Errorf("%d of %d placeholders are plain", plain, 2*len(ruleset.All()))
	}
}

// Rules that have to share a place keep their readings, and all scanners share them.
func TestReadingsAreShared(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	a, b := e.newScanner(), e.newScanner()
	first := map[*rule.Rule]*reading{}
	for range 2 {
		for _, r := range ruleset.All() {
			x := a.reading(r)
			if first[r] == nil {
				first[r] = x
			}
			if y := b.reading(r); x != first[r] || y != x {
				t.Fatalf("%s is read again", r.ID)
			}
			if got := string(e.appendReplacement(nil, &Finding{Rule: r})); string(x.text) != got {
				t.Fatalf("%s: %q, want %q", r.ID, x.text, got)
			}
		}
	}
	if len(first) <= len(a.readings) {
		t.Errorf("%d rules: none shares a place", len(first))
	}
}

// Shapes that are said to have no match at the colon of a placeholder have none,
// whatever stands around it.
func TestBarren(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	barren := 0
	for _, l := range e.lits {
		for _, try := range l.shapes {
			sh := try.sh
			if p := sh.parts[sh.anchor]; len(p.alts) == 0 || p.alts[0][0] != ':' {
				continue
			}
			if !sh.endsBefore() {
				if l.len == 1 {
					t.Errorf("%s: the colon of every placeholder is tried", sh.rule.ID)
				}
				continue
			}
			barren++
			for _, before := range []string{"", "kQ3xT9.", "12345678", "deadbeef", "kQ3xT9vB2mW7pZ5n/", " "} {
				for _, opening := range []string{"[REDACTED", "[redacted"} {
					s := e.start([]byte(before+opening), true)
					s.used = true
					if _, ok := s.backward(sh, len(s.src), 0); ok {
						t.Errorf("%s: %q ends before its anchor", sh.rule.ID, s.src)
					}
					s.stop()
				}
			}
		}
	}
	if barren < 2 {
		t.Errorf("%d shapes", barren)
	}
}
