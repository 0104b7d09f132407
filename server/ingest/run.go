package ingest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"sort"
	"sync"

	"jezero/connectors"
	"jezero/server"
)

// run is one connector's run. Sources are read by a few workers, which segment,
// redact and skip; summarisers work on what is left; one writer stores.
type run struct {
	*Pipeline
	conn    *Connector
	opts    RunOptions
	exclude *exclusion

	mu      sync.Mutex
	out     server.Run
	event   Event
	errs    []error // what is wrong with the connector as a whole
	failure error   // the first segment that could not be summarised or stored
	pilot   int     // sessions still to show

	jobs  chan job // to summarise
	store chan job // to write
}

// job is a segment on its way to the store.
type job struct {
	seg    *server.Segment
	sum    server.Summary
	source *sourceState
}

// sourceState tells when a source's cursor may move: when it was read to its
// end without a warning, and all its segments are stored.
type sourceState struct {
	src     connectors.Source
	pending int  // segments on their way
	read    bool // to its end
	held    bool
}

const (
	maxReaders  = 4
	batchSize   = 256
	defaultJobs = 4
)

func (p *Pipeline) runOne(ctx context.Context, c *Connector, o RunOptions) server.Run {
	r := &run{Pipeline: p, conn: c, opts: o, pilot: o.Pilot,
		out:   server.Run{Connector: c.Name, StartedAt: p.now(), Warnings: []string{}, Redacted: map[string]int{}},
		jobs:  make(chan job, 64),
		store: make(chan job, batchSize),
	}
	r.event.Connector = c.Name
	if err := r.work(ctx); err != nil {
		r.errs = append(r.errs, err)
	}
	r.out.EndedAt = p.now()
	r.out.Error = r.verdict(ctx)
	r.progress(EventEnd)
	return r.out
}

// verdict is the run's error as health shows it.
func (r *run) verdict(ctx context.Context) string {
	errs := r.errs
	if n := len(r.out.Warnings); n > 0 {
		errs = append(errs, fmt.Errorf("%s could not be read or understood (tried again next time)", server.Count(n, "source")))
	}
	if r.out.Failed > 0 {
		errs = append(errs, fmt.Errorf("%s could not be stored (tried again next time): %w", server.Count(r.out.Failed, "segment"), r.failure))
	}
	if ctx.Err() != nil {
		errs = append(errs, errors.New("interrupted"))
	}
	if len(errs) == 0 {
		return ""
	}
	c := cleaner{redactor: r.Redactor, counts: map[string]int{}}
	return c.label(errors.Join(errs...).Error())
}

func (r *run) work(ctx context.Context) error {
	var err error
	if r.exclude, err = newExclusion(r.conn.Exclude); err != nil {
		return err
	}
	sources, err := r.list(ctx)
	if err != nil {
		return err
	}
	r.event.Sources = len(sources)
	r.progress(EventStart)

	queue := make(chan connectors.Source)
	go func() {
		defer close(queue)
		for _, s := range sources {
			select {
			case queue <- s:
			case <-ctx.Done():
				return
			}
		}
	}()
	var readers, summarizers sync.WaitGroup
	n := min(maxReaders, runtime.GOMAXPROCS(0))
	if r.opts.Pilot > 0 {
		n = 1 // the newest sessions, in order
	}
	for range n {
		readers.Go(func() {
			for s := range queue {
				r.source(ctx, s)
			}
		})
	}
	for range r.concurrency() {
		summarizers.Go(func() {
			for j := range r.jobs {
				r.summarize(ctx, j)
			}
		})
	}
	go func() {
		readers.Wait()
		close(r.jobs)
		summarizers.Wait()
		close(r.store)
	}()
	r.write(ctx)
	if m, ok := r.Store.(maintainer); ok && r.out.Stored > 0 && r.opts.Pilot == 0 && ctx.Err() == nil {
		return m.Maintain(ctx)
	}
	return nil
}

// maintainer is a store that wants to tidy up after a run.
type maintainer interface {
	Maintain(ctx context.Context) error
}

// list returns the sources to read: new or changed, quiet, not excluded. Pilots
// get the newest first, runs the oldest, so that what was said later is stored
// later.
func (r *run) list(ctx context.Context) (list []connectors.Source, err error) {
	defer r.recoverTo(&err)
	sources, warnings, err := r.conn.Agent.Sources(ctx, r.conn.Root)
	r.warn(warnings...)
	if errors.Is(err, connectors.ErrNoRoot) {
		return nil, fmt.Errorf("%w: %s", err, r.conn.Root)
	}
	if err != nil {
		return nil, fmt.Errorf("listing sources: %w", err)
	}
	cursor, err := r.Store.Cursor(ctx, r.conn.Name)
	if err != nil {
		return nil, err
	}
	settle := r.conn.Settle
	if settle == 0 {
		settle = DefaultSettle
	}
	now := r.now()
	for _, s := range sources {
		switch change, seen := cursor[r.cursorKey(s.Key)]; {
		case r.exclude.source(&s):
		case r.opts.Pilot == 0 && seen && change == s.Change:
		// A time to come says nothing but that a clock is wrong: waiting for it
		// could take for ever.
		case !r.opts.Quiet && r.opts.Pilot == 0 && now.Sub(s.ModTime).Abs() < settle:
			r.event.Waiting++
		default:
			list = append(list, s)
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		if r.opts.Pilot > 0 {
			i, j = j, i
		}
		return list[i].ModTime.Before(list[j].ModTime)
	})
	return list, nil
}

// cursorKey is a source's key as the cursor holds it: a path may hold a secret.
// Sources whose keys become one are read whenever the other was; what they hold
// is known then.
func (r *run) cursorKey(key string) string {
	c := cleaner{redactor: r.Redactor, counts: map[string]int{}}
	return c.label(key)
}

// recoverTo turns a panic of a connector into an error. What was panicked with
// may hold input, so only its type is told.
func (r *run) recoverTo(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("internal error in connector %s: panic of type %T", r.conn.Name, x)
	}
}

// errEnough ends a pilot.
var errEnough = errors.New("enough")

// source reads one source.
func (r *run) source(ctx context.Context, s connectors.Source) {
	if ctx.Err() != nil || r.opts.Pilot > 0 && r.pilotLeft() <= 0 {
		return
	}
	st := &sourceState{src: s}
	report, err := r.read(ctx, s, st)
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err != nil && ctx.Err() == nil {
		report.Warnings = append(report.Warnings, connectors.Warning{Path: s.Key, What: err.Error()})
	}
	r.warn(report.Warnings...)
	r.mu.Lock()
	st.read = true
	st.held = st.held || len(report.Warnings) > 0 || err != nil
	r.out.Notes += len(report.Notes)
	r.event.Done++
	r.event.Bytes += s.Size
	r.mu.Unlock()
	r.progress(EventSource)
	r.store <- job{source: st} // the writer moves the cursor
}

func (r *run) read(ctx context.Context, s connectors.Source, st *sourceState) (report connectors.Report, err error) {
	defer r.recoverTo(&err)
	project := sidecarProject(s.Path)
	return r.conn.Agent.Read(ctx, r.conn.Root, s, func(sess *connectors.Session) error {
		return r.session(ctx, sess, project, st)
	})
}

// session segments and redacts one session, and passes on what is new.
func (r *run) session(ctx context.Context, sess *connectors.Session, project string, st *sourceState) error {
	if project == "" && r.Project != nil {
		project = r.Project(sess.CWD)
	}
	if r.exclude.project(project) {
		return ctx.Err()
	}
	if r.opts.Pilot > 0 {
		r.mu.Lock()
		r.pilot--
		left := r.pilot
		r.mu.Unlock()
		if left < 0 {
			return errEnough
		}
	}
	r.mu.Lock()
	r.out.Sessions++
	r.mu.Unlock()
	for _, seg := range r.segments(sess, project, st.src.ModTime) {
		if err := ctx.Err(); err != nil {
			return err
		}
		known := false
		if r.opts.Pilot == 0 {
			var err error
			if known, err = r.Store.Known(ctx, seg.Source, seg.ExternalID, seg.Hash); err != nil {
				return err
			}
		}
		r.mu.Lock()
		r.out.Segments++
		if known {
			r.out.Skipped++
		} else {
			st.pending++
		}
		r.mu.Unlock()
		if !known {
			select {
			case r.jobs <- job{seg: seg, source: st}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

func (r *run) summarize(ctx context.Context, j job) {
	sum, usage, err := r.summary(ctx, j.seg)
	r.mu.Lock()
	r.out.Usage.InputTokens += usage.InputTokens
	r.out.Usage.OutputTokens += usage.OutputTokens
	r.mu.Unlock()
	if err != nil {
		r.fail(j.source, 1, fmt.Errorf("summarising: %w", err))
		return
	}
	c := cleaner{redactor: r.Redactor, counts: map[string]int{}}
	j.sum = c.summary(sum)
	r.store <- j
}

// concurrency is how many summaries are made at once.
func (p *Pipeline) concurrency() int {
	if p.MaxConcurrency <= 0 {
		return defaultJobs
	}
	return p.MaxConcurrency
}

// summary asks the summariser; a panic of it is an error.
func (p *Pipeline) summary(ctx context.Context, seg *server.Segment) (sum server.Summary, u server.Usage, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("internal error in the summariser: panic of type %T", x)
		}
	}()
	return p.Summarizer.Summarize(ctx, seg)
}

func (r *run) fail(st *sourceState, n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Failed += n
	if r.failure == nil {
		r.failure = err
	}
	st.held = true
}

func (r *run) pilotLeft() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pilot
}

func (r *run) warn(list ...connectors.Warning) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := cleaner{redactor: r.Redactor, counts: map[string]int{}}
	for _, w := range list {
		what := w.What
		if w.Path != "" {
			what = path.Clean(w.Path) + ": " + what
		}
		r.out.Warnings = append(r.out.Warnings, c.label(what)) // a path may hold a secret
	}
}

func (r *run) progress(kind EventKind) {
	if r.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.event
	e.Kind, e.Run = kind, r.snapshot()
	r.Progress(e)
}

// snapshot is the run so far; its maps and lists are the receiver's to keep.
func (r *run) snapshot() server.Run {
	out := r.out
	out.Redacted = maps.Clone(out.Redacted)
	out.Warnings = slices.Clone(out.Warnings)
	return out
}
