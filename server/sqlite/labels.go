package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"jezero/server"
	"jezero/server/chain"
)

// Labels are the texts by which things are known: ids of sessions, paths of
// sources, what was forgotten, what went wrong. They come from outside like all
// else, and newer rules may find a secret in them.

// labelsFact says under which rules the labels were last looked at.
const labelsFact = "labels"

// labels applies the rules to every label. It is cheap to repeat, and does
// nothing when neither items nor labels were last seen under other rules.
func (s *sweep) labels(ctx context.Context) (err error) {
	defer func() {
		if x := recover(); x != nil {
			// Never what was panicked with: it may hold the text.
			err = fmt.Errorf("internal error while redacting labels: panic of type %T", x)
		}
	}()
	var seen string
	err = s.db.read.QueryRowContext(ctx, "SELECT coalesce(max(value), '') FROM facts WHERE name = ?", labelsFact).Scan(&seen)
	if err != nil {
		return fmt.Errorf("reading the library: %w", err)
	}
	if s.opts.SinceVersion != "" || s.total == 0 && seen == s.redactor.Version() {
		return nil
	}
	if err := s.sessions(ctx); err != nil || s.opts.DryRun {
		return err
	}
	if err := s.reseal(ctx); err != nil {
		return err
	}
	return s.db.inTx(ctx, func(t *tx) error {
		for _, step := range []func(context.Context, *tx) (bool, error){s.cursors, s.runs, s.tombstones, dropProjects} {
			changed, err := step(ctx, t)
			if err == nil && changed {
				err = t.mark(ctx, scrubFact)
			}
			if err != nil {
				return fmt.Errorf("redacting labels: %w", err)
			}
		}
		if s.refused.err() != nil {
			return nil // they are looked at again
		}
		return t.exec(ctx, "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2", labelsFact, s.redactor.Version())
	})
}

// renamed counts a session that got another id, and what was found in its own.
func (s *sweep) renamed(id string) {
	s.result.Sessions++
	for _, f := range s.redactor.Find([]byte(id)) {
		s.result.ByKind[f.Kind]++
	}
}

// session is a session as items bear it.
type session struct {
	sourceID int64
	id       string
}

// sessions gives every session whose id the rules change another one, each in
// one transaction. Its items keep their ids.
func (s *sweep) sessions(ctx context.Context) error {
	rows, err := s.db.read.QueryContext(ctx, "SELECT DISTINCT source_id, session FROM items ORDER BY source_id, session")
	if err != nil {
		return fmt.Errorf("reading sessions: %w", err)
	}
	defer rows.Close()
	var due []session
	for rows.Next() {
		var x session
		if err := rows.Scan(&x.sourceID, &x.id); err != nil {
			return fmt.Errorf("reading sessions: %w", err)
		}
		if s.redactor.String(x.id) != x.id {
			due = append(due, x)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading sessions: %w", err)
	}
	for _, x := range due {
		if s.opts.DryRun {
			s.renamed(x.id)
			continue
		}
		err := s.db.inTx(ctx, func(t *tx) error { return t.renameSession(ctx, x, s.redactor.String(x.id)) })
		if s.refused.item(err) {
			continue // the whole session keeps its id, so that it stays one
		}
		if err != nil {
			return fmt.Errorf("giving a session another id: %w", err)
		}
		s.renamed(x.id)
	}
	return ctx.Err()
}

func (t *tx) renameSession(ctx context.Context, x session, redacted string) error {
	var began int64
	if _, err := t.row(ctx, "SELECT started_ms FROM items WHERE source_id = ? AND session = ? ORDER BY ordinal LIMIT 1",
		[]any{x.sourceID, x.id}, &began); err != nil {
		return err
	}
	first := server.SessionID(x.id, redacted, fromMillis(began))
	id := first
	for n := 2; ; n++ {
		var taken bool
		if _, err := t.row(ctx, "SELECT EXISTS (SELECT 1 FROM items WHERE source_id = ? AND session = ?)", []any{x.sourceID, id}, &taken); err != nil {
			return err
		}
		if !taken {
			break
		}
		id = fmt.Sprintf("%s~%d", first, n)
	}
	if err := t.mark(ctx, scrubFact); err != nil {
		return err
	}
	for {
		records, err := t.some(ctx, "i.source_id = ? AND i.session = ?", []any{x.sourceID, x.id})
		if err != nil || len(records) == 0 {
			return err
		}
		for _, old := range records {
			next := *old
			next.item.Session = id
			next.item.ExternalID = id + "#" + fmt.Sprint(old.ordinal)
			if err := t.replace(ctx, old, &next, chain.KindRedact); err != nil {
				return err
			}
		}
	}
}

// pairs reads two columns of text.
func (t *tx) pairs(ctx context.Context, query string) ([][2]string, error) {
	rows, err := t.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out [][2]string
	for rows.Next() {
		var p [2]string
		if err := rows.Scan(&p[0], &p[1]); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

// cursors redacts the keys of sources. Of two that become one, one stays: what
// is read once too often is known already.
func (s *sweep) cursors(ctx context.Context, t *tx) (changed bool, err error) {
	list, err := t.pairs(ctx, "SELECT connector, source_key FROM cursors")
	for _, p := range list {
		key := s.redactor.String(p[1])
		if key == p[1] {
			continue
		}
		changed = true
		err = t.exec(ctx, "UPDATE OR IGNORE cursors SET source_key = ? WHERE connector = ? AND source_key = ?", key, p[0], p[1])
		if err == nil {
			err = t.exec(ctx, "DELETE FROM cursors WHERE connector = ? AND source_key = ?", p[0], p[1])
		}
		if err != nil {
			return false, err
		}
	}
	return changed, err
}

// runs redacts what was recorded of runs: warnings name paths.
func (s *sweep) runs(ctx context.Context, t *tx) (changed bool, err error) {
	list, err := t.pairs(ctx, "SELECT id, outcome FROM runs")
	for _, p := range list {
		var run server.Run
		if err := json.Unmarshal([]byte(p[1]), &run); err != nil {
			continue // health tells of it
		}
		before := changed
		for i, w := range run.Warnings {
			if run.Warnings[i] = s.redactor.String(w); run.Warnings[i] != w {
				changed = true
			}
		}
		old := run.Error
		if run.Error = s.redactor.String(old); run.Error == old && changed == before {
			continue
		}
		changed = true
		b, err := json.Marshal(run)
		if err == nil {
			err = t.exec(ctx, "UPDATE runs SET error = ?, outcome = ? WHERE id = ?", run.Error, string(b), p[0])
		}
		if err != nil {
			return false, err
		}
	}
	return changed, err
}

// anyTime ends the name of a tombstone for a session of which it is no longer
// known when it began: it stands for every session of that redacted id that
// began before it was forgotten and of which nothing is stored.
const anyTime = "~*"

// tombstones redacts the names of what was forgotten, so that they still fit
// what its source would be stored as.
func (s *sweep) tombstones(ctx context.Context, t *tx) (changed bool, err error) {
	list, err := t.pairs(ctx, "SELECT scope, name FROM tombstones")
	for _, p := range list {
		name, ordinal := p[1], ""
		if i := strings.LastIndexByte(name, '#'); i >= 0 && ForgetScope(p[0]) == ForgetItem {
			name, ordinal = name[:i], name[i:]
		}
		next := s.redactor.String(name)
		if next == name {
			continue
		}
		changed = true
		if ForgetScope(p[0]) != ForgetProject {
			next += anyTime
		}
		err = t.exec(ctx, "UPDATE OR IGNORE tombstones SET name = ? WHERE scope = ? AND name = ?", next+ordinal, p[0], p[1])
		if err == nil {
			err = t.exec(ctx, "DELETE FROM tombstones WHERE scope = ? AND name = ?", p[0], p[1])
		}
		if err != nil {
			return false, err
		}
	}
	return changed, err
}

// forgotten is the condition that a tombstone stands for an item; its arguments
// are those of forgottenArgs.
const forgotten = `EXISTS (SELECT 1 FROM tombstones t WHERE
	t.scope = 'item' AND t.source = ?1 AND (t.name = ?2 OR t.name = ?4 AND ` + unstored + `) OR
	t.scope = 'session' AND t.source = ?1 AND (t.name = ?3 OR t.name = ?5 AND ` + unstored + `) OR
	t.scope = 'project' AND t.source = '' AND t.name = ?7 OR
	t.scope = 'source' AND t.source = ?1 AND t.name = '')`

const unstored = `t.at_ms >= ?6 AND NOT EXISTS (SELECT 1 FROM items i JOIN sources s ON s.id = i.source_id WHERE s.name = ?1 AND i.session = ?3)`

// forgottenArgs are ?1 to ?7 of forgotten. project is "" where only the rest is
// asked about.
func forgottenArgs(source, externalID, session, project string) []any {
	anySession, anyItem, began := session, externalID, int64(0)
	if i := strings.LastIndexByte(session, '~'); i >= 0 {
		if ms, err := strconv.ParseInt(session[i+1:], 36, 64); err == nil {
			anySession, began = session[:i]+anyTime, ms
			if rest, ok := strings.CutPrefix(externalID, session); ok {
				anyItem = anySession + rest
			}
		}
	}
	return []any{source, externalID, session, anyItem, anySession, began, project}
}
