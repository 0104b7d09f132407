package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"jezero/server"
)

// permit is a scope in this library's terms: the sources it allows, resolved
// before anything is searched or ranked.
type permit struct {
	all bool // every source there is; then no filter is needed
	ids []int64
}

func (p permit) none() bool { return len(p.ids) == 0 }

func (p permit) json() string {
	if p.ids == nil {
		return "[]"
	}
	b, _ := json.Marshal(p.ids) // integers always encode
	return string(b)
}

// permit resolves the scope's globs, and the source that the caller asked for,
// which may be a glob too.
func (v *view) permit(ctx context.Context, sc server.Scope, source string) (permit, error) {
	globs, err := json.Marshal(sc.Sources)
	if err != nil {
		return permit{}, fmt.Errorf("resolving the scope: %w", err)
	}
	if sc.Sources == nil {
		globs = []byte("[]")
	}
	rows, err := v.tx.QueryContext(ctx, `SELECT s.id, EXISTS (SELECT 1 FROM json_each(?1) g WHERE s.name GLOB g.value)
			AND (?2 = '' OR s.name GLOB ?2 OR s.name = ?2) FROM sources s ORDER BY s.id`, string(globs), source)
	if err != nil {
		return permit{}, fmt.Errorf("resolving the scope: %w", err)
	}
	defer rows.Close()
	p := permit{all: true}
	for rows.Next() {
		var id int64
		var ok bool
		if err := rows.Scan(&id, &ok); err != nil {
			return permit{}, fmt.Errorf("resolving the scope: %w", err)
		}
		if ok {
			p.ids = append(p.ids, id)
		} else {
			p.all = false
		}
	}
	return p, rows.Err()
}

// filter is what restricts a query besides its words.
type filter struct {
	permit   permit
	projects []int64 // nil for any
	nothing  bool    // cannot match
	since    time.Time
	until    time.Time
	minPK    int64 // both inclusive; 0 for none
	maxPK    int64
}

func (v *view) filter(ctx context.Context, sc server.Scope, q server.Query) (f filter, err error) {
	if f.permit, err = v.permit(ctx, sc, q.Source); err != nil {
		return f, err
	}
	f.nothing = f.permit.none()
	if q.Project != "" {
		if f.projects, err = v.projectIDs(ctx, q.Project); err != nil {
			return f, err
		}
		f.nothing = f.nothing || len(f.projects) == 0
	}
	f.since, f.until = q.Since, q.Until
	if !q.Since.IsZero() {
		f.minPK = pkAt(q.Since)
	}
	if !q.Until.IsZero() {
		// Slots may have spilled into later seconds; exact times are checked too.
		f.maxPK = pkAt(q.Until) + 1<<20
	}
	return f, nil
}

// projectIDs finds a project by name, whatever its case.
func (v *view) projectIDs(ctx context.Context, name string) ([]int64, error) {
	rows, err := v.tx.QueryContext(ctx, "SELECT id FROM projects WHERE name = ? COLLATE NOCASE", name)
	if err != nil {
		return nil, fmt.Errorf("looking up a project: %w", err)
	}
	defer rows.Close()
	ids := []int64{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("looking up a project: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
