// Package goose reads the sessions of Goose: its database, the JSONL files of
// older versions, and exports of the database.
package goose

import (
	"context"
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"jezero/connectors"
	"jezero/connectors/sqlitestore"
)

// Agent reads Goose.
type Agent struct{}

// New returns the agent.
func New() Agent { return Agent{} }

// ID is "goose".
func (Agent) ID() string { return "goose" }

// Roots are the session folders of GOOSE_PATH_ROOT and of the data folder.
func (Agent) Roots(env connectors.Env) []string {
	var roots []string
	if dir := env.Getenv("GOOSE_PATH_ROOT"); dir != "" {
		roots = append(roots, filepath.Join(dir, "data", "sessions"))
	}
	if dir := env.Getenv("APPDATA"); env.GOOS == "windows" && dir != "" {
		return append(roots, filepath.Join(dir, "Block", "goose", "data", "sessions"))
	}
	data := env.Getenv("XDG_DATA_HOME")
	if data == "" {
		data = filepath.Join(env.Home, ".local", "share")
	}
	return append(roots, filepath.Join(data, "goose", "sessions"))
}

var uploadPath = regexp.MustCompile(`\A(?:export/[A-Za-z0-9_-]{1,64}\.json|\d{8}_\d{1,6}\.jsonl)\z`)

// UploadPath accepts JSONL sessions and exports; the database is never sent.
func (Agent) UploadPath(p string) bool { return connectors.SafePath(p) && uploadPath.MatchString(p) }

const (
	dbFile     = "sessions.db"
	warnSchema = "format not understood: no known tables in the database"
)

// Sources lists the sessions, each once: the files of a session stay where
// they were when the database took it over.
func (a Agent) Sources(ctx context.Context, root string) ([]connectors.Source, []connectors.Warning, error) {
	files, warns, err := connectors.Walk(ctx, root, []string{"."}, func(rel string) bool { return rel == "export" }, func(rel string) bool {
		return rel == dbFile || a.UploadPath(rel)
	})
	if err != nil {
		return nil, nil, err
	}
	taken := map[string]bool{}
	var out []connectors.Source
	for _, f := range files {
		if f.Key != dbFile {
			continue
		}
		list, known, err := listDatabase(ctx, f)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			warns = append(warns, sqlitestore.Warning(f.Path, err))
		case !known:
			warns = append(warns, connectors.Warning{Path: f.Path, What: warnSchema})
		}
		for _, l := range list {
			taken[l.id] = true
			if !l.skip {
				out = append(out, l.source)
			}
		}
	}
	for _, export := range []bool{true, false} {
		for _, f := range files {
			if f.Key == dbFile || connectors.IsExport(f.Key) != export {
				continue
			}
			id := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Key), "l"), ".json")
			if !taken[id] {
				taken[id] = true
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b connectors.Source) int { return strings.Compare(a.Key, b.Key) })
	return out, warns, nil
}

// listed is a session of the database.
type listed struct {
	id     string
	skip   bool
	source connectors.Source
}

// unattended are the types of sessions in which nobody talks.
var unattended = map[string]bool{"scheduled": true, "hidden": true}

func listDatabase(ctx context.Context, file connectors.Source) (out []listed, known bool, err error) {
	db, err := sqlitestore.Open(ctx, file.Path)
	if err != nil {
		return nil, false, err
	}
	defer db.Close()
	have, err := db.Columns(ctx, "sessions")
	if err != nil {
		return nil, false, err
	}
	msg, err := db.Columns(ctx, "messages")
	if err != nil || !have["id"] || !msg["session_id"] || !msg["content_json"] || !msg["role"] {
		return nil, false, err
	}
	type row struct{ n, last int64 }
	rows := map[string]row{}
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var id, n, last any
		if err := scan(&id, &n, &last); err != nil {
			return err
		}
		rows[sqlitestore.Text(id)] = row{sqlitestore.Int(n), sqlitestore.Int(last)}
		return nil
	}, "SELECT session_id, count(*), max(created_timestamp) FROM messages GROUP BY session_id")
	if err != nil {
		return nil, true, err
	}
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var id, typ, updated any
		if err := scan(&id, &typ, &updated); err != nil {
			return err
		}
		l := listed{id: sqlitestore.Text(id)}
		r := rows[l.id]
		l.skip = r.n == 0 || unattended[sqlitestore.Text(typ)] || l.id == ""
		at := created(r.last)
		if at.IsZero() || at.After(file.ModTime.Add(24*time.Hour)) {
			at = file.ModTime
		}
		l.source = connectors.Source{
			Key: file.Key + "#" + l.id, Path: file.Path, ModTime: at,
			Change: connectors.Change(at, r.n) + "." + sqlitestore.Text(updated),
		}
		out = append(out, l)
		return nil
	}, "SELECT "+sqlitestore.Pick(have, "id", "session_type")+", CAST("+sqlitestore.Pick(have, "updated_at")+" AS TEXT) FROM sessions ORDER BY id")
	if err != nil {
		return nil, true, err
	}
	return out, true, db.Check()
}

// created reads a time in seconds, or in milliseconds where it is too large
// for those.
func created(t int64) time.Time {
	if t > 1e11 {
		return connectors.Millis(t)
	}
	return connectors.Seconds(float64(t))
}

// Read reads one session.
func (a Agent) Read(ctx context.Context, root string, src connectors.Source, emit func(*connectors.Session) error) (connectors.Report, error) {
	var rep connectors.Report
	var s *connectors.Session
	var err error
	switch {
	case connectors.InDatabase(src.Key):
		s, err = readDatabase(ctx, src, &rep)
		if err != nil && ctx.Err() == nil {
			rep.Warnings = append(rep.Warnings, sqlitestore.Warning(src.Path, err))
			return rep, nil
		}
	case connectors.IsExport(src.Key):
		return rep, connectors.ReadExport(ctx, a.ID(), src, &rep, emit)
	default:
		s, err = readFile(ctx, src, &rep)
	}
	if err != nil || s == nil {
		return rep, err
	}
	return rep, emit(s)
}

// message is a message in either store.
type message struct {
	ID       string          `json:"id"`
	Role     string          `json:"role"`
	Created  int64           `json:"created"`
	Content  json.RawMessage `json:"content"`
	Metadata *struct {
		UserVisible *bool `json:"userVisible"`
	} `json:"metadata"`
	// Of the first line of a file.
	Description string `json:"description"`
	WorkingDir  string `json:"working_dir"`
}

type block struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	ID       string `json:"id"`
	ToolCall struct {
		Value struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"value"`
	} `json:"toolCall"`
}

// add adds what a message says. Tool results come in the user's role; what
// only the model was to see (a recap after compaction) is not dialogue.
func (m *message) add(b *connectors.Builder) bool {
	var list []json.RawMessage
	if json.Unmarshal(m.Content, &list) != nil || m.Role != "user" && m.Role != "assistant" {
		return false
	}
	if m.Metadata != nil && m.Metadata.UserVisible != nil && !*m.Metadata.UserVisible {
		return true
	}
	role := connectors.Assistant
	if m.Role == "user" {
		role = connectors.User
	}
	at := created(m.Created)
	var text []string
	var calls []connectors.Message
	for _, raw := range list {
		var c block
		if json.Unmarshal(raw, &c) != nil {
			continue
		}
		switch c.Type {
		case "text":
			text = append(text, connectors.Cut(c.Text, "info-msg", "system-reminder"))
		case "toolRequest", "frontendToolRequest":
			calls = append(calls, connectors.Message{ID: c.ID, Role: connectors.Tool, Time: at, Text: connectors.ToolLine(c.ToolCall.Value.Name, c.ToolCall.Value.Arguments)})
		}
	}
	b.Add(connectors.Message{ID: m.ID, Role: role, Time: at, Text: strings.Join(text, "\n\n")})
	for _, c := range calls {
		b.Add(c)
	}
	return true
}

func readFile(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	b := connectors.NewBuilder(strings.TrimSuffix(path.Base(src.Key), ".jsonl"), src, rep)
	err := connectors.ReadJSONL(ctx, src.Path, rep, func(line connectors.Line) (connectors.Verdict, error) {
		var m message
		if json.Unmarshal(line.Data, &m) != nil {
			if json.Valid(line.Data) {
				return connectors.Unknown, nil
			}
			return connectors.Bad, nil
		}
		if m.Role == "" && m.WorkingDir != "" {
			b.Session.CWD, b.Session.Title = m.WorkingDir, m.Description
			return connectors.Understood, nil
		}
		if !m.add(b) {
			return connectors.Unknown, nil
		}
		return connectors.Understood, nil
	})
	if err != nil {
		return nil, err
	}
	return b.Done(src.ModTime), nil
}

func readDatabase(ctx context.Context, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	db, err := sqlitestore.Open(ctx, src.Path)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	have, err := db.Columns(ctx, "sessions")
	if err != nil {
		return nil, err
	}
	id := connectors.SessionIn(src.Key)
	b := connectors.NewBuilder(id, src, rep)
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var dir, name, description, parent any
		if err := scan(&dir, &name, &description, &parent); err != nil {
			return err
		}
		b.Session.CWD, b.Session.Parent = sqlitestore.Text(dir), sqlitestore.Text(parent)
		if b.Session.Title = sqlitestore.Text(name); b.Session.Title == "" {
			b.Session.Title = sqlitestore.Text(description)
		}
		return nil
	}, "SELECT "+sqlitestore.Pick(have, "working_dir", "name", "description", "parent_session_id")+" FROM sessions WHERE id = ?", id)
	if err != nil {
		return nil, err
	}
	msg, err := db.Columns(ctx, "messages")
	if err != nil {
		return nil, err
	}
	known := 0
	err = db.Query(ctx, func(scan sqlitestore.Scan) error {
		var mid, role, at, meta, size, content any
		if err := scan(&mid, &role, &at, &meta, &size, &content); err != nil {
			return err
		}
		rep.Records++
		if sqlitestore.Int(size) > connectors.MaxLine {
			rep.Note(0, 0, connectors.NoteLongRecord)
			return nil
		}
		m := message{ID: sqlitestore.Text(mid), Role: sqlitestore.Text(role), Created: sqlitestore.Int(at), Content: []byte(sqlitestore.Text(content))}
		_ = json.Unmarshal([]byte(sqlitestore.Text(meta)), &m.Metadata)
		switch {
		case m.add(b):
			known++
		case !json.Valid(m.Content):
			rep.Note(0, 0, connectors.NoteBadRecord)
		}
		return nil
	}, "SELECT "+sqlitestore.Pick(msg, "message_id", "role", "created_timestamp", "metadata_json")+
		", length(content_json), CASE WHEN length(content_json) <= ? THEN content_json END FROM messages WHERE session_id = ? ORDER BY rowid", connectors.MaxLine, id)
	if err != nil {
		return nil, err
	}
	if rep.Records > 0 && known == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	return b.Done(src.ModTime), db.Check()
}
