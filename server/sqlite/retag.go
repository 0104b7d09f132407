package sqlite

import (
	"context"
	"fmt"

	"jezero/server"
	"jezero/server/chain"
)

// Retag gives all items of a session another project, in one transaction. An
// item that changes keeps its id, gets the next revision and an event of its
// own. It returns how many changed. Where the new project was forgotten on
// purpose nothing changes, and the error is server.ErrForgotten.
func (d *DB) Retag(ctx context.Context, source, session, projectName string) (int, error) {
	n := 0
	err := d.inTx(ctx, func(t *tx) error {
		const where = "s.name = ? AND i.session = ? AND p.name <> ?"
		args := []any{source, session, projectName}
		for {
			records, err := t.some(ctx, where, args)
			if err != nil || len(records) == 0 {
				return err
			}
			for _, old := range records {
				if err := t.retag(ctx, old, projectName); err != nil {
					return err
				}
				n++
			}
		}
	})
	if err != nil {
		return 0, fmt.Errorf("giving a session another project: %w", err)
	}
	return n, nil
}

func (t *tx) retag(ctx context.Context, old *record, projectName string) error {
	next := *old
	next.item.Project = projectName
	gone, err := t.isForgotten(ctx, &next.item)
	if err != nil {
		return err
	}
	if gone {
		return server.ErrForgotten
	}
	if err := t.mark(ctx, staleFact); err != nil {
		return err
	}
	if err := t.replace(ctx, old, &next, chain.KindRetag); err != nil {
		return err
	}
	return t.dropProject(ctx, old.projectID)
}

// SessionItems counts the items of every session, by source and session.
func (r *Reader) SessionItems(ctx context.Context) (_ map[string]map[string]int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("reading sessions: %w", err)
		}
	}()
	rows, err := r.db.QueryContext(ctx, "SELECT s.name, i.session, count(*)"+recordFrom+"GROUP BY i.source_id, i.session")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]map[string]int{}
	for rows.Next() {
		var source, session string
		var n int
		if err := rows.Scan(&source, &session, &n); err != nil {
			return nil, err
		}
		if out[source] == nil {
			out[source] = map[string]int{}
		}
		out[source][session] = n
	}
	return out, rows.Err()
}

// CountDifferent counts the items of a session that bear another project.
func (r *Reader) CountDifferent(ctx context.Context, source, session, projectName string) (n int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT count(*)"+recordFrom+"WHERE s.name = ? AND i.session = ? AND p.name <> ?",
		source, session, projectName).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("comparing projects: %w", err)
	}
	return n, nil
}
