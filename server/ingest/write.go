package ingest

import (
	"context"
	"errors"

	"jezero/server"
)

// write stores what comes, in batches, and moves the cursors of the sources
// that are done. It returns when everything has come.
func (r *run) write(ctx context.Context) {
	var batch, ends []job
	for j := range r.store {
		batch, ends = batch[:0], ends[:0]
		for more := true; more; {
			if j.seg == nil {
				ends = append(ends, j)
			} else {
				batch = append(batch, j)
			}
			if len(batch) >= batchSize {
				break
			}
			select {
			case j, more = <-r.store:
			default:
				more = false
			}
		}
		if r.opts.Pilot > 0 {
			r.preview(batch)
			continue
		}
		r.put(ctx, batch)
		r.advance(ctx, batch, ends)
	}
}

// put stores a batch. When that fails the segments are stored one by one, so
// that one bad segment does not fail its neighbours.
func (r *run) put(ctx context.Context, batch []job) {
	// An interrupted run still keeps what was summarised: it may have cost money.
	ctx = context.WithoutCancel(ctx)
	if len(batch) == 0 {
		return
	}
	if w, ok := r.Store.(server.BatchWriter); ok && len(batch) > 1 {
		stored := make([]server.Stored, len(batch))
		for i, j := range batch {
			stored[i] = server.Stored{Segment: j.seg, Summary: j.sum, Summarizer: r.Summarizer.Name()}
		}
		items, err := w.PutAll(ctx, stored)
		if err == nil {
			for i, j := range batch {
				r.settled(j, items[i].ID != "")
			}
			r.progress(EventStored)
			return
		}
	}
	for _, j := range batch {
		_, err := r.Store.Put(ctx, j.seg, j.sum, r.Summarizer.Name())
		switch {
		case err == nil, errors.Is(err, server.ErrForgotten):
			r.settled(j, err == nil)
		default:
			r.fail(j.source, 1, err)
		}
	}
	r.progress(EventStored)
}

func (r *run) settled(j job, stored bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j.source.pending--
	if !stored {
		r.out.Skipped++
		return
	}
	r.out.Stored++
	for kind, n := range j.seg.Redactions {
		r.out.Redacted[kind] += n
	}
}

// advance moves the cursors of the sources whose last segment was just stored.
func (r *run) advance(ctx context.Context, batch, ends []job) {
	keys := map[string]string{}
	r.mu.Lock()
	for _, list := range [][]job{batch, ends} {
		for _, j := range list {
			if st := j.source; st.read && st.pending == 0 && !st.held {
				keys[st.src.Key] = st.src.Change
			}
		}
	}
	r.mu.Unlock()
	if len(keys) == 0 {
		return
	}
	if err := r.Store.Advance(ctx, r.conn.Name, keys); err != nil {
		r.mu.Lock()
		r.errs = append(r.errs, err)
		r.mu.Unlock()
	}
}

// preview reports what a pilot would store.
func (r *run) preview(batch []job) {
	for _, j := range batch {
		r.settled(j, true)
		if r.Progress == nil {
			continue
		}
		r.mu.Lock()
		e := r.event
		e.Kind, e.Run, e.Segment, e.Summary = EventPreview, r.snapshot(), j.seg, j.sum
		r.Progress(e)
		r.mu.Unlock()
	}
}
