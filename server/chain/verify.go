package chain

import (
	"context"
	"fmt"
)

// Record is an event as it stands in the library.
type Record struct {
	Event
	Stored string // the hash column
	Bad    string // why the row could not be read as an event, "" when it could
}

// Projection is an item as it stands in the library, with the event it says it
// comes from. Parts maps the name of a commitment to what it is made over.
type Projection struct {
	ItemID   string
	Source   string
	EventSeq int64
	Parts    map[string][]byte
}

// EventSource is a library that can be verified.
type EventSource interface {
	// Events yields every event, ordered by source and then by seq.
	Events(ctx context.Context, yield func(Record) error) error
	// EventAt yields one event; ok is false when there is none.
	EventAt(ctx context.Context, source string, seq int64) (rec Record, ok bool, err error)
	// Items yields every item.
	Items(ctx context.Context, yield func(Projection) error) error
}

// Kinds of problems.
const (
	ProblemLink       = "link"        // an event is missing, out of order, or does not follow the one before
	ProblemHash       = "hash"        // an event is not what was signed
	ProblemEncoding   = "encoding"    // an event cannot be read
	ProblemUnknownKey = "unknown-key" // an event or head of a key that is not in the key file
	ProblemHead       = "head"        // the head is missing, forged, or names what the chain does not hold
	ProblemProjection = "projection"  // an item is not what its event says
)

// Problem is one thing that is wrong. It names records, never their content.
type Problem struct {
	Kind   string `json:"kind"`
	Source string `json:"source,omitempty"`
	Seq    int64  `json:"seq,omitempty"`
	ItemID string `json:"item_id,omitempty"`
	What   string `json:"what"`
}

func (p Problem) String() string {
	s := p.Kind
	if p.Source != "" {
		s += fmt.Sprintf(" %s/%d", p.Source, p.Seq)
	}
	if p.ItemID != "" {
		s += " [" + p.ItemID + "]"
	}
	return s + ": " + p.What
}

// maxProblems bounds the list: a library of a wrong key has one per event.
const maxProblems = 1000

// Reseal tells that events were signed anew, which is no problem and which an
// auditor wants to know: the events From to Seq-1 of a source are not byte for
// byte those that were appended.
type Reseal struct {
	Source  string `json:"source"`
	Seq     int64  `json:"seq"` // of the event that says so
	From    int64  `json:"from"`
	Changed int64  `json:"changed"` // events that name another session now
	AtMS    int64  `json:"at_ms"`
	Rules   string `json:"rules"`
	Was     string `json:"was"` // hash of event Seq-1 before; older heads and backups hold it
}

// Report is what Verify found.
type Report struct {
	Events   int            `json:"events"`
	Items    int            `json:"items"`
	Sources  map[string]Tip `json:"sources"`
	Problems []Problem      `json:"problems"` // the first 1000, in the order in which they were met
	Total    int            `json:"total_problems"`
	Resealed []Reseal       `json:"resealed"` // the first 1000
	unknown  int
}

// OK reports whether nothing is wrong.
func (r *Report) OK() bool { return r.Total == 0 }

// First is the first bad record, nil when there is none.
func (r *Report) First() *Problem {
	if len(r.Problems) == 0 {
		return nil
	}
	return &r.Problems[0]
}

// ExitCode is 0 when nothing is wrong, 2 when all that is wrong is that keys
// are missing (so nothing can be said), else 1.
func (r *Report) ExitCode() int {
	switch {
	case r.Total == 0:
		return 0
	case r.Total == r.unknown:
		return 2
	default:
		return 1
	}
}

func (r *Report) add(p Problem) {
	r.Total++
	if p.Kind == ProblemUnknownKey {
		r.unknown++
	}
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, p)
	}
}

// Verify checks every chain against the keys, the head against the chains, and
// every item against its last event. A nil head is a missing one, which is a
// problem of the library. The error says that the library could not be read.
func Verify(ctx context.Context, src EventSource, k *Keys, head *Head) (Report, error) {
	r := Report{Sources: map[string]Tip{}, Problems: []Problem{}, Resealed: []Reseal{}}
	links := newLinkCheck(k, head, &r)
	if err := src.Events(ctx, links.event); err != nil {
		return r, fmt.Errorf("reading the events: %w", err)
	}
	checkHead(k, head, links, &r)
	proj := projectionCheck{keys: k, links: links, src: src, report: &r}
	if err := src.Items(ctx, func(p Projection) error { return proj.item(ctx, p) }); err != nil {
		return r, fmt.Errorf("reading the items: %w", err)
	}
	proj.finish()
	return r, nil
}
