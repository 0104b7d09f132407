package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"jezero/server"
	"jezero/server/sqlite/textindex"
)

// indexedLibrary is a library whose index has few postings and many, in two
// segments, with something gone.
func indexedLibrary(t *testing.T) *library {
	t.Helper()
	l := newLibrary(t)
	var batch []server.Stored
	for i := range 300 {
		seg := segment("agent-x", fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprintf("common words of item%d getUserById stand here 漢字", i))
		batch = append(batch, server.Stored{Segment: seg, Summary: title("t"), Summarizer: "test"})
	}
	if _, err := l.PutAll(context.Background(), batch); err != nil {
		t.Fatal(err)
	}
	l.put(segment("agent-x", "s1", 0, "p", testTime, "common words of item1 getUserById, again"), title("t"))
	return l
}

// answers are those of questions of every kind to a reader that knows nothing yet.
func answers(path string) (out string, err error) {
	r, err := OpenReader(path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	for _, q := range []string{"common", "item7", `"words of item7"`, "item*", "漢字", "getUserById", "common item9 here"} {
		hits, err := r.Search(context.Background(), everything, server.Query{Text: q})
		if err != nil {
			return "", err
		}
		for _, h := range hits {
			out += h.Item.ID + " "
		}
		out += "\n"
	}
	return out, nil
}

// Whatever bit of the index turns over, a question is either answered as before
// or told that the index is damaged; vacuum sees every one, and makes it anew.
func TestSearch_DamagedIndex(t *testing.T) {
	l := indexedLibrary(t)
	db := raw(t, l.path)
	want, err := answers(l.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{"search_segments", "head"}, {"search_leaves", "data"}, {"search_chunks", "postings"}, {"search_chunks", "places"}} {
		rows, err := db.Query("SELECT id, " + c[1] + " FROM " + c[0])
		if err != nil {
			t.Fatal(err)
		}
		blobs := map[int64][]byte{}
		for rows.Next() {
			var id int64
			var b []byte
			if err := rows.Scan(&id, &b); err != nil {
				t.Fatal(err)
			}
			blobs[id] = b
		}
		rows.Close()
		told := 0
		for id, b := range blobs {
			for i := 0; i < len(b); i += 1 + len(b)/6 {
				bad := append([]byte{}, b...)
				bad[i] ^= 1 << (i % 8)
				mustExec(t, db, "UPDATE "+c[0]+" SET "+c[1]+" = ? WHERE id = ?", bad, id)
				got, err := answers(l.path)
				switch {
				case errors.Is(err, textindex.ErrFormat) && errors.Is(err, server.ErrDamagedIndex):
					told++
				case err != nil || got != want:
					t.Fatalf("%s of %s %d, byte %d: %q %v", c[1], c[0], id, i, got, err)
				}
				if err := l.CheckIndex(context.Background()); !errors.Is(err, ErrIndex) {
					t.Fatalf("%s of %s %d, byte %d: %v", c[1], c[0], id, i, err)
				}
			}
			mustExec(t, db, "UPDATE "+c[0]+" SET "+c[1]+" = ? WHERE id = ?", b, id)
		}
		if told == 0 {
			t.Errorf("%s of %s: nothing was told", c[1], c[0])
		}
	}
	if got, err := answers(l.path); got != want || err != nil {
		t.Errorf("undone: %q %v", got, err)
	}
}

// Parts that are gone or stand elsewhere are told as well.
func TestSearch_MisplacedIndex(t *testing.T) {
	for name, queries := range map[string][]string{
		"no segments":    {"DELETE FROM search_segments"},
		"one segment":    {"DELETE FROM search_segments WHERE id = 1"},
		"no leaves":      {"DELETE FROM search_leaves"},
		"no chunks":      {"DELETE FROM search_chunks"},
		"nothing gone":   {"DELETE FROM search_gone"},
		"more gone":      {"INSERT INTO search_gone SELECT 1, pk FROM items WHERE external_id = 's7#0'"},
		"leaf elsewhere": {"UPDATE search_leaves SET data = (SELECT data FROM search_leaves WHERE id >> 28 = 2) WHERE id >> 28 = 1"},
		"chunks swapped": {"UPDATE search_chunks SET id = -id WHERE id IN (1 << 28, (1 << 28) + 1)",
			"UPDATE search_chunks SET id = CASE id WHEN -(1 << 28) THEN (1 << 28) + 1 ELSE 1 << 28 END WHERE id < 0"},
	} {
		t.Run(name, func(t *testing.T) {
			l := indexedLibrary(t)
			db := raw(t, l.path)
			want, err := answers(l.path)
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range queries {
				mustExec(t, db, q)
			}
			if got, err := answers(l.path); !errors.Is(err, textindex.ErrFormat) {
				t.Errorf("%q %v", got, err)
			}
			db.Close()
			res, err := l.Vacuum(context.Background())
			if err != nil || !res.Reindexed {
				t.Errorf("%+v %v", res, err)
			}
			l.mustVerify()
			if got, err := answers(l.path); got != want || err != nil {
				t.Errorf("after vacuum: %q %v", got, err)
			}
		})
	}
}

// A library whose layout was changed, and whose items are not indexed yet
// because the program was killed in between, gives no empty answers.
func TestSearch_NotIndexedYet(t *testing.T) {
	ctx := context.Background()
	l := indexedLibrary(t)
	want, err := answers(l.path)
	if err != nil {
		t.Fatal(err)
	}
	l.DB.Close()
	l.formerly(3)
	db, err := openWrite(l.path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTombstones(ctx, l.path); err != nil {
		t.Error(err)
	}
	if _, err := OpenReader(l.path); !errors.Is(err, ErrOlder) {
		t.Error(err)
	}
	if err := migrate(ctx, db); err != nil {
		t.Fatal(err)
	}
	if got, err := answers(l.path); !errors.Is(err, textindex.ErrFormat) {
		t.Errorf("%q %v", got, err)
	}
	db.Close()
	l.open()
	l.mustVerify()
	if got, err := answers(l.path); got != want || err != nil {
		t.Errorf("%q %v", got, err)
	}
}

// An index that says wrongly of which source an item is shows it to no one
// who may not see it, also to who sees one source of 300.
func TestSearch_ItemsOfOtherSources(t *testing.T) {
	ctx := context.Background()
	l := newLibrary(t)
	var batch []server.Stored
	for i := range 300 {
		batch = append(batch, server.Stored{Segment: segment(fmt.Sprintf("agent-%03d", i), fmt.Sprint("s", i), 0, "p", testTime, fmt.Sprint("common word", i)), Summary: title("t"), Summarizer: "test"})
	}
	items, err := l.PutAll(ctx, batch)
	if err != nil {
		t.Fatal(err)
	}
	one := server.Scope{Sources: []string{"agent-2[5]7"}}
	ask := func(query string) []server.Hit {
		t.Helper()
		hits, err := l.reader().Search(ctx, one, server.Query{Text: query, Limit: 50})
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	for _, q := range []string{"common", "com*", `"common word257"`, "word257"} {
		if hits := ask(q); len(hits) != 1 || hits[0].Item.ID != items[257].ID {
			t.Errorf("%s: %v", q, hits)
		}
	}
	if hits := ask("word258"); len(hits) != 0 {
		t.Errorf("another source: %v", hits)
	}
	mustExec(t, raw(t, l.path), "UPDATE items SET source_id = (SELECT id FROM sources WHERE name = 'agent-000') WHERE item_id = ?", items[257].ID)
	if hits := ask("common"); len(hits) != 0 {
		t.Errorf("an item of another source: %v", hits)
	}
}
