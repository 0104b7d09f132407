package privacycheck

import (
	"context"
	"errors"
	"runtime"
	"sort"
	"sync"
	"time"
)

// Source is a place to read documents from; the constructors are Staged,
// Tracked, History, Range, Push, Paths, Stdin and Message.
type Source interface {
	mode() (mode, target string)
	// read calls yield for each document, from one goroutine. What it learns
	// about what cannot be seen goes into in.
	read(ctx context.Context, in *intake, yield func(*document) error) error
}

// Start lets a source list what there is to look at while the caller still
// reads its configuration; Run, with the same ctx, takes that up. It is a matter
// of time only, and not every source has something to begin with. Cancel ctx
// when no Run follows.
func Start(ctx context.Context, src Source) {
	if s, ok := src.(interface{ start(context.Context) }); ok {
		s.start(ctx)
	}
}

// intake is what a source tells besides documents.
type intake struct {
	c       *Checker
	notes   []string
	commits int
	bytes   int64 // scanned by the source itself
	files   int
	names   int
}

func (in *intake) note(s string) { in.notes = append(in.notes, s) }

// Run reads a source to its end and reports. An error means that the check
// could not run; the report holds what was found until then.
func (c *Checker) Run(ctx context.Context, src Source) (*Report, error) {
	rep, _, err := c.run(ctx, src, false)
	return rep, err
}

func (c *Checker) run(ctx context.Context, src Source, collect bool) (*Report, []collected, error) {
	began := time.Now()
	mode, target := src.mode()
	rep := &Report{Mode: mode, Target: target}
	workers := c.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	type done struct {
		d *document
		r *result
	}
	docs := make(chan *document, 64)
	var mu sync.Mutex
	var all []done
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var mine []done
			for d := range docs {
				r := c.check(d, collect)
				if d.release != nil {
					d.release()
				}
				d.data, d.release = nil, nil
				mine = append(mine, done{d, r})
			}
			mu.Lock()
			all = append(all, mine...)
			mu.Unlock()
		}()
	}
	in := &intake{c: c}
	seq := 0
	err := src.read(ctx, in, func(d *document) error {
		seq++
		d.seq = seq
		select {
		case docs <- d:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(docs)
	wg.Wait()
	sort.Slice(all, func(i, j int) bool { return all[i].d.seq < all[j].d.seq })

	var col []collected
	met := map[string]bool{}
	counts := map[countKey]int{}
	accepted := map[string]bool{}
	type told struct {
		blob, rule   string
		line, column int
	}
	once := map[told]bool{}
	for _, x := range all {
		r := x.r
		for i, f := range r.findings {
			f.MoreHeld = x.d.more
			// History: one blob may be held under several paths; it is told once.
			if mode == "history" && x.d.blob != "" && f.Line > 0 {
				k := told{x.d.blob, f.Rule, f.Line, f.Column}
				if once[k] {
					continue
				}
				once[k] = true
			}
			// In a range, a newer version of the file may carry a marker for it.
			if x.d.commit != "" && i < len(r.keys) && accepted[r.keys[i]] {
				r.marked++
				continue
			}
			rep.Findings = append(rep.Findings, f)
		}
		for _, k := range r.accepted {
			accepted[k] = true
		}
		rep.Warnings = append(rep.Warnings, r.warnings...)
		rep.Skips = append(rep.Skips, r.skips...)
		s := &rep.Stats
		if r.scanned && !x.d.counted {
			s.Files++
			if x.d.place == InMessage {
				s.Messages++
			}
		}
		if r.named {
			s.Names++
		}
		if !x.d.counted {
			s.Bytes += int64(r.bytes)
		}
		s.Allowed += r.allowed
		s.Marked += r.marked
		s.Baselined += r.baselined
		s.Unchanged += r.unchanged
		for _, e := range r.entries {
			met[e] = true
		}
		for k, n := range r.counts {
			counts[k] = max(counts[k], n)
		}
		col = append(col, r.collected...)
	}
	rep.Stats.Commits = in.commits
	rep.Stats.Files += in.files
	rep.Stats.Names += in.names
	rep.Stats.Bytes += in.bytes
	rep.Notes = in.notes
	rep.Skips = uniqueSkips(rep.Skips)
	if c.baseline != nil && mode == "tracked" && err == nil {
		rep.Warnings = append(rep.Warnings, c.stale(met, counts)...)
	}
	sortFindings(rep.Findings)
	rep.Stats.Elapsed = time.Since(began)
	if err != nil && !errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = ctx.Err()
	}
	return rep, col, err
}

func sortFindings(fs []Finding) {
	sort.SliceStable(fs, func(i, j int) bool {
		a, b := &fs[i], &fs[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
}

func uniqueSkips(in []Skip) []Skip {
	seen := map[Skip]bool{}
	out := in[:0]
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
