package opencode

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"jezero/connectors"
	"jezero/connectors/sqlitestore"
)

// schema says which generations a database holds.
type schema struct{ v1, v2 bool }

func schemaOf(ctx context.Context, db *sqlitestore.DB) (schema, error) {
	var s schema
	has := func(table string, cols ...string) (bool, error) {
		have, err := db.Columns(ctx, table)
		for _, c := range cols {
			if !have[c] {
				return false, err
			}
		}
		return true, err
	}
	var err error
	all := func(dst *bool, tables ...[]string) {
		*dst = true
		for _, t := range tables {
			ok, e := has(t[0], t[1:]...)
			*dst = *dst && ok
			if err == nil {
				err = e
			}
		}
	}
	all(&s.v1, []string{"session", "id", "time_updated"}, []string{"message", "id", "session_id", "data"}, []string{"part", "id", "message_id", "session_id", "data"})
	all(&s.v2, []string{"session_v2", "id", "time_updated"}, []string{"session_message", "id", "session_id", "type", "seq", "data"})
	return s, err
}

// listDatabase lists the sessions of a database: nil when its schema is not
// known. A session's change is the latest change of its rows and their
// number, for the file's own time says nothing about it.
func listDatabase(ctx context.Context, file connectors.Source) ([]connectors.Source, error) {
	db, err := sqlitestore.Open(ctx, file.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	s, err := schemaOf(ctx, db)
	if err != nil {
		return nil, err
	}
	if !s.v1 && !s.v2 {
		return nil, nil
	}
	type row struct{ updated, messages, parts int64 }
	rows := map[string]*row{}
	collect := func(query string, add func(r *row, updated, n int64)) error {
		return db.Query(ctx, func(scan sqlitestore.Scan) error {
			var id, updated, n any
			if err := scan(&id, &updated, &n); err != nil {
				return err
			}
			k := sqlitestore.Text(id)
			r := rows[k]
			if r == nil {
				r = &row{}
				rows[k] = r
			}
			add(r, sqlitestore.Int(updated), sqlitestore.Int(n))
			return nil
		}, query)
	}
	later := func(r *row, updated int64) { r.updated = max(r.updated, updated) }
	session := func(r *row, updated, _ int64) { later(r, updated) }
	message := func(r *row, updated, n int64) { later(r, updated); r.messages += n }
	part := func(r *row, updated, n int64) { later(r, updated); r.parts += n }
	if s.v1 {
		for _, q := range []struct {
			sql string
			add func(*row, int64, int64)
		}{
			{"SELECT id, time_updated, 1 FROM session", session},
			{"SELECT session_id, max(time_updated), count(*) FROM message GROUP BY session_id", message},
			{"SELECT session_id, max(time_updated), count(*) FROM part GROUP BY session_id", part},
		} {
			if err := collect(q.sql, q.add); err != nil {
				return nil, err
			}
		}
	}
	if s.v2 {
		for _, q := range []struct {
			sql string
			add func(*row, int64, int64)
		}{
			{"SELECT id, time_updated, 1 FROM session_v2", session},
			{"SELECT session_id, max(time_updated), count(*) FROM session_message GROUP BY session_id", message},
		} {
			if err := collect(q.sql, q.add); err != nil {
				return nil, err
			}
		}
	}
	if err := db.Check(); err != nil {
		return nil, err
	}
	out := make([]connectors.Source, 0, len(rows))
	for _, id := range slices.Sorted(maps.Keys(rows)) {
		r := rows[id]
		if r.messages == 0 || id == "" {
			continue
		}
		at := connectors.Millis(r.updated)
		if at.IsZero() || at.After(file.ModTime.Add(24*time.Hour)) {
			at = file.ModTime
		}
		out = append(out, connectors.Source{
			Key: file.Key + "#" + id, Path: file.Path, ModTime: at,
			Change: connectors.Change(connectors.Millis(r.updated), r.messages, r.parts),
		})
	}
	return out, nil
}

// readDatabase reads one session; from session_message when it is there.
func readDatabase(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	db, err := sqlitestore.Open(ctx, src.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	s, err := schemaOf(ctx, db)
	if err != nil {
		return nil, err
	}
	if !s.v1 && !s.v2 {
		rep.Warn(src.Path, warnSchema)
		return nil, nil
	}
	id := connectors.SessionIn(src.Key)
	var out *connectors.Session
	if s.v2 {
		if out, err = readV2(ctx, db, id, src, rep); err != nil {
			return nil, err
		}
	}
	if out == nil && s.v1 {
		if out, err = readV1(ctx, db, id, src, rep); err != nil {
			return nil, err
		}
	}
	return out, db.Check()
}

// info reads a session's own row.
func info(ctx context.Context, db *sqlitestore.DB, table, id string) (*session, error) {
	have, err := db.Columns(ctx, table)
	if err != nil {
		return nil, err
	}
	var s *session
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var parent, dir, title, created, back any
		if err := scan(&parent, &dir, &title, &created, &back); err != nil {
			return err
		}
		s = &session{ID: id, ParentID: sqlitestore.Text(parent), Directory: sqlitestore.Text(dir), Title: sqlitestore.Text(title)}
		s.Time.Created = sqlitestore.Int(created)
		if r := (revert{}); json.Unmarshal([]byte(sqlitestore.Text(back)), &r) == nil {
			s.Revert = &r
		}
		return nil
	}, "SELECT "+sqlitestore.Pick(have, "parent_id", "directory", "title", "time_created", "revert")+" FROM "+table+" WHERE id = ?", id)
	if s == nil {
		s = &session{ID: id}
	}
	return s, err
}

// fit is a select expression for data that is not larger than a record may be.
const fit = "CASE WHEN length(data) <= ? THEN data END"

func readV1(ctx context.Context, db *sqlitestore.DB, id string, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	s, err := info(ctx, db, "session", id)
	if err != nil {
		return nil, err
	}
	var msgs []*message
	byID := map[string]*message{}
	records, understood := 0, 0
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var mid, created, data any
		if err := scan(&mid, &created, &data); err != nil {
			return err
		}
		records++
		m := &message{}
		if json.Unmarshal([]byte(sqlitestore.Text(data)), m) != nil {
			rep.Note(0, 0, connectors.NoteBadRecord)
			return nil
		}
		m.ID = sqlitestore.Text(mid)
		if m.Time.Created == 0 {
			m.Time.Created = sqlitestore.Int(created)
		}
		if m.Role == "user" || m.Role == "assistant" {
			understood++
		}
		msgs = append(msgs, m)
		byID[m.ID] = m
		return nil
	}, "SELECT id, time_created, "+fit+" FROM message WHERE session_id = ? ORDER BY time_created, id", connectors.MaxLine, id)
	if err != nil {
		return nil, err
	}
	held := 0
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var pid, mid, created, size, data any
		if err := scan(&pid, &mid, &created, &size, &data); err != nil {
			return err
		}
		records++
		if sqlitestore.Int(size) > connectors.MaxLine {
			rep.Note(0, 0, connectors.NoteLongRecord)
			return nil
		}
		var p part
		if json.Unmarshal([]byte(sqlitestore.Text(data)), &p) != nil {
			rep.Note(0, 0, connectors.NoteBadRecord)
			return nil
		}
		m := byID[sqlitestore.Text(mid)]
		if m == nil {
			return nil
		}
		p.ID, p.at = sqlitestore.Text(pid), sqlitestore.Int(created)
		p.shrink()
		if held += len(p.Text); held > 2*connectors.MaxDialogue {
			return nil // the builder notes that the session is too long
		}
		m.parts = append(m.parts, p)
		return nil
	}, "SELECT id, message_id, time_created, length(data), "+fit+" FROM part WHERE session_id = ? ORDER BY message_id, time_created, id", connectors.MaxLine, id)
	if err != nil {
		return nil, err
	}
	rep.Records += records
	if records > 0 && understood == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	b := s.builder(src, rep)
	for _, m := range msgs {
		s.add(b, m)
	}
	return b.Done(src.ModTime), nil
}

func readV2(ctx context.Context, db *sqlitestore.DB, id string, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	s, err := info(ctx, db, "session_v2", id)
	if err != nil {
		return nil, err
	}
	b := s.builder(src, rep)
	records, understood := 0, 0
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var mid, typ, created, size, data any
		if err := scan(&mid, &typ, &created, &size, &data); err != nil {
			return err
		}
		records++
		if sqlitestore.Int(size) > connectors.MaxLine {
			rep.Note(0, 0, connectors.NoteLongRecord)
			return nil
		}
		var d v2
		if json.Unmarshal([]byte(sqlitestore.Text(data)), &d) != nil {
			rep.Note(0, 0, connectors.NoteBadRecord)
			return nil
		}
		if t := sqlitestore.Text(typ); knownV2[t] {
			understood++
			if mid := sqlitestore.Text(mid); !s.undone(mid) {
				addV2(b, mid, t, sqlitestore.Millis(created), &d)
			}
		}
		return nil
	}, "SELECT id, type, time_created, length(data), "+fit+" FROM session_message WHERE session_id = ? ORDER BY seq, id", connectors.MaxLine, id)
	if err != nil || records == 0 {
		return nil, err
	}
	rep.Records += records
	if understood == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	return b.Done(src.ModTime), nil
}
