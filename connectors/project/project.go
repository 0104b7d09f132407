// Package project finds the project of a working folder. It looks at the
// text of the path only, never at a disk, so that the client that sends a
// session and the server that reads it come to the same name.
package project

import (
	"hash/fnv"
	"path"
	"strconv"
	"strings"
)

// Rule names the project of every folder at or below Prefix. The longest
// prefix wins. An empty Project means: the path element after the prefix.
type Rule struct {
	Prefix  string
	Project string
}

// MaxLen is the longest project name, in bytes.
const MaxLen = 128

// Names of folders that are no projects of their own.
const (
	Home = "home" // somebody's home folder itself
	Temp = "tmp"  // a temporary folder
)

// Of returns the project of a working folder: [A-Za-z0-9._/-], at most MaxLen
// bytes, the same for the same folder written the Windows way; "" for "".
//
// Rules come first. A worktree belongs to the repository it was made from. A
// home folder is Home, a temporary folder Temp. Else it is the last element,
// and the last two when the last says nothing by itself ("kestrel/api").
func Of(cwd string, rules []Rule) string {
	p := clean(cwd)
	if p == "" {
		return ""
	}
	if name, ok := byRule(p, rules); ok {
		return name
	}
	segs := strings.Split(strings.Trim(p, "/"), "/")
	if strings.HasSuffix(segs[0], ":") {
		segs = segs[1:] // a drive
	}
	if repo, ok := worktree(segs); ok {
		return name(repo)
	}
	if len(segs) == 0 || segs[0] == "" {
		return "root"
	}
	if temp(segs) {
		return Temp
	}
	segs = belowHome(segs)
	if len(segs) == 0 {
		return Home
	}
	last := segs[len(segs)-1]
	if len(segs) >= 2 && generic[strings.ToLower(last)] {
		if up := segs[len(segs)-2]; !container[strings.ToLower(up)] {
			return name(up + "/" + last)
		}
	}
	return name(last)
}

// clean writes a path with slashes, without file://, WSL or UNC dress,
// repeated or trailing separators.
func clean(cwd string) string {
	p := strings.TrimSpace(strings.ToValidUTF8(cwd, "-"))
	p = strings.TrimPrefix(p, "file://")
	p = strings.ReplaceAll(p, `\`, "/")
	for _, dress := range []string{"//?/", "//./"} {
		p = strings.TrimPrefix(p, dress)
	}
	if p == "" {
		return ""
	}
	if len(p) >= 3 && p[0] == '/' && letter(p[1]) && p[2] == ':' {
		p = p[1:] // file:///C:/…
	}
	p = path.Clean(p)
	for strings.HasPrefix(p, "../") {
		p = p[3:]
	}
	if p == "." || p == ".." {
		return ""
	}
	if len(p) >= 2 && letter(p[0]) && p[1] == ':' {
		p = strings.ToUpper(p[:1]) + p[1:]
	}
	// WSL's view of a Windows drive is the same folder.
	if rest, ok := strings.CutPrefix(p, "/mnt/"); ok && len(rest) >= 1 && letter(rest[0]) && (len(rest) == 1 || rest[1] == '/') {
		p = strings.ToUpper(rest[:1]) + ":" + rest[1:]
	}
	return p
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func byRule(p string, rules []Rule) (string, bool) {
	best, found := Rule{}, false
	bestLen := -1
	for _, r := range rules {
		prefix := clean(r.Prefix)
		if prefix == "" || !below(p, prefix) || len(prefix) <= bestLen {
			continue
		}
		if r.Project == "" && strings.Trim(trim(p, prefix), "/") == "" {
			continue // the folder that holds projects is none itself
		}
		best, bestLen, found = Rule{Prefix: prefix, Project: r.Project}, len(prefix), true
	}
	if !found {
		return "", false
	}
	if best.Project != "" {
		return name(best.Project), true
	}
	first, _, _ := strings.Cut(strings.Trim(trim(p, best.Prefix), "/"), "/")
	return name(first), true
}

// below reports whether p is prefix or below it; a drive path in any case,
// as Windows has it.
func below(p, prefix string) bool {
	if len(p) < len(prefix) {
		return false
	}
	head := p[:len(prefix)]
	if head != prefix && !(len(p) >= 2 && p[1] == ':' && strings.EqualFold(head, prefix)) {
		return false
	}
	return len(p) == len(prefix) || strings.HasSuffix(prefix, "/") || p[len(prefix)] == '/'
}

func trim(p, prefix string) string { return p[len(prefix):] }

// worktree finds the repository of a worktree by the layouts that tools use:
//
//	<repo>/.claude/worktrees/<name>, <repo>/.worktrees/<name>, <repo>/.git/worktrees/<name>
//	<repo>-worktrees/<name>, <repo>.worktrees/<name>
//	~/.codex/worktrees/<id>/<repo>, ~/.cursor/worktrees/<repo>/<id>, …/worktrees/<repo>/<name>
//	~/conductor/workspaces/<repo>/<name>
func worktree(segs []string) (string, bool) {
	for i, s := range segs {
		prev, next := "", ""
		if i > 0 {
			prev = segs[i-1]
		}
		if i+1 < len(segs) {
			next = segs[i+1]
		}
		switch {
		case next == "":
		case s == ".worktrees" && prev != "":
			return prev, true
		case s == "worktrees" && (prev == ".claude" || prev == ".git") && i >= 2:
			return segs[i-2], true
		case s == "worktrees" && prev == ".codex" && i+2 < len(segs):
			return segs[i+2], true
		case (s == "worktrees" || s == "workspaces" && prev == "conductor") && i+2 < len(segs):
			return next, true
		default:
			for _, suffix := range []string{"-worktrees", ".worktrees"} {
				if repo, ok := strings.CutSuffix(s, suffix); ok && repo != "" {
					return repo, true
				}
			}
		}
	}
	return "", false
}

func temp(segs []string) bool {
	at := func(i int, names ...string) bool {
		if i >= len(segs) {
			return false
		}
		for _, n := range names {
			if strings.EqualFold(segs[i], n) {
				return true
			}
		}
		return false
	}
	switch {
	case at(0, "tmp", "temp"):
		return true
	case at(0, "private") && (at(1, "tmp") || at(1, "var") && at(2, "folders", "tmp")):
		return true
	case at(0, "var") && at(1, "folders", "tmp"):
		return true
	case at(0, "dev") && at(1, "shm"):
		return true
	case at(0, "windows") && at(1, "temp"):
		return true
	}
	for i := range segs {
		if at(i, "AppData") && at(i+1, "Local") && at(i+2, "Temp") {
			return true
		}
	}
	return false
}

// belowHome takes the home folder off, when the path is in one.
func belowHome(segs []string) []string {
	switch {
	case segs[0] == "root" || segs[0] == "~":
		return segs[1:]
	case segs[0] == "home" || strings.EqualFold(segs[0], "Users"):
		return segs[min(2, len(segs)):]
	case segs[0] == "var" && len(segs) >= 3 && segs[1] == "home":
		return segs[3:]
	}
	return segs
}

// generic folders say nothing about a project by themselves.
var generic = set("src app apps api backend frontend front back server client web www site docs doc internal cmd pkg lib libs packages test tests scripts tools infra deploy core common main ui service services")

// container folders hold projects.
var container = set("code src projects project repos repo work dev git github gitlab documents developer workspace workspaces sites srv opt go source sources desktop downloads")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// name writes s in the alphabet of project names. A name that has nothing of
// it left is told apart by a short hash.
func name(s string) string {
	var b strings.Builder
	kept := false
	for _, r := range s {
		switch {
		case r < 0x80 && (letter(byte(r)) || r >= '0' && r <= '9'):
			kept = true
			b.WriteRune(r)
		case r == '.' || r == '_' || r == '/' || r == '-':
			b.WriteRune(r)
		default:
			b.WriteByte('-')
		}
	}
	out := strings.Trim(b.String(), "/")
	if !kept {
		h := fnv.New32a()
		h.Write([]byte(s))
		return "dir-" + strconv.FormatUint(uint64(h.Sum32()), 16)
	}
	if len(out) > MaxLen {
		out = strings.TrimRight(out[:MaxLen], "/")
	}
	return out
}
