package summarize

import (
	"path"
	"regexp"
	"sort"
	"strings"

	"jezero/server"
)

// picked is a segment taken apart.
type picked struct {
	requests  []string // what the user asked for, one per turn, cleaned
	asks      []string // the user's sentences that are questions
	decisions []string
	changes   []string // "Fixed …", "Added …"
	causes    []string // why something was as it was
	facts     []fact   // other sentences of the assistant, rated
	files     []string // changed
	commands  []string // run, the telling ones
	outcome   string   // the end of the last answer
}

type fact struct {
	text  string
	score int
	order int
}

func digest(turns []server.Turn) *picked {
	d := &picked{}
	for i, t := range turns {
		switch t.Role {
		case "user":
			d.user(t.Text)
		case "assistant":
			d.assistant(t.Text, i)
		default:
			d.tool(t.Text)
		}
	}
	d.end(turns)
	return d
}

// user takes a request. Approvals ("yes", "go on") and pasted output are none.
func (d *picked) user(text string) {
	sentences := prose(text)
	var kept []string
	for _, s := range sentences {
		if strings.HasSuffix(s, "?") && len(s) > 12 {
			d.asks = append(d.asks, s)
		}
		ws := words(s)
		if isDecision(s, ws) {
			d.decisions = append(d.decisions, upperFirst(stripLead(s)))
		}
		// What only leads over to something pasted says nothing without it.
		if len(sentences) > 1 && (strings.HasSuffix(s, ":") || intro.starts(ws) || strings.Contains(s, "[REDACTED")) {
			continue
		}
		if t := unpad(s); t != "" {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		return
	}
	d.requests = append(d.requests, paragraph(kept))
}

func (d *picked) assistant(text string, order int) {
	for _, s := range prose(text) {
		ws := words(s)
		switch {
		case isIntent(ws):
			// "Let me look at …" says what comes, not what is.
		case strings.HasSuffix(s, "?"), strings.HasSuffix(s, ":"), len(s) < 15:
		case isDecision(s, ws):
			d.decisions = append(d.decisions, s)
		case isChange(ws):
			d.changes = append(d.changes, s)
		case isCause(s, ws):
			d.causes = append(d.causes, s)
		case s[0] == '`' || !isImperative(ws):
			if n := rate(s, ws); n > 0 {
				d.facts = append(d.facts, fact{s, n, order})
			}
		}
	}
}

var writeTools = phrasesOf(`edit, multiedit, write, create, notebookedit, apply_patch, patch, str_replace, str_replace_editor,
	str_replace_based_edit_tool, write_file, replace, edit_file, update, save, replace_file_content, multi_edit`)
var toolPath = regexp.MustCompile(`[A-Za-z0-9_.@~+-]*(?:[/\\][A-Za-z0-9_.@~+-]+)*\.[A-Za-z0-9]{1,8}\b|(?:[A-Za-z0-9_.@~+-]+/)*(?:Dockerfile|Makefile|Jenkinsfile|Gemfile|Procfile|Vagrantfile|LICENSE|README)\b`)
var runTools = phrasesOf(`bash, shell, exec_command, run_command, run_shell_command, local_shell, terminal, execute, run_in_terminal, !`)

// tool takes what a line about a tool call tells: "Edit: path", "Bash: command".
func (d *picked) tool(line string) {
	name, rest, ok := strings.Cut(line, ":")
	if !ok {
		name, rest, _ = strings.Cut(line, " ")
	}
	tool := []string{strings.ToLower(strings.TrimSpace(name))}
	rest = strings.TrimSpace(rest)
	switch {
	case writeTools.starts(tool):
		for _, p := range toolPath.FindAllString(rest, 4) {
			if base := path.Base(strings.ReplaceAll(p, `\`, "/")); strings.Trim(base, ".") != "" {
				d.files = appendNew(d.files, base)
			}
		}
	case runTools.starts(tool):
		// A command that is cut or holds a credential is no use to anyone.
		if len(rest) <= 90 && !strings.Contains(rest, "[REDACTED") && !strings.HasSuffix(rest, "…") && tellingCommand(rest) {
			d.commands = appendNew(d.commands, rest)
		}
	}
}

// tellingCommand leaves out commands that only look.
func tellingCommand(cmd string) bool {
	name := path.Base(firstWord(cmd))
	switch name {
	case "ls", "cat", "cd", "pwd", "head", "tail", "grep", "rg", "find", "sed", "awk", "wc", "echo", "which", "tree", "file",
		"stat", "sleep", "true", "jq", "sort", "diff", "less", "type", "env", "":
		return false
	}
	for _, looking := range []string{"git status", "git diff", "git log", "git show", "git branch"} {
		if strings.HasPrefix(cmd, looking) {
			return false
		}
	}
	return true
}

// end finds the outcome: the first sentences of what the assistant said last.
func (d *picked) end(turns []server.Turn) {
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Role != "assistant" {
			continue
		}
		var kept []string
		n := 0
		for _, s := range prose(turns[i].Text) {
			ws := words(s)
			if isIntent(ws) || offer.in(ws) || strings.HasSuffix(s, ":") || len(s) < 8 {
				continue
			}
			if n += len(s); n > 320 && len(kept) > 0 {
				break
			}
			kept = append(kept, s)
			if len(kept) == 3 {
				break
			}
		}
		if len(kept) > 0 {
			d.outcome = strings.Join(kept, " ")
			return
		}
	}
}

// title is the session's own, else made of the first request.
func (d *picked) title(seg *server.Segment) string {
	const most = 90
	own := strings.Join(strings.Fields(seg.Title), " ")
	if seg.Ordinal == 0 && len(own) >= 8 {
		return shorten(own, most)
	}
	for _, r := range d.requests {
		s := firstSentence(r)
		if len(s) >= 12 {
			return shorten(upperFirst(strings.TrimRight(s, ".!")), most)
		}
	}
	for _, list := range [][]string{d.changes, d.decisions, d.causes, {d.outcome}, {own}, d.requests} {
		if len(list) == 0 {
			continue
		}
		if t := shorten(upperFirst(strings.TrimRight(firstSentence(list[0]), ".! ")), most); t != "" {
			return t
		}
	}
	if len(d.files) > 0 {
		return shorten("Changes to "+strings.Join(d.files, ", "), most)
	}
	if seg.Project != "" {
		return "Session in " + seg.Project
	}
	return "Untitled session"
}

func firstSentence(s string) string {
	if list := splitSentences(s); len(list) > 0 {
		return list[0]
	}
	return s
}

// summary tells what was asked, decided and changed.
func (d *picked) summary() string {
	var parts []string
	said := map[string]bool{}
	put := func(label string, list []string, most, size int) {
		var kept []string
		for _, s := range list {
			if len(kept) < most && s != "" && !said[s] {
				said[s] = true
				kept = append(kept, strings.TrimRight(shorten(unlabelled(label, s), size), " "))
			}
		}
		if len(kept) > 0 {
			parts = append(parts, label+": "+paragraph(kept))
		}
	}
	if len(d.requests) > 0 {
		put("Asked", d.requests[:1], 1, 260)
		put("Then", d.requests[1:], 3, 140)
	}
	put("Cause", d.causes, 2, 240)
	put("Decided", d.decisions, 3, 240)
	put("Changed", d.changes, 3, 220)
	if len(d.files) > 0 {
		parts = append(parts, "Files: "+list(d.files, 8)+".")
	}
	put("Outcome", []string{unsaid(d.outcome, said)}, 1, 340)
	if len(parts) == 0 {
		if len(d.commands) > 0 {
			return "Ran: " + list(d.commands, 5) + "."
		}
		return "Nothing in this part of the session says what it was about."
	}
	return strings.Join(parts, "\n")
}

// unlabelled is a sentence without a label of its own, which would stand there
// twice: "Changed: Changed the port", "Decided: Decision: raise it".
func unlabelled(label, s string) string {
	for _, own := range []string{label + ":", label, "Decision:"} {
		if rest, ok := strings.CutPrefix(s, own+" "); ok && (own != "Decision:" || label == "Decided") {
			return rest
		}
	}
	return s
}

// unsaid is an outcome without the sentences that have been told already.
func unsaid(outcome string, said map[string]bool) string {
	var kept []string
	for _, s := range splitSentences(outcome) {
		if !said[s] {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, " ")
}

func paragraph(list []string) string {
	for i, s := range list {
		s = upperFirst(s)
		if !strings.ContainsAny(s[len(s)-1:], ".!?") && !strings.HasSuffix(s, "…") {
			s += "."
		}
		list[i] = s
	}
	return strings.Join(list, " ")
}

func list(items []string, most int) string {
	if len(items) > most {
		return strings.Join(items[:most], ", ") + " and more"
	}
	return strings.Join(items, ", ")
}

// questions are those that the segment answers: the user's own, and what was
// asked for, put as questions.
func (d *picked) questions() []string {
	const most = 6
	var out []string
	for _, q := range d.asks {
		if len(out) < most && !isPermission(q) {
			out = appendNew(out, shorten(upperFirst(stripLead(q)), 200))
		}
	}
	for _, r := range d.requests {
		if q := howTo(firstSentence(r)); q != "" && len(out) < most {
			out = appendNew(out, q)
		}
	}
	for _, c := range d.causes {
		if q := causeQuestion(c); q != "" && len(out) < most {
			out = appendNew(out, q)
		}
	}
	return nonNil(out)
}

// atoms are the single facts: causes, decisions, changes and the best of the
// other sentences.
func (d *picked) atoms() []string {
	const most, size = 10, 240
	var out []string
	for _, group := range [][]string{d.causes, d.decisions, d.changes} {
		for i, s := range group {
			if i < 4 && len(out) < most {
				out = appendNew(out, upperFirst(shorten(s, size)))
			}
		}
	}
	facts := append([]fact{}, d.facts...)
	sort.SliceStable(facts, func(i, j int) bool { return facts[i].score > facts[j].score })
	facts = facts[:min(len(facts), most-min(len(out), most))]
	sort.SliceStable(facts, func(i, j int) bool { return facts[i].order < facts[j].order })
	for _, f := range facts {
		out = appendNew(out, upperFirst(shorten(f.text, size)))
	}
	for _, c := range d.commands {
		if len(out) < most-2 {
			out = appendNew(out, "Ran `"+c+"`")
		}
	}
	return nonNil(out)
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if strings.EqualFold(have, s) {
			return list
		}
	}
	return append(list, s)
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
