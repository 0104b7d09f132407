package sqlite

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"
)

const pkSlots = 6 // bits: 64 items a second before slots spill over

// pkAt is the lowest pk of items that ended at this time.
func pkAt(at time.Time) int64 {
	if at.IsZero() || at.Unix() < 0 {
		return 1 << pkSlots
	}
	return at.Unix() << pkSlots
}

// freePK finds a pk in the second of the item's end. When many items share a
// second, the slots spill into the seconds after it: order within them does not
// matter, and a time filter checks the exact times.
func (t *tx) freePK(ctx context.Context, ended time.Time, id string) (int64, error) {
	h := fnv.New64a()
	h.Write([]byte(id))
	base, x := pkAt(ended), h.Sum64()
	for span := uint64(1) << pkSlots; ; span *= 2 {
		pk := base + int64(x%span)
		var taken bool
		if _, err := t.row(ctx, "SELECT EXISTS (SELECT 1 FROM items WHERE pk = ?)", []any{pk}, &taken); err != nil {
			return 0, fmt.Errorf("finding a free row: %w", err)
		}
		if !taken {
			return pk, nil
		}
		x = x*6364136223846793005 + 1442695040888963407
	}
}
