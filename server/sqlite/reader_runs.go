package sqlite

import (
	"context"

	"jezero/server"
)

var _ server.RunLog = (*Reader)(nil)

// LastRun returns the connector's newest run.
func (r *Reader) LastRun(ctx context.Context, connector string) (server.Run, bool, error) {
	return lastRun(ctx, r.db, "connector = ?", connector)
}

// LastSuccess returns the connector's newest run without an error.
func (r *Reader) LastSuccess(ctx context.Context, connector string) (server.Run, bool, error) {
	return lastRun(ctx, r.db, "connector = ? AND error = ''", connector)
}
