package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"jezero/connectors/device/client"
)

// Tour is what the demonstration asks its own server.
type Tour struct {
	Query  string
	Search client.Hits
	ID     string // of the item that get_item and later are asked about
	Item   client.Found
	Later  client.Later
}

// tourQuery is asked of the sample sessions: two of them speak of it, and the
// newer one undoes what the older one decided.
const tourQuery = "idempotency keys ttl"

// Tour asks the demo's server as an agent would: search, then the older of the
// two best hits whole, then whether something newer changes it.
func (d *Demo) Tour(ctx context.Context) (*Tour, error) {
	c, err := d.Client()
	if err != nil {
		return nil, err
	}
	t := &Tour{Query: tourQuery}
	if err := c.Call(ctx, "search", map[string]any{"query": t.Query, "limit": 2}, &t.Search); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	if len(t.Search.Items) == 0 {
		return nil, errors.New("search found nothing in the sample sessions")
	}
	t.ID = slices.MinFunc(t.Search.Items, func(a, b client.Hit) int { return a.EndedAt.Compare(b.EndedAt.Time) }).ID
	if err := c.Call(ctx, "get_item", map[string]any{"id": t.ID}, &t.Item); err != nil {
		return nil, fmt.Errorf("get_item: %w", err)
	}
	if err := c.Call(ctx, "later", map[string]any{"id": t.ID, "limit": 1}, &t.Later); err != nil {
		return nil, fmt.Errorf("later: %w", err)
	}
	if t.Item.Item == nil || !t.Later.Found {
		return nil, errors.New("the server does not find the item that it just named")
	}
	return t, nil
}
