package credgen

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"strings"
)

// Dress is one way in which a credential is written down.
type Dress struct {
	Name string
	// Named says that the text has a name that holds a secret right beside the
	// value, so that any generated value must go, not only a known shape.
	Named bool
	// Put writes the value into a text. name is a variable's name.
	Put func(name, value string) string
	// Escaped is how the value reads in the text; nil when it stands there as it is.
	Escaped func(value string) string
}

func jsonBody(v string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // a string always encodes
	s := b.String()
	return s[1 : len(s)-2]
}

func form(format string) func(string, string) string {
	return func(n, v string) string { return strings.NewReplacer("NAME", n, "VALUE", v).Replace(format) }
}

func camel(n string) string {
	parts := strings.Split(strings.ToLower(n), "_")
	for i := range parts[1:] {
		p := parts[i+1]
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}

func cased(f func(string) string, format string) func(string, string) string {
	return func(n, v string) string { return form(format)(f(n), v) }
}

func kebab(n string) string { return strings.ReplaceAll(strings.ToLower(n), "_", "-") }

// Dresses is the grammar: one entry per dress, in a fixed order.
func Dresses() []Dress {
	named := []struct {
		name string
		put  func(string, string) string
	}{
		{"shell export", form("export NAME=VALUE\n")},
		{"shell single quotes", form("NAME='VALUE' ./run.sh\n")},
		{"shell trace", form("+ NAME=VALUE\n+ ./deploy\n")},
		{"dotenv quoted", form("# local\nNAME=\"VALUE\"\nDEBUG=1\n")},
		{"env output", form("HOME=/home/me\nNAME=VALUE\nSHLVL=1\n")},
		{"yaml", cased(strings.ToLower, "service:\n  NAME: VALUE\n  port: 8080\n")},
		{"yaml quoted", cased(strings.ToLower, "NAME: \"VALUE\"\n")},
		{"yaml block scalar", cased(strings.ToLower, "NAME: |\n  VALUE\nnext: 1\n")},
		{"compose list", form("environment:\n  - NAME=VALUE\n  - TZ=UTC\n")},
		{"kubernetes env", form("env:\n  - name: NAME\n    value: \"VALUE\"\n")},
		{"toml", cased(strings.ToLower, "[service]\nNAME = \"VALUE\"\n")},
		{"ini", cased(strings.ToLower, "[service]\nNAME = VALUE\n")},
		{"properties", cased(func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", ".") }, "NAME=VALUE\n")},
		{"json", cased(camel, `{"NAME": "VALUE", "n": 1}`)},
		{"json compact", cased(camel, `{"a":[1],"NAME":"VALUE"}`)},
		{"json escaped once", cased(camel, `{"text":"{\"NAME\":\"VALUE\"}"}`)},
		{"json escaped twice", cased(camel, `{"text":"{\\\"NAME\\\":\\\"VALUE\\\"}"}`)},
		{"xml element", cased(camel, "<config><NAME>VALUE</NAME></config>\n")},
		{"xml attribute", cased(camel, "<add key=\"NAME\" value=\"VALUE\" />\n")},
		{"c", form("#define NAME \"VALUE\"\n")},
		{"csharp", cased(camel, "private const string NAME = \"VALUE\";\n")},
		{"go", cased(camel, "\tNAME := \"VALUE\"\n")},
		{"go struct", cased(camel, "cfg := Config{NAME: \"VALUE\"}\n")},
		{"java", cased(camel, "    String NAME = \"VALUE\";\n")},
		{"javascript", cased(camel, "const NAME = 'VALUE';\n")},
		{"typescript", cased(camel, "export const NAME: string = `VALUE`;\n")},
		{"kotlin", cased(camel, "val NAME = \"VALUE\"\n")},
		{"php array", cased(strings.ToLower, "    'NAME' => 'VALUE',\n")},
		{"python", cased(strings.ToLower, "NAME = 'VALUE'\n")},
		{"python dict", cased(strings.ToLower, "cfg = {'NAME': 'VALUE'}\n")},
		{"ruby", cased(strings.ToLower, "  NAME: \"VALUE\",\n")},
		{"ruby hash", cased(strings.ToLower, "config[:NAME] = \"VALUE\"\n")},
		{"rust", cased(strings.ToLower, "    let NAME = \"VALUE\";\n")},
		{"scala", cased(camel, "val NAME: String = \"VALUE\"\n")},
		{"swift", cased(camel, "let NAME = \"VALUE\"\n")},
		{"lua", cased(strings.ToLower, "local NAME = \"VALUE\"\n")},
		{"perl", cased(strings.ToLower, "my $NAME = 'VALUE';\n")},
		{"powershell", cased(camel, "$NAME = \"VALUE\"\n")},
		{"powershell env", form("$env:NAME = 'VALUE'\n")},
		{"cmd", form("set NAME=VALUE\r\n")},
		{"hcl", cased(strings.ToLower, "  NAME = \"VALUE\"\n")},
		{"dockerfile", form("ENV NAME=VALUE\n")},
		{"dockerfile blank", form("ENV NAME VALUE\n")},
		{"github actions", form("        env:\n          NAME: VALUE\n")},
		{"systemd", form("Environment=\"NAME=VALUE\"\n")},
		{"diff", form("@@ -1 +1 @@\n-NAME=\n+NAME=VALUE\n")},
		{"cat -n", form("     1\tA=1\n     2\tNAME=VALUE\n")},
		{"ansi", form("\x1b[32m+NAME=VALUE\x1b[0m\n")},
		{"markdown code", form("Set `NAME=VALUE` first.\n")},
		{"command flag", cased(kebab, "tool --NAME VALUE --verbose\n")},
		{"command flag joined", cased(kebab, "tool --NAME=VALUE\n")},
	}
	var ds []Dress
	for _, d := range named {
		ds = append(ds, Dress{Name: d.name, Named: true, Put: d.put})
	}
	bare := []Dress{
		{Name: "prose", Put: form("use VALUE for now, please\n")},
		{Name: "prose end", Put: form("The key is VALUE.\n")},
		{Name: "alone", Put: form("VALUE")},
		{Name: "line", Put: form("first\nVALUE\nlast\n")},
		{Name: "brackets", Put: form("(VALUE) [VALUE] {VALUE}\n")},
		{Name: "angle brackets", Put: form("token is <VALUE>\n")},
		{Name: "table cell", Put: form("| name | VALUE | yes |\n")},
		{Name: "markdown bold", Put: form("**VALUE**\n")},
		{Name: "csv", Put: form("1,VALUE,x\n")},
		{Name: "bearer", Put: form("Authorization: Bearer VALUE\n"), Named: true},
		{Name: "curl header", Put: form("curl -H 'Authorization: Bearer VALUE' https://api.example.com/v1\n"), Named: true},
		{Name: "url query", Put: form("https://api.example.com/v1?access_token=VALUE&page=2\n"), Named: true, Escaped: url.QueryEscape},
		{Name: "url password", Put: form("https://me:VALUE@example.com/path\n"), Named: true, Escaped: url.QueryEscape},
		{Name: "json text", Put: form(`{"type":"text","text":"use VALUE\nnow"}`), Escaped: jsonBody},
		{Name: "json after escape", Put: form(`{"text":"a\nVALUE\tb"}`), Escaped: jsonBody},
		{Name: "json twice", Put: form(`"{\"text\":\"a\\nVALUE\"}"`), Escaped: func(v string) string { return jsonBody(jsonBody(v)) }},
		{Name: "html", Put: form("<p>VALUE</p>\n"), Escaped: html.EscapeString},
		{Name: "log", Put: form("2026-08-03T09:00:00Z INFO sent token=VALUE status=200\n"), Named: true},
		{Name: "colour", Put: form("\x1b[1;31mVALUE\x1b[0m done\n")},
		{Name: "colour escaped", Put: form(`{"out":"\u001b[32mVALUE\u001b[0m"}`), Escaped: jsonBody},
		{Name: "crlf", Put: form("a\r\nVALUE\r\nb\r\n")},
		{Name: "percent boundary", Put: form("q=%3DVALUE%26x\n"), Escaped: url.QueryEscape},
		{Name: "placeholder around", Put: form("[REDACTED:x]VALUE[REDACTED]\n")},
	}
	return append(ds, bare...)
}

// Text is a token in a dress.
type Text struct {
	Text  string
	Value string // as it reads in Text
	Dress string
	Named bool
}

// names are variables that hold a secret, as people call them.
var names = []string{"API_TOKEN", "SERVICE_API_KEY", "DB_PASSWORD", "CLIENT_SECRET", "ACCESS_TOKEN", "AUTH_TOKEN_STAGING", "SECRET_KEY_BASE", "ADMIN_PASSWORD_2"}

// Plant writes value in the dress under a name that holds a secret, between
// some harmless text.
func (d Dress) Plant(r *rand.Rand, value string) Text {
	v := value
	if d.Escaped != nil {
		v = d.Escaped(value)
	}
	text := d.Put(names[r.IntN(len(names))], v)
	return Text{Text: text, Value: v, Dress: d.Name, Named: d.Named}
}

// Filler is n harmless lines.
func Filler(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "step %d of %d done in %d ms\n", r.IntN(9)+1, r.IntN(90)+10, r.IntN(4000))
		case 1:
			b.WriteString("\tif err := run(ctx); err != nil {\n\t\treturn err\n\t}\n")
		case 2:
			b.WriteString("The table skips a day in March, see the note below.\n")
		default:
			fmt.Fprintf(&b, "{\"n\":%d,\"ok\":true,\"name\":\"buoy\"}\n", r.IntN(1000))
		}
	}
	return b.String()
}
