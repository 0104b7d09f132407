package ingest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jezero/server"
)

// ResummarizeOptions chooses what is summarised anew.
type ResummarizeOptions struct {
	Source, Project string    // exact; "" for all
	Since           time.Time // ended at or after; the zero time for all
	// All takes items, too, that the pipeline's summariser made. When that is
	// stopped, the next run begins anew.
	All bool
	// Progress is called after each batch. May be nil.
	Progress func(ResummarizeResult)
}

// ResummarizeResult counts what was done.
type ResummarizeResult struct {
	Seen   int
	Stored int
	Failed int // could not be summarised; the next run tries them again
	Usage  server.Usage
}

// Filter chooses the items that Resummarize works on.
func (o ResummarizeOptions) Filter(s server.Summarizer) server.SummaryFilter {
	f := server.SummaryFilter{Not: s.Name(), Source: o.Source, Project: o.Project, Since: o.Since}
	if o.All {
		f.Not = ""
	}
	return f
}

// Resummarize makes new summaries with the pipeline's summariser of all items
// that another one summarised. It can be stopped at any time: what is done is
// not done again. The first failure is returned when there was one, after all
// others were tried, and with it a *server.TamperedError that names all items
// that are not what was signed.
func (p *Pipeline) Resummarize(ctx context.Context, store server.SummaryStore, o ResummarizeOptions) (res ResummarizeResult, err error) {
	filter := o.Filter(p.Summarizer)
	var first error
	var tampered []string
	for ctx.Err() == nil {
		list, err := store.Segments(ctx, filter)
		if err != nil {
			return res, err
		}
		if len(list) == 0 {
			if len(tampered) > 0 {
				first = errors.Join(first, &server.TamperedError{Items: tampered})
			}
			return res, first
		}
		filter.After = list[len(list)-1].Place
		whole := make([]server.StoredSegment, 0, len(list))
		for _, s := range list {
			if s.Tampered {
				tampered = append(tampered, s.ItemID)
			} else {
				whole = append(whole, s)
			}
		}
		batch, usage, err := p.summaries(ctx, whole)
		res.Usage.InputTokens += usage.InputTokens
		res.Usage.OutputTokens += usage.OutputTokens
		if err != nil && first == nil {
			first = err
		}
		// What was summarised may have cost money: it is kept when the run is
		// stopped.
		n, err := store.Resummarize(context.WithoutCancel(ctx), batch)
		var left *server.TamperedError
		if err != nil && !errors.As(err, &left) {
			return res, err
		}
		if left != nil {
			res.Failed += len(left.Items)
			tampered = append(tampered, left.Items...)
		}
		res.Seen += len(list)
		res.Stored += n
		res.Failed += len(list) - len(batch)
		if o.Progress != nil {
			o.Progress(res)
		}
	}
	return res, ctx.Err()
}

// summaries summarises a batch with the pipeline's bound on calls.
func (p *Pipeline) summaries(ctx context.Context, list []server.StoredSegment) (out []server.Resummary, usage server.Usage, first error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *server.StoredSegment)
	for range p.concurrency() {
		wg.Go(func() {
			for s := range next {
				sum, u, err := p.summary(ctx, &s.Segment)
				c := cleaner{redactor: p.Redactor, counts: map[string]int{}}
				mu.Lock()
				usage.InputTokens += u.InputTokens
				usage.OutputTokens += u.OutputTokens
				if err != nil {
					if first == nil {
						first = fmt.Errorf("summarising item %s: %w", s.ItemID, err)
					}
				} else {
					out = append(out, server.Resummary{ItemID: s.ItemID, Revision: s.Revision, Summary: c.summary(sum), Summarizer: p.Summarizer.Name()})
				}
				mu.Unlock()
			}
		})
	}
	for i := range list {
		next <- &list[i]
	}
	close(next)
	wg.Wait()
	return out, usage, first
}
