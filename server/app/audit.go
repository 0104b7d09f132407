package app

import (
	"context"
	"errors"
	"fmt"

	"jezero/server"
	"jezero/server/chain"
	"jezero/server/sqlite"
)

// Verify proves what is stored against the chain keys and the signed head. A
// missing head is a problem of the library; a missing key file is an error that
// wraps chain.ErrNoKeys. Nothing is written and nothing is repaired.
func (l *Library) Verify(ctx context.Context) (chain.Report, error) {
	if !exists(l.Config.Server.Database) {
		return chain.Report{}, fmt.Errorf("%s: %w", l.Config.Server.Database, sqlite.ErrNoLibrary)
	}
	keys, err := l.loadKeys()
	if err != nil {
		return chain.Report{}, err
	}
	return verify(ctx, l.Config.Server.Database, keys)
}

// verify proves the library at path, which may also be a backup.
func verify(ctx context.Context, path string, keys *chain.Keys) (chain.Report, error) {
	r, err := sqlite.OpenReader(path)
	if err != nil {
		return chain.Report{}, err
	}
	defer r.Close()
	report, err := r.Verify(ctx, keys, func() (*chain.Head, error) { return chain.ReadHead(sqlite.HeadPath(path)) })
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
	Backups  bool   // the listed copies of the library, too
	Progress func(done, total int)
}

// RedactStoredResult is what was done.
type RedactStoredResult struct {
	sqlite.RedactStoredResult
	Backups   []BackupRedacted // rewritten, or (dry run) looked at
	Untouched []string         // copies that were not looked at, and may hold what was redacted
}

// BackupRedacted is what was done to one copy.
type BackupRedacted struct {
	Path string
	sqlite.RedactStoredResult
}

// ErrNoRules says that no item was found clean under the version of the rules
// that was named.
var ErrNoRules = errors.New("no item was last found clean under that version of the rules; those there are: jezero stats --json")

// RedactStored applies today's rules to everything stored. With an error that
// wraps sqlite.ErrOldBytes all was rewritten, but old bytes may remain; with a
// *server.TamperedError all but what is not what was signed.
func (l *Library) RedactStored(ctx context.Context, o RedactStoredOptions) (res RedactStoredResult, err error) {
	opts := sqlite.RedactStoredOptions{DryRun: o.DryRun, SinceVersion: o.Since, Progress: o.Progress}
	err = l.Change(ctx, func(db *sqlite.DB) (err error) {
		if known, err := db.KnowsRules(ctx, o.Since); err != nil || o.Since != "" && !known {
			return errors.Join(ErrNoRules, err)
		}
		res.RedactStoredResult, err = db.RedactStored(ctx, l.Redactor, opts)
		var tampered *server.TamperedError
		if err != nil && !errors.Is(err, sqlite.ErrOldBytes) && !errors.As(err, &tampered) {
			return err
		}
		if !o.Backups {
			res.Untouched, _ = l.Backups() // the list is there to warn only
			return err
		}
		return errors.Join(err, l.eachBackup(ctx, func(path string, db *sqlite.DB) error {
			one, err := db.RedactStored(ctx, l.Redactor, opts)
			res.Backups = append(res.Backups, BackupRedacted{Path: path, RedactStoredResult: one})
			return err
		}))
	})
	return res, err
}
