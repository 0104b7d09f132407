package hermes

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"jezero/connectors"
	"jezero/connectors/sqlitestore"
)

// row is a session's row, as far as it is read.
type row struct {
	id, source, parent, cwd, branch, title, end string
	started, last                               float64
	hidden, delegated                           bool
	messages                                    int64
}

// chain is a conversation: compression can go on in a child session, which is
// the same conversation.
type chain struct {
	members []string // session ids, oldest first
	skip    bool     // nobody talks in it
	source  connectors.Source
}

// family selects a session and what compression made of it.
const family = ` WHERE id IN (WITH RECURSIVE f(id) AS (
	SELECT ? UNION SELECT c.id FROM f JOIN sessions p ON p.id = f.id JOIN sessions c ON c.parent_session_id = p.id WHERE p.end_reason = 'compression'
) SELECT id FROM f)`

// rows reads all sessions with the number of their messages, or, when id is
// given, only that one and its descendants by compression, without the
// numbers; nil when the schema is not known.
func rows(ctx context.Context, db *sqlitestore.DB, id string) ([]*row, error) {
	have, err := db.Columns(ctx, "sessions")
	if err != nil {
		return nil, err
	}
	msg, err := db.Columns(ctx, "messages")
	if err != nil {
		return nil, err
	}
	if !have["id"] || !msg["session_id"] || !msg["role"] || !msg["content"] || !msg["timestamp"] {
		return nil, nil
	}
	where, args := "", []any(nil)
	switch {
	case id == "":
	case have["parent_session_id"] && have["end_reason"]:
		where, args = family, []any{id}
	default:
		where, args = " WHERE id = ?", []any{id}
	}
	list := []*row{}
	byID := map[string]*row{}
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var c [12]any
		if err := scan(&c[0], &c[1], &c[2], &c[3], &c[4], &c[5], &c[6], &c[7], &c[8], &c[9], &c[10], &c[11]); err != nil {
			return err
		}
		r := &row{
			id: sqlitestore.Text(c[0]), source: sqlitestore.Text(c[1]), parent: sqlitestore.Text(c[2]), cwd: sqlitestore.Text(c[3]),
			branch: sqlitestore.Text(c[4]), title: sqlitestore.Text(c[5]), end: sqlitestore.Text(c[6]),
			started: sqlitestore.Float(c[7]), last: sqlitestore.Float(c[8]), hidden: sqlitestore.Int(c[9]) != 0,
			delegated: strings.Contains(sqlitestore.Text(c[10]), `"_delegate_from"`),
		}
		if r.cwd == "" {
			r.cwd = sqlitestore.Text(c[11])
		}
		if r.id != "" && byID[r.id] == nil {
			list = append(list, r)
			byID[r.id] = r
		}
		return nil
	}, "SELECT "+sqlitestore.Pick(have, "id", "source", "parent_session_id", "cwd", "git_branch", "title", "end_reason", "started_at", "last_activity_at", "hidden", "model_config", "git_repo_root")+" FROM sessions"+where, args...)
	if err != nil || id != "" {
		return list, err
	}
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var id, n, last any
		if err := scan(&id, &n, &last); err != nil {
			return err
		}
		if r := byID[sqlitestore.Text(id)]; r != nil {
			r.messages = sqlitestore.Int(n)
			if at := sqlitestore.Float(last); !connectors.Seconds(at).IsZero() {
				r.last = max(r.last, at)
			}
		}
		return nil
	}, "SELECT session_id, count(*), max(timestamp) FROM messages GROUP BY session_id")
	return list, err
}

// chains joins the sessions that compression split.
func chains(list []*row) [][]*row {
	byID := map[string]*row{}
	for _, r := range list {
		byID[r.id] = r
	}
	// first follows a child to the session in which the conversation began.
	roots := map[*row]*row{}
	first := func(r *row) *row {
		var path []*row
		for roots[r] == nil {
			path = append(path, r)
			roots[r] = r // ends a circle, which a broken database may have
			if p := byID[r.parent]; p != nil && p.end == "compression" && !r.delegated && !unattended[r.source] {
				r = p
			}
		}
		r = roots[r]
		for _, c := range path {
			roots[c] = r
		}
		return r
	}
	members := map[*row][]*row{}
	var order []*row
	for _, r := range list {
		f := first(r)
		if members[f] == nil {
			order = append(order, f)
		}
		members[f] = append(members[f], r)
	}
	out := make([][]*row, 0, len(order))
	for _, f := range order {
		m := members[f]
		slices.SortStableFunc(m, func(a, b *row) int {
			return cmp.Or(cmp.Compare(a.started, b.started), strings.Compare(a.id, b.id))
		})
		out = append(out, m)
	}
	return out
}

func (r *row) alone() bool { return r.hidden || r.delegated || unattended[r.source] }

// listDatabase lists the conversations of a database; nil when its schema is
// not known.
func listDatabase(ctx context.Context, file connectors.Source) ([]chain, error) {
	db, err := sqlitestore.Open(ctx, file.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	list, err := rows(ctx, db, "")
	if err != nil || list == nil {
		return nil, err
	}
	if err := db.Check(); err != nil {
		return nil, err
	}
	out := []chain{}
	for _, rows := range chains(list) {
		c := chain{skip: rows[0].alone()}
		var last float64
		var n int64
		for _, r := range rows {
			c.members = append(c.members, r.id)
			last = max(last, r.last, r.started)
			n += r.messages
		}
		at := connectors.Seconds(last)
		if at.IsZero() || at.After(file.ModTime.Add(24*time.Hour)) {
			at = file.ModTime
		}
		c.source = connectors.Source{
			Key: file.Key + "#" + rows[0].id, Path: file.Path, ModTime: at,
			Change: connectors.Change(at, n, int64(len(rows))),
		}
		c.skip = c.skip || n == 0
		out = append(out, c)
	}
	return out, nil
}

// readDatabase reads one conversation.
func readDatabase(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	db, err := sqlitestore.Open(ctx, src.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	id := connectors.SessionIn(src.Key)
	list, err := rows(ctx, db, id)
	if err != nil {
		return nil, err
	}
	if list == nil {
		rep.Warn(src.Path, warnSchema)
		return nil, nil
	}
	var members []*row
	for _, c := range chains(list) {
		if c[0].id == id {
			members = c
		}
	}
	if members == nil {
		return nil, db.Check() // deleted since it was listed
	}
	b := connectors.NewBuilder(id, src, rep)
	s := &b.Session
	s.Started = connectors.Seconds(members[0].started)
	for _, r := range members {
		s.CWD, s.Branch, s.Title = cmp.Or(s.CWD, r.cwd), cmp.Or(s.Branch, r.branch), cmp.Or(s.Title, r.title)
	}
	a := newAdder(b)
	known := 0
	for _, r := range members {
		n, err := messages(ctx, db, r.id, rep, a)
		if err != nil {
			return nil, err
		}
		known += n
	}
	if rep.Records > 0 && known == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	return b.Done(src.ModTime), db.Check()
}

var roles = map[string]bool{"user": true, "assistant": true, "tool": true, "system": true, "session_meta": true}

// messages adds the messages of a session: those that are active and those
// that compaction archived; what is neither was taken back.
func messages(ctx context.Context, db *sqlitestore.DB, session string, rep *connectors.Report, a *adder) (known int, err error) {
	have, err := db.Columns(ctx, "messages")
	if err != nil {
		return 0, err
	}
	long := "coalesce(length(CAST(content AS BLOB)), 0) + coalesce(length(CAST(" + sqlitestore.Pick(have, "tool_calls") + " AS BLOB)), 0)"
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var c [10]any
		if err := scan(&c[0], &c[1], &c[2], &c[3], &c[4], &c[5], &c[6], &c[7], &c[8], &c[9]); err != nil {
			return err
		}
		rep.Records++
		role := sqlitestore.Text(c[1])
		if roles[role] {
			known++
		}
		if sqlitestore.Int(c[9]) > connectors.MaxLine {
			rep.Note(0, 0, connectors.NoteLongRecord)
			return nil
		}
		active, compacted := c[5] == nil || sqlitestore.Int(c[5]) != 0, sqlitestore.Int(c[6]) != 0
		if !active && !compacted {
			return nil
		}
		content, _ := json.Marshal(sqlitestore.Text(c[2]))
		calls, _ := json.Marshal(sqlitestore.Text(c[3]))
		m := message{
			ID: strconv.FormatInt(sqlitestore.Int(c[0]), 10), Role: role, Content: content, ToolCalls: calls,
			Display: sqlitestore.Text(c[7]), at: connectors.Seconds(sqlitestore.Float(c[4])),
		}
		if sqlitestore.Int(c[8]) != 0 {
			m.Compressed = json.RawMessage("1")
		}
		a.add(&m)
		return nil
	}, "SELECT "+sqlitestore.Pick(have, "id", "role")+", CASE WHEN "+long+" <= ? THEN content END, CASE WHEN "+long+" <= ? THEN "+sqlitestore.Pick(have, "tool_calls")+" END, "+
		sqlitestore.Pick(have, "timestamp", "active", "compacted", "display_kind", "_compressed_summary")+", "+long+
		" FROM messages WHERE session_id = ? ORDER BY rowid",
		connectors.MaxLine, connectors.MaxLine, session)
	return known, err
}
