package command

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	var b bytes.Buffer
	p := newPrinter(&b, func(string) string { return "" })
	p.table("  ", []string{"name", "items", "note"}, [][]string{{"a", "7", "x"}, {"größer", "1234", ""}})
	want := "  name    items  note\n" +
		"  a           7  x\n" +
		"  größer   1234\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is stored may hold what a terminal obeys.
func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":                  "plain\ttext\n",
		"\x1b]0;title\x07after":          "]0;titleafter",
		"\x1b[2J\x1b[31mred":             "[2J[31mred",
		"a\rb\x00c\x7fd\u009be":          "abcde",
		"left\u202eright\u2066x\u2069\n": "leftrightx\n",
		"日本語 \U0001f600 e\u0301":         "日本語 \U0001f600 e\u0301",
	} {
		if got := visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	var b bytes.Buffer
	r := &run{out: newPrinter(&b, func(string) string { return "" })}
	evil := "\x1b]52;c;aGk=\x07"
	r.hit(hitView{ID: "m1", Title: "t" + evil, Project: "p" + evil, Source: "s", Trust: "own", Summary: evil + "s", Why: evil}, 2)
	r.out.table("", nil, [][]string{{evil}})
	r.out.paragraph("", evil)
	if strings.ContainsAny(b.String(), "\x1b\x07") {
		t.Errorf("%q", b.String())
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("some words to wrap\n\nand more", 10)
	f.Add("\x1b[1m", 1)
	f.Add("averyveryverylongword and so on", 5)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 2 || n > 500 || !utf8.ValidString(s) {
			return
		}
		var words []string
		for _, l := range wrap(s, n) {
			fields := strings.Fields(l)
			if utf8.RuneCountInString(l) > n && len(fields) > 1 {
				t.Errorf("a line of %d columns, %d wanted", utf8.RuneCountInString(l), n)
			}
			words = append(words, fields...)
		}
		if diff := cmp.Diff(strings.Fields(visible(s)), words); diff != "" && len(words) > 0 {
			t.Errorf("words (-in +out):\n%s", diff)
		}
		if c := clip(s, n); utf8.RuneCountInString(c) > n {
			t.Errorf("clipped to %d columns: %q", n, c)
		}
	})
}

func TestFoldCommand(t *testing.T) {
	words := []string{"claude", "mcp", "add", "--scope", "user", "jezero", "--", "/a path/jezero-client", "mcp", "--key-file", "/home/me/it's/client.key"}
	for n := 20; n < 140; n += 7 {
		lines := foldCommand(words, n)
		joined := strings.ReplaceAll(strings.Join(lines, "\n"), "\\\n", "")
		if diff := cmp.Diff(strings.Fields(shellJoin(words)), strings.Fields(joined)); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", n, diff)
		}
	}
	if got, want := shellQuote("it's"), `'it'\''s'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	broken := 0
	p := Pipe{File: w, Broken: func() { broken++ }}
	if _, err := p.Write([]byte("read")); err != nil || broken != 0 {
		t.Errorf("while it is read: %v, broken %d times", err, broken)
	}
	r.Close()
	if _, err := p.Write([]byte("lost")); err == nil || broken != 1 {
		t.Errorf("when nobody reads: %v, broken %d times", err, broken)
	}
}
