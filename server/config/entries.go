package config

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"
)

var (
	// clientName also names a folder of the inbox, on every file system.
	clientName = regexp.MustCompile(`\A[A-Za-z0-9][A-Za-z0-9_-]{0,62}\z`)
	deviceName = regexp.MustCompile(`\A[a-z0-9][a-z0-9-]{0,62}\z`)
	digestForm = regexp.MustCompile(`\A[0-9a-fA-F]{64}\z`)
	sourceName = regexp.MustCompile(`\A[A-Za-z0-9][A-Za-z0-9._-]{0,199}\z`)
	sourceGlob = regexp.MustCompile(`\A[A-Za-z0-9._*?\[\]^!-]{1,200}\z`)
	agentID    = regexp.MustCompile(`\A[a-z0-9][a-z0-9-]{0,62}\z`)
)

// JZ-151, JZ-155
const (
	defaultInterval = 15 * time.Minute
	defaultSettle   = 30 * time.Minute
)

// ValidDevice reports whether a device may be called so: lower-case letters,
// digits and hyphens, at most 63, and no name that an operating system keeps
// for itself.
func ValidDevice(name string) bool { return deviceName.MatchString(name) && !reserved(name) }

// reserved names cannot be clients: "local" is every caller while require_auth
// is off (JZ-127), and the others cannot be folders on Windows.
func reserved(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "local", "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (name[:3] == "com" || name[:3] == "lpt") && name[3] >= '0' && name[3] <= '9'
}

// ValidDigest reports whether s is a SHA-256 in hex.
func ValidDigest(s string) bool { return digestForm.MatchString(s) }

// validGlob checks what can be checked about a glob on source names: that
// every bracket is closed, so that it means what it looks like.
func validGlob(g string) bool {
	if !sourceGlob.MatchString(g) {
		return false
	}
	for i := 0; i < len(g); i++ {
		switch g[i] {
		case ']':
			return false
		case '[':
			j := i + 1
			if j < len(g) && (g[j] == '^' || g[j] == '!') {
				j++
			}
			if j < len(g) && g[j] == ']' {
				j++
			}
			for j < len(g) && g[j] != ']' {
				j++
			}
			if j >= len(g) {
				return false
			}
			i = j
		}
	}
	return true
}

func (l *loader) clients(list []*table, managed bool) {
	for _, t := range list {
		c := Client{File: t.doc.file, At: t.doc.at(t.path), Managed: managed, Sources: []string{"*"}} // JZ-93
		if !t.str("name", &c.Name) {
			if _, there := t.m["name"]; !there {
				t.problem("name", t.label+" has no name", `add name = "…"`)
			}
		} else if !clientName.MatchString(c.Name) || reserved(c.Name) {
			t.problem("name", "name in "+t.label+" cannot be a client's name", "use up to 63 letters, digits, _ and -, starting with a letter or digit; local and the device names of Windows are taken")
			c.Name = ""
		} else {
			t.label = fmt.Sprintf("client %q", c.Name)
		}
		l.token(t, &c)
		if t.strs("sources", &c.Sources) {
			for i, g := range c.Sources {
				if !validGlob(g) {
					l.ps.add(t.doc.file, t.element("sources", i), fmt.Sprintf("sources number %d of %s is not a source name or a glob of one", i+1, t.label), `names are case-sensitive; * ? and [abc] are the wildcards`)
				}
			}
		}
		t.boolean("upload", &c.Upload)
		t.boolean("revoked", &c.Revoked)
		t.done()
		l.c.Clients = append(l.c.Clients, c)
	}
}

// token reads the one way in which a client's key is known (JZ-62).
func (l *loader) token(t *table, c *Client) {
	hasDigest := t.str("token_sha256", &c.TokenSHA256)
	if hasDigest {
		if !ValidDigest(c.TokenSHA256) {
			t.problem("token_sha256", "token_sha256 of "+t.label+" is not a SHA-256: 64 hex digits", "`jezero new-token` prints a key and its digest; only the digest belongs here")
			c.TokenSHA256 = ""
		}
		c.TokenSHA256 = strings.ToLower(c.TokenSHA256)
	}
	hasEnv := l.env(t, "token_env", &c.TokenEnv)
	_, wroteDigest := t.m["token_sha256"]
	_, wroteEnv := t.m["token_env"]
	switch {
	case wroteDigest && wroteEnv:
		t.problem("token_env", t.label+" has both token_sha256 and token_env", "keep exactly one of them")
	case !wroteDigest && !wroteEnv:
		t.problem("name", t.label+" has neither token_sha256 nor token_env", "add token_sha256 with the digest that `jezero new-token` prints")
	case wroteEnv && !hasEnv && t.m["token_env"] == "":
		t.problem("token_env", "token_env of "+t.label+" is empty", "name the variable that holds the key")
	}
}

// connectors decodes [[connectors]]. For the managed file of a device, roots
// default to where its uploads lie.
func (l *loader) connectors(list []*table, device string) {
	for _, t := range list {
		c := Connector{
			File: t.doc.file, At: t.doc.at(t.path), Device: device,
			Enabled: device == "", // JZ-81
			Settle:  defaultSettle, Interval: defaultInterval, Trust: "own",
		}
		if !t.str("name", &c.Name) {
			if _, there := t.m["name"]; !there {
				t.problem("name", t.label+" has no name", `add name = "…"; it is the source of its items`)
			}
		} else if !sourceName.MatchString(c.Name) {
			t.problem("name", "name in "+t.label+" cannot be a source's name", "use letters, digits, dot, _ and -")
			c.Name = ""
		} else {
			t.label = fmt.Sprintf("connector %q", c.Name)
		}
		if !t.str("type", &c.Type) {
			if _, there := t.m["type"]; !there {
				t.problem("name", t.label+" has no type", `add type = "claude-code" or another agent's id`)
			}
		} else if !agentID.MatchString(c.Type) || l.o.KnownAgent != nil && !l.o.KnownAgent(c.Type) {
			t.problem("type", "type of "+t.label+" is not known", "`jezero agents` lists the types there are")
			c.Type = ""
		}
		hasRoot := l.path(t, "root", &c.Root)
		if _, wrote := t.m["root"]; !hasRoot && !wrote {
			if device != "" && c.Type != "" {
				c.Root = l.uploadRoot(device, c.Type)
			} else if device == "" {
				t.problem("name", t.label+" has no root", "name the folder that holds the agent's sessions")
			}
		}
		t.boolean("enabled", &c.Enabled)
		l.minutes(t, "interval_minutes", &c.Interval)
		l.minutes(t, "settle_minutes", &c.Settle)
		t.strs("exclude", &c.Exclude)
		if t.str("trust", &c.Trust) && c.Trust != "own" && c.Trust != "external" {
			t.problem("trust", "trust of "+t.label+` must be "own" or "external"`, "")
		}
		l.options(t, &c)
		t.done()
		l.c.Connectors = append(l.c.Connectors, c)
	}
}

func (l *loader) minutes(t *table, key string, to *time.Duration) {
	var n int64
	if t.integer(key, &n, 0, 60*24*365) {
		*to = time.Duration(n) * time.Minute
	}
}

// options reads what only this type of connector knows. An option that would
// hold a secret is refused; NAME_env names the variable instead (JZ-137).
func (l *loader) options(t *table, c *Connector) {
	o := t.sub("options")
	if o == nil {
		return
	}
	c.Options = map[string]any{}
	names := make([]string, 0, len(o.m))
	for name := range o.m {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		v := o.m[name]
		switch {
		case !plainKey.MatchString(name):
			o.problem(name, "an option of "+t.label+" has a name that no option can have", "remove it")
		case strings.HasSuffix(name, "_env"):
			var variable string
			if l.env(o, name, &variable) {
				c.Options[name] = variable
			}
		case l.o.SecretName(name):
			o.problem(name, fmt.Sprintf("option %s of %s looks like a secret, and secrets do not stand in this file", name, t.label),
				fmt.Sprintf("put it into an environment variable or .env and write %s_env = \"NAME\"", name))
		case l.o.KnownOption != nil && !l.o.KnownOption(c.Type, name):
			o.problem(name, fmt.Sprintf("option %s of %s is not known", name, t.label), "remove it")
		default:
			if !slices.Contains([]string{"string", "int64", "bool", "float64"}, fmt.Sprintf("%T", v)) {
				o.problem(name, fmt.Sprintf("option %s of %s must be a string, a number, true or false", name, t.label), "")
				continue
			}
			c.Options[name] = v
		}
	}
}
