package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"strings"
	"time"

	"jezero/fuzz/credgen"
)

func mapsKeys[K comparable, V any](m map[K]V) iter.Seq[K] { return maps.Keys(m) }

// invariants tries random texts with samples in them, for a third of the time:
// what the redactor promises has to hold with the pattern switched on.
func (b *bench) invariants(ctx context.Context) (Check, *Failure) {
	end := time.Now().Add(b.Time / 3)
	ds := plain()
	n := 0
	for ; time.Now().Before(end) && ctx.Err() == nil && n < 20000; n++ {
		if n%64 == 0 {
			b.Progress("invariants", 1-float64(time.Until(end))/float64(b.Time/3))
		}
		var t strings.Builder
		for range 1 + b.rng.IntN(4) {
			t.WriteString(credgen.Filler(b.rng, b.rng.IntN(4)))
			s := b.samples[b.rng.IntN(len(b.samples))]
			text := ds[b.rng.IntN(len(ds))].Plant(b.rng, s.text).Text
			if b.rng.IntN(3) == 0 { // cut somewhere
				text = text[b.rng.IntN(len(text)):]
			}
			t.WriteString(text)
		}
		broken := b.broken(t.String())
		if b.watch(t.String(), nil) {
			return good("")
		}
		if broken != "" {
			small := shrink(t.String(), func(x string) bool { return b.broken(x) == broken })
			return bad(&Failure{Input: small, Got: b.with.String(small), Want: broken}, "%s", broken)
		}
	}
	return good("%d texts: idempotent, equal however a stream is split, nothing else changed, JSON stays JSON", n)
}

// broken names the promise that does not hold for the text, "" when all do.
func (b *bench) broken(text string) string {
	src := []byte(text)
	out := b.with.Bytes(src)
	if again := b.with.Bytes(out); !bytes.Equal(again, out) {
		return "redacting twice gives what redacting once gives"
	}
	var stream bytes.Buffer
	w := b.with.Writer(&stream)
	for i := 0; i < len(src); {
		n := min(len(src)-i, 1+b.rng.IntN(17))
		if _, err := w.Write(src[i : i+n]); err != nil {
			return "a stream gives what the whole gives"
		}
		i += n
	}
	if err := w.Close(); err != nil || !bytes.Equal(stream.Bytes(), out) {
		return "a stream gives what the whole gives"
	}
	var rebuilt []byte
	at := 0
	for _, f := range b.with.Find(src) {
		rebuilt = append(rebuilt, src[at:f.Start]...)
		rebuilt = append(rebuilt, f.Wrap...)
		rebuilt = append(b.with.AppendPlaceholder(rebuilt, f), f.Wrap...)
		at = f.End
	}
	if !bytes.Equal(append(rebuilt, src[at:]...), out) {
		return "bytes outside findings stay"
	}
	if doc, err := json.Marshal(map[string]string{"text": text}); err == nil {
		if red, err := b.with.JSON(doc); err != nil || !json.Valid(red) {
			return "JSON stays JSON"
		}
	}
	return ""
}

// worstCase feeds the pattern what makes such patterns slow, in lines of 1 KiB
// and in one long line, and measures the CPU time it adds.
func (b *bench) worstCase(ctx context.Context) (Check, *Failure) {
	for _, text := range b.late {
		if text = firstLine(text, ""); b.alwaysTooLong(text) {
			return b.endless(text, "texts that the checks above tried")
		}
	}
	const size = 16 << 10 // short, so that a busy machine interrupts some runs and not all
	gate := b.report.Gate
	s := b.samples[0].text
	cut := s[:len(s)-1]
	type input struct{ name, unit string }
	hostile := []input{{"the literal repeated", gate}, {"a sample repeated", s + " "}}
	if cut != "" {
		hostile = append(hostile, input{"a sample cut short, repeated", cut + " "},
			input{"a sample cut short, then a long run of its last character", cut + strings.Repeat(cut[len(cut)-1:], 200) + "! "})
	}
	hostile = append(hostile, []input{
		{"the literal, then a long run of letters", gate + strings.Repeat("a", 900) + "! "},
		{"the literal, then words", gate + strings.Repeat("aaa bbb ", 120)},
	}...)
	worst, name, line, slow := time.Duration(0), "", "", false
	before := b.with.Timeouts()
	end := time.Now().Add(b.Time / 3)
	for i, h := range hostile {
		if h.unit == "" || ctx.Err() != nil || time.Now().After(end) {
			continue
		}
		b.Progress("worst case", float64(i)/float64(len(hostile)))
		for _, sep := range []string{"\n", ""} {
			var t strings.Builder
			for t.Len() < size {
				for col := 0; col < 1024; col += len(h.unit) {
					t.WriteString(h.unit)
				}
				t.WriteString(sep)
			}
			text := []byte(t.String()[:size])
			took := fastest(func() { b.with.Find(text) }) - fastest(func() { b.without.Find(text) })
			// Against the plainest pattern on the same bytes, in the same minute,
			// since machines and loads differ.
			slow = slow || took > tooSlow*max(fastest(func() { b.plain.Find(text) }), time.Millisecond)
			if took > worst {
				worst, name = took, h.name
				line = string(text[:min(len(text), 1100)])
			}
			if b.with.Timeouts() > before && b.alwaysTooLong(firstLine(string(text), h.unit)) {
				return b.endless(firstLine(line, h.unit), h.name)
			}
		}
	}
	rate := float64(size) / 1e6 / max(worst.Seconds(), 1e-9)
	if slow {
		return bad(nil, "%.2f MB/s on %s: a log of 100 MB would take %.0f s", rate, name, 100/rate)
	}
	if name == "" {
		return good("adds nothing that can be measured")
	}
	return good("at worst %.0f MB/s (%s)", rate, name)
}

// endless reports a line that the pattern gives no answer for.
func (b *bench) endless(line, where string) (Check, *Failure) {
	small := shrink(line, func(x string) bool {
		_, err := b.pattern.Find([]byte(x), nil)
		return err != nil
	})
	return bad(&Failure{Input: small, Got: "no answer within a second", Want: "an answer"},
		"the pattern backtracks without end on %s: such lines are redacted whole", where)
}

// tooSlow is how many times longer than the plainest pattern with the same
// literal a pattern may take, where that one is taken to do 16 MB/s at most.
const tooSlow = 40

// firstLine is a text long enough to show the trouble.
func firstLine(text, unit string) string {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if len(text) < len(unit) {
		return unit
	}
	return text
}

// alwaysTooLong makes sure that it is the pattern and not a busy machine.
func (b *bench) alwaysTooLong(line string) bool {
	for range 3 {
		if _, err := b.pattern.Find([]byte(line), nil); err == nil {
			return false
		}
	}
	return true
}

// fastest is the least CPU time of up to fifteen runs, fewer when they are long.
func fastest(f func()) time.Duration {
	best := time.Duration(1 << 62)
	first := time.Now()
	for n := 0; n < 15 && (n < 3 || time.Since(first) < 300*time.Millisecond); n++ {
		began := spent()
		f()
		best = min(best, spent()-began)
		if best > time.Second {
			break
		}
	}
	return max(0, best)
}

// shrink returns a smaller text that still fails: halves, then quarters, down
// to single characters are taken out as long as that keeps it failing.
func shrink(text string, fails func(string) bool) string {
	if !fails(text) {
		return text
	}
	began := time.Now()
	for size := len(text) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(text); {
			if time.Since(began) > 5*time.Second {
				return text
			}
			if t := text[:at] + text[at+size:]; fails(t) {
				text = t
			} else {
				at += size
			}
		}
	}
	return text
}

// String prints a failure for a person.
func (f *Failure) String() string {
	return fmt.Sprintf("%s\n  input %q\n  gives %q\n  want  %s", f.Check, f.Input, f.Got, f.Want)
}
