package privacycheck

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Self is what this computer would tell about its owner.
type Self struct {
	Host string // first label of the host name
	User string
	Home string
}

// ReadSelf asks the environment, then the system. What cannot be told stays
// empty. os/user would link the C library into a program that starts with every
// commit, for a question that the environment nearly always answers.
func ReadSelf(getenv func(string) string) Self {
	var s Self
	if h, err := os.Hostname(); err == nil {
		s.Host, _, _ = strings.Cut(h, ".")
	}
	s.User = getenv("USER")
	if s.User == "" {
		s.User = getenv("USERNAME")
	}
	s.Home = getenv("HOME")
	if s.User == "" {
		s.User = getenv("LOGNAME")
	}
	if s.User == "" {
		if out, err := exec.Command("id", "-un").Output(); err == nil {
			s.User = strings.TrimSpace(string(out))
		}
	}
	if s.Home == "" {
		s.Home = getenv("USERPROFILE")
	}
	return s
}

// selfTerm is one of the words, as a list of one term that knows its rule.
type selfTerm struct {
	rule *Rule
	list *Denylist
}

// shortSelf is the length below which a name is likely an everyday word, so
// that only a place that speaks of accounts or hosts counts.
const shortSelf = 6

// selfTerms leaves out what names nobody: root, runner, localhost, /root.
func (c *Checker) selfTerms(s Self) []selfTerm {
	var out []selfTerm
	add := func(rule *Rule, text string) {
		if d, err := ParseDenylist([]byte("word:"+text), MatchWord); err == nil {
			out = append(out, selfTerm{rule, d})
		}
	}
	if h := s.Host; len(h) >= 3 && h != "localhost" && !c.placeholderName([]byte(h)) {
		add(ruleOwnHost, h)
	}
	if u := s.User; len(u) >= 2 && !c.placeholderName([]byte(u)) {
		add(ruleOwnUser, u)
	}
	home := filepath.ToSlash(s.Home)
	if name := home[strings.LastIndexByte(home, '/')+1:]; strings.Count(home, "/") >= 2 && len(name) >= 2 && !c.placeholderName([]byte(name)) {
		add(ruleOwnHome, home)
	}
	return out
}

func (c *Checker) scanSelf(src []byte, out []match) []match {
	for _, t := range c.self {
		before := len(out)
		out = t.list.find(src, out)
		kept := out[:before]
		for _, m := range out[before:] {
			if t.rule != ruleOwnHome && m.end-m.start < shortSelf && !accountPlace(src, m.start, m.end) {
				continue
			}
			m.rule, m.term = t.rule, 0
			kept = append(kept, m)
		}
		out = kept
	}
	return out
}

// accountPlace is true when a short word stands where names of accounts and
// hosts stand: name@host, host:, /name/, user=name.
func accountPlace(src []byte, start, end int) bool {
	if end < len(src) && (src[end] == '@' || src[end] == '/' || src[end] == '\\') {
		return true
	}
	if start == 0 {
		return false
	}
	if b := src[start-1]; b == '@' || b == '/' || b == '\\' {
		return true
	}
	line := bytes.ToLower(src[max(0, start-24):start])
	for _, w := range []string{"user", "login", "owner", "author", "account", "host"} {
		if bytes.Contains(line, []byte(w)) && bytes.ContainsAny(line, "=:") {
			return true
		}
	}
	return false
}
