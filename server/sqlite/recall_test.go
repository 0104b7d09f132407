package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jezero/corpus"
	"jezero/server"
)

// recalled says how well questions found the one item that answers them.
type recalled struct {
	questions, first, five int
	reciprocal             float64 // sum of 1/rank within the first ten
}

func (r *recalled) add(rank int) { // from 1; 0 for not found
	r.questions++
	if rank == 1 {
		r.first++
	}
	if rank >= 1 && rank <= 5 {
		r.five++
	}
	if rank >= 1 && rank <= 10 {
		r.reciprocal += 1 / float64(rank)
	}
}

func (r *recalled) hit1() float64 { return float64(r.first) / float64(r.questions) }
func (r *recalled) hit5() float64 { return float64(r.five) / float64(r.questions) }
func (r *recalled) mrr() float64  { return r.reciprocal / float64(r.questions) }

// finder returns the external ids of what is found, best first.
type finder struct {
	name string
	find func(q string) ([]string, error)
}

// finders are the search, and bm25 over all items that hold any of the words:
// over the words as they stand, and with the columns' weights and the words'
// other forms. exact makes the latter two.
func finders(r *Reader, exact func(name string, weights [6]float64, phrases func([]term) [][]string) finder) []finder {
	return []finder{
		{"search", func(q string) ([]string, error) {
			hits, err := r.Search(context.Background(), everything, server.Query{Text: q, Limit: 10})
			var out []string
			for _, h := range hits {
				out = append(out, h.Item.ExternalID)
			}
			return out, err
		}},
		exact("bm25, words", [6]float64{1, 1, 1, 1, 1, 1}, plainWords),
		exact("bm25, forms and weights", [6]float64{3, 1.6, 2.4, 2, 1, 1}, allForms),
	}
}

// plainWords are the words of a question, each to be looked for by itself.
func plainWords(terms []term) (out [][]string) {
	for _, t := range terms {
		for _, w := range t.words {
			if !t.stop {
				out = append(out, []string{w})
			}
		}
	}
	return out
}

// allForms are the words and phrases of a question, with other forms of the
// words.
func allForms(terms []term) (out [][]string) {
	for _, t := range terms {
		if t.stop {
			continue
		}
		out = append(out, t.words)
		for _, f := range t.forms {
			out = append(out, []string{f})
		}
		if len(t.humps) > 1 {
			out = append(out, t.humps)
		}
	}
	return out
}

const recallColumns = "title, summary, questions, atoms, parts, body"

// fts5 asks SQLite's own index, which it fills from the library.
func fts5(t *testing.T, l *library) func(string, [6]float64, func([]term) [][]string) finder {
	t.Helper()
	db := raw(t, filepath.Join(t.TempDir(), "fts.db"))
	db.SetMaxOpenConns(1)
	for _, q := range []string{
		"ATTACH '" + l.path + "' AS l",
		`CREATE VIRTUAL TABLE f USING fts5 (` + recallColumns + `, content = '', tokenize = "unicode61 remove_diacritics 2")`,
		"INSERT INTO f (rowid, " + recallColumns + ") SELECT pk, " + recallColumns + " FROM l.items",
	} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string, weights [6]float64, phrases func([]term) [][]string) finder {
		order := strings.ReplaceAll(strings.Trim(fmt.Sprint(weights), "[]"), " ", ", ")
		return finder{name, func(q string) ([]string, error) {
			var any []string
			for _, p := range phrases(parseQuery(q)) {
				any = append(any, `"`+strings.Join(p, " ")+`"`)
			}
			return stringsOf(context.Background(), db, `SELECT i.external_id FROM (SELECT rowid AS pk, bm25(f, `+order+`) AS score FROM f
				WHERE f MATCH ? ORDER BY score LIMIT 10) x JOIN l.items i ON i.pk = x.pk ORDER BY x.score`, strings.Join(any, " OR "))
		}}
	}
}

// recall asks all questions, prints a table and returns what each finder got.
func recall(t *testing.T, fs []finder, questions []corpus.RecallQuestion) []recalled {
	t.Helper()
	out := make([]recalled, len(fs))
	table := &strings.Builder{}
	fmt.Fprintf(table, "%-26s %6s %6s %6s   hit@5 by distance 0 to 3\n", "", "hit@1", "hit@5", "MRR")
	for i, f := range fs {
		var by [4]recalled
		began := time.Now()
		for _, q := range questions {
			ids, err := f.find(q.Text)
			if err != nil {
				t.Fatal(err)
			}
			rank := 0
			for j, id := range ids {
				if id == q.ID+"#0" {
					rank = j + 1
					break
				}
			}
			out[i].add(rank)
			by[q.Distance].add(rank)
			if *recallMisses && i == 0 && rank != 1 {
				fmt.Printf("rank %d: %s\n   wanted %s, got %v\n", rank, q.Text, q.ID, ids[:min(3, len(ids))])
			}
		}
		r := &out[i]
		fmt.Fprintf(table, "%-26s %6.3f %6.3f %6.3f  ", f.name, r.hit1(), r.hit5(), r.mrr())
		for d := range by {
			fmt.Fprintf(table, " %.2f", by[d].hit5())
		}
		fmt.Fprintf(table, "   (%.1f s)\n", time.Since(began).Seconds())
	}
	fmt.Print(table)
	return out
}

// The search must be no worse than ranking everything: 200 questions over 2,000
// segments.
func TestRecall(t *testing.T) {
	l := newLibrary(t)
	if _, err := l.PutAll(context.Background(), recallStored(t, testTime.AddDate(-1, 0, 0), testTime)); err != nil {
		t.Fatal(err)
	}
	_, questions := corpus.Recall()
	fs := finders(l.reader(), fts5(t, l))
	if !*recallAll {
		fs = fs[:2]
		var some []corpus.RecallQuestion
		for i := 0; i < len(questions); i += 3 { // of all distances
			some = append(some, questions[i])
		}
		questions = some
	}
	noWorse(t, recall(t, fs, questions))
}

func noWorse(t *testing.T, got []recalled) {
	t.Helper()
	for i := range got[1:] {
		if got[0].five < got[i+1].five || got[0].mrr() < got[i+1].mrr() {
			t.Errorf("hit@5 %.3f and MRR %.3f; exact bm25 has %.3f and %.3f", got[0].hit5(), got[0].mrr(), got[i+1].hit5(), got[i+1].mrr())
		}
	}
}

// The same questions with their segments among a million items, evenly by age.
func TestMillion_Recall(t *testing.T) {
	l := millionLibrary(t)
	_, questions := corpus.Recall()
	noWorse(t, recall(t, finders(l.reader(), scanBM25(t, l, questions)), questions))
}
