package sqlite

import (
	"context"
	"fmt"
)

// Cursor returns how far the connector came: the change of each source key
// whose segments were all stored.
func (d *DB) Cursor(ctx context.Context, connector string) (map[string]string, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT source_key, change FROM cursors WHERE connector = ?", connector)
	if err != nil {
		return nil, fmt.Errorf("reading the cursor: %w", err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var key, change string
		if err := rows.Scan(&key, &change); err != nil {
			return nil, fmt.Errorf("reading the cursor: %w", err)
		}
		out[key] = change
	}
	return out, rows.Err()
}

// Advance sets the cursor of the keys given and leaves the others.
func (d *DB) Advance(ctx context.Context, connector string, keys map[string]string) error {
	return d.inTx(ctx, func(t *tx) error {
		for key, change := range keys {
			err := t.exec(ctx, `INSERT INTO cursors (connector, source_key, change) VALUES (?1, ?2, ?3)
				ON CONFLICT DO UPDATE SET change = ?3`, connector, key, change)
			if err != nil {
				return fmt.Errorf("moving the cursor: %w", err)
			}
		}
		return nil
	})
}
