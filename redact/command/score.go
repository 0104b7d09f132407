package command

import (
	"cmp"
	"slices"
	"strings"

	"jezero/redact"
)

// totalClass is the last row of the table.
const totalClass = "all"

// score is what became of the cases of one class.
type score struct {
	Class   string   `json:"class"`
	Secret  int      `json:"secret"`  // cases with a secret
	Caught  int      `json:"caught"`  // of those, every secret gone
	Clean   int      `json:"clean"`   // cases to be left alone
	Changed int      `json:"changed"` // of those, changed; also cases with a secret where more than it went
	Missed  []string `json:"missed,omitempty"`
	Alarmed []string `json:"alarmed,omitempty"`
}

func (s *score) recall() float64 { return share(s.Caught, s.Secret, 1) }
func (s *score) alarms() float64 { return share(s.Changed, s.Clean, 0) }
func (s *score) perfect() bool   { return s.Caught == s.Secret && s.Changed == 0 }

// share is what a part is of a whole; of nothing it is the given one.
func share(part, whole int, none float64) float64 {
	if whole == 0 {
		return none
	}
	return float64(part) / float64(whole)
}

// measure runs the cases and counts by class, in order of name.
func measure(r *redact.Redactor, cases []labelled) []*score {
	byClass := map[string]*score{}
	for _, k := range cases {
		class := cmp.Or(k.Class, k.Expect)
		s := byClass[class]
		if s == nil {
			s = &score{Class: class}
			byClass[class] = s
		}
		out := r.String(k.Text)
		if k.Expect == "clean" {
			s.Clean++
		} else {
			s.Secret++
			if gone(out, k) {
				s.Caught++
			} else {
				s.Missed = append(s.Missed, k.ID)
			}
		}
		if !kept(out, k) {
			s.Changed++
			s.Alarmed = append(s.Alarmed, k.ID)
		}
	}
	var rows []*score
	for _, s := range byClass {
		rows = append(rows, s)
	}
	slices.SortFunc(rows, func(a, b *score) int { return strings.Compare(a.Class, b.Class) })
	return rows
}

func gone(out string, k labelled) bool {
	if len(k.Secrets) == 0 {
		return out != k.Text
	}
	n := 0
	for _, s := range k.Secrets {
		if !strings.Contains(out, s) {
			n++
		}
	}
	return n == len(k.Secrets) || k.Match == "any" && n > 0
}

func kept(out string, k labelled) bool {
	if k.Expect == "clean" {
		return out == k.Text
	}
	for _, s := range k.Keep {
		if !strings.Contains(out, s) {
			return false
		}
	}
	return true
}

func total(rows []*score) *score {
	t := &score{Class: totalClass}
	for _, s := range rows {
		t.Secret += s.Secret
		t.Caught += s.Caught
		t.Clean += s.Clean
		t.Changed += s.Changed
	}
	return t
}
