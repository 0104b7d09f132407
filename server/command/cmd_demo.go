package command

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"jezero/connectors/device/client"
	"jezero/server/app"
)

type demoCommand struct {
	Once   bool   `help:"Exit when everything was shown, instead of serving."`
	Dir    string `placeholder:"DIR" help:"Keep the library in DIR, an empty folder or that of a demo before; without it everything is removed at the end."`
	Listen string `placeholder:"ADDR" help:"Serve at this address of 127.0.0.1 instead of a free port."`
	JSON   bool   `name:"json" help:"Print one JSON document instead."`
}

// Help is the manual of the command.
func (demoCommand) Help() string {
	return `Takes bundled sample sessions of the coding agents that jezero reads, with made-up credentials in them, through the real thing: connectors, redaction, summaries, the library, and an MCP server on loopback with a key made for the occasion. It needs no configuration, no network and no key of yours, and leaves your own files alone.

It shows what was read and what was redacted, asks its own server as an agent would (search, get_item, later), prints the lines that connect an agent, and serves until Ctrl-C.

Exit codes: 0 done or interrupted; 1 a sample could not be read; 2 could not run, or --once was interrupted.`
}

func (c *demoCommand) Run(r *run) error {
	err := c.demo(r)
	if !c.Once {
		err = r.unlessInterrupted(err)
	}
	return err
}

func (c *demoCommand) demo(r *run) error {
	bar, clear := r.newProgress()
	d, err := app.StartDemo(r.ctx, app.DemoOptions{Dir: c.Dir, Listen: c.Listen, Progress: bar, Logger: r.logger(slog.LevelWarn)}, r.env())
	clear()
	if err != nil {
		return err
	}
	defer d.Close()
	tour, err := d.Tour(r.ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		err = r.out.json(c.document(d, tour))
	} else {
		c.show(r, d, tour)
	}
	r.complain(d.Runs)
	if err == nil {
		err = verdict(d.Runs)
	}
	if c.Once || err != nil {
		return err
	}
	if err := d.Wait(); err != nil {
		return err
	}
	if !c.JSON && !d.Kept {
		r.err.line("Stopped; the temporary library is gone.")
	}
	return nil
}

// document is the demonstration for machines.
func (c *demoCommand) document(d *app.Demo, t *app.Tour) any {
	type source struct {
		runRow
		Items int `json:"items"`
	}
	connectors := []source{}
	for i, row := range newRunRows(d.Runs) {
		connectors = append(connectors, source{row, itemsOf(d, d.Runs[i].Connector)})
	}
	doc := map[string]any{
		"connectors": connectors,
		"redacted":   redacted(d),
		"seconds":    d.Took.Seconds(),
		"search":     map[string]any{"query": t.Query, "result": t.Search},
		"get_item":   map[string]any{"id": t.ID, "result": t.Item},
		"later":      map[string]any{"id": t.ID, "result": t.Later},
		"connect":    connectLines(d.KeyFile, "jezero-demo"),
	}
	if !c.Once {
		doc["mcp_url"], doc["key_file"] = d.URL+"/mcp", d.KeyFile
	}
	if d.Kept {
		doc["dir"] = d.Dir
	}
	return doc
}

func itemsOf(d *app.Demo, source string) int {
	for _, s := range d.Sources {
		if s.Name == source {
			return s.Items
		}
	}
	return 0
}

func redacted(d *app.Demo) map[string]int {
	all := map[string]int{}
	for _, run := range d.Runs {
		for k, n := range run.Redacted {
			all[k] += n
		}
	}
	return all
}

func (c *demoCommand) show(r *run, d *app.Demo, t *app.Tour) {
	r.out.line("%s", r.out.style(bold, "jezero demo"))
	r.out.paragraph("", fmt.Sprintf("Sample sessions of %s, through the whole of jezero: read, redacted, summarised, stored and served. The credentials in them are made up.", count(len(d.Runs), "coding agent")))

	var segments int
	for _, run := range d.Runs {
		segments += run.Segments
	}
	r.out.heading("What was read", fmt.Sprintf("%s in %s", count(segments, "segment"), seconds(d.Took)))
	rows := [][]string{}
	sum := [3]int{}
	for _, run := range d.Runs {
		n := [3]int{run.Sessions, run.Segments, itemsOf(d, run.Connector)}
		rows = append(rows, []string{run.Connector, strconv.Itoa(n[0]), strconv.Itoa(n[1]), strconv.Itoa(n[2])})
		for i := range sum {
			sum[i] += n[i]
		}
	}
	rows = append(rows, []string{"total", strconv.Itoa(sum[0]), strconv.Itoa(sum[1]), strconv.Itoa(sum[2])})
	r.out.table("  ", []string{"connector", "sessions", "segments", "items"}, rows)

	r.redactions(redacted(d))

	r.out.heading("search", fmt.Sprintf("%q, asked over MCP as an agent would", t.Query))
	for i, h := range t.Search.Items {
		if i > 0 {
			r.out.line("")
		}
		r.hit(h, 2)
	}

	r.out.heading("get_item", t.ID+": the older one, whole")
	r.item(t.Item.Item)

	r.out.heading("later", t.ID+": has it been changed or undone since?")
	for _, h := range t.Later.Items {
		r.hit(h, 1)
	}
	if len(t.Later.Items) == 0 {
		r.out.line("  Nothing newer on the same subject.")
	}
	c.end(r, d)
}

// redactions is the section about what was redacted while reading.
func (r *run) redactions(m map[string]int) {
	r.redactionsOf("What was redacted, before anything was stored", m)
}

func (r *run) redactionsOf(heading string, m map[string]int) {
	total := 0
	for _, n := range m {
		total += n
	}
	r.out.heading(heading, fmt.Sprintf("%s of %s", count(total, "credential"), count(len(m), "kind")))
	r.kindTable(m)
}

// kindTable prints counts by kind, the most frequent first, in two columns.
func (r *run) kindTable(m map[string]int) {
	names := kinds(m)
	half := (len(names) + 1) / 2
	rows := [][]string{}
	for i := range half {
		row := []string{strconv.Itoa(m[names[i]]), names[i]}
		if half+i < len(names) {
			row = append(row, "  "+strconv.Itoa(m[names[half+i]]), names[half+i])
		}
		rows = append(rows, row)
	}
	r.out.table("  ", nil, rows)
}

// item prints what an agent gets of one item: the summary, and the beginning of
// the dialogue.
func (r *run) item(it *client.Item) {
	r.hitHead(hitView{ID: it.ID, Title: it.Title, Project: it.Project, Source: it.Source, Trust: it.Trust, EndedAt: it.EndedAt})
	summary := wrap(it.Summary, width-4)
	for _, l := range summary[:min(itemSummary, len(summary))] {
		r.out.line("    %s", r.marked(l))
	}
	if len(summary) > itemSummary {
		r.out.line("    …")
	}
	for _, a := range it.Atoms[:min(2, len(it.Atoms))] {
		lines := wrap(a, width-6)
		for i, l := range lines {
			mark := "  "
			if i == 0 {
				mark = "• "
			}
			r.out.line("    %s%s", mark, r.marked(l))
		}
	}
	lines := dialogue(it.Body)
	r.out.line("")
	for _, l := range lines {
		r.out.line("    %s", r.marked(clip(l, width-4)))
	}
	r.out.line("    %s", r.out.style(dim, fmt.Sprintf("… page %d of %d", it.Page, it.Pages)))
}

// How many lines of an item's summary and dialogue the demonstration shows.
const (
	itemSummary   = 14
	dialogueLines = 8
)

// dialogue picks lines of a body: from just before the first placeholder, else
// from its beginning.
func dialogue(body string) []string {
	var lines []string
	first := -1
	for l := range strings.Lines(body) {
		if l = strings.TrimRight(l, " \r\n"); l == "" {
			continue
		}
		if first < 0 && strings.Contains(l, "[REDACTED:") {
			first = len(lines)
		}
		lines = append(lines, l)
	}
	start := max(0, min(first-2, len(lines)-dialogueLines))
	return lines[start:min(start+dialogueLines, len(lines))]
}

func (c *demoCommand) end(r *run, d *app.Demo) {
	if c.Once && !d.Kept {
		r.out.heading("Next", "")
		r.out.paragraph("  ", `"jezero demo" without --once serves these sessions and prints the lines that connect Claude Code and Codex; "jezero up" does the same with your own.`)
		return
	}
	r.connect(d.KeyFile, "jezero-demo")
	r.out.line("")
	if c.Once {
		r.out.line("The library is kept in %s. Serve it again, or search it yourself:", d.Dir)
		r.out.line("  jezero demo --dir %s", shellQuote(d.Dir))
		r.out.line("  jezero search -c %s idempotency keys", shellQuote(d.Config.Path))
		return
	}
	r.out.line("Serving at %s/mcp", d.URL)
	if d.Kept {
		r.out.line("The library is kept in %s. Ctrl-C stops serving. To search it yourself:", d.Dir)
		r.out.line("  jezero search -c %s idempotency keys", shellQuote(d.Config.Path))
	} else {
		r.out.line("Ctrl-C stops it and removes the library in %s.", d.Dir)
	}
}

// connectLine is how one agent is connected.
type connectLine struct {
	Agent   string   `json:"agent"`
	Command string   `json:"command"`
	Words   []string `json:"words"`
	Remove  string   `json:"remove"`
}

// connectLines are the lines that connect agents by the bridge. The key stays
// in its file.
func connectLines(keyFile, name string) []connectLine {
	bridge := app.BridgeCommand(keyFile)
	line := func(agent string, add, remove []string) connectLine {
		words := append(add, bridge...)
		return connectLine{agent, shellJoin(words), words, shellJoin(remove)}
	}
	return []connectLine{
		line("Claude Code", []string{"claude", "mcp", "add", "--scope", "user", name, "--"}, []string{"claude", "mcp", "remove", "--scope", "user", name}),
		line("Codex", []string{"codex", "mcp", "add", name, "--"}, []string{"codex", "mcp", "remove", name}),
	}
}

func (r *run) connect(keyFile, name string) {
	r.out.heading("Connect an agent", "no key stands in these lines, nor in what they write")
	var remove []string
	for _, l := range connectLines(keyFile, name) {
		r.out.line("  %s", l.Agent)
		for _, s := range foldCommand(l.Words, width-4) {
			r.out.line("    %s", r.out.style(cyan, s))
		}
		remove = append(remove, l.Remove)
	}
	r.out.line("  %s", r.out.style(dim, "to undo: "+strings.Join(remove, "; ")))
}

// foldCommand breaks a command into lines that a shell reads as one. A flag and
// its value stay together.
func foldCommand(words []string, n int) []string {
	var out []string
	line := ""
	for i := 0; i < len(words); i++ {
		part := shellQuote(words[i])
		if strings.HasPrefix(part, "--") && len(part) > 2 && i+1 < len(words) {
			i++
			part += " " + shellQuote(words[i])
		}
		if line != "" && utf8.RuneCountInString(line+" "+part+" \\") > n {
			out = append(out, line+" \\")
			line = "  " + part
			continue
		}
		line = strings.TrimLeft(line+" "+part, " ")
		if len(out) > 0 {
			line = "  " + line
		}
	}
	return append(out, line)
}

func shellJoin(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = shellQuote(w)
	}
	return strings.Join(q, " ")
}

// shellQuote quotes a word for a POSIX shell where it needs it.
func shellQuote(w string) string {
	if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@+") == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
