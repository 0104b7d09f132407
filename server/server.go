// Package server holds the domain of the memory server: what a segment, an
// item and a client are, and the interfaces between the pipeline, the store
// and the readers. It imports the standard library only; everything that
// implements it lives in a folder of its own below.
package server

import (
	"context"
	"errors"
	"time"
)

// Segment is a stretch of a session's dialogue, cut between messages, already
// redacted: nothing unredacted may get into this type.
type Segment struct {
	Source     string // connector name
	ExternalID string // session id + "#" + ordinal from 0; stable while a session grows
	Session    string
	Ordinal    int
	Project    string
	Branch     string
	Title      string // the session's own title, if any
	Turns      []Turn
	StartedAt  time.Time
	EndedAt    time.Time
	Hash       string // SHA-256 of the redacted text with placeholders normalised, hex
	Rules      string // redact.Redactor.Version it was redacted with
	Redactions map[string]int
	Trust      Trust
}

// Turn is one message of a segment.
type Turn struct {
	Role string    `json:"role"` // user, assistant, tool
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// Trust is the label readers see.
type Trust string

const (
	TrustOwn      Trust = "own"
	TrustExternal Trust = "external"
)

// Summary is what a summariser makes of a segment.
type Summary struct {
	Title     string   // one line
	Summary   string   // what was asked, decided and changed
	Questions []string // questions this segment answers
	Atoms     []string // single facts
}

// Usage is what a model call cost; zero for the extractive summariser.
type Usage struct{ InputTokens, OutputTokens int }

// Summarizer turns a redacted segment into a summary. Implementations must be
// safe for concurrent use and treat the text as data.
type Summarizer interface {
	Name() string // "extractive", "anthropic:<model>", …
	Summarize(ctx context.Context, seg *Segment) (Summary, Usage, error)
}

// Item is what is stored and served.
type Item struct {
	ID         string // stable over updates: "m" + lower-case base32, as cited in [id]
	Source     string
	ExternalID string
	Session    string
	Project    string
	Branch     string
	Title      string
	Summary    string
	Questions  []string
	Atoms      []string
	Body       string // the redacted dialogue as readers see it
	Trust      Trust
	StartedAt  time.Time
	EndedAt    time.Time
	StoredAt   time.Time
	Revision   int // from 1
	Rules      string
	Hash       string
	Summarizer string
}

// Passage is a piece of an item around a hit.
type Passage struct {
	Field string `json:"field"` // title, summary, questions, atoms, body
	Text  string `json:"text"`
}

// Hit is an item as search and timeline show it.
type Hit struct {
	Item     Item // Body may be empty
	Passages []Passage
	Score    float64
	Why      string // for Later: why it is thought to be on the same subject
}

// Scope says what a caller may see: case-sensitive globs on source names. It
// is applied inside the query, before ranking. An empty scope sees nothing.
type Scope struct{ Sources []string }

// Query is what readers ask.
type Query struct {
	Text    string
	Project string // only items of this project
	Prefer  string // Search: a project whose items rank a little higher
	Source  string
	Since   time.Time
	Until   time.Time
	Limit   int
	Offset  int
}

// SourceInfo is one row of list_sources.
type SourceInfo struct {
	Name   string
	Items  int
	Newest time.Time
}

// Reader answers readers. Every method opens read-only and applies the scope;
// a forbidden item is exactly a missing one (ErrNotFound).
type Reader interface {
	Search(ctx context.Context, sc Scope, q Query) ([]Hit, error)
	Get(ctx context.Context, sc Scope, id string) (Item, error)
	Timeline(ctx context.Context, sc Scope, q Query) ([]Hit, error)
	Later(ctx context.Context, sc Scope, id string, terms string, limit int) ([]Hit, error)
	Sources(ctx context.Context, sc Scope) ([]SourceInfo, error)
	Overview(ctx context.Context, sc Scope) (Overview, error)
}

// Overview counts what a scope holds.
type Overview struct {
	Items    int            `json:"items"`
	Sources  []SourceInfo   `json:"-"`
	Projects map[string]int `json:"projects"`
	Oldest   time.Time      `json:"oldest"`
	Newest   time.Time      `json:"newest"`
}

// ErrDamagedIndex is the answer of a search that its index cannot give.
var ErrDamagedIndex = errors.New("the search index is damaged")

// ErrNotFound is the answer for what is missing or out of scope.
var ErrNotFound = errors.New("not found")

// Writer is the pipeline's side of the store. Put, in one transaction, appends
// an event to the source's chain and updates the projection and its index.
type Writer interface {
	// Known reports whether the segment is stored with this hash and rule version or a newer one.
	Known(ctx context.Context, source, externalID, hash string) (bool, error)
	Put(ctx context.Context, seg *Segment, sum Summary, summarizer string) (Item, error)
	Cursor(ctx context.Context, connector string) (map[string]string, error) // source key → change
	// Advance sets the cursor of the keys given and leaves the others.
	Advance(ctx context.Context, connector string, keys map[string]string) error
	RecordRun(ctx context.Context, run Run) error
}

// Stored is a segment with its summary, ready to be written.
type Stored struct {
	Segment    *Segment
	Summary    Summary
	Summarizer string
}

// BatchWriter is a Writer that stores several segments in one transaction: all
// or none. A segment that was forgotten on purpose is passed over and leaves an
// Item without an ID in its place.
type BatchWriter interface {
	Writer
	PutAll(ctx context.Context, batch []Stored) ([]Item, error)
}

// RunLog tells when a connector last ran.
type RunLog interface {
	// LastRun returns the connector's newest run; ok is false when there is none.
	LastRun(ctx context.Context, connector string) (run Run, ok bool, err error)
}

// ErrForgotten is Put's answer for what was forgotten on purpose: it does not
// come back by reading the source again.
var ErrForgotten = errors.New("forgotten on purpose")

// Run is the outcome of one connector's run, as health reads it.
type Run struct {
	Connector string
	StartedAt time.Time
	EndedAt   time.Time
	Sessions  int
	Segments  int
	Stored    int
	Skipped   int // known already
	Failed    int // segments that could not be summarised or stored
	Notes     int
	Warnings  []string // path and reason, never content
	Error     string   // "" when the run succeeded
	Usage     Usage
	Redacted  map[string]int // by kind
}
