package sqlite

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/server"
)

// formerly lays the library out as the program did at an earlier version of the
// schema, with all that such a library holds. It is closed before and after.
func (l *library) formerly(version int) {
	l.tb.Helper()
	now := l.path + ".now"
	if err := os.Rename(l.path, now); err != nil {
		l.tb.Fatal(err)
	}
	if err := createPrivate(l.path); err != nil {
		l.tb.Fatal(err)
	}
	names, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		l.tb.Fatal(err)
	}
	db, err := openWrite(l.path)
	if err != nil {
		l.tb.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for i := range version {
		if done, err := migrateStep(context.Background(), db, names[:version]); done || err != nil {
			l.tb.Fatal(i, done, err)
		}
	}
	mustExec(l.tb, db, "PRAGMA foreign_keys = 0")
	mustExec(l.tb, db, "ATTACH ? AS now", now)
	ask := func(query string, args ...any) []string {
		l.tb.Helper()
		list, err := stringsOf(context.Background(), db, query, args...)
		if err != nil {
			l.tb.Fatal(err)
		}
		return list
	}
	const columns = "SELECT name FROM pragma_table_info(?, ?) ORDER BY cid"
	for _, table := range ask("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'items\\_%\\_%' ESCAPE '\\' AND sql NOT LIKE '%VIRTUAL%'") {
		to, from := ask(columns, table, "main"), ask(columns, table, "now")
		if len(from) == 0 {
			continue // a table that is no more
		}
		values := slices.Clone(to)
		for i, c := range to {
			if !slices.Contains(from, c) {
				values[i] = map[string]string{"items.tags": `char(0xe000) || 's' || source_id || ' ' || char(0xe000) || 'p' || project_id`}[table+"."+c]
			}
		}
		mustExec(l.tb, db, "DELETE FROM main."+table)
		mustExec(l.tb, db, "INSERT INTO main."+table+" ("+strings.Join(to, ", ")+") SELECT "+strings.Join(values, ", ")+" FROM now."+table+" ORDER BY 1, 2")
	}
	mustExec(l.tb, db, "DETACH now")
}

// A library of any former layout is brought up to date when it is opened for
// writing, and refused by readers until then; what it holds is found as before.
func TestOpen_FormerLayouts(t *testing.T) {
	names, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for version, name := range names[1:] {
		version++
		t.Run("before "+strings.TrimPrefix(name, "migration/"), func(t *testing.T) {
			l := indexedLibrary(t)
			want, err := answers(l.path)
			if err != nil {
				t.Fatal(err)
			}
			schema := l.schema()
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			l.formerly(version)
			if r, err := OpenReader(l.path); err == nil {
				t.Error("a reader takes the old layout", r.Close())
			}
			l.open()
			if diff := cmp.Diff(schema, l.schema()); diff != "" {
				t.Error(diff)
			}
			l.mustVerify()
			if got, err := answers(l.path); got != want || err != nil {
				t.Errorf("%v\n%s", err, cmp.Diff(want, got))
			}
			l.put(segment("agent-x", "s2", 0, "p", testTime, "common words of item2, later"), title("t"))
			l.mustVerify()
			if hits, err := l.reader().Search(context.Background(), everything, server.Query{Text: "later"}); len(hits) != 1 || err != nil {
				t.Error(hits, err)
			}
		})
	}
}

// schema is how the library is laid out.
func (l *library) schema() []string {
	l.tb.Helper()
	list, err := stringsOf(context.Background(), l.read, `SELECT s.name || ' ' || group_concat(c.name || ' ' || c.type, ', ')
		FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type IN ('table', 'index') GROUP BY s.name ORDER BY s.name`)
	if err != nil {
		l.tb.Fatal(err)
	}
	return list
}
