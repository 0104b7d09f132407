package crash

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/server/chain"
	"jezero/server/sqlite"
)

// dumps are what a library holds, without row ids, times of storing, MACs and
// what tells how often a command was run.
var dumps = []string{
	`SELECT 'item ' || s.name || char(10) || p.name || char(10) || concat_ws(char(10), item_id, external_id, session, ordinal, branch, trust,
		started_ms, ended_ms, revision, i.rules, hash, summarizer, redactions, title, summary, questions, atoms, parts, turns, body,
		(SELECT version FROM item_rules r JOIN rule_versions v ON v.id = rules_id WHERE r.pk = i.pk))
		FROM items i JOIN sources s ON s.id = source_id JOIN projects p ON p.id = project_id ORDER BY s.name, external_id`,
	`SELECT concat_ws(' ', 'event', source, external_id, kind, item_id, rules, iif(kind = 'reseal', '', attrs)) FROM events ORDER BY source, external_id, seq`,
	`SELECT concat_ws(' ', 'cursor', connector, source_key, change) FROM cursors ORDER BY connector, source_key`,
	`SELECT concat_ws(' ', 'tally', s.name, p.name, items) FROM tallies JOIN sources s ON s.id = source_id JOIN projects p ON p.id = project_id
		WHERE items <> 0 ORDER BY s.name, p.name`,
	`SELECT concat_ws(' ', 'tombstone', scope, source, name) FROM tombstones ORDER BY scope, source, name`,
	`SELECT concat_ws(' ', 'spend', month, model, calls, input, output) FROM spend ORDER BY month, model`,
	`SELECT 'project ' || name FROM projects ORDER BY name`,
	`SELECT 'source ' || name FROM sources ORDER BY name`,
	`SELECT 'fact ' || name FROM facts ORDER BY name`,
}

// dump is the library in a canonical form.
func dump(t *testing.T, path string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out []string
	for _, q := range dumps {
		rows, err := db.Query(q)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// differ shows how two lists differ, "" when they do not. Comparing first is a
// hundred times cheaper than looking for differences.
func differ(want, got []string) string {
	if slices.Equal(want, got) {
		return ""
	}
	diff := cmp.Diff(want, got)
	return diff[:min(len(diff), 3000)]
}

var changing = regexp.MustCompile(`\d+T\d+\.\d+Z`)

// files lists what stands in the folder, with times in names made equal, so
// that what a killed command left lying is seen.
func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, changing.ReplaceAllString(e.Name(), "TIME"))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// segments counts the segments of the search index.
func segments(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT count(*) FROM search_segments").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// checkIndex compares the search index with the items.
func checkIndex(t *testing.T, path, keyFile string) {
	t.Helper()
	ctx := context.Background()
	keys, err := chain.LoadKeys(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(ctx, path, sqlite.Options{Keys: keys})
	if err != nil {
		t.Fatalf("%s does not open: %v", filepath.Base(path), err)
	}
	defer db.Close()
	if err := db.CheckIndex(ctx); err != nil {
		t.Fatal(err)
	}
}
