package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Planted is a credential that stands in a generated text.
type Planted struct {
	Kind  string
	Value string
}

// plantEvery is the mean distance of planted credentials in a transcript, in bytes.
const plantEvery = 20 << 10

// Transcript makes at least size bytes of agent transcript, one JSON record
// per line in the manner of Claude Code: prose, tool calls with code and shell
// commands, tool results with file listings, logs and identifiers. A synthetic
// credential of every kind in turn stands about every 20 KB, in prose, in a
// command or in a pasted file. It is the load of the benchmarks; equal seeds
// give equal bytes.
func Transcript(seed uint64, size int) ([]byte, []Planted) {
	g := newWriter(seed)
	kinds := make([]string, 0, len(generators))
	for k := range generators {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	var out []byte
	var planted []Planted
	next := plantEvery / 2
	at := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	for n := 0; len(out) < size; n++ {
		secret := ""
		if len(out) >= next {
			i := len(planted)
			kind := kinds[i%len(kinds)]
			secret, _ = generate(kind, int(seed%1e6)*1000+i)
			planted = append(planted, Planted{kind, secret})
			next += plantEvery
		}
		at = at.Add(time.Duration(1+g.IntN(90)) * time.Second)
		line, _ := json.Marshal(g.record(n, at, secret)) // plain maps and strings always encode
		out = append(append(out, line...), '\n')
	}
	return out, planted
}

// Source makes at least size bytes of program text without a credential.
func Source(seed uint64, size int) ([]byte, []Planted) {
	g := newWriter(seed)
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(g.function())
	}
	return []byte(b.String()), nil
}

// Prose makes at least size bytes of plain sentences.
func Prose(seed uint64, size int) []byte {
	g := newWriter(seed)
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(g.sentence())
		b.WriteString(" ")
		if g.IntN(6) == 0 {
			b.WriteString("\n\n")
		}
	}
	return []byte(b.String())
}

// textWriter writes texts that look like a developer's day.
type textWriter struct {
	*rand.Rand
	session string
	cwd     string
	parent  string
}

func newWriter(seed uint64) *textWriter {
	g := &textWriter{Rand: rand.New(rand.NewPCG(seed, 0x6a657a65726f))}
	g.session = g.uuid()
	g.cwd = "/home/me/code/" + g.word()
	return g
}

var commonWords = lazyWords(`the of and to in is that it for was on are as with they be at one have this from
or had by but what some we can out other were all there when up use your how said an each she which do their time
if will way about many then them write would like so these her long make thing see him two has look more day could
go come did number sound no most people my over know water than call first who may down side been now find any new
work part take get place made live where after back little only round man year came show every good me give our under
name very through just form sentence great think say help low line differ turn cause much mean before move right boy
old too same tell does set three want air well also play small end put home read hand port large spell add even land
here must big high such follow act why ask men change went light kind off need house picture try us again animal point
mother world near build self earth father`)

var technicalWords = lazyWords(`request handler buffer cursor parser server client retry timeout index
schema migration column query worker queue channel mutex latency cache shard replica snapshot commit branch merge
deploy release container cluster node pod ingress service config flag option default value header proxy
socket stream chunk record batch offset segment field struct interface method function closure slice array string
number float integer boolean pointer reference error panic recover fixture golden coverage benchmark profile
trace span metric gauge counter histogram alert pager certificate digest hash
encode decode marshal compress inflate encrypt rotate revoke grant role policy scope audience issuer principal`)

// tellingWords make a redactor look twice. In Go's own source tree one of them
// stands every 1,800 bytes, in prose every 5,000; a transcript adds its own
// sessionId and token counts to every record.
var tellingWords = lazyWords(`token key password secret credential cookie session signature auth`)

// lazyWords are the words of a text, found when they are first asked for: most
// programs that hold this package never do.
func lazyWords(text string) func() []string {
	return sync.OnceValue(func() []string { return strings.Fields(text) })
}

func pick(g *textWriter, words []string) string { return words[g.IntN(len(words))] }

// technical is a technical word, now and then a telling one.
func (g *textWriter) technical() string {
	if g.IntN(50) == 0 {
		return pick(g, tellingWords())
	}
	return pick(g, technicalWords())
}

var verbs = lazyWords(`add fix move drop rename split join check test build run open close read write parse load
store fetch send wrap guard skip retry flush sync lock log trace measure compare`)

func (g *textWriter) word() string {
	switch g.IntN(5) {
	case 0:
		return g.technical()
	default:
		return pick(g, commonWords())
	}
}

func (g *textWriter) hex(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = lowerHex[g.IntN(16)]
	}
	return string(b)
}

func (g *textWriter) uuid() string {
	return g.hex(8) + "-" + g.hex(4) + "-4" + g.hex(3) + "-a" + g.hex(3) + "-" + g.hex(12)
}

func (g *textWriter) identifier() string {
	a, b := g.technical(), g.technical()
	v := pick(g, verbs())
	switch g.IntN(3) {
	case 0:
		return v + strings.ToUpper(a[:1]) + a[1:]
	case 1:
		return a + "_" + b
	}
	return a + strings.ToUpper(b[:1]) + b[1:]
}

func (g *textWriter) sentence() string {
	n := 6 + g.IntN(14)
	ws := make([]string, n)
	for i := range ws {
		ws[i] = g.word()
	}
	if g.IntN(4) == 0 {
		ws[g.IntN(n)] = "`" + g.identifier() + "()`"
	}
	s := strings.Join(ws, " ")
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func (g *textWriter) path() string {
	return g.cwd + "/" + g.technical() + "/" + g.technical() + ".go"
}

func (g *textWriter) function() string {
	var b strings.Builder
	name, arg, res := g.identifier(), g.technical(), g.technical()
	fmt.Fprintf(&b, "// %s\nfunc %s(ctx context.Context, %s string) (*%s, error) {\n", g.sentence(), name, arg, strings.ToUpper(res[:1])+res[1:])
	for range 2 + g.IntN(6) {
		switch g.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "\tif err := %s(ctx, %s); err != nil {\n\t\treturn nil, fmt.Errorf(\"%s: %%w\", err)\n\t}\n", g.identifier(), arg, g.word()+" "+g.word())
		case 1:
			fmt.Fprintf(&b, "\t%s := %s.%s(%s, %d)\n", g.identifier(), g.identifier(), g.identifier(), arg, g.IntN(4096))
		case 2:
			fmt.Fprintf(&b, "\tfor i, %s := range %s {\n\t\t%s[i] = %s.%s\n\t}\n", g.identifier(), g.identifier(), g.identifier(), arg, g.identifier())
		case 3:
			fmt.Fprintf(&b, "\t%s = %s(%s) // %s\n", g.technical(), g.identifier(), arg, g.sentence())
		default:
			fmt.Fprintf(&b, "\t%s = append(%s, %q)\n", g.identifier(), g.identifier(), g.word())
		}
	}
	fmt.Fprintf(&b, "\treturn &%s{%s: %s}, nil\n}\n\n", strings.ToUpper(res[:1])+res[1:], g.identifier(), arg)
	return b.String()
}

func (g *textWriter) logLines(n int) string {
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "2026-08-%02dT%02d:%02d:%02d.%03dZ %s %s %s=%d request_id=%s %s\n", 1+g.IntN(28), g.IntN(24), g.IntN(60), g.IntN(60), g.IntN(1000),
			[]string{"INFO", "WARN", "DEBUG"}[g.IntN(3)], g.identifier(), g.identifier(), g.IntN(100000), g.hex(16), g.sentence())
	}
	return b.String()
}

// record is one line of the transcript. A secret, if given, is part of it.
func (g *textWriter) record(n int, at time.Time, secret string) map[string]any {
	id := g.uuid()
	rec := map[string]any{
		"parentUuid": g.parent, "isSidechain": false, "userType": "external", "cwd": g.cwd, "sessionId": g.session,
		"version": "2.1.233", "gitBranch": "main", "uuid": id, "timestamp": at.Format("2006-01-02T15:04:05.000Z"),
	}
	g.parent = id
	prose := func(n int) string {
		var ss []string
		for range n {
			ss = append(ss, g.sentence())
		}
		return strings.Join(ss, " ")
	}
	switch n % 4 {
	case 0:
		text := prose(1 + g.IntN(5))
		if secret != "" {
			text += " Use " + secret + " for now. " + prose(1)
		}
		rec["type"], rec["message"] = "user", map[string]any{"role": "user", "content": text}
	case 1, 3:
		input := map[string]any{"file_path": g.path()}
		if secret != "" {
			input = map[string]any{"command": "export SERVICE_TOKEN='" + secret + "' && make deploy", "description": g.sentence()}
		} else if g.IntN(2) == 0 {
			input["content"] = g.function() + g.function()
		}
		rec["type"] = "assistant"
		rec["message"] = map[string]any{"id": "msg_" + g.hex(20), "role": "assistant", "model": "claude-sonnet-5", "content": []any{
			map[string]any{"type": "text", "text": prose(1 + g.IntN(4))},
			map[string]any{"type": "tool_use", "id": "toolu_" + g.hex(20), "name": "Bash", "input": input},
		}, "usage": map[string]any{"input_tokens": g.IntN(9000), "output_tokens": g.IntN(900)}}
	case 2:
		var body strings.Builder
		for i := range 3 + g.IntN(20) {
			switch g.IntN(3) {
			case 0:
				fmt.Fprintf(&body, "%6d\t%s", i+1, g.logLines(1))
			default:
				fmt.Fprintf(&body, "%6d\t%s", i+1, strings.ReplaceAll(g.function(), "\n", "\n      \t"))
			}
		}
		if secret != "" {
			fmt.Fprintf(&body, "\nAPI_TOKEN=%s\nLOG_LEVEL=info\n", secret)
		}
		rec["type"], rec["message"] = "user", map[string]any{"role": "user", "content": []any{
			map[string]any{"type": "tool_result", "tool_use_id": "toolu_" + g.hex(20), "content": body.String(), "is_error": false},
		}}
	}
	return rec
}
