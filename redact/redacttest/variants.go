// Package redacttest runs one case through every variant of the engine, so
// that a test of a rule is a test of all of them: each prefilter, whole
// buffers and streams.
package redacttest

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"jezero/redact"
	"jezero/redact/internal/prefilter"
)

// Variant is one way to redact a text.
type Variant struct {
	Name   string
	Redact func(src []byte) ([]byte, error)
	// Slow variants cost more than a few hundred nanoseconds per byte.
	Slow bool
}

// Variants returns all variants of a Redactor with the options.
func Variants(tb testing.TB, opts ...redact.Option) []Variant {
	tb.Helper()
	build := func(m prefilter.Mode) *redact.Redactor {
		r, err := redact.New(append([]redact.Option{redact.TestOnlyPrefilter(m)}, opts...)...)
		if err != nil {
			tb.Fatal(err)
		}
		return r
	}
	auto, portable, brute := build(prefilter.Auto), build(prefilter.Portable), build(prefilter.Brute)
	whole := func(r *redact.Redactor) func([]byte) ([]byte, error) {
		return func(src []byte) ([]byte, error) { return r.Bytes(src), nil }
	}
	return []Variant{
		{Name: "default", Redact: whole(auto)},
		{Name: "portable", Redact: whole(portable)},
		{Name: "brute force", Redact: whole(brute), Slow: true},
		{Name: "append", Redact: func(src []byte) ([]byte, error) {
			const before = "before"
			out := auto.Append([]byte(before), src)
			if !bytes.HasPrefix(out, []byte(before)) {
				return nil, fmt.Errorf("appending changed what was there")
			}
			return out[len(before):], nil
		}},
		{Name: "string", Redact: func(src []byte) ([]byte, error) { return []byte(auto.String(string(src))), nil }},
		{Name: "from findings", Redact: func(src []byte) ([]byte, error) { return FromFindings(auto, src) }},
		{Name: "byte by byte", Redact: func(src []byte) ([]byte, error) {
			return Split(auto, src, func() int { return 1 })
		}},
		{Name: "random pieces", Redact: func(src []byte) ([]byte, error) {
			rnd := rand.New(rand.NewPCG(uint64(len(src)), 7))
			return Split(portable, src, func() int { return rnd.IntN(300) })
		}},
		{Name: "reader", Redact: func(src []byte) ([]byte, error) {
			return io.ReadAll(auto.Reader(bytes.NewReader(src)))
		}},
	}
}

// Split redacts src as a stream, in pieces of the lengths that next returns.
func Split(r *redact.Redactor, src []byte, next func() int) ([]byte, error) {
	var out bytes.Buffer
	w := r.Writer(&out)
	for b := src; len(b) > 0; {
		n := min(len(b), max(1, next()))
		if _, err := w.Write(b[:n]); err != nil {
			return nil, err
		}
		b = b[n:]
	}
	err := w.Close()
	return out.Bytes(), err
}

// FromFindings replaces by hand what Find reports, and checks that findings
// come in order, do not overlap and lie within the input.
func FromFindings(r *redact.Redactor, src []byte) ([]byte, error) {
	wide := len(src) > 1 && (src[0] == 0xff && src[1] == 0xfe || src[0] == 0xfe && src[1] == 0xff)
	var out []byte
	last := 0
	for i, f := range r.Find(src) {
		if f.Start < last || f.End <= f.Start || f.End > len(src) || f.Match > f.Start || f.MatchEnd < f.End || f.Match < 0 || f.MatchEnd > len(src) {
			return nil, fmt.Errorf("finding %d of rule %s is out of order or bounds: %d-%d in %d-%d after %d", i, f.Rule, f.Start, f.End, f.Match, f.MatchEnd, last)
		}
		out = append(out, src[last:f.Start]...)
		for _, c := range []byte(f.Wrap + "[REDACTED:" + f.Kind + "]" + f.Wrap) {
			switch {
			case wide && src[0] == 0xff:
				out = append(out, c, 0)
			case wide:
				out = append(out, 0, c)
			default:
				out = append(out, c)
			}
		}
		last = f.End
	}
	return append(out, src[last:]...), nil
}

// Equal redacts src with every variant, fails the test where they differ, and
// returns the redacted text. Slow variants are left out of long inputs.
func Equal(tb testing.TB, variants []Variant, src []byte) []byte {
	tb.Helper()
	orig := bytes.Clone(src)
	var want []byte
	for i, v := range variants {
		if v.Slow && len(src) > 4<<10 {
			continue
		}
		got, err := v.Redact(src)
		if err != nil {
			tb.Errorf("%s: %v", v.Name, err)
			continue
		}
		if !bytes.Equal(src, orig) {
			tb.Fatalf("%s: changed its input", v.Name)
		}
		if i == 0 {
			want = got
		} else if !bytes.Equal(got, want) {
			tb.Errorf("%s differs from %s at byte %d", v.Name, variants[0].Name, differ(got, want))
		}
	}
	return want
}

func differ(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}
