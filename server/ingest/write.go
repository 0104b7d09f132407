package ingest

import (
	"context"
	"errors"
	"time"

	"jezero/server"
)

// write stores what comes, in batches, and moves the cursors of the sources
// that are done. It returns when everything has come.
func (r *run) write(ctx context.Context) {
	var batch, ends []job
	moved := cursorMoves{keys: map[string]string{}}
	defer r.move(ctx, &moved)
	for j := range r.store {
		batch, ends = batch[:0], ends[:0]
		enough := time.After(r.patience())
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
			case <-enough:
				more = false
			case <-ctx.Done():
				// Whatever is on its way still comes, but nobody waits for it.
				select {
				case j, more = <-r.store:
				default:
					more = false
				}
			}
		}
		if r.opts.Pilot > 0 {
			r.preview(batch)
			continue
		}
		r.put(ctx, batch)
		r.collect(&moved, batch, ends)
		if time.Since(moved.at) > moveEvery {
			r.move(ctx, &moved)
		}
	}
}

// gather is how long a batch waits for more segments. A transaction costs three
// waits for the disk and a segment of the index however small it is, so that
// many small files, stored as they come, took ten times what they take together.
const gather = 250 * time.Millisecond

func (r *run) patience() time.Duration {
	if r.opts.Pilot > 0 {
		return 0 // somebody is watching
	}
	return gather
}

// cursorMoves are the sources that are done and whose cursor has not moved yet.
// Moving it costs as much as storing a batch, so it is done now and then: what
// a crash makes the next run read again is known already.
type cursorMoves struct {
	keys map[string]string
	at   time.Time // of the last move
}

const moveEvery = 2 * time.Second

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

// collect notes the sources whose last segment was just stored.
func (r *run) collect(moved *cursorMoves, batch, ends []job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, list := range [][]job{batch, ends} {
		for _, j := range list {
			if st := j.source; st.read && st.pending == 0 && !st.held {
				moved.keys[r.cursorKey(st.src.Key)] = st.src.Change
			}
		}
	}
}

// move moves the cursors.
func (r *run) move(ctx context.Context, moved *cursorMoves) {
	moved.at = time.Now()
	if len(moved.keys) == 0 {
		return
	}
	if err := r.Store.Advance(context.WithoutCancel(ctx), r.conn.Name, moved.keys); err != nil {
		r.mu.Lock()
		r.errs = append(r.errs, err)
		r.mu.Unlock()
	}
	clear(moved.keys)
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
