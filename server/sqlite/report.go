package sqlite

import (
	"context"
	"fmt"
	"time"
)

// ChainReport describes the chains for people: who signed what, and how the
// items stand to them.
type ChainReport struct {
	Sources []SourceReport
	Keys    map[string]int // events by the id of the key that signed them
	Kinds   map[string]int // events by kind
	Trust   map[string]int // items by their label
	Rules   map[string]int // items by the rules under which they were last found clean

	Summarizers map[string]int // items by what summarised them
	Forgotten   int            // tombstones
	OldBytes    bool           // a rewrite is to be finished: old bytes may stand in the files
}

// SourceReport is one chain.
type SourceReport struct {
	Source      string    `json:"source"`
	Events      int       `json:"events"`
	Items       int       `json:"items"`
	First, Last time.Time `json:"-"`
}

// ChainReport counts, in one moment of the library.
func (r *Reader) ChainReport(ctx context.Context) (rep ChainReport, err error) {
	err = r.inView(ctx, func(v *view) error {
		for _, c := range []struct {
			to    *map[string]int
			query string
		}{
			{&rep.Keys, "SELECT key_id, count(*) FROM events GROUP BY 1"},
			{&rep.Kinds, "SELECT kind, count(*) FROM events GROUP BY 1"},
			{&rep.Trust, "SELECT trust, count(*) FROM items GROUP BY 1"},
			{&rep.Summarizers, "SELECT summarizer, count(*) FROM items GROUP BY 1"},
			{&rep.Rules, "SELECT v.version, count(*) FROM item_rules r JOIN rule_versions v ON v.id = r.rules_id GROUP BY v.id"},
		} {
			if *c.to, err = v.counts(ctx, c.query); err != nil {
				return err
			}
		}
		if rep.Sources, err = v.chains(ctx); err != nil {
			return err
		}
		return v.tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM tombstones), EXISTS (SELECT 1 FROM facts WHERE name = ?)`,
			scrubFact).Scan(&rep.Forgotten, &rep.OldBytes)
	})
	if err != nil {
		return rep, fmt.Errorf("describing the chains: %w", err)
	}
	return rep, nil
}

func (v *view) chains(ctx context.Context) ([]SourceReport, error) {
	rows, err := v.tx.QueryContext(ctx, `SELECT e.source, count(*), min(e.at_ms), max(e.at_ms),
			(SELECT count(*) FROM items i JOIN sources s ON s.id = i.source_id WHERE s.name = e.source)
		FROM events e GROUP BY e.source ORDER BY e.source`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []SourceReport{}
	for rows.Next() {
		var s SourceReport
		var first, last int64
		if err := rows.Scan(&s.Source, &s.Events, &first, &last, &s.Items); err != nil {
			return nil, err
		}
		s.First, s.Last = fromMillis(first), fromMillis(last)
		out = append(out, s)
	}
	return out, rows.Err()
}
