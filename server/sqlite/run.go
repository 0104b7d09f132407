package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"jezero/server"
)

// keptRuns is how many runs of a connector are kept.
const keptRuns = 500

// RecordRun notes how a connector's run went.
func (d *DB) RecordRun(ctx context.Context, run server.Run) error {
	b, err := json.Marshal(run)
	if err != nil {
		return fmt.Errorf("recording a run: %w", err)
	}
	return d.inTx(ctx, func(t *tx) error {
		err := t.exec(ctx, "INSERT INTO runs (connector, started_ms, ended_ms, error, outcome) VALUES (?, ?, ?, ?, ?)",
			run.Connector, millis(run.StartedAt), millis(run.EndedAt), run.Error, string(b))
		if err == nil {
			err = t.exec(ctx, `DELETE FROM runs WHERE connector = ?1 AND id <= (
				SELECT id FROM runs WHERE connector = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`, run.Connector, keptRuns)
		}
		if err != nil {
			return fmt.Errorf("recording a run: %w", err)
		}
		return nil
	})
}

// LastRun returns the connector's newest run.
func (d *DB) LastRun(ctx context.Context, connector string) (server.Run, bool, error) {
	return lastRun(ctx, d.read, "connector = ?", connector)
}

// LastSuccess returns the connector's newest run without an error.
func (d *DB) LastSuccess(ctx context.Context, connector string) (server.Run, bool, error) {
	return lastRun(ctx, d.read, "connector = ? AND error = ''", connector)
}

func lastRun(ctx context.Context, q querier, where string, args ...any) (run server.Run, ok bool, err error) {
	var b []byte
	err = q.QueryRowContext(ctx, "SELECT outcome FROM runs WHERE "+where+" ORDER BY id DESC LIMIT 1", args...).Scan(&b)
	if errors.Is(err, sql.ErrNoRows) {
		return run, false, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &run)
	}
	if err != nil {
		return run, false, fmt.Errorf("reading the last run: %w", err)
	}
	return run, true, nil
}
