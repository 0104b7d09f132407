// Package connectors reads coding agents' sessions. Each agent is one folder
// below this one and one line in connectors/all; it implements Agent.
// Connectors only ever read.
package connectors

import (
	"context"
	"errors"
	"time"
)

// Agent reads the sessions of one coding agent.
type Agent interface {
	// ID is the agent's id everywhere: connectors in jezero.toml, inbox paths,
	// source names ("claude-code").
	ID() string
	// Roots lists the places where this user's sessions would be, most likely
	// first, whether or not they exist.
	Roots(env Env) []string
	// Sources lists the files (or sessions of a database) below root that hold
	// sessions, without opening transcripts. An unreadable folder is a Warning
	// and does not stop the rest. A missing root is ErrNoRoot.
	Sources(ctx context.Context, root string) ([]Source, []Warning, error)
	// Read parses one source and calls emit for each session in it, oldest
	// first. What it could not understand stands in the report; an error is for
	// the source as a whole. emit's error stops the read and is returned.
	Read(ctx context.Context, root string, src Source, emit func(*Session) error) (Report, error)
	// UploadPath reports whether p, relative to the agent's root and with
	// forward slashes, has the agent's own layout and may be uploaded.
	UploadPath(p string) bool
}

// Env is where roots are looked for.
type Env struct {
	Home   string
	Getenv func(string) string
	GOOS   string
}

// ErrNoRoot says that an agent's folder does not exist on this computer.
var ErrNoRoot = errors.New("no such session folder")

// Source is one readable thing below a root.
type Source struct {
	Key     string    // stable name for the cursor: slash path below root, or path#session in a database
	Path    string    // the file to open
	ModTime time.Time // last change; for a database the session's own
	Size    int64     // bytes; 0 when not known
	Change  string    // changes whenever the content may have changed; compared, never parsed
}

// Session is one conversation.
type Session struct {
	ID       string // the agent's own id, unique within the agent
	Parent   string // the session that spawned it (subagents), or ""
	CWD      string // working folder, as the agent wrote it; connectors/project makes the project of it
	Branch   string
	Title    string
	Started  time.Time
	Ended    time.Time // last message
	Messages []Message
}

// Role says who speaks.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
	// Tool is one line about one tool call: its name and the arguments that
	// say what it did. Results and hidden reasoning are dropped.
	Tool Role = "tool"
)

// Message is one turn or one tool call, in order.
type Message struct {
	ID   string // record id, stable over copies and resumes; "" when the format has none
	Role Role
	Time time.Time
	Text string
}

// Report says what a read met. A Note (a bad or over-long record) is counted
// and lets the cursor move; a Warning (format drift, unreadable file) holds
// the cursor for that source and shows in health.
type Report struct {
	Records  int // records seen
	Notes    []Note
	Warnings []Warning
	more     int // notes beyond the limit, see Note
}

// Note is about one record. It never holds the record's bytes.
type Note struct {
	Line   int   // 1-based; 0 when the format has no lines
	Offset int64 // byte offset of the record
	What   string
}

// Warning is about a whole source or folder. It never holds content.
type Warning struct {
	Path string
	What string
}

// MaxLine is the longest record that is read whole, in bytes; a longer one is
// skipped and noted.
const MaxLine = 64 << 20

// MarkerOpen and MarkerClose stand around the block that jezero's own hooks
// inject into a session; connectors drop the block, else memory feeds on itself.
const (
	MarkerOpen  = "<jezero-memory>"
	MarkerClose = "</jezero-memory>"
)
