package summarize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose strips markdown down to sentences. Code blocks, tables, quoted output
// and headings are left out: they read badly in a summary.
func prose(text string) []string {
	var out []string
	var para strings.Builder
	flush := func() {
		out = append(out, splitSentences(para.String())...)
		para.Reset()
	}
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if fence != "" {
			if strings.HasPrefix(line, fence) {
				fence = ""
			}
			continue
		}
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fence = line[:3]
			flush()
			continue
		}
		bullet, item := cutBullet(line)
		switch {
		case line == "", isRule(line):
			flush()
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "|"), strings.HasPrefix(line, ">"), looksLikeOutput(line):
			flush()
		case bullet:
			flush()
			if item != "" && isSetting(item) && !unicode.IsUpper(rune(item[0])) {
				continue
			}
			para.WriteString(plain(item))
		default:
			if para.Len() > 0 {
				para.WriteByte(' ')
			}
			para.WriteString(plain(line))
		}
	}
	flush()
	return out
}

// maxWord is the longest word that is shown, in bytes; longer ones are keys,
// hashes and encoded data.
const maxWord = 72

// cutBullet takes the mark of a list item off.
func cutBullet(line string) (bool, string) {
	for _, mark := range []string{"- [x] ", "- [ ] ", "- ", "* ", "+ ", "• "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return true, strings.TrimSpace(rest)
		}
	}
	i := 0
	for i < len(line) && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	if i > 0 && i < 3 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && line[i+1] == ' ' {
		return true, strings.TrimSpace(line[i+2:])
	}
	return false, line
}

func isRule(line string) bool { return len(line) >= 3 && strings.Trim(line, "-=*_ ") == "" }

// looksLikeOutput tells lines of logs, stack traces, diffs and code from prose:
// few of their characters are letters and blanks, or they begin like code.
func looksLikeOutput(line string) bool {
	if strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "+++ ") || strings.HasPrefix(line, "--- ") ||
		strings.HasPrefix(line, "@@ ") || strings.HasPrefix(line, "-----BEGIN") ||
		strings.HasPrefix(line, "at ") && strings.Contains(line, "(") || isSetting(line) || isCommand(line) {
		return true
	}
	if len(line) > 40 && !strings.Contains(line, " ") {
		return true // a key, a hash, a URL
	}
	words, symbols, total := 0, 0, 0
	for _, r := range line {
		total++
		switch {
		case unicode.IsLetter(r), r == ' ':
			words++
		case strings.ContainsRune("{}[]()<>=;|\\/&$%^~@#*+_", r):
			symbols++
		}
	}
	if total < 8 {
		return false
	}
	// Dates in front are logs: 2026-08-03T09:00:01Z …
	if len(line) > 10 && line[4] == '-' && line[7] == '-' && line[0] >= '0' && line[0] <= '9' {
		return true
	}
	last := line[len(line)-1]
	return words*10 < total*6 || symbols*4 > total || last == '{' || last == ';'
}

// isSetting tells lines of a configuration file: NAME=value, [section], or
// name: value of one or two words.
func isSetting(line string) bool {
	if line[0] == '[' && line[len(line)-1] == ']' && !strings.ContainsAny(line, " :") {
		return true
	}
	line = strings.TrimPrefix(line, "export ")
	i := 0
	for i < len(line) && (line[i] >= 'a' && line[i] <= 'z' || line[i] >= 'A' && line[i] <= 'Z' || line[i] >= '0' && line[i] <= '9' || strings.IndexByte("_.-\"", line[i]) >= 0) {
		i++
	}
	if i == 0 || i == len(line) {
		return false
	}
	name, rest := line[:i], line[i:]
	if value, ok := strings.CutPrefix(strings.TrimLeft(rest, " "), "="); ok {
		value = strings.TrimSpace(value)
		return value != "" && (!strings.Contains(value, " ") || rest[0] == '=' && name == strings.ToUpper(name))
	}
	value, ok := strings.CutPrefix(rest, ":")
	if !ok || value != "" && value[0] != ' ' {
		return false
	}
	switch strings.Count(strings.TrimSpace(value), " ") {
	case 0:
		return true
	case 1:
		return name == strings.ToLower(name)
	}
	return false
}

// pasted are the programs with which pasted commands begin.
var pasted = phrasesOf(`sudo, curl, wget, git, docker, kubectl, helm, npm, npx, pip, go, cargo, psql, ssh, scp, aws, az, gcloud, terraform, make`)

func isCommand(line string) bool {
	name, rest, ok := strings.Cut(line, " ")
	return ok && pasted.starts([]string{name}) && (strings.Contains(rest, " -") || strings.HasPrefix(rest, "-") || strings.ContainsAny(rest, "/="))
}

var emphasis = strings.NewReplacer("**", "", "__", "")

// plain takes markdown's emphasis and links away and keeps code words.
func plain(s string) string {
	s = emphasis.Replace(s)
	if len(s) > maxWord {
		words := strings.Split(s, " ")
		for i, w := range words {
			if len(w) > maxWord && !strings.Contains(w, "](") {
				words[i] = "…"
			}
		}
		s = strings.Join(words, " ")
	}
	for {
		i := strings.Index(s, "](")
		if i < 0 {
			return s
		}
		open := strings.LastIndexByte(s[:i], '[')
		end := strings.IndexByte(s[i:], ')')
		if open < 0 || end < 0 {
			return s
		}
		s = s[:open] + s[open+1:i] + s[i+end+1:]
	}
}

// splitSentences cuts at ends of sentences: a mark, a blank and a new
// beginning. Points inside code, numbers and file names do not count.
func splitSentences(s string) []string {
	var out []string
	start, code := 0, false
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(s))
	lower := unicode.IsLower(first) // someone who writes all in lower case
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '`' {
			code = !code
		}
		if code || c != '.' && c != '!' && c != '?' {
			continue
		}
		end := i + 1
		for end < len(s) && strings.IndexByte(`"')]`, s[end]) >= 0 {
			end++
		}
		if end < len(s) && (s[end] != ' ' || c == '.' && abbreviated(s[start:end]) || !lower && !beginsSentence(s[end+1:])) {
			continue
		}
		out = appendSentence(out, s[start:end])
		start = end
	}
	return appendSentence(out, s[start:])
}

func appendSentence(out []string, s string) []string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) < 3 {
		return out
	}
	return append(out, s)
}

func abbreviated(s string) bool {
	for _, a := range []string{"e.g.", "i.e.", "etc.", "cf.", "vs.", "approx.", "resp.", "No.", "Mr.", "Dr."} {
		if strings.HasSuffix(s, a) {
			return true
		}
	}
	return false
}

// beginsSentence is true unless a lower-case word follows, as after v1.2. or
// after a file name.
func beginsSentence(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return !unicode.IsLower(r)
}

// shorten cuts a text to at most n bytes, at a blank, and marks the cut.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := n - len("…")
	if i := strings.LastIndexByte(s[:cut], ' '); i > cut*2/3 {
		cut = i
	}
	// A placeholder that is cut in two would be read as text.
	if i := strings.LastIndexByte(s[:cut], '['); i >= 0 && strings.HasPrefix(s[i:], "[REDACTED") && !strings.Contains(s[i:cut], "]") {
		cut = i
	}
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.TrimRight(s[:cut], " ,;:-") + "…"
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || strings.ContainsAny(firstWord(s), "_./()`") || hasInnerUpper(firstWord(s)) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func lowerFirst(s string) string {
	w := firstWord(s)
	if w == "I" || hasInnerUpper(w) || strings.ContainsAny(w, "_./()`") || len(w) > 1 && w == strings.ToUpper(w) {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

func hasInnerUpper(w string) bool {
	for i, r := range w {
		if i > 0 && unicode.IsUpper(r) {
			return true
		}
	}
	return false
}
