package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"jezero/redact"
	"jezero/server"
	"jezero/server/chain"
)

// Redactor is what RedactStored needs of *redact.Redactor.
type Redactor interface {
	String(s string) string
	Find(src []byte) []redact.Finding
	Version() string
}

// RedactStoredOptions configures RedactStored.
type RedactStoredOptions struct {
	DryRun bool // count what would change and write nothing
	// SinceVersion restricts the work to items that were last found clean under
	// this version of the rules; "" means all but the current one.
	SinceVersion string
	// Progress is called now and then, from one goroutine. May be nil.
	Progress func(done, total int)
	// Workers is how many texts are redacted at once; 0 means one per CPU.
	Workers int
}

// RedactStoredResult is what was done. After a run that was interrupted it
// holds what was done until then, and the next run goes on from there.
type RedactStoredResult struct {
	Seen    int // items that were not known to be clean under these rules
	Changed int
	// Sessions whose own id held a finding, and that have another one now; their
	// items keep theirs.
	Sessions int
	ByKind   map[string]int // findings, by kind
	// Tampered are the ids of items that hold findings and stay as they are,
	// because they are not what was signed.
	Tampered []string
}

// RedactStored applies the redactor's rules to every stored text: titles,
// summaries, questions, facts, the dialogue, names of projects, branches,
// sessions and source files, what runs recorded, and the search index. An item that changes keeps its id, gets the next
// revision and an event of its own. No model is called. Items that were found
// clean under the redactor's version already cost nothing.
//
// What is not what was signed is left as it is and looked at again the next
// time, while all else is done; the error is a *server.TamperedError then.
//
// When it returns nil no old byte is left in the database or the write-ahead
// log; ErrOldBytes says that everything is rewritten but that the log could not
// be emptied.
func (d *DB) RedactStored(ctx context.Context, r Redactor, o RedactStoredOptions) (RedactStoredResult, error) {
	s := &sweep{db: d, redactor: r, opts: o, result: RedactStoredResult{ByKind: map[string]int{}}}
	if s.opts.Workers <= 0 {
		s.opts.Workers = runtime.GOMAXPROCS(0)
	}
	if !o.DryRun {
		if err := d.noteUnknown(ctx); err != nil {
			return s.result, err
		}
	}
	if err := s.count(ctx); err != nil {
		return s.result, err
	}
	if err := s.labels(ctx); err != nil {
		return s.result, err
	}
	if err := s.run(ctx); err != nil {
		return s.result, err
	}
	s.result.Tampered = s.refused.items
	if o.DryRun {
		return s.result, s.refused.err()
	}
	if s.result.Seen > 0 {
		// An item's older revision may hold what its newest does not.
		stale, err := d.marked(ctx, staleFact)
		if err == nil && stale {
			err = d.inTx(ctx, func(t *tx) error { return t.mark(ctx, scrubFact) })
		}
		if err != nil {
			return s.result, err
		}
	}
	return s.result, errors.Join(s.refused.err(), d.scrub(ctx))
}

// unknownRules stands for the version under which an item was found clean when
// nothing says it.
const unknownRules = "unknown"

// noteUnknown gives the items without a note of their rules one that makes them
// due. Somebody took it away, and they would be passed over for good.
func (d *DB) noteUnknown(ctx context.Context) error {
	const missing = "FROM items i WHERE NOT EXISTS (SELECT 1 FROM item_rules r WHERE r.pk = i.pk)"
	var any bool
	if err := d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 "+missing+")").Scan(&any); err != nil {
		return fmt.Errorf("looking for items without a rule version: %w", err)
	}
	if !any {
		return nil
	}
	return d.inTx(ctx, func(t *tx) error {
		id, err := t.rulesID(ctx, unknownRules)
		if err != nil {
			return err
		}
		if err := t.exec(ctx, "INSERT INTO item_rules (pk, rules_id) SELECT i.pk, ? "+missing, id); err != nil {
			return fmt.Errorf("noting items without a rule version: %w", err)
		}
		return nil
	})
}

// KnowsRules reports whether items were found clean under this version of the
// rules.
func (d *DB) KnowsRules(ctx context.Context, version string) (yes bool, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM rule_versions WHERE version = ?)", version).Scan(&yes)
	if err != nil {
		return false, fmt.Errorf("reading the library: %w", err)
	}
	return yes, nil
}

// sweepBatch is how many items are read, redacted and written together.
const sweepBatch = 256

type sweep struct {
	db       *DB
	redactor Redactor
	opts     RedactStoredOptions
	result   RedactStoredResult
	refused  refused
	total    int
	done     int
}

// rewritten is an item with what the redactor made of it.
type rewritten struct {
	old     *record
	new     *record // nil when nothing changed, or nothing may be
	byKind  map[string]int
	failure error
	bad     *unproven // it cannot be what was signed
}

func (s *sweep) count(ctx context.Context) error {
	where, args := s.due()
	err := s.db.read.QueryRowContext(ctx, "SELECT count(*) FROM item_rules WHERE "+where, args...).Scan(&s.total)
	if err != nil {
		return fmt.Errorf("counting the items to redact: %w", err)
	}
	return nil
}

func (s *sweep) run(ctx context.Context) error {
	// Reading the next batch goes on while the last one is redacted and written.
	type read struct {
		list []*record
		err  error
	}
	batches := make(chan read, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer close(batches)
		var after int64 = -1
		for {
			list, err := s.read(ctx, after)
			if len(list) == 0 && err == nil {
				return
			}
			select {
			case batches <- read{list, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
			after = list[len(list)-1].pk
		}
	}()
	for b := range batches {
		if b.err != nil {
			return b.err
		}
		if err := s.batch(ctx, b.list); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// due selects the rows of item_rules that are to be looked at.
func (s *sweep) due() (where string, args []any) {
	where = "rules_id NOT IN (SELECT id FROM rule_versions WHERE version = ?)"
	args = []any{s.redactor.Version()}
	if s.opts.SinceVersion != "" {
		where += " AND rules_id IN (SELECT id FROM rule_versions WHERE version = ?)"
		args = append(args, s.opts.SinceVersion)
	}
	return where, args
}

func (s *sweep) read(ctx context.Context, after int64) ([]*record, error) {
	where, args := s.due()
	rows, err := s.db.read.QueryContext(ctx, "SELECT "+recordColumns+recordFrom+`WHERE i.pk IN (
		SELECT pk FROM item_rules WHERE pk > ? AND `+where+` ORDER BY pk LIMIT ?) ORDER BY i.pk`,
		append(append([]any{after}, args...), sweepBatch)...)
	if err != nil {
		return nil, fmt.Errorf("reading items to redact: %w", err)
	}
	defer rows.Close()
	var out []*record
	for rows.Next() {
		rec, err := scanRecord(rows)
		if err != nil {
			return nil, fmt.Errorf("reading items to redact: %w", err)
		}
		out = append(out, rec)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading items to redact: %w", err)
	}
	return out, nil
}

func (s *sweep) batch(ctx context.Context, list []*record) error {
	work := make([]rewritten, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(s.opts.Workers, len(list)) {
		wg.Go(func() {
			for i := range next {
				work[i] = s.rewrite(list[i])
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, w := range work {
		if w.failure != nil {
			return w.failure
		}
	}
	if !s.opts.DryRun {
		if err := s.write(ctx, work); err != nil {
			return err
		}
	}
	for _, w := range work {
		s.result.Seen++
		if w.bad != nil {
			s.refused.item(w.bad)
			continue
		}
		if w.new != nil {
			s.result.Changed++
		}
		for kind, n := range w.byKind {
			s.result.ByKind[kind] += n
		}
	}
	s.done += len(work)
	if s.opts.Progress != nil {
		s.opts.Progress(s.done, max(s.total, s.done))
	}
	return nil
}

// rewrite redacts every text of an item, each turn by itself, as on the way in.
func (s *sweep) rewrite(old *record) (w rewritten) {
	w = rewritten{old: old, byKind: map[string]int{}}
	defer func() {
		if x := recover(); x != nil {
			// Never what was panicked with: it may hold the text.
			w.failure = fmt.Errorf("internal error while redacting item %s: panic of type %T", old.item.ID, x)
		}
	}()
	turns, err := decodeTurns(old.turns, old.body)
	if err != nil {
		w.bad = &unproven{old.item.ID, err}
		return w
	}
	changed := false
	clean := func(p *string) {
		out := s.redactor.String(*p)
		if out == *p {
			return
		}
		for _, f := range s.redactor.Find([]byte(*p)) {
			w.byKind[f.Kind]++
		}
		*p, changed = out, true
	}
	next := *old
	for i := range turns {
		clean(&turns[i].Text)
	}
	bodyChanged := changed
	for _, p := range []*string{&next.item.Title, &next.item.Summary, &next.questions, &next.atoms, &next.item.Branch, &next.item.Project} {
		clean(p)
	}
	if !changed {
		return w
	}
	if bodyChanged {
		next.turns, next.body = encodeTurns(turns)
		next.item.Hash = server.HashTurns(turns)
	}
	// A rule that spans lines may have joined some.
	next.questions, next.atoms = joinLines(lines(next.questions)), joinLines(lines(next.atoms))
	next.item.Title = oneLine(next.item.Title)
	next.derive()
	next.item.Rules = s.redactor.Version()
	next.redactions = addCounts(old.redactions, w.byKind)
	w.new = &next
	return w
}

// addCounts adds to the counts that an item carries.
func addCounts(stored string, more map[string]int) string {
	counts := map[string]int{}
	_ = json.Unmarshal([]byte(stored), &counts) // unreadable counts are begun anew
	for k, n := range more {
		counts[k] += n
	}
	b, err := json.Marshal(counts)
	if err != nil {
		panic("sqlite: internal error: " + err.Error())
	}
	return string(b)
}

// write stores a batch: rewritten items with their events, and for all of them
// under which rules they are clean.
func (s *sweep) write(ctx context.Context, work []rewritten) error {
	return s.db.inTx(ctx, func(t *tx) error {
		rulesID, err := t.rulesID(ctx, s.redactor.Version())
		if err != nil {
			return err
		}
		for i := range work {
			w := &work[i]
			if w.bad != nil {
				continue
			}
			if w.new == nil {
				err := t.exec(ctx, "UPDATE item_rules SET rules_id = ? WHERE pk = ?", rulesID, w.old.pk)
				if err != nil {
					return fmt.Errorf("noting that an item is clean: %w", err)
				}
				continue
			}
			err := t.replace(ctx, w.old, w.new, chain.KindRedact)
			if errors.As(err, &w.bad) {
				continue // nothing was written of it
			}
			if err != nil {
				return fmt.Errorf("rewriting an item: %w", err)
			}
			if err := t.mark(ctx, scrubFact); err != nil {
				return err
			}
			if w.new.item.Project != w.old.item.Project {
				// The old name is a text like any other.
				if err := t.dropProject(ctx, w.old.projectID); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// replace puts the next revision in the place of an item that was read before
// this transaction began. The item is proved first: what someone without the
// keys put there must not be signed.
func (t *tx) replace(ctx context.Context, old, next *record, kind string) error {
	now, err := t.load(ctx, "i.pk = ?", old.pk)
	if err != nil {
		return err
	}
	if now == nil || now.item.ID != old.item.ID || now.item.Revision != old.item.Revision {
		return errChanged
	}
	if err := t.prove(ctx, now); err != nil {
		return err
	}
	if err := t.remove(ctx, now); err != nil {
		return err
	}
	next.item.Revision = now.item.Revision + 1
	return t.insert(ctx, next, kind)
}

var errChanged = errors.New("the item was changed meanwhile by a program that did not take the lock")
