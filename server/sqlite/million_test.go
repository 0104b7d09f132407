package sqlite

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"jezero/corpus"
	"jezero/server"
	"jezero/server/chain"
	"jezero/server/summarize"
)

var (
	millionDir     = flag.String("million", "", "folder of the large library, which is made there when it is missing; without it the tests of that library are skipped")
	millionAsks    = flag.Int("million-asks", 100, "questions of each kind")
	millionKinds   = flag.String("million-kinds", "", "ask questions of these kinds only, a regular expression on their names")
	millionProfile = flag.String("million-profile", "", "write a CPU profile of the questions to this file")
	recallAll      = flag.Bool("recall", false, "ask all questions of the labelled set, of all finders")
	recallMisses   = flag.Bool("recall-misses", false, "print the questions whose answer is not first")
	millionItems   = flag.Int("million-items", 1_000_000, "items of the large library")
)

const (
	millionSpan  = 4 * 365 * 24 * time.Hour // from the oldest item to the newest
	millionWords = 250_000                  // of the vocabulary
)

var millionSources = []string{"agent-claude-code", "agent-codex", "agent-claude-code-laptop", "agent-codex-laptop", "agent-opencode",
	"agent-gemini", "agent-claude-code-build", "mail", "notes", "agent-copilot", "agent-goose", "private-notes"}

// vocabulary is the words of the generated items by rank: the common words of
// English, then words of the labelled set (so that its questions are not the
// only items that hold them) among made-up ones.
type vocabulary []string

func newVocabulary() vocabulary {
	common := strings.Fields(`the to and of a in is it for that on with we this as not be are was so but at by from now or if
		an no all one has have can its does when which then only there code test file line error run set add use new old call
		value name key type data build change check list user server query table path time list return function version fix
		request response config cache log item read write start stop open close first last work make need found more after
		before same other back branch commit merge update delete create default option`)
	seen := map[string]bool{}
	v := vocabulary{}
	add := func(w string) {
		if !seen[w] {
			seen[w] = true
			v = append(v, w)
		}
	}
	for _, w := range common {
		add(w)
	}
	// Words of the labelled set stand at ranks from 150 to 30,000.
	place := map[int][]string{}
	segments, questions := corpus.Recall()
	words := map[string]bool{}
	for _, s := range segments {
		eachToken(s.User+" "+s.Assistant, func(w []byte, _, _ int) { words[string(w)] = true })
	}
	for _, q := range questions {
		eachToken(q.Text, func(w []byte, _, _ int) { words[string(w)] = true })
	}
	sorted := make([]string, 0, len(words))
	for w := range words {
		sorted = append(sorted, w)
	}
	sort.Strings(sorted)
	for _, w := range sorted {
		h := fnv.New32a()
		h.Write([]byte(w))
		at := int(150 * math.Pow(200, float64(h.Sum32()%10007)/10007))
		place[at] = append(place[at], w)
	}
	for n := uint64(0); len(v) < millionWords; n++ {
		for _, w := range place[len(v)] {
			add(w)
		}
		delete(place, len(v))
		add(madeUp(n))
	}
	return v
}

func madeUp(n uint64) string {
	syllables := []string{"ba", "con", "di", "fer", "ge", "hal", "ki", "lor", "mu", "ne", "pra", "qui", "ros", "sta", "ten", "vo"}
	var b strings.Builder
	for n += 16; n > 0; n /= 16 {
		b.WriteString(syllables[n%16])
	}
	return b.String()
}

// generator makes items, each from its number alone, so that an interrupted
// library can be gone on with.
type generator struct {
	words vocabulary
	items int
}

// writer writes one item: words by Zipf's law, every fourth one of the
// session's own words, code words among them.
type writer struct {
	*generator
	rng  *rand.Rand
	zipf *rand.Zipf
	own  []string
}

func (w *writer) text(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch k := w.rng.IntN(100); {
		case k < 25:
			b.WriteString(w.own[w.rng.IntN(len(w.own))])
		case k < 27:
			a, c := w.own[w.rng.IntN(len(w.own))], w.words[200+w.rng.IntN(5000)]
			switch w.rng.IntN(6) {
			case 0:
				b.WriteString(a + strings.ToUpper(c[:1]) + c[1:]) // camelCase
			case 1:
				b.WriteString(a + "-" + c)
			case 2:
				b.WriteString("src/" + a + "/" + c + ".go")
			case 3:
				fmt.Fprintf(&b, "%s_%s()", a, c)
			case 4:
				fmt.Fprintf(&b, "%08x", w.rng.Uint32()) // a commit
			default:
				fmt.Fprintf(&b, "E%04d:", w.rng.IntN(3000))
			}
		default:
			b.WriteString(w.words[w.zipf.Uint64()])
		}
	}
	return b.String()
}

func (g *generator) at(i int) time.Time {
	return testTime.Add(-millionSpan).Add(time.Duration(float64(millionSpan) * float64(i) / float64(g.items)))
}

// stored is item i, of about 1.45 KB, oldest first as runs read them.
func (g *generator) stored(i int) server.Stored {
	session := i / 3
	topic := rand.New(rand.NewPCG(uint64(session), 11))
	w := writer{generator: g, rng: rand.New(rand.NewPCG(uint64(i), 13))}
	w.zipf = rand.NewZipf(w.rng, 1.07, 2.7, millionWords-1)
	for range 10 {
		w.own = append(w.own, g.words[int(100*math.Pow(1000, topic.Float64()))])
	}
	source := millionSources[int(float64(len(millionSources))*math.Pow(topic.Float64(), 2))]
	project := fmt.Sprintf("project%d", int(60*math.Pow(topic.Float64(), 2)))
	seg := segment(source, fmt.Sprint("s", session), i%3, project, g.at(i), w.text(28), w.text(82))
	return server.Stored{Segment: seg, Summarizer: "test", Summary: server.Summary{
		Title: w.text(7), Summary: w.text(28), Questions: []string{w.text(8), w.text(8)}, Atoms: []string{w.text(11), w.text(11)}}}
}

// recallStored are the labelled set's segments as the pipeline would store
// them, evenly over the time span.
func recallStored(tb testing.TB, oldest, newest time.Time) []server.Stored {
	tb.Helper()
	segments, _ := corpus.Recall()
	order := rand.New(rand.NewPCG(5, 5)).Perm(len(segments))
	out := make([]server.Stored, len(segments))
	for i, s := range segments {
		at := oldest.Add(time.Duration(float64(newest.Sub(oldest)) * (float64(order[i]) + 0.5) / float64(len(segments))))
		seg := segment(millionSources[i%7], s.ID, 0, s.Project, at, s.User, s.Assistant)
		sum, _, err := summarize.Extractive{}.Summarize(context.Background(), seg)
		if err != nil {
			tb.Fatal(err)
		}
		out[i] = server.Stored{Segment: seg, Summary: sum, Summarizer: "extractive"}
	}
	return out
}

// millionLibrary opens the large library, and makes or completes it first.
func millionLibrary(t *testing.T) *library {
	t.Helper()
	if *millionDir == "" {
		t.Skip("needs -million DIR: the library takes minutes to make")
	}
	if err := os.MkdirAll(*millionDir, 0o700); err != nil {
		t.Fatal(err)
	}
	l := &library{path: filepath.Join(*millionDir, fmt.Sprintf("library-%d.db", *millionItems)), tb: t}
	keyPath := filepath.Join(*millionDir, "chain.key")
	var err error
	if l.keys, err = chain.LoadKeys(keyPath); err != nil {
		if l.keys, err = chain.Create(chain.File(keyPath)); err != nil {
			t.Fatal(err)
		}
	}
	l.open()
	t.Cleanup(func() { l.Close() })
	ctx := context.Background()
	var have int
	if err := l.read.QueryRowContext(ctx, "SELECT coalesce(sum(items), 0) FROM tallies").Scan(&have); err != nil {
		t.Fatal(err)
	}
	if have < *millionItems {
		g := &generator{words: newVocabulary(), items: *millionItems}
		began, cpu, size, first := time.Now(), processTime(), 0, have
		for have < *millionItems {
			var batch []server.Stored
			for ; len(batch) < 256 && have < *millionItems; have++ {
				st := g.stored(have)
				size += textSize(&st)
				batch = append(batch, st)
			}
			if _, err := l.PutAll(ctx, batch); err != nil {
				t.Fatal(err)
			}
			if have%100_000 < 256 {
				n := float64(have - first)
				fmt.Printf("%d items, %.0f/s, %.0f per CPU second, %.0f bytes of text each\n", have, n/time.Since(began).Seconds(), n/(processTime()-cpu).Seconds(), float64(size)/n)
			}
		}
	}
	var oldest int64
	if err := l.read.QueryRowContext(ctx, "SELECT ended_ms FROM items ORDER BY pk LIMIT 1").Scan(&oldest); err != nil {
		t.Fatal(err)
	}
	var newest int64
	if err := l.read.QueryRowContext(ctx, "SELECT ended_ms FROM items ORDER BY pk DESC LIMIT 1").Scan(&newest); err != nil {
		t.Fatal(err)
	}
	var plant []server.Stored
	for _, st := range recallStored(t, fromMillis(oldest), fromMillis(newest)) {
		known, err := l.Known(ctx, st.Segment.Source, st.Segment.ExternalID, st.Segment.Hash)
		if err != nil {
			t.Fatal(err)
		}
		if !known {
			plant = append(plant, st)
		}
	}
	if _, err := l.PutAll(ctx, plant); err != nil {
		t.Fatal(err)
	}
	return l
}

func textSize(s *server.Stored) int {
	n := len(s.Summary.Title) + len(s.Summary.Summary)
	for _, list := range [][]string{s.Summary.Questions, s.Summary.Atoms} {
		for _, x := range list {
			n += len(x)
		}
	}
	for _, t := range s.Segment.Turns {
		n += len(t.Text)
	}
	return n
}

// TestMillion_Build makes the large library, and says what that takes.
func TestMillion_Build(t *testing.T) {
	l := millionLibrary(t)
	ctx := context.Background()
	for _, q := range []struct{ name, query string }{
		{"segments of the index", "SELECT count(*) FROM search_segments"},
		{"bytes of its heads", "SELECT sum(length(head)) FROM search_segments"},
		{"bytes of its leaves", "SELECT sum(length(data)) FROM search_leaves"},
		{"bytes of its postings", "SELECT sum(length(postings)) FROM search_chunks"},
		{"bytes of its positions", "SELECT sum(length(places)) FROM search_chunks"},
		{"bytes of the chain, about", "SELECT sum(length(source) + length(prev) + length(key_id) + length(external_id) + length(item_id) + length(rules) + length(commits) + length(attrs) + length(hash) + 24) FROM events"},
	} {
		var n int64
		if err := l.read.QueryRowContext(ctx, q.query).Scan(&n); err != nil {
			t.Fatal(q.name, err)
		}
		t.Logf("%s: %d", q.name, n)
	}
	if err := l.truncateLog(ctx); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(l.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.2f GB", float64(info.Size())/1e9)
}

// TestMillion_Merge merges the index into one segment, as vacuum does.
func TestMillion_Merge(t *testing.T) {
	l := millionLibrary(t)
	began, cpu := time.Now(), processTime()
	if err := l.remerge(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Logf("merging the index into one segment: %.0f s, %.0f s of CPU", time.Since(began).Seconds(), (processTime() - cpu).Seconds())
}
