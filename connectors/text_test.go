package connectors

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	open, end := MarkerOpen, MarkerClose
	for _, tt := range []struct{ name, in, want string }{
		{"plain", " text\n", "text"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"NUL", "a\x00b", "ab"},
		{"own block", "a\n" + open + "\nmemory\n" + end + "\nb", "a\n\nb"},
		{"two own blocks", open + "x" + end + "a" + open + "y" + end, "a"},
		{"own block cut off", "a\n" + open + "\nmemory", "a"},
		{"somebody writes about the mark", "why is " + open + " here?", "why is " + open + " here?"},
		{"data URI", "see ![x](data:image/png;base64,iVBORw0KGgo=) there", "see ![x]() there"},
		{"data URI with a parameter", "data:text/plain;charset=utf-8;base64,aGVsbG8= end", "end"},
		{"two data URIs", "a data:a/b;base64,QUJD b data:c/d;base64,QUJD c", "a  b  c"},
		{"base64 that is no URI", "use ;base64,QUJD here", "use ;base64,QUJD here"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a" + MarkerOpen + "b" + MarkerClose + "data:image/png;base64,QUJD")
	f.Fuzz(func(t *testing.T, s string) {
		got := Clean(s)
		if !utf8.ValidString(got) || strings.ContainsRune(got, 0) {
			t.Error("not clean")
		}
		if strings.Contains(got, MarkerOpen) && strings.Contains(got[strings.Index(got, MarkerOpen):], MarkerClose) {
			t.Error("an own block is left")
		}
	})
}

func TestCut(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"in front", "<note>x</note>real", "real"},
		{"with attributes", "<note a=\"b\">x</note>real", "real"},
		{"twice", "<note>x</note>a<note>y</note>b", "ab"},
		{"longer name", "<notebook>x</notebook>", "<notebook>x</notebook>"},
		{"not closed, at the start of a line", "a\n<note>x", "a\n"},
		{"not closed, in a sentence", "what is <note> for?", "what is <note> for?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Cut(tt.in, "note"); got != tt.want {
				t.Errorf("Cut(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestClean_Linear(t *testing.T) {
	const n = 200_000
	for name, s := range map[string]string{
		"closed elements":   strings.Repeat("<note>x</note>a", n),
		"open elements":     strings.Repeat("a<note>", n),
		"closed own":        strings.Repeat(MarkerOpen+MarkerClose, n),
		"open own":          strings.Repeat("a"+MarkerOpen, n),
		"base64 marks":      strings.Repeat("data:;base64,", n),
		"no media type":     strings.Repeat(";base64,", n),
		"own inside own":    strings.Repeat("<jezero-", n) + strings.Repeat("memory>", n) + MarkerClose,
		"ends with no open": strings.Repeat("</note>"+MarkerClose, n),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			Cut(Clean(s), "note")
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("%d bytes took %v", len(s), d)
			}
		})
	}
}

func TestToolLine(t *testing.T) {
	word := strings.Repeat("w", 300)
	for _, tt := range []struct{ name, tool, args, want string }{
		{"command", "Bash", `{"description":"d","command":"go test ./..."}`, "Bash: go test ./..."},
		{"file", "Read", `{"file_path":"/a/b.go","limit":3}`, "Read: /a/b.go"},
		{"content is left out", "Write", `{"content":"secret","file_path":"/a"}`, "Write: /a"},
		{"pattern and path", "Grep", `{"pattern":"x","path":"/a"}`, "Grep: x in /a"},
		{"shell in a list", "shell", `{"command":["bash","-lc","rg x"]}`, "shell: rg x"},
		{"program in a list", "shell", `{"command":["git","status"]}`, "shell: git status"},
		{"JSON inside a string", "exec", `"{\"cmd\":\"ls\"}"`, "exec: ls"},
		{"patch", "apply_patch", `"*** Begin Patch\n*** Update File: a.go\n-x\n+y\n*** Add File: b.go\n*** End Patch"`, "apply_patch: update a.go, add b.go"},
		{"unknown argument keeps its name", "call", `{"api_key":"v"}`, "call: api_key=v"},
		{"no arguments", "Stop", ``, "Stop"},
		{"null", "Stop", `null`, "Stop"},
		{"not JSON", "x", `{`, "x"},
		{"no name", "", `{"path":"a"}`, "tool: a"},
		{"only the first line", "Bash", `{"command":"cat <<EOF > .env\nTOKEN=abc\nEOF"}`, "Bash: cat <<EOF > .env …"},
		{"continued lines", "Bash", `{"command":"curl \\\n  -H x"}`, "Bash: curl    -H x"},
		{"a word that does not fit goes whole", "Bash", `{"command":"echo ` + word + `"}`, "Bash: echo …"},
		{"one word too long", "Bash", `{"command":"` + word + `"}`, "Bash: …"},
		{"name too long", word, ``, " …"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ToolLine(tt.tool, []byte(tt.args))
			if got != tt.want {
				t.Errorf("ToolLine = %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzToolLine(f *testing.F) {
	f.Add("Bash", []byte(`{"command":"curl -H 'Authorization: Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' https://example.test/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`))
	f.Add("x", []byte(`"`))
	f.Fuzz(func(t *testing.T, name string, args []byte) {
		got := ToolLine(name, args)
		if got == "" || len(got) > MaxToolLine || strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) {
			t.Errorf("a line of %d bytes", len(got))
		}
	})
}

func TestCutWords(t *testing.T) {
	s := "alpha beta gamma"
	for n := 5; n <= len(s); n++ {
		got := cutWords(s, n)
		if len(got) > n {
			t.Errorf("cut to %d: %d bytes", n, len(got))
		}
		for w := range strings.FieldsSeq(strings.TrimSuffix(got, "…")) {
			if !strings.Contains(" "+s+" ", " "+w+" ") {
				t.Errorf("cut to %d leaves the part of a word: %q", n, got)
			}
		}
	}
}

func TestFileURI(t *testing.T) {
	for in, want := range map[string]string{
		"file:///home/me/a%20b": "/home/me/a b", "file:///C:/code/x": "C:/code/x", "/plain": "/plain", "file:///%zz": "/%zz",
	} {
		if got := FileURI(in); got != want {
			t.Errorf("FileURI(%q) = %q, want %q", in, got, want)
		}
	}
}
