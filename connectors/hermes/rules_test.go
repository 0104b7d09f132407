package hermes_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"jezero/connectors"
	"jezero/connectors/hermes"

	"github.com/google/go-cmp/cmp"
)

// schema is what the tests need of a current database; old is one from before
// most columns were added.
const (
	schema = `CREATE TABLE sessions(id TEXT PRIMARY KEY, source TEXT, parent_session_id TEXT, started_at REAL, end_reason TEXT, cwd TEXT, title TEXT, hidden INTEGER DEFAULT 0, model_config TEXT, last_activity_at REAL);
CREATE TABLE messages(id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_calls TEXT, timestamp REAL, active INTEGER DEFAULT 1, compacted INTEGER DEFAULT 0);`
	old = `CREATE TABLE sessions(id TEXT PRIMARY KEY, source TEXT, started_at REAL);
CREATE TABLE messages(id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL);`
)

func add(id, source, parent, end, config string, at int) string {
	return fmt.Sprintf("INSERT INTO sessions(id,source,parent_session_id,end_reason,model_config,started_at) VALUES('%s','%s',nullif('%s',''),nullif('%s',''),nullif('%s',''),%d);", id, source, parent, end, config, 1786270500+at)
}

func say(id, text string, at int) string {
	return fmt.Sprintf("INSERT INTO messages(session_id,role,content,timestamp) VALUES('%s','user','%s',%d);", id, text, 1786270500+at)
}

// read reads a database made by a script and gives what was said by session.
func read(t *testing.T, script ...string) (map[string][]string, []connectors.Warning) {
	t.Helper()
	root := t.TempDir()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(root, "state.db")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(strings.Join(script, "\n")); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	a := hermes.New()
	srcs, warns, err := a.Sources(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, src := range srcs {
		rep, err := a.Read(context.Background(), root, src, func(s *connectors.Session) error {
			for _, m := range s.Messages {
				got[s.ID] = append(got[s.ID], m.Text)
			}
			return nil
		})
		if err != nil || len(rep.Warnings) > 0 {
			t.Errorf("%s: %v %v", src.Key, err, rep.Warnings)
		}
	}
	return got, warns
}

func TestDatabase(t *testing.T) {
	for _, tt := range []struct {
		name   string
		script []string
		want   map[string][]string
	}{
		{"compression over three sessions", []string{schema,
			add("a", "cli", "", "compression", "", 0), say("a", "one", 1),
			add("b", "cli", "a", "compression", "", 10), say("b", "two", 11),
			add("c", "cli", "b", "", "", 20), say("c", "three", 21)},
			map[string][]string{"a": {"one", "two", "three"}}},
		{"a child that is no compression", []string{schema,
			add("a", "cli", "", "user_exit", "", 0), say("a", "one", 1),
			add("b", "cli", "a", "", "", 10), say("b", "two", 11)},
			map[string][]string{"a": {"one"}, "b": {"two"}}},
		{"circle", []string{schema,
			add("a", "cli", "b", "compression", "", 0), say("a", "one", 1),
			add("b", "cli", "a", "compression", "", 10), say("b", "two", 11)},
			map[string][]string{"a": {"one", "two"}}},
		// JZ-160
		{"scheduler and subagents", []string{schema,
			add("a", "cli", "", "compression", "", 0), say("a", "one", 1),
			add("cron", "cron", "", "", "", 0), say("cron", "x", 1),
			add("tool", "tool", "a", "", "", 0), say("tool", "x", 1),
			add("sub", "cli", "a", "", `{"_delegate_from":"a"}`, 5), say("sub", "x", 6)},
			map[string][]string{"a": {"one"}}},
		{"old schema", []string{old, "INSERT INTO sessions VALUES('a','cli',1786270500);", say("a", "one", 1)},
			map[string][]string{"a": {"one"}}},
		{"taken back, and archived by compaction", []string{schema, add("a", "cli", "", "", "", 0), say("a", "kept", 1),
			"INSERT INTO messages(session_id,role,content,timestamp,active,compacted) VALUES('a','user','taken back',1786270502,0,0),('a','user','archived',1786270503,0,1),('a','user','archived',1786270503,1,0);"},
			map[string][]string{"a": {"kept", "archived"}}},
		{"same words at another time", []string{schema, add("a", "cli", "", "", "", 0), say("a", "go on", 1), say("a", "go on", 2)},
			map[string][]string{"a": {"go on", "go on"}}},
		{"recaps and reviews", []string{schema, add("a", "cli", "", "", "", 0), say("a", "[CONTEXT COMPACTION] x", 1), say("a", "Review the conversation above and update the skill library", 2), say("a", "real", 3)},
			map[string][]string{"a": {"real"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, warns := read(t, tt.script...)
			if diff := cmp.Diff(tt.want, got); diff != "" || len(warns) > 0 {
				t.Errorf("(-want +got):\n%s%v", diff, warns)
			}
		})
	}
}

// JZ-147: an unknown schema is said loudly, and is not an empty store.
func TestDatabase_UnknownSchema(t *testing.T) {
	got, warns := read(t, "CREATE TABLE conversations(id TEXT);")
	if len(got) > 0 || len(warns) != 1 {
		t.Errorf("%v, warnings %v", got, warns)
	}
}
