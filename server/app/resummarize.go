package app

import (
	"context"
	"time"

	"jezero/server/ingest"
	"jezero/server/sqlite"
)

// ResummarizeOptions says what Resummarize works on. Empty fields choose all.
type ResummarizeOptions struct {
	Source   string
	Project  string
	Since    time.Time // items that ended at or after
	All      bool      // also what the configured summariser made
	Progress func(done, total int)
}

// ResummarizeResult is what was done; items that failed keep what they had.
type ResummarizeResult struct {
	ingest.ResummarizeResult
	Summarizer string
	First      error // why the first of those failed
}

// Resummarize lets the configured summariser summarise anew what is stored;
// the dialogue stays as it is. What was done is not done again when the work
// was interrupted, but for All.
func (l *Library) Resummarize(ctx context.Context, o ResummarizeOptions) (res ResummarizeResult, err error) {
	err = l.Change(ctx, func(db *sqlite.DB) error {
		s, err := newSummarizer(l.Config, db)
		if err != nil {
			return err
		}
		res.Summarizer = s.Name()
		opts := ingest.ResummarizeOptions{Source: o.Source, Project: o.Project, Since: o.Since, All: o.All}
		total, err := db.CountSegments(ctx, opts.Filter(s))
		if err != nil {
			return err
		}
		if o.Progress != nil {
			opts.Progress = func(r ingest.ResummarizeResult) { o.Progress(r.Seen, max(total, r.Seen)) }
		}
		res.ResummarizeResult, err = l.pipeline(db, s, nil).Resummarize(ctx, db, opts)
		if err != nil && res.Failed > 0 && ctx.Err() == nil {
			res.First = err
			return nil
		}
		return err
	})
	return res, err
}
