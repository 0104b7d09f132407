package command

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A baseline is a file that says how good the redactor was: a line for each
// class with its counts, and a line for each case that was wrong. It is text
// with a line per fact, so that two branches that add classes merge.
const (
	baselineHead = "# redact eval, class by class; written by redact eval --baseline FILE --update"
	wrongMark    = "wrong"
)

// baseline is what such a file says.
type baseline struct {
	classes map[string]score
	wrong   map[string]bool // ids of cases
}

func formatBaseline(rows []*score) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n# class\tsecret\tcaught\tclean\tchanged\n", baselineHead)
	for _, s := range rows {
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\t%d\n", s.Class, s.Secret, s.Caught, s.Clean, s.Changed)
	}
	for _, s := range rows {
		ids := append(slices.Clone(s.Missed), s.Alarmed...)
		slices.Sort(ids)
		for _, id := range slices.Compact(ids) {
			fmt.Fprintf(&b, "%s\t%s\n", wrongMark, id)
		}
	}
	return b.Bytes()
}

// parseBaseline reads a baseline. Every fault is reported, each with its line;
// the error begins with the number of the first.
func parseBaseline(src string) (*baseline, error) {
	b := &baseline{map[string]score{}, map[string]bool{}}
	var errs []error
	n := 0
	for line := range strings.Lines(src) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) == 2 && f[0] == wrongMark && f[1] != "" {
			b.wrong[f[1]] = true
			continue
		}
		var s score
		if len(f) != 5 || f[0] == "" {
			errs = append(errs, fmt.Errorf("%d: want class, secret, caught, clean and changed, or %q and a case, divided by tabs", n, wrongMark))
			continue
		}
		s.Class = f[0]
		for i, to := range []*int{&s.Secret, &s.Caught, &s.Clean, &s.Changed} {
			if !count(f[i+1], to) {
				errs = append(errs, fmt.Errorf("%d: column %d is no count", n, i+2))
			}
		}
		if _, ok := b.classes[s.Class]; ok {
			errs = append(errs, fmt.Errorf("%d: the class stands there twice", n))
		}
		b.classes[s.Class] = s
	}
	if len(b.classes) == 0 && len(errs) == 0 {
		errs = append(errs, errors.New("1: no class stands in it"))
	}
	return b, errors.Join(errs...)
}

// count reads a plain decimal number of up to nine digits.
func count(s string, to *int) bool {
	if s == "" || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return false
	}
	*to = 0
	for _, c := range s {
		*to = *to*10 + int(c-'0')
	}
	return true
}

// compare says what got worse, and what got better, since the baseline.
func compare(b *baseline, rows []*score) (worse, better []string) {
	now, wrong := map[string]bool{}, map[string]bool{}
	for _, s := range rows {
		now[s.Class] = true
		for _, id := range s.Missed {
			wrong[id] = true
			if !b.wrong[id] {
				worse = append(worse, fmt.Sprintf("%s: a secret survives", id))
			}
		}
		for _, id := range s.Alarmed {
			wrong[id] = true
			if !b.wrong[id] {
				worse = append(worse, fmt.Sprintf("%s: what has to stay is changed", id))
			}
		}
		old, ok := b.classes[s.Class]
		if !ok {
			continue
		}
		if s.recall() < old.recall() {
			worse = append(worse, fmt.Sprintf("class %s: recall %.1f %%, was %.1f %%", s.Class, 100*s.recall(), 100*old.recall()))
		}
		if s.alarms() > old.alarms() {
			worse = append(worse, fmt.Sprintf("class %s: %.1f %% of the clean cases changed, were %.1f %%", s.Class, 100*s.alarms(), 100*old.alarms()))
		}
		if s.Secret < old.Secret || s.Clean < old.Clean {
			worse = append(worse, fmt.Sprintf("class %s: %d cases with a secret and %d clean ones, were %d and %d", s.Class, s.Secret, s.Clean, old.Secret, old.Clean))
		}
	}
	for class := range b.classes {
		if !now[class] {
			worse = append(worse, fmt.Sprintf("class %s: its cases are gone", class))
		}
	}
	for id := range b.wrong {
		if !wrong[id] {
			better = append(better, id+" is right now, or gone")
		}
	}
	slices.Sort(worse)
	slices.Sort(better)
	return worse, better
}
