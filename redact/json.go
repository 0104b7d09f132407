package redact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ErrNotJSON is wrapped by JSON's error when the input is no JSON document.
var ErrNotJSON = errors.New("not a JSON document")

// JSON redacts one JSON document and keeps it valid: only values change, and
// every byte outside them (spacing, order, number forms, escapes) stays.
//
//   - A string under a key that holds a secret is replaced whole, unless it is
//     empty or a reference; everywhere else strings are searched as text, after
//     decoding where they hold escapes.
//   - A number under a password-like key becomes a quoted placeholder, under a
//     token-, key- or secret-like key from six digits on (DESIGN: decisions).
//   - Strings under opaque keys (WithOpaqueKeys; by default the signatures and
//     encrypted parts of agents' transcripts) stay byte for byte.
//
// Input that is no JSON is redacted as text and reported with an error that
// wraps ErrNotJSON and holds the byte offset, never a byte of the input.
func (r *Redactor) JSON(src []byte) ([]byte, error) {
	if !json.Valid(src) {
		return r.Bytes(src), fmt.Errorf("%w: bad syntax at byte %d; redacted as text", ErrNotJSON, syntaxOffset(src))
	}
	return r.json(src), nil
}

// JSONL redacts one JSON document per line. A line that is no JSON is redacted
// as text. Line ends stay as they are.
func (r *Redactor) JSONL(src []byte) []byte {
	out := src
	changed := false
	for at := 0; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := src[at:end]
		red := r.jsonLine(line)
		if !changed && !same(line, red) {
			changed = true
			out = append(make([]byte, 0, len(src)+64), src[:at]...)
		}
		if changed {
			out = append(out, red...)
		}
		at = end
	}
	return out
}

// jsonLine redacts a line with or without its line end.
func (r *Redactor) jsonLine(line []byte) []byte {
	if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[' || trimmed[0] == '"') && json.Valid(line) {
		return r.json(line)
	}
	return r.Bytes(line)
}

func same(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func syntaxOffset(src []byte) int64 {
	var v json.RawMessage
	var se *json.SyntaxError
	if errors.As(json.Unmarshal(src, &v), &se) {
		return se.Offset
	}
	return int64(len(src))
}

// edit is one replacement inside a document.
type edit struct {
	start, end int
	rule, kind string
	quote      bool // the value was a bare number: the placeholder brings its quotes
}

// maxLooks bounds how often a document is looked at again.
const maxLooks = 8

// json redacts a valid document. Where a key made more go than the text gives
// away, what stands around it has come nearer to other words: such a document is
// looked at until nothing changes, so that a second pass would find nothing new.
func (r *Redactor) json(src []byte) []byte {
	for range maxLooks {
		w := jsonWalk{r: r, src: src}
		w.text()
		w.value(nil)
		src = w.apply()
		if !w.beyond {
			break
		}
	}
	return src
}

type jsonWalk struct {
	r     *Redactor
	src   []byte
	pos   int
	found []Finding // of the document as text, in order
	edits []edit

	beyond bool // an edit is none of found, which the engine has looked around already
}

// text finds what stands in the document as it is written: shapes, and values
// that their surroundings give away across keys and siblings.
func (w *jsonWalk) text() { w.found = w.r.Find(w.src) }

// within returns the text findings whose value lies at least partly in [start,end).
func (w *jsonWalk) within(start, end int) []Finding {
	i, _ := slices.BinarySearchFunc(w.found, start, func(f Finding, at int) int {
		if f.End <= at {
			return -1
		}
		return 1
	})
	j := i
	for j < len(w.found) && w.found[j].Start < end {
		j++
	}
	return w.found[i:j]
}

func (w *jsonWalk) space() {
	for w.pos < len(w.src) {
		switch w.src[w.pos] {
		case ' ', '\t', '\n', '\r':
			w.pos++
		default:
			return
		}
	}
}

// value walks one value that stands under key (the raw text between its
// quotes; nil at the top). An array's elements stand under the array's key.
// The nesting is bounded by json.Valid, which refuses more than 10,000 levels.
func (w *jsonWalk) value(key []byte) {
	w.space()
	if w.pos >= len(w.src) {
		return
	}
	switch w.src[w.pos] {
	case '{':
		w.pos++
		for w.space(); w.src[w.pos] != '}'; w.space() {
			if w.src[w.pos] == ',' {
				w.pos++
				continue
			}
			start, end := w.token()
			w.str(nil, start, end) // a key may hold a token itself
			w.space()
			w.pos++ // the colon
			w.value(w.src[start:end])
		}
		w.pos++
	case '[':
		w.pos++
		for w.space(); w.src[w.pos] != ']'; w.space() {
			if w.src[w.pos] == ',' {
				w.pos++
				continue
			}
			w.value(key)
		}
		w.pos++
	case '"':
		start, end := w.token()
		w.str(key, start, end)
	default:
		start := w.pos
		for w.pos < len(w.src) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(w.src[w.pos])) {
			w.pos++
		}
		w.scalar(key, start, w.pos)
	}
}

// token steps over a string and returns the bounds of what is between its quotes.
func (w *jsonWalk) token() (start, end int) {
	w.pos++
	start = w.pos
	for w.src[w.pos] != '"' {
		if w.src[w.pos] == '\\' {
			w.pos++
		}
		w.pos++
	}
	end = w.pos
	w.pos++
	return start, end
}

// str judges the string [start,end) under key.
func (w *jsonWalk) str(key []byte, start, end int) {
	if start == end || key != nil && w.r.opaque[string(key)] {
		return
	}
	raw := w.src[start:end]
	if key != nil && w.r.underKey(key) && !keepsValue(unescape(raw)) {
		e := edit{start: start, end: end, kind: kindOfName(key)}
		if fs := w.within(start, end); len(fs) > 0 {
			e.rule, e.kind = fs[0].Rule, fs[0].Kind
			w.beyond = w.beyond || fs[0].Start != start || fs[0].End != end
		} else {
			w.beyond = true
		}
		w.edits = append(w.edits, e)
		return
	}
	escaped := bytes.IndexByte(raw, '\\') >= 0
	before := len(w.edits)
	if key != nil && w.r.underKey(key) && len(w.within(start, end)) > 0 {
		w.beyond = true // what was kept as a reference may be none without its secret
	}
	for _, f := range w.within(start, end) {
		s, e := max(f.Start, start), min(f.End, end)
		if escaped {
			s, e = start+wholeEscapes(raw, s-start, false), start+wholeEscapes(raw, e-start, true)
		}
		w.edits = append(w.edits, edit{start: s, end: e, rule: f.Rule, kind: f.Kind})
	}
	if !escaped {
		return
	}
	// As it is read: what only shows after decoding, such as a key block whose
	// line breaks are escaped. Union with what the text gave.
	text, at := decodeString(raw)
	for _, f := range w.r.Find(text) {
		w.edits = append(w.edits, edit{start: start + at[f.Start], end: start + at[f.End], rule: f.Rule, kind: f.Kind})
	}
	w.edits = append(w.edits[:before], union(w.edits[before:])...)
	for _, e := range w.edits[before:] {
		fs := w.within(e.start, e.end)
		w.beyond = w.beyond || len(fs) != 1 || fs[0].Start != e.start || fs[0].End != e.end
	}
}

// scalar judges a bare number, true, false or null.
func (w *jsonWalk) scalar(key []byte, start, end int) {
	raw := w.src[start:end]
	if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return
	}
	if key != nil && w.r.numberUnderKey(key, raw) {
		w.beyond = true
		w.edits = append(w.edits, edit{start: start, end: end, kind: kindOfName(key), quote: true})
		return
	}
	for _, f := range w.within(start, end) {
		w.beyond = true
		w.edits = append(w.edits, edit{start: start, end: end, rule: f.Rule, kind: f.Kind, quote: true})
		break
	}
}

func union(es []edit) []edit {
	slices.SortStableFunc(es, func(a, b edit) int { return a.start - b.start })
	out := es[:0]
	for _, e := range es {
		if n := len(out); n > 0 && e.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, e.end)
			continue
		}
		out = append(out, e)
	}
	return out
}

func (w *jsonWalk) apply() []byte {
	if len(w.edits) == 0 {
		return w.src
	}
	out := make([]byte, 0, len(w.src)+len(w.edits)*16)
	at := 0
	for _, e := range w.edits {
		out = append(out, w.src[at:e.start]...)
		if e.quote {
			out = append(out, '"')
		}
		out = w.r.e.AppendPlaceholder(out, e.rule, e.kind)
		if e.quote {
			out = append(out, '"')
		}
		at = e.end
	}
	return append(out, w.src[at:]...)
}
