package sqlite

import (
	"context"
	"fmt"

	"jezero/server"
)

// isForgotten reports whether the item was forgotten on purpose, by itself or
// with its session, project or source.
func (t *tx) isForgotten(ctx context.Context, it *server.Item) (bool, error) {
	var gone bool
	_, err := t.row(ctx, `SELECT EXISTS (SELECT 1 FROM tombstones WHERE
		(scope = 'item' AND source = ?1 AND name = ?2) OR (scope = 'session' AND source = ?1 AND name = ?3) OR
		(scope = 'project' AND source = '' AND name = ?4) OR (scope = 'source' AND source = ?1 AND name = ''))`,
		[]any{it.Source, it.ExternalID, it.Session, it.Project}, &gone)
	if err != nil {
		return false, fmt.Errorf("looking for tombstones: %w", err)
	}
	return gone, nil
}
