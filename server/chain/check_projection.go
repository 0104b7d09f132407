package chain

import (
	"context"
	"errors"
	"fmt"
	"sort"
)

// projectionCheck checks that each item is what its newest event committed to,
// and that every item that should be there is.
type projectionCheck struct {
	keys   *Keys
	links  *linkCheck
	src    EventSource
	report *Report
}

func (c *projectionCheck) item(ctx context.Context, p Projection) error {
	r := c.report
	r.Items++
	problem := func(what string) {
		r.add(Problem{Kind: ProblemProjection, Source: p.Source, Seq: p.EventSeq, ItemID: p.ItemID, What: what})
	}
	last, ok := c.links.last[p.ItemID]
	if !ok {
		problem("the item has no event")
		return nil
	}
	last.seen = true
	c.links.last[p.ItemID] = last
	switch {
	case last.gone:
		problem("the item was forgotten, yet it is there")
		return nil
	case last.source != p.Source:
		problem("the item stands under another source than its event")
		return nil
	case last.seq != p.EventSeq:
		problem(fmt.Sprintf("the item is older than its newest event (%d)", last.seq))
		return nil
	}
	rec, ok, err := c.src.EventAt(ctx, p.Source, p.EventSeq)
	if err != nil {
		return err
	}
	if !ok || rec.Bad != "" {
		return nil // named by the link check
	}
	names := make([]string, 0, len(p.Parts))
	for n := range p.Parts {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		got, err := c.keys.Commit(rec.KeyID, n, p.Parts[n])
		if errors.Is(err, ErrUnknownKey) {
			return nil // named by the link check
		}
		if !sameMAC(got, rec.Commit[n]) {
			problem("the item's " + n + " is not what its event says")
		}
	}
	return nil
}

// finish names the items that events speak of and that are gone.
func (c *projectionCheck) finish() {
	var missing []string
	for id, e := range c.links.last {
		if !e.seen && !e.gone {
			missing = append(missing, id)
		}
	}
	sort.Strings(missing)
	for _, id := range missing {
		e := c.links.last[id]
		c.report.add(Problem{Kind: ProblemProjection, Source: e.source, Seq: e.seq, ItemID: id,
			What: "the item is missing"})
	}
}
