package connectors

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A database is never sent as it is: the computer that has it exports each
// session into one JSON file, export/<session id>.json, which the same agent
// reads on the server. This is that file.
type exported struct {
	Export  int             `json:"jezero_export"` // version of this format
	Agent   string          `json:"agent"`
	Session exportedSession `json:"session"`
}

type exportedSession struct {
	ID       string            `json:"id"`
	Parent   string            `json:"parent,omitempty"`
	CWD      string            `json:"cwd,omitempty"`
	Branch   string            `json:"branch,omitempty"`
	Title    string            `json:"title,omitempty"`
	Started  time.Time         `json:"started"`
	Messages []exportedMessage `json:"messages"`
}

type exportedMessage struct {
	ID   string    `json:"id,omitempty"`
	Role Role      `json:"role"`
	Time time.Time `json:"time"`
	Text string    `json:"text"`
}

const exportVersion = 1

var exportable = regexp.MustCompile(`\A[A-Za-z0-9_-]{1,128}\z`)

// ExportPath is where a session's export stands below the agent's root, and
// whether its id can be a file name at all.
func ExportPath(id string) (string, bool) {
	return "export/" + id + ".json", exportable.MatchString(id)
}

// WriteExport writes a session of an agent in the form that ReadExport reads.
func WriteExport(w io.Writer, agent string, s *Session) error {
	e := exported{Export: exportVersion, Agent: agent, Session: exportedSession{
		ID: s.ID, Parent: s.Parent, CWD: s.CWD, Branch: s.Branch, Title: s.Title, Started: s.Started,
		Messages: make([]exportedMessage, len(s.Messages)),
	}}
	for i, m := range s.Messages {
		e.Session.Messages[i] = exportedMessage(m)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(e)
}

// ReadExport reads src as an export of the agent and emits its session. What
// is no export of this agent is a warning.
func ReadExport(ctx context.Context, agent string, src Source, rep *Report, emit func(*Session) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b, err := ReadFile(src.Path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, Unreadable(src.Path, err))
		return nil
	}
	var e exported
	if json.Unmarshal(b, &e) != nil || e.Export < 1 || e.Agent != agent || e.Session.ID == "" {
		rep.Warn(src.Path, WarnFormat)
		return nil
	}
	if e.Export > exportVersion {
		rep.Warn(src.Path, "export of a newer version: update jezero on this side")
		return nil
	}
	build := NewBuilder(e.Session.ID, src, rep)
	s := &build.Session
	s.Parent, s.CWD, s.Branch, s.Title, s.Started = e.Session.Parent, e.Session.CWD, e.Session.Branch, e.Session.Title, e.Session.Started
	for _, m := range e.Session.Messages {
		rep.Records++
		switch m.Role {
		case User, Assistant:
		case Tool:
			m.Text = cutWords(oneLine(m.Text), MaxToolLine)
		default:
			continue
		}
		build.Add(Message(m))
	}
	if s := build.Done(src.ModTime); s != nil {
		return emit(s)
	}
	return nil
}

// IsExport reports whether the key of a source is that of an export.
func IsExport(key string) bool {
	dir := path.Dir(key)
	return path.Base(dir) == "export" && strings.HasSuffix(key, ".json")
}

// InDatabase reports whether the key of a source is that of a session in a
// database. Such a source cannot be sent; it is exported.
func InDatabase(key string) bool { return strings.Contains(key, "#") }

// SessionIn is the session's id in the key of a source in a database.
func SessionIn(key string) string { return key[strings.LastIndexByte(key, '#')+1:] }

// ReadSide reads a small file that stands beside transcripts (an index, a
// title): nil when it is missing, too large or not to be read. Such a file
// only ever adds to what the transcript says.
func ReadSide(root, rel string) []byte {
	p := filepath.Join(root, filepath.FromSlash(rel))
	if fi, err := os.Lstat(p); err != nil || fi.Size() > 16<<20 {
		return nil
	}
	b, err := ReadFile(p)
	if err != nil {
		return nil
	}
	return b
}
