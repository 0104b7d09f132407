package sqlite

import (
	"context"
	"fmt"
	"os"
	"time"

	"jezero/server"
)

// Stats is what the library holds, for its owner: no scope applies.
type Stats struct {
	Items      int
	Events     int
	Sources    []server.SourceInfo
	Projects   map[string]int
	Rules      map[string]int // items by the rules under which they were last found clean
	Redactions map[string]int // by kind
	Forgotten  int            // tombstones
	Bytes      int64          // of the database file and its write-ahead log
	Scrub      bool           // old bytes may stand in the files
	Spend      []Spend
}

// Stats counts what the library holds.
func (d *DB) Stats(ctx context.Context) (Stats, error) {
	return stats(ctx, d.path, &Reader{db: d.read, now: d.now})
}

// Stats counts what the library holds, without opening it for writing.
func (r *Reader) Stats(ctx context.Context) (Stats, error) { return stats(ctx, r.path, r) }

func stats(ctx context.Context, path string, r *Reader) (st Stats, err error) {
	err = r.inView(ctx, func(v *view) error {
		o, err := v.overview(ctx, server.Scope{Sources: []string{"*"}})
		if err != nil {
			return err
		}
		st.Items, st.Sources, st.Projects = o.Items, o.Sources, o.Projects
		if st.Rules, err = v.counts(ctx, `SELECT v.version, count(*) FROM item_rules r JOIN rule_versions v ON v.id = r.rules_id GROUP BY v.id`); err != nil {
			return err
		}
		if st.Redactions, err = v.counts(ctx, `SELECT k.key, sum(k.value) FROM items i, json_each(i.redactions) k
			WHERE i.redactions <> '{}' GROUP BY k.key`); err != nil {
			return err
		}
		if st.Spend, err = spent(ctx, v.tx); err != nil {
			return err
		}
		return v.tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM tombstones),
			EXISTS (SELECT 1 FROM facts WHERE name = ?)`, scrubFact).Scan(&st.Events, &st.Forgotten, &st.Scrub)
	})
	if err != nil {
		return st, fmt.Errorf("counting: %w", err)
	}
	for _, name := range []string{path, path + "-wal"} {
		if fi, err := os.Stat(name); err == nil {
			st.Bytes += fi.Size()
		}
	}
	return st, nil
}

func (v *view) counts(ctx context.Context, query string) (map[string]int, error) {
	rows, err := v.tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]int{}
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			return nil, err
		}
		out[name] = n
	}
	return out, rows.Err()
}

// Spend is what one model took in one month.
type Spend struct {
	Month string // 2006-01, UTC
	Model string
	Calls int
	server.Usage
}

// AddSpend notes what a model call took.
func (d *DB) AddSpend(ctx context.Context, at time.Time, model string, u server.Usage) error {
	return d.inTx(ctx, func(t *tx) error {
		err := t.exec(ctx, `INSERT INTO spend (month, model, calls, input, output) VALUES (?1, ?2, 1, ?3, ?4)
			ON CONFLICT DO UPDATE SET calls = calls + 1, input = input + ?3, output = output + ?4`,
			at.UTC().Format("2006-01"), model, u.InputTokens, u.OutputTokens)
		if err != nil {
			return fmt.Errorf("noting what a model call took: %w", err)
		}
		return nil
	})
}

// Spent is what all models took in the month of at.
func (d *DB) Spent(ctx context.Context, at time.Time) (u server.Usage, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT coalesce(sum(input), 0), coalesce(sum(output), 0) FROM spend WHERE month = ?",
		at.UTC().Format("2006-01")).Scan(&u.InputTokens, &u.OutputTokens)
	if err != nil {
		return u, fmt.Errorf("reading what models took: %w", err)
	}
	return u, nil
}

func spent(ctx context.Context, q querier) ([]Spend, error) {
	rows, err := q.QueryContext(ctx, "SELECT month, model, calls, input, output FROM spend ORDER BY month DESC, model")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []Spend{}
	for rows.Next() {
		var s Spend
		if err := rows.Scan(&s.Month, &s.Model, &s.Calls, &s.InputTokens, &s.OutputTokens); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
