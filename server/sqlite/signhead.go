package sqlite

import (
	"context"

	"jezero/server/chain"
)

// SignHead lets the keys sign what is written from now on, and writes the head
// anew with them. They must hold every key that signed so far.
func (d *DB) SignHead(ctx context.Context, keys *chain.Keys) error {
	d.keys = keys
	return d.writeHead(ctx)
}
