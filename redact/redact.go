// Package redact replaces credentials in text, streams and structures by
// [REDACTED:<kind>] and leaves every other byte alone.
//
// Start with New and Redactor.Bytes; use Find to learn where credentials stand
// without changing anything. A Redactor is immutable and safe for concurrent
// use.
package redact

import (
	"unsafe"

	"jezero/redact/internal/engine"
	"jezero/redact/internal/name"
	"jezero/redact/rule"
)

// Finding says where a credential stands. It never holds the bytes: slice
// them from your own buffer with In.
type Finding struct {
	Rule       string // rule id
	Kind       string // what stands in the placeholder
	Match      int    // offset of what the rule recognised, in bytes from the start of the input
	MatchEnd   int
	Start      int // offset of the value, what is replaced
	End        int
	Confidence rule.Confidence
	Wrap       string // stands before and after the placeholder: the quote that a bare JSON number needs to become a string
}

// In slices the value out of src, the same input that Find saw.
func (f Finding) In(src []byte) []byte { return src[f.Start:f.End] }

// Redactor replaces credentials.
type Redactor struct {
	e       *engine.Engine
	version func() string
	opaque  map[string]bool // JSON keys whose strings stay as they are
	off     []*rule.Rule    // disabled
}

// New builds a Redactor with the built-in rules and the options. The error
// names every option and rule that is wrong.
func New(opts ...Option) (*Redactor, error) {
	var c config
	for _, o := range opts {
		if err := o(&c); err != nil {
			return nil, err
		}
	}
	return c.build()
}

// Bytes returns src with every credential replaced: src itself, unchanged and
// without allocation, when nothing is found; else a new slice.
func (r *Redactor) Bytes(src []byte) []byte {
	if out, changed := r.e.Append(nil, src); changed {
		return out
	}
	return src
}

// String is Bytes for strings.
func (r *Redactor) String(s string) string {
	// The engine only reads its input, so the string's bytes may be lent.
	if out, changed := r.e.Append(nil, unsafe.Slice(unsafe.StringData(s), len(s))); changed {
		return unsafe.String(unsafe.SliceData(out), len(out))
	}
	return s
}

// Append appends the redacted src to dst.
func (r *Redactor) Append(dst, src []byte) []byte {
	out, changed := r.e.Append(dst, src)
	if !changed {
		return append(out, src...)
	}
	return out
}

// Find reports where credentials stand, in order of offset, not overlapping.
func (r *Redactor) Find(src []byte) []Finding {
	found := r.e.Find(nil, src)
	if len(found) == 0 {
		return nil
	}
	out := make([]Finding, len(found))
	for i, f := range found {
		out[i] = public(f)
	}
	return out
}

func public(f engine.Finding) Finding {
	return Finding{
		Rule: f.Rule.ID, Kind: f.Rule.Kind,
		Match: f.Match, MatchEnd: f.MatchEnd, Start: f.Start, End: f.End,
		Confidence: f.Confidence, Wrap: f.Wrap,
	}
}

// Version identifies the rule set and the options: 16 hex digits of a hash.
// Equal versions redact equally.
func (r *Redactor) Version() string { return r.version() }

// NameClass says what a variable, key or header name says about its value.
type NameClass uint8

const (
	NameNone     NameClass = iota // nothing secret about it
	NameMentions                  // a secret word, but the value is not the secret: TOKEN_URL, max_tokens
	NameHolds                     // the value is the secret: DB_PASSWORD, clientSecret
)

// ClassifyName tells the three apart. A lone "key" says nothing: what it names
// can be a key on a keyboard, of a map or of a door.
func ClassifyName(s string) NameClass {
	v := name.Of([]byte(s))
	if v.Kind == name.Key && v.Bare && v.Weak {
		return NameNone
	}
	return NameClass(v.Class)
}

// AppendPlaceholder appends what New's options put in place of the finding's
// value, without the quotes that a bare JSON number gets.
func (r *Redactor) AppendPlaceholder(dst []byte, f Finding) []byte {
	return r.e.AppendPlaceholder(dst, f.Rule, f.Kind)
}
