package sqlite

import (
	"context"
	"fmt"
)

// Sources, projects and rule versions are kept by number.

func (t *tx) nameID(ctx context.Context, cache map[string]int64, table, column, name string) (int64, error) {
	if id, ok := cache[name]; ok {
		return id, nil
	}
	var id int64
	found, err := t.row(ctx, "SELECT id FROM "+table+" WHERE "+column+" = ?", []any{name}, &id)
	if err == nil && !found {
		_, err = t.row(ctx, "INSERT INTO "+table+" ("+column+") VALUES (?) RETURNING id", []any{name}, &id)
	}
	if err != nil {
		return 0, fmt.Errorf("looking up a name in %s: %w", table, err)
	}
	cache[name] = id
	return id, nil
}

func (t *tx) sourceID(ctx context.Context, name string) (int64, error) {
	return t.nameID(ctx, t.sources, "sources", "name", name)
}

func (t *tx) projectID(ctx context.Context, name string) (int64, error) {
	return t.nameID(ctx, t.projects, "projects", "name", name)
}

func (t *tx) rulesID(ctx context.Context, version string) (int64, error) {
	return t.nameID(ctx, t.rules, "rule_versions", "version", version)
}

// tally counts items by source and project.
func (t *tx) tally(ctx context.Context, source, project int64, delta int) error {
	return t.exec(ctx, `INSERT INTO tallies (source_id, project_id, items) VALUES (?1, ?2, ?3)
		ON CONFLICT DO UPDATE SET items = items + ?3`, source, project, delta)
}

// dropProjects takes out the names of all projects that no item bears, which
// programs up to now left when items were forgotten or moved.
func dropProjects(ctx context.Context, t *tx) (changed bool, err error) {
	for _, q := range []string{
		"DELETE FROM tallies WHERE items = 0",
		"DELETE FROM projects WHERE id NOT IN (SELECT project_id FROM items)",
	} {
		res, err := t.ExecContext(ctx, q)
		if err != nil {
			return false, fmt.Errorf("removing projects' names: %w", err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return false, fmt.Errorf("removing projects' names: %w", err)
		}
		changed = n > 0 // of the last, which holds the names
	}
	clear(t.projects)
	return changed, nil
}

// dropProject takes a project's name out when no item bears it any more.
func (t *tx) dropProject(ctx context.Context, id int64) error {
	err := t.exec(ctx, "DELETE FROM tallies WHERE project_id = ? AND items = 0", id)
	if err == nil {
		err = t.exec(ctx, "DELETE FROM projects WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM items WHERE project_id = ?1)", id)
	}
	if err != nil {
		return fmt.Errorf("removing a project's name: %w", err)
	}
	clear(t.projects) // the number may be given out anew
	return nil
}
