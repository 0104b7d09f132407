package connectors

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLineReader(t *testing.T) {
	type line struct {
		Text   string
		No     int
		Offset int64
		Whole  bool
		Long   bool
	}
	long := strings.Repeat("x", 100)
	for _, tt := range []struct {
		name, in string
		want     []line
	}{
		{"empty", "", nil},
		{"one without an end", "ab", []line{{"ab", 1, 0, false, false}}},
		{"two", "ab\ncd\n", []line{{"ab", 1, 0, true, false}, {"cd", 2, 3, true, false}}},
		{"blank ones count", "\n\nab\n", []line{{"", 1, 0, true, false}, {"", 2, 1, true, false}, {"ab", 3, 2, true, false}}},
		{"carriage returns", "ab\r\ncd", []line{{"ab", 1, 0, true, false}, {"cd", 2, 4, false, false}}},
		{"at the limit", long[:64] + "\nz\n", []line{{long[:64], 1, 0, true, false}, {"z", 2, 65, true, false}}},
		{"over the limit", "a\n" + long + "\nz\n", []line{{"a", 1, 0, true, false}, {"", 2, 2, true, true}, {"z", 3, 103, true, false}}},
		{"over the limit at the end", long, []line{{"", 1, 0, false, true}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)), iotest.DataErrReader(strings.NewReader(tt.in))} {
				l := NewLineReader(r)
				l.max = 64
				var got []line
				for {
					x, err := l.Next()
					if errors.Is(err, io.EOF) {
						break
					}
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, line{string(x.Data), x.No, x.Offset, x.Whole, x.Long})
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestLineReader_LinesOverTheBuffer(t *testing.T) {
	text := strings.Repeat("0123456789", 20_000)
	l := NewLineReader(strings.NewReader("a\n" + text + "\nb\n"))
	var got []string
	for {
		x, err := l.Next()
		if err != nil {
			break
		}
		got = append(got, string(x.Data))
	}
	if diff := cmp.Diff([]string{"a", text, "b"}, got); diff != "" {
		t.Error("a line longer than the buffer is not read whole")
	}
}

func TestScanJSONL(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     Report
	}{
		{"understood", "{\"known\":1}\n{\"known\":2}\n", Report{Records: 2}},
		{"unknown beside known", "{\"known\":1}\n{\"new\":2}\n", Report{Records: 2}},
		{"nothing known", "{\"new\":1}\n", Report{Records: 1, Warnings: []Warning{{"f", WarnFormat}}}},
		{"bad record", "{\"known\":1}\n{\n{\"known\":2}\n", Report{Records: 3, Notes: []Note{{2, 12, NoteBadRecord}}}},
		{"last one being written", "{\"known\":1}\n{\"kno", Report{Records: 1}},
		{"last one whole without a line end", "{\"known\":1}", Report{Records: 1}},
		{"only one being written", "{\"kno", Report{}},
		{"empty", "\n \n", Report{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var rep Report
			err := ScanJSONL(context.Background(), "f", strings.NewReader(tt.in), &rep, func(l Line) (Verdict, error) {
				switch {
				case !json.Valid(l.Data):
					return Bad, nil
				case bytes.Contains(l.Data, []byte("known")):
					return Understood, nil
				}
				return Unknown, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, rep, cmpopts.IgnoreUnexported(Report{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestScanJSONL_ReadError(t *testing.T) {
	var rep Report
	r := io.MultiReader(strings.NewReader("{}\n"), iotest.ErrReader(errors.New("disk")))
	if err := ScanJSONL(context.Background(), "f", r, &rep, func(Line) (Verdict, error) { return Understood, nil }); err != nil {
		t.Fatal(err)
	}
	if len(rep.Warnings) != 1 || rep.Records != 1 {
		t.Errorf("report %+v, want one record and a warning", rep)
	}
}

// A file of garbage does not become a report of its size.

func TestReport_NotesAreBounded(t *testing.T) {
	var rep Report
	for i := range 5000 {
		rep.Note(i, int64(i), NoteBadRecord)
	}
	if len(rep.Notes) != maxNotes {
		t.Fatalf("%d notes", len(rep.Notes))
	}
	if got, want := rep.Notes[maxNotes-1].What, "4001 more notes"; got != want {
		t.Errorf("last note %q, want %q", got, want)
	}
}

// Cleaning takes time in proportion to the text, whatever marks are in it.

// A line about a tool call is short, one line, and never ends in the middle

// of a word: half a credential could not be recognised.

func TestBuilder(t *testing.T) {
	at := func(min int) time.Time { return time.Date(2026, 8, 3, 9, min, 0, 0, time.UTC) }
	src := Source{ModTime: at(30)}
	var rep Report
	b := NewBuilder("s", src, &rep)
	b.Session.Started = at(59) // later than the first message: not believed
	b.Add(Message{Role: User, Text: "first"})
	b.Add(Message{ID: "1", Role: User, Text: "one", Time: at(1)})
	b.Add(Message{ID: "1", Role: User, Text: "one again", Time: at(2)})
	b.Add(Message{Role: Assistant, Text: " \x00 ", Time: at(3)})
	b.Add(Message{Role: Assistant, Text: "<think>hidden</think>\nanswer", Time: at(4)})
	b.Add(Message{Role: Assistant, Text: "from the future", Time: at(30).AddDate(1, 0, 0)})
	b.Add(Message{Role: Assistant, Text: "from the past", Time: time.Unix(0, 0)})
	got := b.Done(src.ModTime)
	want := &Session{ID: "s", Started: at(1), Ended: at(4), Messages: []Message{
		{Role: User, Text: "first", Time: at(1)},
		{ID: "1", Role: User, Text: "one", Time: at(1)},
		{Role: Assistant, Text: "answer", Time: at(4)},
		{Role: Assistant, Text: "from the future", Time: at(4)},
		{Role: Assistant, Text: "from the past", Time: at(4)},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(rep.Notes) != 1 || rep.Notes[0].What != NoteBadTime {
		t.Errorf("notes %v", rep.Notes)
	}
}

func TestBuilder_NobodySpoke(t *testing.T) {
	var rep Report
	b := NewBuilder("s", Source{}, &rep)
	b.Add(Message{Role: Tool, Text: "Bash: ls"})
	if s := b.Done(time.Now()); s != nil {
		t.Errorf("a session of %d tool lines", len(s.Messages))
	}
}

// Memory stays bounded: what goes over the limit is left out whole, and noted

// once.

func TestBuilder_DialogueLimit(t *testing.T) {
	var rep Report
	b := NewBuilder("s", Source{}, &rep)
	big := strings.Repeat("x", MaxDialogue/2+1)
	b.Add(Message{Role: User, Text: big})
	b.Add(Message{Role: User, Text: big})
	b.Add(Message{Role: User, Text: big})
	b.Add(Message{Role: User, Text: "small"})
	s := b.Done(time.Now())
	if len(s.Messages) != 2 || s.Messages[1].Text != "small" {
		t.Errorf("%d messages", len(s.Messages))
	}
	if len(rep.Notes) != 1 || rep.Notes[0].What != NoteLongSpeech {
		t.Errorf("notes %v", rep.Notes)
	}
}

// JZ-100
func TestSafePath(t *testing.T) {
	for _, p := range []string{"a", "a/b.json", "projects/-home-me/x.jsonl", ".hidden/x", "a b", "conx/auxiliary", "com10", "ünïcode"} {
		if !SafePath(p) {
			t.Errorf("%q is refused", p)
		}
	}
	for _, p := range []string{"", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a\\b", "a%2fb", "a\nb", "a\rb", "a\x00b", "a\xff",
		"con", "CON", "Aux.json", "a/nul", "a/NUL.txt/b", "com1", "LPT9.jsonl", "prn .txt", strings.Repeat("a", 513)} {
		if SafePath(p) {
			t.Errorf("%q is accepted", p)
		}
	}
}

func TestWalk(t *testing.T) {
	root := t.TempDir()
	write := func(rel string) {
		t.Helper()
		p := filepath.Join(root, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"a/2.jsonl", "a/1.jsonl", "a/skip/3.jsonl", "a/.1.jsonl.project", "b/4.jsonl", "c/5.jsonl"} {
		write(f)
	}
	into := func(rel string) bool { return rel != "a/skip" }
	match := func(rel string) bool { return strings.HasSuffix(rel, ".jsonl") }
	srcs, warns, err := Walk(context.Background(), root, []string{"b", "a", "none"}, into, match)
	if err != nil || len(warns) > 0 {
		t.Fatal(err, warns)
	}
	var got []string
	for _, s := range srcs {
		got = append(got, s.Key)
	}
	if diff := cmp.Diff([]string{"a/1.jsonl", "a/2.jsonl", "b/4.jsonl"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, _, err := Walk(context.Background(), filepath.Join(root, "a", "1.jsonl"), []string{"."}, nil, match); !errors.Is(err, ErrNoRoot) {
		t.Errorf("a file as root: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Walk(ctx, root, []string{"a"}, nil, match); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// People move a store to another disk and leave a link: that one is followed,

// links inside the store are not.

func TestWalk_Links(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	dir := t.TempDir()
	disk, root := filepath.Join(dir, "disk"), filepath.Join(dir, "root")
	if err := os.MkdirAll(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(disk, "1.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(disk, "1.jsonl"), filepath.Join(disk, "2.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(disk, filepath.Join(root, "projects")); err != nil {
		t.Fatal(err)
	}
	srcs, _, err := Walk(context.Background(), root, []string{"projects"}, nil, func(string) bool { return true })
	if err != nil || len(srcs) != 1 || srcs[0].Key != "projects/1.jsonl" {
		t.Errorf("%+v, %v", srcs, err)
	}
}

func TestOpen_NotRegular(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Open(dir); !errors.Is(err, ErrNotRegular) {
		t.Errorf("folder: %v", err)
	}
	if _, _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}

func TestActivePath(t *testing.T) {
	for _, tt := range []struct {
		name    string
		parents []int // -1 a root, -2 a parent that is not there
		want    string
	}{
		{"line", []int{-1, 0, 1}, "111"},
		{"branch taken back", []int{-1, 0, 1, 0, 3}, "10011"},
		{"two roots, the second counts", []int{-1, 0, -1}, "001"},
		{"broken link goes on with what stands before", []int{-1, 0, -2, 2}, "1111"},
		{"circle", []int{1, 0, 1}, "111"},
		{"parent of its own", []int{0, 1}, "11"},
		{"none", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			active := ActivePath(len(tt.parents), func(i int) (int, bool) { return tt.parents[i], tt.parents[i] == -2 })
			got := ""
			for _, a := range active {
				got += map[bool]string{true: "1", false: "0"}[a]
			}
			if got != tt.want {
				t.Errorf("active %s, want %s", got, tt.want)
			}
		})
	}
}

func TestExport_RoundTrip(t *testing.T) {
	at := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	want := &Session{ID: "20260803_1", Parent: "p", CWD: "/home/me/x", Branch: "main", Title: "T & <t>", Started: at, Ended: at.Add(time.Minute), Messages: []Message{
		{ID: "1", Role: User, Time: at, Text: "hello <b>"}, {ID: "2", Role: Tool, Time: at, Text: "Bash: ls"}, {Role: Assistant, Time: at.Add(time.Minute), Text: "hi\nthere"},
	}}
	rel, ok := ExportPath(want.ID)
	if !ok || rel != "export/20260803_1.json" || !IsExport(rel) {
		t.Errorf("path %q, %v", rel, ok)
	}
	if _, ok := ExportPath("../x"); ok {
		t.Error("an id that is a path is accepted")
	}
	path := filepath.Join(t.TempDir(), "e.json")
	var buf bytes.Buffer
	if err := WriteExport(&buf, "goose", want); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(agent string) (got *Session, rep Report) {
		t.Helper()
		if err := ReadExport(context.Background(), agent, Source{Path: path}, &rep, func(s *Session) error { got = s; return nil }); err != nil {
			t.Fatal(err)
		}
		return got, rep
	}
	got, rep := read("goose")
	if diff := cmp.Diff(want, got); diff != "" || len(rep.Warnings) > 0 {
		t.Errorf("(-want +got):\n%s%v", diff, rep.Warnings)
	}
	if got, rep := read("hermes"); got != nil || len(rep.Warnings) != 1 {
		t.Errorf("another agent's export: %v, %+v", got, rep)
	}
}
