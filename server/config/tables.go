package config

import (
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Loopback reports whether the host, as [server] has it, is reachable from
// this computer only (JZ-126).
func Loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && a.IsLoopback() && (a.Is4() || a == netip.IPv6Loopback())
}

var hostName = regexp.MustCompile(`\A[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\z`)

func validHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return !strings.Contains(host, "%")
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		a, err := netip.ParseAddr(host[1 : len(host)-1])
		return err == nil && a.Is6() && a.Zone() == ""
	}
	return len(host) <= 253 && hostName.MatchString(host)
}

// validHostPort accepts a host with or without a port.
func validHostPort(s string) bool {
	if validHost(s) {
		return true
	}
	i := strings.LastIndexByte(s, ':')
	return i > 0 && validHost(s[:i]) && (!strings.Contains(s[:i], ":") || s[0] == '[') && validPort(s[i+1:])
}

// unspecified reports whether the host is 0.0.0.0 or ::, with or without a port.
func unspecified(h string) bool {
	if a, err := netip.ParseAddrPort(h); err == nil {
		return a.Addr().IsUnspecified()
	}
	a, err := netip.ParseAddr(strings.Trim(h, "[]"))
	return err == nil && a.IsUnspecified()
}

func validPort(s string) bool {
	if s == "" || len(s) > 5 || s[0] == '0' {
		return false
	}
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
		n = n*10 + int(c-'0')
	}
	return n <= 65535
}

// webURL checks a URL that may stand in the file: http or https, and nothing
// in it that could be a credential.
func webURL(s string, withPath bool) (string, bool) {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Opaque != "" || u.User != nil ||
		u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || !validHostPort(u.Host) {
		return "", false
	}
	if !withPath && u.Path != "" && u.Path != "/" {
		return "", false
	}
	return strings.TrimSuffix(s, "/"), true
}

func (l *loader) server(t *table) {
	if t == nil {
		return
	}
	s := &l.c.Server
	l.hostAt, l.authAt = t.at("host"), t.at("require_auth")
	if t.str("host", &s.Host) && !validHost(s.Host) {
		t.problem("host", "host in [server] is neither a name nor an address", "write 127.0.0.1, localhost, ::1 or the address to listen on, without a port")
	}
	var port int64
	if t.integer("port", &port, 1, 65535) {
		s.Port = int(port)
	}
	if t.str("public_url", &s.PublicURL) && s.PublicURL != "" {
		u, ok := webURL(s.PublicURL, false)
		if !ok {
			t.problem("public_url", "public_url in [server] must be http(s)://host[:port] and nothing more", "serve jezero at the root of a host name")
		}
		s.PublicURL = u
	}
	if t.strs("allowed_hosts", &s.AllowedHosts) {
		for i, h := range s.AllowedHosts {
			if !validHostPort(h) {
				l.ps.add(t.doc.file, t.element("allowed_hosts", i), fmt.Sprintf("allowed_hosts number %d is neither host nor host:port", i+1), "list every name in full; there are no wildcards")
			} else if unspecified(h) { // JZ-135
				l.warn(t.doc.file, t.element("allowed_hosts", i), fmt.Sprintf("allowed_hosts number %d has no effect: it is an address to listen on and no name", i+1), "list the names and addresses by which clients call this server")
			}
		}
	}
	if t.boolean("require_auth", &s.RequireAuth) && !s.RequireAuth && !Loopback(s.Host) { // JZ-126
		t.problem("require_auth", "require_auth = false needs a loopback host", "set host to 127.0.0.1, or leave require_auth on")
	}
	l.path(t, "database", &s.Database)
	l.path(t, "client_dir", &s.ClientDir)
	t.done()
}

// path reads a path; relative ones start at the file's folder.
func (l *loader) path(t *table, key string, to *string) bool {
	var p string
	if !t.str(key, &p) {
		return false
	}
	if p == "" {
		t.problem(key, fmt.Sprintf("%s in %s is empty", key, t.label), "name a path, or remove the line for the default")
		return false
	}
	if strings.HasPrefix(p, "~") {
		home := l.c.home(l.o.Lookup)
		switch {
		case home != "" && (p == "~" || strings.HasPrefix(p, "~/")):
			p = home + p[1:]
		default:
			t.problem(key, fmt.Sprintf("%s in %s starts with ~, which cannot be resolved here", key, t.label), "write the path in full")
			return false
		}
	}
	*to = l.c.abs(p)
	return true
}

func (c *Config) home(lookup func(string) (string, bool)) string {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if v, ok := lookup(name); ok && v != "" {
			return v
		}
	}
	return ""
}

// envName is what the value of a field that ends in _env must look like. Mixed
// case is refused because that is how a key looks that was pasted instead of
// a variable's name.
var envName = regexp.MustCompile(`\A(?:[A-Z_][A-Z0-9_]{0,63}|[a-z_][a-z0-9_]{0,63})\z`)

var longHex = regexp.MustCompile(`\A[0-9a-fA-F]{24,}\z`)

func validEnvName(s string) bool { return envName.MatchString(s) && !longHex.MatchString(s) }

// env reads the name of a variable and remembers that it is needed.
func (l *loader) env(t *table, key string, to *string) bool {
	var name string
	if !t.str(key, &name) {
		return false
	}
	if name == "" {
		return false
	}
	if !validEnvName(name) {
		t.problem(key, fmt.Sprintf("%s in %s is not the name of an environment variable", key, t.label),
			"write the name of the variable, as in JEZERO_KEY, and never the secret itself")
		return false
	}
	*to = name
	l.c.envUse = append(l.c.envUse, use{Name: name, Where: t.label + " " + key, File: t.doc.file, At: t.at(key)})
	return true
}

// hours reads a number of hours into a duration.
func (l *loader) hours(t *table, key string, to *time.Duration) {
	var n int64
	if t.integer(key, &n, 1, 24*365) {
		*to = time.Duration(n) * time.Hour
	}
}

func (l *loader) inbox(t *table) {
	if t == nil {
		return
	}
	l.path(t, "dir", &l.c.Inbox.Dir)
	var n int64
	if t.integer("max_mb", &n, 1, 4096) {
		l.c.Inbox.MaxBytes = n << 20
	}
	if t.integer("retention_days", &n, 0, 36500) {
		l.c.Inbox.Retention = time.Duration(n) * 24 * time.Hour
	}
	t.done()
}

func (l *loader) summarizer(t *table) {
	if t == nil {
		return
	}
	s := &l.c.Summarizer
	if t.str("kind", &s.Kind) && s.Kind != "extractive" && s.Kind != "anthropic" && s.Kind != "openai" {
		t.problem("kind", "kind in [summarizer] is not known", `choose "extractive" (no model, no network), "anthropic" or "openai" (any compatible endpoint)`)
	}
	if t.str("base_url", &s.BaseURL) && s.BaseURL != "" {
		u, ok := webURL(s.BaseURL, true)
		if !ok {
			t.problem("base_url", "base_url in [summarizer] must be an http(s) URL without user, password, query and fragment", "put the key into the variable that api_key_env names")
		}
		s.BaseURL = u
	}
	t.str("model", &s.Model)
	l.env(t, "api_key_env", &s.APIKeyEnv)
	var n int64
	if t.integer("max_concurrency", &n, 1, 64) {
		s.MaxConcurrency = int(n)
	}
	t.integer("monthly_token_cap", &s.MonthlyTokenCap, 0, math.MaxInt64)
	if s.Kind == "anthropic" || s.Kind == "openai" {
		if s.Model == "" {
			t.problem("kind", fmt.Sprintf("kind = %q in [summarizer] needs a model", s.Kind), `add model = "…"`)
		}
		// A compatible endpoint of one's own may need no key.
		if s.APIKeyEnv == "" && s.BaseURL == "" {
			t.problem("kind", fmt.Sprintf("kind = %q in [summarizer] needs api_key_env", s.Kind), "name the variable that holds the key")
		}
	}
	t.done()
}

var patternKind = regexp.MustCompile(`\A[a-z][a-z0-9]*(-[a-z0-9]+)*\z`)

func (l *loader) redaction(t *table) {
	if t == nil {
		return
	}
	for i, p := range t.list("extra_patterns") {
		var x Pattern
		named := p.str("kind", &x.Kind) && len(x.Kind) <= 40 && patternKind.MatchString(x.Kind)
		if !named {
			p.problem("kind", fmt.Sprintf("extra_patterns number %d needs a kind: lower-case words joined by hyphens", i+1), "write one such as acme-key; it becomes [REDACTED:<kind>]")
		}
		if !p.str("pattern", &x.Pattern) || x.Pattern == "" {
			p.problem("pattern", fmt.Sprintf("extra_patterns number %d has no pattern", i+1), "write a regular expression in single quotes")
		}
		p.str("literal", &x.Literal)
		var group int64
		if p.integer("group", &group, 0, 99) {
			x.Group = int(group)
		}
		p.done()
		if x.Pattern != "" && l.o.CompilePattern != nil {
			try := x
			if !named {
				try.Kind = "kind" // it was told of; whether the pattern is good shows all the same
			}
			if err := l.o.CompilePattern(try); err != nil {
				p.problem("pattern", fmt.Sprintf("extra_patterns number %d is refused: %v", i+1, err), "")
			}
		}
		l.c.Redaction.ExtraPatterns = append(l.c.Redaction.ExtraPatterns, x)
	}
	var names []string
	if t.strs("known_env", &names) {
		for i, name := range names {
			at := t.element("known_env", i)
			if !validEnvName(name) {
				l.ps.add(t.doc.file, at, fmt.Sprintf("known_env number %d is not the name of an environment variable", i+1), "write the name of the variable, never the secret itself")
				continue
			}
			l.c.Redaction.KnownEnv = append(l.c.Redaction.KnownEnv, name)
			l.c.envUse = append(l.c.envUse, use{Name: name, Where: "[redaction] known_env", File: t.doc.file, At: at})
		}
	}
	t.done()
}

func (l *loader) chain(t *table) {
	if t == nil {
		return
	}
	c := &l.c.Chain
	inFile := l.path(t, "key_file", &c.KeyFile)
	// A name that begins like a flag would be one to whoever puts it into a
	// command line. JL-67
	if inFile && strings.HasPrefix(filepath.Base(c.KeyFile), "-") {
		t.problem("key_file", "key_file in [chain] names a file that begins with -, as a flag does", "choose another name")
	}
	inEnv := l.env(t, "key_env", &c.KeyEnv)
	l.env(t, "passphrase_env", &c.PassphraseEnv)
	inKeychain := t.str("keychain", &c.Keychain)
	if inKeychain && !keychainName.MatchString(c.Keychain) {
		t.problem("keychain", "keychain in [chain] is not the name of an item", "write letters, digits, dots, _ and -, with a letter or digit first, as in jezero")
	}
	if (inEnv || inKeychain) && inFile || inEnv && inKeychain {
		t.problem(map[bool]string{true: "keychain", false: "key_env"}[inKeychain], "[chain] names two places for its keys", "keep one of key_file, key_env and keychain")
	}
	if c.PassphraseEnv != "" && (inEnv || inKeychain) {
		t.problem("passphrase_env", "passphrase_env in [chain] seals a key_file, and there is none", "remove it, or keep the keys in a key_file")
	}
	if inEnv || inKeychain {
		c.KeyFile = ""
	}
	t.done()
}

var keychainName = regexp.MustCompile(`\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\z`)

// Place says where the keys are, for people.
func (c Chain) Place() string {
	switch {
	case c.KeyEnv != "":
		return "variable " + c.KeyEnv
	case c.Keychain != "":
		return "keychain item " + c.Keychain
	case c.PassphraseEnv != "":
		return c.KeyFile + ", sealed with the passphrase in " + c.PassphraseEnv
	}
	return c.KeyFile
}

func (l *loader) health(t *table) {
	if t == nil {
		return
	}
	l.hours(t, "max_silence_hours", &l.c.Health.MaxSilence)
	l.hours(t, "realert_hours", &l.c.Health.Realert)
	l.env(t, "alert_webhook_env", &l.c.Health.AlertWebhookEnv)
	l.env(t, "heartbeat_url_env", &l.c.Health.HeartbeatURLEnv)
	t.done()
}
