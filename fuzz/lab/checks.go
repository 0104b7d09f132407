package lab

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"jezero/fuzz/credgen"
	"jezero/redact"
)

// plain are the dresses in which the sample's text stands as it is.
func plain() []credgen.Dress {
	return slices.DeleteFunc(credgen.Dresses(), func(d credgen.Dress) bool { return d.Escaped != nil })
}

// dresses plants every sample in every dress: the value has to go.
func (b *bench) dresses(ctx context.Context) (Check, *Failure) {
	ds := plain()
	missed := map[string]int{}
	total := 0
	var first *Failure
	for i, s := range b.samples {
		b.Progress("every dress", float64(i)/float64(len(b.samples)))
		if ctx.Err() != nil {
			break
		}
		for _, d := range ds {
			text := d.Plant(b.rng, s.text).Text
			total++
			out := b.with.String(text)
			if b.watch(text, nil) {
				return good("")
			}
			if !strings.Contains(out, s.value()) {
				continue
			}
			missed[d.Name]++
			if first == nil {
				first = b.survivor(text, s.value(), d.Name)
			}
		}
	}
	if len(missed) == 0 {
		return good("%d of %d plantings found, in %d dresses", total, total, len(ds))
	}
	n := 0
	var names []string
	for name, k := range missed {
		n += k
		names = append(names, name)
	}
	slices.Sort(names)
	return bad(first, "%d of %d plantings survive, in: %s", n, total, strings.Join(names[:min(len(names), 8)], ", "))
}

// survivor is the smallest text in which the value still survives.
func (b *bench) survivor(text, value, dress string) *Failure {
	small := shrink(text, func(t string) bool { return strings.Contains(t, value) && strings.Contains(b.with.String(t), value) })
	return &Failure{Input: small, Got: b.with.String(small), Want: fmt.Sprintf("the value replaced (dress: %s)", dress)}
}

// longer lets the value go on in its own alphabet: a pattern that stops at a
// length leaves the tail of a longer token in the text.
func (b *bench) longer(context.Context) (Check, *Failure) {
	if b.Spec.Group != "" {
		return note("not tried: the pattern replaces a group")
	}
	bad1, total := 0, 0
	var first *Failure
	for _, s := range b.samples {
		tail := s.text[max(0, len(s.text)-8):]
		if strings.ContainsAny(tail, " \t'\"") {
			continue
		}
		text := "see " + s.text + tail + " end"
		out := b.with.String(text)
		if b.watch(text, nil) {
			return good("")
		}
		total++
		if out == text || !strings.Contains(out, tail+" end") && !strings.Contains(out, tail[1:]+" end") {
			continue // left alone, or gone whole
		}
		bad1++
		if first == nil {
			first = &Failure{Input: text, Got: out, Want: "a longer token goes whole, or is left alone"}
		}
	}
	if bad1 > 0 {
		return bad(first, "%d of %d tokens that go on longer are only half replaced: end the pattern with an open run ({32,}) or a boundary (\\b, (?![0-9A-Za-z_-]))", bad1, total)
	}
	return good("longer tokens go whole, or are left alone")
}

// nearMisses changes a sample so that the pattern should not match any more.
func (b *bench) nearMisses(context.Context) (Check, *Failure) {
	type miss struct{ why, text string }
	tried, matched := 0, map[string]int{}
	var first *Failure
	// Part of a long token may be a whole one where a run is open; part of the
	// shortest is none.
	short := slices.MinFunc(b.samples, func(x, y sample) int { return len(x.text) - len(y.text) }).text
	for _, s := range b.samples {
		t := s.text
		ms := []miss{
			{"half of it", short[:len(short)/2]},
			{"broken by a blank", short[:len(short)/2] + " " + short[len(short)/2:]},
			{"one character repeated", strings.Repeat("x", len(t))},
			{"a dash for each character", strings.Repeat("-", len(t))},
		}
		if b.report.Gate != "" {
			ms = append(ms,
				miss{"the literal alone", b.report.Gate},
				miss{"the literal and words", b.report.Gate + " is the prefix of our keys"},
				miss{"the literal and a row of x", b.report.Gate + strings.Repeat("x", 40)},
				miss{"the literal in a placeholder", "<" + b.report.Gate + "your_key_here>"},
			)
		}
		for _, m := range ms {
			tried++
			found := b.with.Find([]byte(m.text))
			if b.watch(m.text, nil) {
				return good("")
			}
			for _, f := range found {
				if f.Kind != b.Spec.Kind {
					continue
				}
				matched[m.why]++
				if first == nil {
					small := shrink(m.text, func(x string) bool { return b.takes(x) })
					first = &Failure{Input: small, Got: b.with.String(small), Want: "left alone: " + m.why}
				}
				break
			}
		}
	}
	if len(matched) > 0 {
		var names []string
		for n := range matched {
			names = append(names, n)
		}
		slices.Sort(names)
		return bad(first, "also takes: %s", strings.Join(names, "; "))
	}
	return good("%d near misses left alone", tried)
}

// takes reports whether the pattern's own kind is found in the text.
func (b *bench) takes(text string) bool {
	return slices.ContainsFunc(b.with.Find([]byte(text)), func(f redact.Finding) bool { return f.Kind == b.Spec.Kind })
}

// placeholder sees that redacting twice changes nothing.
func (b *bench) placeholder(context.Context) (Check, *Failure) {
	for _, text := range []string{"[REDACTED:" + b.Spec.Kind + "]", "x=[REDACTED:" + b.Spec.Kind + "] y", "[REDACTED]", "[redacted:name]"} {
		if out := b.with.String(text); out != text {
			return bad(&Failure{Input: text, Got: out, Want: "a placeholder stays"}, "the pattern matches its own placeholder")
		}
	}
	return good("its own placeholder stays")
}

// collisions looks for rules that already know the token, and for tokens of
// other rules that the pattern would claim.
func (b *bench) collisions(context.Context) (Check, *Failure) {
	known := map[string]int{}
	for _, s := range b.samples {
		for _, f := range b.without.Find([]byte("see " + s.text + " there")) {
			known[f.Rule]++
		}
	}
	claimed := map[string]bool{}
	for _, ru := range redact.Rules() {
		for i := range ru.Shapes {
			token, ok := credgen.Token(b.rng, &ru.Shapes[i])
			if !ok {
				continue
			}
			rs, err := b.pattern.Find([]byte(token), nil)
			if b.watch(token, err) {
				return good("")
			}
			if err == nil && len(rs) > 0 {
				claimed[ru.ID] = true
			}
		}
	}
	var parts []string
	for id, n := range known {
		parts = append(parts, fmt.Sprintf("%s finds %d of %d samples already", id, n, len(b.samples)))
	}
	if len(claimed) > 0 {
		ids := slices.Sorted(mapsKeys(claimed))
		parts = append(parts, "it also matches tokens of "+strings.Join(ids[:min(len(ids), 6)], ", "))
	}
	slices.Sort(parts)
	switch {
	case len(claimed) > 20:
		return bad(nil, "too broad: it matches tokens of %d other rules", len(claimed))
	case len(parts) > 0:
		return note("%s", strings.Join(parts, "; "))
	}
	return good("no built-in rule knows these tokens, and it claims none of theirs")
}

// falseAlarms counts what the pattern takes in harmless text.
func (b *bench) falseAlarms(ctx context.Context) (Check, *Failure) {
	files, size, hits := 0, 0, 0
	var where []string
	var first *Failure
	count := func(label string, fsys fs.FS) error {
		return fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil || !d.Type().IsRegular() {
				return nil // what cannot be read cannot raise an alarm
			}
			src, err := fs.ReadFile(fsys, path)
			if err != nil {
				return nil
			}
			files++
			size += len(src)
			found := b.with.Find(src)
			if b.watch(firstLine(string(src), ""), nil) {
				return fs.SkipAll
			}
			for _, f := range found {
				if f.Kind == b.Spec.Kind {
					hits++
					if first == nil && label != "" { // what is in the caller's folder is not shown
						first = b.alarm(lineAround(src, f.Start, f.End))
					}
					if len(where) < 5 && !slices.Contains(where, label+path) {
						where = append(where, label+path)
					}
				}
			}
			return nil
		})
	}
	err := count("corpus:", benign())
	if err == nil && b.Against != nil {
		err = count("", b.Against)
	}
	if err != nil {
		return bad(nil, "stopped: %v", err)
	}
	mb := float64(size) / 1e6
	if hits > 0 {
		return bad(first, "%d in %d files (%.1f MB): %s", hits, files, mb, strings.Join(where, ", "))
	}
	return good("none in %d files (%.1f MB)", files, mb)
}

// alarm is the smallest part of a harmless line that the pattern still takes.
func (b *bench) alarm(line string) *Failure {
	small := shrink(line, b.takes)
	return &Failure{Input: small, Got: b.with.String(small), Want: "harmless text stays"}
}

// lineAround is the line that holds [start,end).
func lineAround(src []byte, start, end int) string {
	lo, hi := bytes.LastIndexByte(src[:start], '\n')+1, len(src)
	if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
		hi = end + i
	}
	return string(src[lo:hi])
}
