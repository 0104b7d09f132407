package engine

import (
	"jezero/redact/internal/prefilter"
	"jezero/redact/internal/value"
	"jezero/redact/rule"
)

// The second look knows where the placeholders stand that the first one wrote, so
// that what the text would tell of them need not be read from it.

// opening is how long the part of a placeholder before its kind is.
const opening = len("[" + placeholderWord + ":")

// reading is what is known of the placeholders that a rule makes.
type reading struct {
	text   []byte
	plain  bool            // see mark
	inside []prefilter.Hit // of a plain one, see scanner.searchInside
}

// lastReadings are those that were asked for last; the engine has all of them.
type lastReadings [128]struct {
	rule *rule.Rule
	*reading
}

// reading is worked out once for an engine: that takes longer than to find a value.
func (s *scanner) reading(r *rule.Rule) *reading {
	x := &s.readings[uint(37*len(r.ID)+len(r.Why))%uint(len(s.readings))]
	if x.rule != r {
		known, ok := s.e.readings.Load(r)
		if !ok {
			known, _ = s.e.readings.LoadOrStore(r, s.read(r))
		}
		x.rule, x.reading = r, known.(*reading)
	}
	return x.reading
}

func (s *scanner) read(r *rule.Rule) *reading {
	x := &reading{text: s.e.appendReplacement(nil, &Finding{Rule: r})}
	x.plain = placeholderEnd(x.text, 0) == len(x.text) && value.RedactedLen(x.text) == len(x.text)
	if x.plain {
		x.inside = s.searchInside(x.text)
	}
	return x
}

// replace appends what takes the place of the finding's value, and reports whether it
// is a placeholder and nothing else for everybody who reads it.
func (s *scanner) replace(dst []byte, f *Finding) (text []byte, plain bool) {
	if f.Wrap != "" {
		return s.e.appendReplacement(dst, f), false
	}
	r := s.reading(f.Rule)
	return append(dst, r.text...), r.plain
}

// hidden returns the plain placeholder that holds offset at, or nil.
func (s *scanner) hidden(at int) *mark {
	i := min(s.hides, len(s.marks))
	for i > 0 && s.marks[i-1].end > at {
		i--
	}
	for i < len(s.marks) && s.marks[i].end <= at {
		i++
	}
	s.hides = i
	if i == len(s.marks) || s.marks[i].at > at || !s.marks[i].plain {
		return nil
	}
	return &s.marks[i]
}

// HiddenEnd implements scan.Tokens.
func (s *scanner) HiddenEnd(at int) int {
	if m := s.hidden(at); m != nil && m.at == at {
		return m.end
	}
	return -1
}

// endsBefore reports whether no match has the colon of a placeholder for its anchor.
// What stands before the bracket is not known: the run before the anchor must not
// reach so far.
func (sh *shape) endsBefore() bool {
	if sh.anchor == 0 {
		return false
	}
	p := &sh.parts[sh.anchor-1]
	if p.cls == nil || p.cls.has['['] {
		return false
	}
	for _, before := range [...]string{"[REDACTED", "[redacted"} {
		n := 0
		for n < len(before) && p.cls.has[before[len(before)-1-n]] {
			n++
		}
		if sh.mayEnd([]byte(before)) && (p.opt || n >= p.min) {
			return false
		}
	}
	return true
}

// barren reports whether nothing can come of the literal at offset at that begins
// with the colon of placeholder m: every text has the same before it.
func (s *scanner) barren(t *target, lit, at int, m *mark) bool {
	if at != m.at+opening-1 || len(t.patterns) > 0 {
		return false
	}
	if s.colon != lit {
		s.colon, s.barrenColon = lit, true
		for i := range t.shapes {
			s.barrenColon = s.barrenColon && t.shapes[i].sh.endsBefore()
		}
	}
	return s.barrenColon
}
