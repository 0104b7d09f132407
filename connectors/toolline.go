package connectors

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// MaxToolLine is the longest line about a tool call, in bytes.
const MaxToolLine = 200

// telling lists the arguments that say what a call did, the most telling
// first. What would be written (content, new_string, patch bodies) is not
// among them.
var telling = []string{
	"command", "cmd", "CommandLine", "script",
	"pattern", "query", "Query", "regex", "glob_pattern",
	"file_path", "filePath", "TargetFile", "AbsolutePath", "absolute_path", "path", "paths", "file", "filename", "notebook_path", "DirectoryPath", "target_file",
	"url", "Url", "uri", "prompt", "description", "skill", "subject", "question", "title", "name",
}

// ToolLine says in one line, of at most MaxToolLine bytes, what a tool call
// did: the tool's name and the most telling argument. Args is the JSON the
// agent wrote; what is not a JSON object is taken as text (a patch gives the
// names of its files). The line is only ever cut between words, so that no
// half of a credential is left that the redactor could not know.
func ToolLine(name string, args []byte) string {
	name = oneLine(name)
	if name == "" {
		name = "tool"
	}
	args = bytes.TrimSpace(args)
	var text string
	switch {
	case len(args) == 0 || bytes.Equal(args, []byte("null")):
	case args[0] == '{':
		text = tellingArg(args)
	case args[0] == '"':
		var s string
		if json.Unmarshal(args, &s) == nil {
			return ToolLine(name, []byte(s))
		}
	case args[0] == '[':
		text = argText(args)
	default:
		text = patchFiles(string(args))
	}
	if len(name) > 80 {
		name = cutWords(name, 80)
	}
	if text = oneLine(text); text == "" {
		return cutWords(name, MaxToolLine)
	}
	return cutWords(name+": "+text, MaxToolLine)
}

// tellingArg picks the argument that says what the call did. When none of the
// known names is there, the first string goes with its name: a name such as
// api_key tells the redactor what the value is.
func tellingArg(obj []byte) string {
	var m map[string]json.RawMessage
	if json.Unmarshal(obj, &m) != nil {
		return ""
	}
	for _, k := range []string{"input", "patch"} {
		if t := argText(m[k]); strings.HasPrefix(strings.TrimSpace(t), "*** Begin Patch") {
			return patchFiles(t)
		}
	}
	for _, k := range telling {
		if t := argText(m[k]); t != "" {
			if (k == "pattern" || k == "query" || k == "regex") && len(t) < 80 {
				if p := argText(m["path"]); p != "" {
					return t + " in " + p
				}
			}
			return t
		}
	}
	// In the order of the JSON, so that equal records give equal lines.
	d := json.NewDecoder(bytes.NewReader(obj))
	if _, err := d.Token(); err != nil {
		return ""
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return ""
		}
		var v json.RawMessage
		if d.Decode(&v) != nil {
			return ""
		}
		key, _ := k.(string)
		if t := argText(v); t != "" {
			return key + "=" + t
		}
	}
	return ""
}

// argText is the text of a string, or of a list of strings, of which a shell
// call keeps only its script.
func argText(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	if n := len(list); n >= 3 && strings.HasSuffix(list[0], "sh") && strings.HasPrefix(list[1], "-") && strings.HasSuffix(list[1], "c") {
		list = list[2:]
	}
	return strings.Join(list, " ")
}

// patchFiles names the files of a patch in the "*** Begin Patch" form; other
// text is returned as it is.
func patchFiles(s string) string {
	if !strings.HasPrefix(strings.TrimSpace(s), "*** Begin Patch") {
		return s
	}
	var files []string
	for l := range strings.Lines(s) {
		l = strings.TrimSpace(l)
		for _, verb := range []string{"Update", "Add", "Delete"} {
			if f, ok := strings.CutPrefix(l, "*** "+verb+" File: "); ok {
				files = append(files, strings.ToLower(verb)+" "+f)
			}
		}
	}
	return strings.Join(files, ", ")
}

// oneLine is the first line that says something; lines that a backslash
// continues are joined. What follows (here-documents, scripts, pasted files)
// is content, not what the call did.
func oneLine(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\\\r\n", " "), "\\\n", " ")
	s = Clean(s)
	// A carriage return alone ends a line too: progress bars, old files.
	end := strings.IndexAny(s, "\r\n")
	more := end >= 0
	if more {
		s = s[:end]
	}
	if s = strings.TrimSpace(s); more && s != "" {
		s += " …"
	}
	return s
}

// cutWords cuts s to at most n bytes between words. A first word that does
// not fit leaves nothing but the mark.
func cutWords(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len(" …")
	end := n
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	if i := strings.LastIndexAny(s[:min(end+1, len(s))], " \t"); i >= 0 {
		end = i
	} else {
		end = 0
	}
	return strings.TrimRight(s[:end], " \t") + " …"
}
