package corpus

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLoad(t *testing.T) {
	first, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(first) == 0 {
		t.Fatal("no cases")
	}
	second, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("two loads differ:\n%s", diff)
	}
	for _, c := range first {
		for _, s := range c.Secrets {
			if !strings.Contains(c.Text, s) {
				t.Errorf("%s:%d: a secret does not stand in the text", c.File, c.Line)
			}
		}
	}
}

// TestLoad_NoSecretInFiles fails when a secret of a case stands literally in a
// file of the repository.
func TestLoad_NoSecretInFiles(t *testing.T) {
	cases, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	src := map[string]string{}
	for _, c := range cases {
		if _, ok := src[c.File]; !ok {
			b, err := fs.ReadFile(caseFiles, "cases/"+c.File)
			if err != nil {
				t.Fatal(err)
			}
			src[c.File] = string(b)
		}
		for _, s := range c.Secrets {
			if len(s) >= 16 && strings.Contains(src[c.File], s) {
				t.Errorf("%s:%d: a secret of %d bytes stands in the file", c.File, c.Line, len(s))
			}
		}
	}
}

func load(file, src string) ([]Case, error) {
	return LoadFS(fstest.MapFS{file: {Data: []byte(src)}})
}

func TestLoadFS(t *testing.T) {
	const src = `name: one
expect: secret
dress: shell
promise: JZ-20
promise: JZ-40
keep: host
note: why it is there
also: other-rule

a {{+ "ab" "cd" }} host
---
name: two
expect: clean
dress: json
rule: none

{{+ "xy" hex*4 as:v }} {{+ use:v }}
---
name: three
expect: secret
dress: text

{{+ "a\"b}" }}{{+ keep digit*3}}

last line
`
	got, err := load("acme-key/some.txt", src)
	if err != nil {
		t.Fatal(err)
	}
	want := []Case{
		{Name: "acme-key/some/one", Rule: "acme-key", Expect: Secret, Text: "a abcd host", Secrets: []string{"abcd"}, Keep: []string{"host"}, Dress: "shell",
			Promises: []string{"JZ-20", "JZ-40"}, Note: "why it is there", Synonyms: []string{"other-rule"}, File: "acme-key/some.txt", Line: 1},
		{Name: "acme-key/some/two", Expect: Clean, Dress: "json", File: "acme-key/some.txt", Line: 12},
		{Name: "acme-key/some/three", Rule: "acme-key", Expect: Secret, Secrets: []string{`a"b}`}, Dress: "text", File: "acme-key/some.txt", Line: 19},
	}
	if diff := cmp.Diff(want[0], got[0]); diff != "" {
		t.Error(diff)
	}
	random := cmpopts.IgnoreFields(Case{}, "Text", "Keep")
	if diff := cmp.Diff(want, got, random); diff != "" {
		t.Error(diff)
	}
	if a, b, _ := strings.Cut(got[1].Text, " "); a != b || len(a) != 6 || len(got[1].Keep) != 1 {
		t.Errorf("text %q, keep %q: the named value is not put in again", got[1].Text, got[1].Keep)
	}
	if !strings.HasSuffix(got[2].Text, "\n\nlast line") || len(got[2].Keep) != 1 {
		t.Errorf("text %q, keep %q", got[2].Text, got[2].Keep)
	}
}

func TestLoadFS_Errors(t *testing.T) {
	const good = "name: n\nexpect: secret\ndress: text\n\n{{+ \"ab\" }}\n"
	tests := []struct {
		name, file, src, want string
	}{
		{"nothing", "a/b.txt", "", "a/b.txt:1: empty file"},
		{"other kind of file", "a/b.md", good, "not a .txt file"},
		{"unknown key", "a/b.txt", "nam: n\n" + good, `a/b.txt:1: unknown key "nam"`},
		{"empty key", "a/b.txt", "note:\n" + good, `a/b.txt:1: key "note" is empty`},
		{"key twice", "a/b.txt", "name: m\n" + good, `a/b.txt:2: key "name" twice`},
		{"no colon", "a/b.txt", "words\n" + good, "a/b.txt:1: header line without a colon"},
		{"bad expect", "a/b.txt", strings.Replace(good, "secret", "maybe", 1), `a/b.txt:2: expect is "maybe"`},
		{"bad promise", "a/b.txt", "promise: 12\n" + good, "a/b.txt:1: promise is no id"},
		{"bad name", "a/b.txt", strings.Replace(good, ": n", ": N x", 1), "a/b.txt:1: name"},
		{"missing key", "a/b.txt", strings.Replace(good, "dress: text\n", "", 1), `a/b.txt:1: key "dress" is missing`},
		{"no body", "a/b.txt", "name: n\nexpect: clean\ndress: text\n", "no body"},
		{"empty body", "a/b.txt", "name: n\nexpect: clean\ndress: text\n\n", "no body"},
		{"no secret", "a/b.txt", "name: n\nexpect: secret\ndress: text\n\nbody\n", "needs a marker"},
		{"keep not there", "a/b.txt", "keep: nowhere\n" + good, "does not stand in the body"},
		{"separator last", "a/b.txt", good + "---\n", "nothing follows the separator"},
		{"name twice", "a/b.txt", good + "---\n" + good, "already used at a/b.txt:1"},
		{"open marker", "a/b.txt", strings.Replace(good, " }}", "", 1), "a/b.txt:5: marker: no closing braces"},
		{"empty marker", "a/b.txt", strings.Replace(good, `"ab"`, "", 1), "a/b.txt:5: marker: empty recipe"},
		{"unknown item", "a/b.txt", strings.Replace(good, `"ab"`, "sum9", 1), `unknown item "sum9"`},
		{"unknown alphabet", "a/b.txt", strings.Replace(good, `"ab"`, "greek*9", 1), `unknown alphabet "greek"`},
		{"no length", "a/b.txt", strings.Replace(good, `"ab"`, "hex*x", 1), "has no length"},
		{"unknown filter", "a/b.txt", strings.Replace(good, `"ab"`, `"ab" | rot13`, 1), `unknown filter "rot13"`},
		{"open text", "a/b.txt", strings.Replace(good, `"ab"`, `"ab`, 1), "text without an end"},
		{"unknown name", "a/b.txt", strings.Replace(good, `"ab"`, "use:v", 1), "no value of the name"},
		{"unknown kind", "a/b.txt", strings.Replace(good, `"ab"`, "gen:acme:1", 1), `unknown kind "acme"`},
		{"place in the body", "a/b.txt", "name: n\nexpect: secret\ndress: text\n\n1\n2\n{{+ zz }}\n", "a/b.txt:7: marker"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load(tt.file, tt.src)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v, want a mention of %q", err, tt.want)
			}
		})
	}
	if _, err := LoadFS(fstest.MapFS{}); err == nil {
		t.Error("an empty tree is no error")
	}
	both, err := load("a/b.txt", "x: 1\n"+good+"---\ny: 2\n"+strings.Replace(good, ": n", ": m", 1))
	if err == nil || strings.Count(err.Error(), "unknown key") != 2 || len(both) != 0 {
		t.Errorf("not every problem is reported: %v", err)
	}
}

func TestRecipes(t *testing.T) {
	tests := []struct{ recipe, want string }{
		{`"ghp_" "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" crc62`, "ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq17"},
		{`"zpka_" "3e6c4f7d39954ca29353b7ab88589b64" "_" crchex`, "zpka_3e6c4f7d39954ca29353b7ab88589b64" + "_de26cd55"},
		{`"glsa_" "iNValIdinValiDinvalidinvalidinva" "_" crcrev`, "glsa_iNValIdinValiDinvalidinvalidinva" + "_5b582697"},
		{`"abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7l" bech32`, "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"},
		{`"SUAKYRHVIOREXV7EUZTBHUHL7NUMHPMAS7QMDU3GTIUWEI5LDNOXD43AAA" nkey`, "SUAKYRHVIOREXV7EUZTBHUHL7NUMHPMAS7QMDU3GTIUWEI5LDNOXD43IZY"},
		{`"a&b" | url`, "a%26b"},
		{`"a\"b\n" | json`, `a\"b\n`},
		{`"a<b" | html`, "a&lt;b"},
		{`"hi" | base64 | lower`, "agk="},
		{`"hi" | hex | upper`, "6869"},
		{`"hi" | utf16`, "h\x00i\x00"},
	}
	for _, tt := range tests {
		m, err := cook(newStream("test", 1), tt.recipe, nil)
		if err != nil {
			t.Errorf("%s: %v", tt.recipe, err)
		} else if m.text != tt.want {
			t.Errorf("%s = %q, want %q", tt.recipe, m.text, tt.want)
		}
	}
	m, err := cook(newStream("test", 1), "[a-c_]*200 | wrap64", nil)
	if err != nil || strings.Trim(m.text, "abc_\n") != "" || strings.Count(m.text, "\n") != 3 || strings.Trim(m.text[:1], "abc") != "" {
		t.Errorf("bracket alphabet and wrapping: %q, %v", m.text, err)
	}
}

// TestFormat_RoundTrip writes every case of the corpus and reads it back.
func TestFormat_RoundTrip(t *testing.T) {
	cases, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		folder, rest, _ := strings.Cut(c.File, "/")
		src, err := Format(ruleOf(c.File), []Case{c})
		if err != nil {
			continue // a kept text of several lines
		}
		n++
		got, err := load(folder+"/"+rest, src)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		opts := cmpopts.IgnoreFields(Case{}, "Line", "Secrets")
		if diff := cmp.Diff(c, got[0], opts); diff != "" {
			t.Errorf("%s: %s", c.Name, diff)
		}
		for _, s := range got[0].Secrets {
			if len(s) >= 16 && strings.Contains(src, s) {
				t.Errorf("%s: the written file holds the secret", c.Name)
			}
		}
	}
	if n < len(cases)*9/10 {
		t.Errorf("only %d of %d cases can be written", n, len(cases))
	}
	if _, err := Format("a", []Case{{Name: "n", Text: "x\n---\ny"}}); err == nil {
		t.Error("a separator in the text is no error")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("name: n\nexpect: secret\ndress: text\n\n{{+ \"ab\" hex*4 crc62 | base64 }}\n")
	f.Add("name: n\nexpect: clean\ndress: text\n\nbody\n---\nname: m\n")
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<12 {
			return
		}
		cases, err := parse("a/b.txt", src)
		if err == nil && len(cases) == 0 {
			t.Error("neither cases nor an error")
		}
		for _, c := range cases {
			if c.Line < 1 || c.Line > strings.Count(src, "\n")+1 {
				t.Errorf("line %d", c.Line)
			}
		}
	})
}
