package sqlite

import (
	"context"
	"fmt"
	"strings"

	"jezero/server"
	"jezero/server/chain"
)

// Segments returns items' segments, to be summarised anew. The session's own
// title is not kept; the first segment of a session gets the item's instead. An
// item whose dialogue cannot be read is marked, and keeps none of the others back.
func (d *DB) Segments(ctx context.Context, f server.SummaryFilter) ([]server.StoredSegment, error) {
	if f.Limit <= 0 {
		f.Limit = 64
	}
	rows, err := d.read.QueryContext(ctx, "SELECT "+recordColumns+recordFrom+"WHERE "+chosenWhere+" ORDER BY i.pk LIMIT ?6", chosenArgs(f)...)
	if err != nil {
		return nil, fmt.Errorf("reading items to summarise: %w", err)
	}
	defer rows.Close()
	var out []server.StoredSegment
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, fmt.Errorf("reading items to summarise: %w", err)
		}
		turns, bad := decodeTurns(r.turns, r.body)
		it := &r.item
		seg := server.Segment{
			Source: it.Source, ExternalID: it.ExternalID, Session: it.Session, Ordinal: r.ordinal, Project: it.Project,
			Branch: it.Branch, Turns: turns, StartedAt: it.StartedAt, EndedAt: it.EndedAt, Hash: it.Hash, Rules: it.Rules, Trust: it.Trust,
		}
		if r.ordinal == 0 {
			seg.Title = it.Title
		}
		out = append(out, server.StoredSegment{Segment: seg, ItemID: it.ID, Revision: it.Revision, Place: r.pk, Tampered: bad != nil})
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading items to summarise: %w", err)
	}
	return out, nil
}

// CountSegments counts what Segments would return in all.
func (d *DB) CountSegments(ctx context.Context, f server.SummaryFilter) (n int, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT count(*)"+recordFrom+"WHERE "+chosenWhere, chosenArgs(f)...).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("counting items to summarise: %w", err)
	}
	return n, nil
}

// chosenWhere and chosenArgs belong together; ?6 is the limit.
const chosenWhere = `i.pk > ?1 AND i.summarizer <> ?2 AND (?3 = '' OR s.name = ?3) AND (?4 = '' OR p.name = ?4)
	AND i.ended_ms >= ?5 AND ?6 IS NOT NULL`

func chosenArgs(f server.SummaryFilter) []any {
	return []any{f.After, f.Not, f.Source, f.Project, max(0, millis(f.Since)), f.Limit}
}

// Resummarize stores new summaries, each as the item's next revision with an
// event of its own, and returns how many it stored. An item that has got
// another revision meanwhile is passed over, and one that is not what was
// signed, which is a *server.TamperedError.
func (d *DB) Resummarize(ctx context.Context, list []server.Resummary) (n int, err error) {
	var left refused
	err = d.inTx(ctx, func(t *tx) error {
		n, left = 0, refused{}
		for _, s := range list {
			old, err := t.load(ctx, "i.item_id = ?", s.ItemID)
			if err != nil {
				return err
			}
			if old == nil || old.item.Revision != s.Revision {
				continue
			}
			next := *old
			next.item.Title = oneLine(strings.ToValidUTF8(s.Summary.Title, "\uFFFD"))
			next.item.Summary = strings.ToValidUTF8(s.Summary.Summary, "\uFFFD")
			next.questions, next.atoms = joinLines(s.Summary.Questions), joinLines(s.Summary.Atoms)
			next.item.Summarizer = s.Summarizer
			next.derive()
			err = t.replace(ctx, old, &next, chain.KindResummarize)
			if left.item(err) {
				continue
			}
			if err != nil {
				return err
			}
			if err := t.mark(ctx, staleFact); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("storing new summaries: %w", err)
	}
	return n, left.err()
}
