package app

import (
	"context"
	"errors"
	"fmt"

	"jezero/server"
	"jezero/server/sqlite"
)

// ForgetPlan is what Forget would delete. No items means that it was forgotten
// before, so that Forget only finishes what was perhaps interrupted.
type ForgetPlan struct {
	Items   int
	Titles  []string // a few, newest first
	Backups int      // copies that may hold it, too

	targets []sqlite.ForgetTarget
}

// shownTitles is how many titles a plan lists.
const shownTitles = 5

// PlanForget finds what a target names. Of a session without a source, all
// sources that hold it are meant. Nothing found is server.ErrNotFound: a slip
// of the pen must not keep something from ever being stored.
func (l *Library) PlanForget(ctx context.Context, target sqlite.ForgetTarget) (*ForgetPlan, error) {
	r, err := l.Reader()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	p := &ForgetPlan{targets: []sqlite.ForgetTarget{target}}
	if p.Items, p.Titles, err = r.Match(ctx, target, shownTitles); err != nil {
		return nil, err
	}
	if p.Items == 0 {
		before, err := r.Forgotten(ctx, target)
		if err != nil {
			return nil, err
		}
		if !before {
			return nil, fmt.Errorf("nothing is stored of that %s: %w", target.Scope, server.ErrNotFound)
		}
		p.targets = nil
	}
	if p.Items > 0 && target.Scope == sqlite.ForgetSession && target.Source == "" {
		sources, err := r.SourcesOfSession(ctx, target.Name)
		if err != nil {
			return nil, err
		}
		p.targets = nil
		for _, s := range sources {
			t := target
			t.Source = s
			p.targets = append(p.targets, t)
		}
	}
	backups, err := l.Backups()
	p.Backups = len(backups)
	return p, err
}

// Forget deletes what the plan names, for good, from the library and, with
// backups, from its listed copies. It returns how many items went from the
// library; sqlite.ErrOldBytes says that they went, but that old bytes may
// remain.
func (l *Library) Forget(ctx context.Context, p *ForgetPlan, backups bool) (n int, err error) {
	err = l.Change(ctx, func(db *sqlite.DB) error {
		var old error
		for _, t := range p.targets {
			k, err := db.Forget(ctx, t)
			n += k
			if errors.Is(err, sqlite.ErrOldBytes) {
				old = err // the rest is to go all the same
			} else if err != nil {
				return err
			}
		}
		// What another forget left to do when it was killed.
		if err := db.Scrub(ctx); err != nil && !errors.Is(err, sqlite.ErrOldBytes) {
			return err
		} else if err != nil {
			old = err
		}
		if backups {
			if err := l.buryInBackups(ctx); err != nil {
				return errors.Join(old, err)
			}
		}
		return old
	})
	return n, err
}

// buryInBackups brings every tombstone of the library into its copies, also
// those of which a copy knows nothing: who restores one gets nothing back.
func (l *Library) buryInBackups(ctx context.Context) error {
	r, err := l.Reader()
	if err != nil {
		return err
	}
	stones, err := r.Tombstones(ctx)
	if err := errors.Join(err, r.Close()); err != nil {
		return err
	}
	return l.eachBackup(ctx, func(_ string, db *sqlite.DB) error {
		_, err := db.Bury(ctx, stones)
		return err
	})
}
