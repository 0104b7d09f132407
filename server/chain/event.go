// Package chain makes what happened to the library's items provable: every
// write is an event, the events of a source form an HMAC-SHA256 chain, and a
// signed head outside the database anchors the end of each chain.
//
// Start with Load or Create, seal events with Keys.Seal, and check a
// library with Verify. Verify only reports; nothing in this package repairs.
//
// The chain shows every overwrite, deletion, reordering, change of date and
// cut tail by someone who does not hold the keys. It cannot show a well-formed
// write by someone who does.
package chain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Version is the version of the canonical encoding.
const Version = 1

// Kinds of events.
const (
	KindPut    = "put"    // an item was stored, or stored anew
	KindRedact = "redact" // an item's texts were rewritten under newer rules
	KindForget = "forget" // an item was deleted for good
	KindRetag  = "retag"  // an item's project changed
	// KindResummarize: an item got a new summary.
	KindResummarize = "resummarize"
	// KindReseal: events of the source were signed anew because newer rules found
	// something in what they name. It is about no item.
	KindReseal = "reseal"
)

// Event says that something happened to one item. It holds keyed commitments
// to what was stored, never a text.
type Event struct {
	V          int
	Source     string
	Seq        int64  // from 1, without gaps, per source
	Prev       string // hash of the event before, "" for the first
	KeyID      string
	Kind       string
	ExternalID string
	ItemID     string
	AtMS       int64  // Unix time in milliseconds
	Rules      string // version of the redaction rules
	Commit     map[string]string
	Attrs      Attrs
}

// Attrs holds what later work adds to events: trust, revision, flags.
type Attrs map[string]Attr

// Attr is a Text or an Int. There are no floating point numbers: their
// spelling is not canonical.
type Attr interface{ appendTo(dst []byte) []byte }

// Text is a string attribute, valid UTF-8.
type Text string

// Int is a whole-number attribute.
type Int int64

func (t Text) appendTo(dst []byte) []byte { return appendString(dst, string(t)) }
func (n Int) appendTo(dst []byte) []byte  { return strconv.AppendInt(dst, int64(n), 10) }

// Canonical returns the bytes that are signed: JSON with sorted keys and no
// whitespace. Strings keep their bytes, so that two different events never
// encode alike.
func (e *Event) Canonical() []byte {
	b := make([]byte, 0, 512)
	b = append(b, `{"at_ms":`...)
	b = strconv.AppendInt(b, e.AtMS, 10)
	b = append(b, `,"attrs":`...)
	b = e.Attrs.appendTo(b)
	b = append(b, `,"commit":`...)
	b = appendStrings(b, e.Commit)
	for _, f := range [...]struct{ key, value string }{
		{"external_id", e.ExternalID}, {"item_id", e.ItemID}, {"key_id", e.KeyID},
		{"kind", e.Kind}, {"prev", e.Prev}, {"rules", e.Rules},
	} {
		b = append(b, `,"`...)
		b = append(b, f.key...)
		b = append(b, `":`...)
		b = appendString(b, f.value)
	}
	b = append(b, `,"seq":`...)
	b = strconv.AppendInt(b, e.Seq, 10)
	b = append(b, `,"source":`...)
	b = appendString(b, e.Source)
	b = append(b, `,"v":`...)
	b = strconv.AppendInt(b, int64(e.V), 10)
	return append(b, '}')
}

// CommitJSON is the canonical encoding of the commitments, as stored.
func (e *Event) CommitJSON() string { return string(appendStrings(nil, e.Commit)) }

// AttrsJSON is the canonical encoding of the attributes, as stored.
func (e *Event) AttrsJSON() string { return string(e.Attrs.appendTo(nil)) }

// ErrEncoding says that a stored encoding is not the canonical one.
var ErrEncoding = errors.New("not in canonical encoding")

// ParseCommit reads what CommitJSON wrote; anything else is ErrEncoding.
func ParseCommit(s string) (map[string]string, error) {
	var m map[string]string
	if err := json.Unmarshal([]byte(s), &m); err != nil || m == nil {
		return nil, fmt.Errorf("commitments: %w", ErrEncoding)
	}
	if string(appendStrings(nil, m)) != s {
		return nil, fmt.Errorf("commitments: %w", ErrEncoding)
	}
	return m, nil
}

// ParseAttrs reads what AttrsJSON wrote; anything else is ErrEncoding.
func ParseAttrs(s string) (Attrs, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil || m == nil {
		return nil, fmt.Errorf("attributes: %w", ErrEncoding)
	}
	a := make(Attrs, len(m))
	for k, v := range m {
		switch v := v.(type) {
		case string:
			a[k] = Text(v)
		case json.Number:
			n, err := v.Int64()
			if err != nil {
				return nil, fmt.Errorf("attributes: %w", ErrEncoding)
			}
			a[k] = Int(n)
		default:
			return nil, fmt.Errorf("attributes: %w", ErrEncoding)
		}
	}
	if !bytes.Equal(a.appendTo(nil), []byte(s)) {
		return nil, fmt.Errorf("attributes: %w", ErrEncoding)
	}
	return a, nil
}

func (a Attrs) appendTo(dst []byte) []byte {
	keys := make([]string, 0, len(a))
	for k := range a {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	dst = append(dst, '{')
	for i, k := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, k)
		dst = append(dst, ':')
		dst = a[k].appendTo(dst)
	}
	return append(dst, '}')
}

// NewText makes an attribute of s; invalid UTF-8 is replaced, since the stored
// encoding has to be read back exactly.
func NewText(s string) Text { return Text(strings.ToValidUTF8(s, "\uFFFD")) }

func appendStrings(dst []byte, m map[string]string) []byte {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	dst = append(dst, '{')
	for i, k := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, k)
		dst = append(dst, ':')
		dst = appendString(dst, m[k])
	}
	return append(dst, '}')
}

// Fields encodes a list of strings so that no two lists encode alike. It is
// what commitments are made over.
func Fields(fields ...string) []byte {
	n := 2
	for _, f := range fields {
		n += len(f) + 8
	}
	b := append(make([]byte, 0, n), '[')
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, f)
	}
	return append(b, ']')
}

// appendString writes a JSON string. Only what JSON demands is escaped; other
// bytes, invalid UTF-8 included, stay as they are: encoding/json would map all
// invalid bytes to one replacement character, and a flipped byte could hide.
func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		start = i + 1
		if c == '"' || c == '\\' {
			dst = append(dst, '\\', c)
		} else {
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

// valid reports whether every string of the event is valid UTF-8, which
// writers make sure of before they seal.
func (e *Event) valid() bool {
	for _, s := range []string{e.Source, e.Prev, e.KeyID, e.Kind, e.ExternalID, e.ItemID, e.Rules} {
		if !utf8.ValidString(s) {
			return false
		}
	}
	return true
}
