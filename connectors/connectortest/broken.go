package connectortest

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"jezero/connectors"

	"github.com/google/go-cmp/cmp"
)

// canary stands in the content of broken files: no report may repeat it.
const canary = "CANARY7f3a"

// checkReport checks that a report holds phrases and no content.
func checkReport(t testing.TB, rep connectors.Report) {
	t.Helper()
	for _, n := range rep.Notes {
		checkPhrase(t, n.What)
		if n.Line < 0 || n.Offset < 0 {
			t.Errorf("note at line %d, offset %d", n.Line, n.Offset)
		}
	}
	for _, w := range rep.Warnings {
		checkPhrase(t, w.What)
	}
	if len(rep.Notes) > 2000 {
		t.Errorf("%d notes in one report", len(rep.Notes))
	}
}

// checkPhrase accepts the words of a report. Content that an error text of a
// decoder repeats would bring quotes, brackets or escapes with it.
func checkPhrase(t testing.TB, what string) {
	t.Helper()
	if what == "" || len(what) > 120 || strings.Contains(what, canary) || strings.ContainsAny(what, "\"'`{}[]<>\\\x00\n") || !ascii(what) {
		t.Errorf("a report must hold fixed phrases only: %q", what)
	}
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || r < ' ' }) < 0
}

// A file that is cut anywhere, as one that is just written may be, is read
// as far as it goes.
func (s Suite) truncated(t *testing.T) {
	all := []string{"first question", "second " + canary + " question", "third question"}
	whole := s.Records(all...)
	steps := max(1, len(whole)/60)
	for n := 0; n < len(whole); n += steps {
		root := s.place(t, whole[:n])
		srcs, _, err := s.Agent.Sources(context.Background(), root)
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range srcs {
			var got []*connectors.Session
			rep, err := s.Agent.Read(context.Background(), root, src, func(x *connectors.Session) error {
				got = append(got, x)
				return nil
			})
			if err != nil {
				t.Fatalf("cut after %d bytes: %v", n, err)
			}
			checkReport(t, rep)
			if s.JSONL && len(rep.Notes) > 0 {
				t.Errorf("cut after %d bytes: a record that is still being written is noted", n)
			}
			// JZ-152: what was read of a growing file stays as it is.
			if said := texts(got); s.JSONL && !slices.Equal(said, all[:min(len(said), len(all))]) {
				t.Errorf("cut after %d bytes: %d messages that are no beginning of the whole", n, len(said))
			}
		}
	}
}

// One record over the limit is skipped and noted; those around it are kept.
func (s Suite) hugeLine(t *testing.T) {
	if !s.JSONL {
		t.Skip("not a format of one record a line")
	}
	b := s.Records("first question", "MIDDLE", "third question")
	b = bytes.Replace(b, []byte("MIDDLE"), bytes.Repeat([]byte("x"), connectors.MaxLine+1), 1)
	got, rep := s.read(t, b)
	if diff := cmp.Diff([]string{"first question", "third question"}, texts(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(rep.Notes) != 1 || rep.Notes[0].What != connectors.NoteLongRecord || len(rep.Warnings) > 0 {
		t.Errorf("report %+v, want one note", rep)
	}
}

func (s Suite) invalidUTF8(t *testing.T) {
	b := s.Records("first question", "BROKEN question", "third question")
	b = bytes.Replace(b, []byte("BROKEN"), []byte("br\xff\xc0\xafken"), 1)
	got, rep := s.read(t, b)
	checkReport(t, rep)
	for _, sess := range got {
		checkSession(t, sess)
	}
	if n := len(texts(got)); n < 3 {
		t.Errorf("%d messages of 3", n)
	}
}

// JZ-147: a file of which nothing is understood is a warning.
func (s Suite) drift(t *testing.T) {
	b := []byte(`{"kind":"` + canary + `","body":{"say":"` + canary + `"}}` + "\n" + `{"kind":"two"}` + "\n" + `{"kind":"three"}` + "\n")
	if !s.JSONL {
		b = []byte(`{"kind":"` + canary + `","entries":[{"say":"` + canary + `"}]}`)
	}
	got, rep := s.read(t, b)
	if len(got) > 0 {
		t.Errorf("%d sessions of an unknown format", len(got))
	}
	if len(rep.Warnings) == 0 {
		t.Error("no warning about an unknown format")
	}
	checkReport(t, rep)
}

// No bytes make an agent panic, or repeat them in a report.
func (s Suite) anyBytes(t *testing.T) {
	good := s.Records("first "+canary+" question", "second question")
	rnd := rand.New(rand.NewPCG(1, 2))
	inputs := [][]byte{
		nil, []byte("\n"), []byte("\x00"), []byte("null\n"), []byte("[]\n"), []byte("1\n"), []byte(`"` + canary + `"` + "\n"), []byte("{}\n"),
		[]byte("{\"" + canary + "\n"), []byte("\xef\xbb\xbf{}\n"), []byte("{\"type\":{}}\n"), []byte("{\"type\":null,\"message\":[]}\n"),
		bytes.Repeat([]byte("["), 100_000), bytes.Repeat([]byte("{\"a\":"), 20_000), []byte("\xff\xfe\x00{"),
	}
	for range 200 {
		b := bytes.Clone(good)
		for range 1 + rnd.IntN(6) {
			switch i := rnd.IntN(len(b)); rnd.IntN(4) {
			case 0:
				b[i] = byte(rnd.IntN(256))
			case 1:
				b = append(b[:i], b[min(len(b), i+rnd.IntN(40)):]...)
			case 2:
				b = append(b[:i:i], append([]byte(`{"type":`), b[i:]...)...)
			case 3:
				copy(b[i:], b[rnd.IntN(len(b)):])
			}
			if len(b) == 0 {
				break
			}
		}
		inputs = append(inputs, b)
	}
	root := s.place(t, good)
	for _, b := range inputs {
		s.try(t, root, b)
	}
}

// try reads bytes in the place of the suite's file and checks what holds for any.
func (s Suite) try(t testing.TB, root string, b []byte) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(s.File))
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	srcs, warns, err := s.Agent.Sources(context.Background(), root)
	if err != nil || len(warns) > 0 {
		t.Fatalf("Sources: %v, warnings %v", err, warns)
	}
	for _, src := range srcs {
		rep, err := s.Agent.Read(context.Background(), root, src, func(sess *connectors.Session) error {
			checkSession(t, sess)
			return nil
		})
		if err != nil {
			checkPhrase(t, strings.ReplaceAll(err.Error(), path, ""))
		}
		checkReport(t, rep)
	}
}

// Fuzz fuzzes an agent with any bytes in the place of a transcript.
func Fuzz(f *testing.F, s Suite) {
	f.Add(s.Records("first "+canary+" question", "second question"))
	f.Add([]byte("{\"type\":\"" + canary + "\n"))
	root := Store(f, s.Agent.ID())
	srcs, _, err := s.Agent.Sources(context.Background(), root)
	if err != nil || len(srcs) == 0 {
		f.Fatalf("%d sources to start from, %v", len(srcs), err)
	}
	for _, src := range srcs {
		if connectors.InDatabase(src.Key) {
			continue
		}
		if b, err := os.ReadFile(src.Path); err == nil && len(b) < 1<<16 {
			f.Add(b)
		}
	}
	place := s.place(f, nil) // one for all inputs: a folder for each would take most of the time
	f.Fuzz(func(t *testing.T, b []byte) { s.try(t, place, b) })
}

// JZ-147: a folder or a file that may not be read is a warning, and the rest
// is read.
func (s Suite) unreadable(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	root := Store(t, s.Agent.ID())
	dir := filepath.Dir(filepath.Join(root, filepath.FromSlash(s.File)))
	if dir == root {
		dir = filepath.Join(root, "closed-folder")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// Not above what is the test's: TMPDIR may end with a slash.
	for d, top := dir, filepath.Clean(os.TempDir()); len(d) > len(top); d = filepath.Dir(d) {
		// An ordinary user must get as far as the closed folder.
		if err := os.Chmod(d, 0o755); err != nil {
			break
		}
	}
	openAll(t, root)
	file := filepath.Join(root, filepath.FromSlash(s.File))
	if err := os.WriteFile(file, s.Records("first question"), 0o644); err != nil {
		t.Fatal(err)
	}
	var src connectors.Source
	all, _, err := s.Agent.Sources(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if x.Path == file {
			src = x
		}
	}
	if src.Path == "" {
		t.Fatal("the file is no source")
	}
	if err := os.Chmod(file, 0); err != nil {
		t.Fatal(err)
	}
	asUser(t, func() {
		if _, err := os.Stat(root); err != nil {
			t.Skip("TMPDIR lies where no ordinary user gets, so none can be told what he may not read")
		}
		rep, err := s.Agent.Read(context.Background(), root, src, func(*connectors.Session) error { return nil })
		if err != nil || len(rep.Warnings) == 0 {
			t.Errorf("Read of a closed file: error %v, warnings %v", err, rep.Warnings)
		}
		checkReport(t, rep)
	})
	if dir == filepath.Join(root, "closed-folder") || filepath.Dir(file) == root {
		return // the file stands in the root itself: there is no folder to close
	}
	if err := os.Chmod(filepath.Dir(file), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Dir(file), 0o755)
	asUser(t, func() {
		_, warns, err := s.Agent.Sources(context.Background(), root)
		if err != nil || len(warns) == 0 {
			t.Errorf("Sources with a closed folder: error %v, warnings %v", err, warns)
		}
		for _, w := range warns {
			checkPhrase(t, w.What)
		}
	})
}

func openAll(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s Suite) missingRoot(t *testing.T) {
	_, _, err := s.Agent.Sources(context.Background(), filepath.Join(t.TempDir(), "none"))
	if !errors.Is(err, connectors.ErrNoRoot) {
		t.Errorf("Sources of a missing root: %v, want ErrNoRoot", err)
	}
	srcs, warns, err := s.Agent.Sources(context.Background(), t.TempDir())
	if err != nil || len(srcs)+len(warns) > 0 {
		t.Errorf("Sources of an empty root: %d sources, warnings %v, error %v", len(srcs), warns, err)
	}
	roots := s.Agent.Roots(connectors.Env{Home: filepath.FromSlash("/home/me"), Getenv: func(string) string { return "" }, GOOS: "linux"})
	if len(roots) == 0 {
		t.Error("no roots to look at")
	}
}

// A link in the place of a transcript is not followed.
func (s Suite) link(t *testing.T) {
	root := s.place(t, s.Records("first question"))
	file := filepath.Join(root, filepath.FromSlash(s.File))
	src := s.source(t, root)
	target := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Rename(file, target); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, file); err != nil {
		t.Skip("no links here")
	}
	if srcs, _, err := s.Agent.Sources(context.Background(), root); err != nil || len(srcs) > 0 {
		t.Errorf("Sources lists a link: %v, %v", srcs, err)
	}
	said := 0
	rep, err := s.Agent.Read(context.Background(), root, src, func(*connectors.Session) error { said++; return nil })
	if err == nil && len(rep.Warnings) == 0 || said > 0 {
		t.Errorf("Read followed a link: %d sessions, %v, %+v", said, err, rep)
	}
}
