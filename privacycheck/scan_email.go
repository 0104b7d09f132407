package privacycheck

import (
	"bytes"
	"strings"
)

// scanEmail finds e-mail addresses other than those of documentation domains
// and those that the configuration allows.
func (c *Checker) scanEmail(src []byte, out []match) []match {
	for i := 0; ; {
		j := bytes.IndexByte(src[i:], '@')
		if j < 0 {
			return out
		}
		i += j + 1
		if m, ok := c.emailAt(src, i-1); ok {
			out = append(out, m)
			i = m.end
		}
	}
}

func (c *Checker) emailAt(src []byte, at int) (match, bool) {
	start := at
	for start > 0 && at-start < 64 && localByte(src[start-1]) {
		start--
	}
	if start > 0 && start < at && afterEscape(src, start+1) {
		start++
	}
	for start < at && (src[start] == '.' || src[start] == '-') {
		start++
	}
	end, dots := at+1, 0
	for end < len(src) && end-at < 254 && (isAlnum(src[end]) || src[end] == '-' || src[end] == '.') {
		if src[end] == '.' {
			dots++
		}
		end++
	}
	for end > at+1 && (src[end-1] == '.' || src[end-1] == '-') {
		if src[end-1] == '.' {
			dots--
		}
		end--
	}
	if start == at || end == at+1 || dots == 0 || end < len(src) && src[end] == '_' {
		return match{}, false
	}
	host := strings.ToLower(string(src[at+1 : end]))
	tld := host[strings.LastIndexByte(host, '.')+1:]
	if len(tld) < 2 || !isLetter(tld[0]) || documentationHost(host) || c.allowedEmail(strings.ToLower(string(src[start:at])), host) {
		return match{}, false
	}
	// An scp-like address (git@host:path) is a login, not a mailbox.
	if end+1 < len(src) && src[end] == ':' && (isAlnum(src[end+1]) || src[end+1] == '/') && string(src[start:at]) == "git" {
		return match{}, false
	}
	return match{rule: ruleEmail, start: start, end: end, hide: start, hideEnd: end}, true
}

func localByte(b byte) bool {
	return isAlnum(b) || b == '.' || b == '_' || b == '+' || b == '-' || b == '%'
}

// documentationHost is true for the names that RFC 2606 and 6761 keep for
// examples, and for GitHub's addresses that hide the mailbox.
func documentationHost(host string) bool {
	for _, d := range []string{"example.com", "example.org", "example.net", "users.noreply.github.com", "noreply.github.com"} {
		if host == d || strings.HasSuffix(host, "."+d) {
			return true
		}
	}
	switch host[strings.LastIndexByte(host, '.')+1:] {
	case "example", "test", "invalid", "localhost", "local", "internal",
		"png", "jpg", "svg", "webp", "gif": // logo@2x.png
		return true
	}
	return false
}

// allowedEmail matches [email] allow: whole addresses, or domains as "@host".
func (c *Checker) allowedEmail(local, host string) bool {
	for _, a := range c.cfg.Email.Allow {
		a = strings.ToLower(a)
		if d, ok := strings.CutPrefix(a, "@"); ok {
			if host == d || strings.HasSuffix(host, "."+d) {
				return true
			}
		} else if a == local+"@"+host {
			return true
		}
	}
	return false
}
