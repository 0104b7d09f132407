package app

import (
	"context"
	"errors"
	"fmt"

	"jezero/server/chain"
	"jezero/server/sqlite"
)

// Verify proves what is stored against the chain keys and the signed head. A
// missing head is a problem of the library; a missing key file is an error that
// wraps chain.ErrNoKeys. Nothing is written and nothing is repaired.
func (l *Library) Verify(ctx context.Context) (chain.Report, error) {
	r, err := l.Reader()
	if err != nil {
		return chain.Report{}, err
	}
	defer r.Close()
	keys, err := chain.LoadKeys(l.Config.Chain.KeyFile)
	if err != nil {
		return chain.Report{}, err
	}
	head, err := chain.ReadHead(sqlite.HeadPath(l.Config.Server.Database))
	if err != nil && !errors.Is(err, chain.ErrNoHead) && !errors.Is(err, chain.ErrBadHead) {
		return chain.Report{}, err
	}
	report, err := chain.Verify(ctx, r, keys, head)
	if err != nil {
		return report, fmt.Errorf("reading the library: %w", err)
	}
	if err := r.Guards(ctx); errors.Is(err, sqlite.ErrGuards) {
		report.Problems = append(report.Problems, chain.Problem{Kind: "guards", What: err.Error()})
		report.Total++
	} else if err != nil {
		return report, err
	}
	return report, nil
}

// RedactStoredOptions says how RedactStored works.
type RedactStoredOptions struct {
	DryRun   bool
	Since    string // a version of the rules
	Progress func(done, total int)
}

// RedactStored applies today's rules to everything stored.
func (l *Library) RedactStored(ctx context.Context, o RedactStoredOptions) (res sqlite.RedactStoredResult, err error) {
	if !exists(l.Config.Server.Database) {
		return res, sqlite.ErrNoLibrary
	}
	err = l.Write(ctx, func(db *sqlite.DB) error {
		res, err = db.RedactStored(ctx, l.Redactor, sqlite.RedactStoredOptions{
			DryRun: o.DryRun, SinceVersion: o.Since, Progress: o.Progress,
		})
		return err
	})
	return res, err
}
