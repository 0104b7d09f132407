package server

import (
	"context"
	"time"
)

// SummaryFilter chooses items by who summarised them.
type SummaryFilter struct {
	Not     string    // items that another summariser than this one made the summary of
	Source  string    // exact; "" for any
	Project string    // exact; "" for any
	Since   time.Time // ended at or after; the zero time for any
	After   int64     // StoredSegment.Place of the last one seen
	Limit   int       // 0 means 64
}

// StoredSegment is an item's segment, as it was when it was stored.
type StoredSegment struct {
	Segment  Segment
	ItemID   string
	Revision int
	Place    int64
	Tampered bool // not what was signed: the dialogue cannot be read, and the segment has no turns
}

// Resummary is an item's new summary.
type Resummary struct {
	ItemID     string
	Revision   int // the one that was summarised
	Summary    Summary
	Summarizer string
}

// SummaryStore is the store's side of summarising anew.
type SummaryStore interface {
	// Segments returns items' segments in a fixed order, from after the filter's
	// place on.
	Segments(ctx context.Context, f SummaryFilter) ([]StoredSegment, error)
	// Resummarize stores new summaries as the items' next revisions and returns
	// how many it stored; items that changed meanwhile are passed over. Items that
	// are not what was signed are, too, and then the error is a *TamperedError.
	Resummarize(ctx context.Context, list []Resummary) (int, error)
}
