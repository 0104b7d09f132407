package privacycheck

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"sort"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// ConfigFile is the name of the configuration at the top of a repository.
const ConfigFile = ".privacy.toml"

// DefaultMaxFile is the size in bytes above which a file is named as skipped.
const DefaultMaxFile = 32 << 20

// Config is .privacy.toml. The zero value is the default.
type Config struct {
	Rules     RulesConfig     `toml:"rules"`
	Names     NamesConfig     `toml:"names"`
	Limits    LimitsConfig    `toml:"limits"`
	Denylist  DenylistConfig  `toml:"denylist"`
	Baseline  BaselineConfig  `toml:"baseline"`
	Email     EmailConfig     `toml:"email"`
	Paths     []PathConfig    `toml:"path"`
	Allow     []AllowConfig   `toml:"allow"`
	Redaction RedactionConfig `toml:"redaction"`

	file string
	at   map[string]unstable.Position
}

// RulesConfig switches rules and groups for the whole repository.
type RulesConfig struct {
	Enable  []string `toml:"enable"`
	Disable []string `toml:"disable"`
}

// NamesConfig adds account names that name nobody.
type NamesConfig struct {
	Placeholders []string `toml:"placeholders"`
}

// LimitsConfig bounds the work.
type LimitsConfig struct {
	MaxFileBytes int64 `toml:"max_file_bytes"`
}

// DenylistConfig names the private list; a named file must be there, or the
// environment variable must be set.
type DenylistConfig struct {
	File  string `toml:"file"`
	Match string `toml:"match"` // auto, word, any
}

// BaselineConfig names the baseline's file.
type BaselineConfig struct {
	File string `toml:"file"`
}

// EmailConfig lists addresses ("a@b.org") and domains ("@b.org") that may stand.
type EmailConfig struct {
	Allow []string `toml:"allow"`
}

// PathConfig switches rules for the files that one of Paths matches.
type PathConfig struct {
	Paths   []string `toml:"paths"`
	Enable  []string `toml:"enable"`
	Disable []string `toml:"disable"`
	Skip    bool     `toml:"skip"` // do not look into these files; they are named as skipped
	Reason  string   `toml:"reason"`
}

// AllowConfig lets findings pass: those of Rule (an id or a group) whose text is
// Value, matches Pattern whole or lies in CIDR, in the files of Paths.
type AllowConfig struct {
	Rule    string   `toml:"rule"`
	Value   string   `toml:"value"`
	Pattern string   `toml:"pattern"`
	CIDR    string   `toml:"cidr"`
	Paths   []string `toml:"paths"`
	Reason  string   `toml:"reason"`

	re     *regexp.Regexp
	prefix netip.Prefix
}

// RedactionConfig holds the user's own credential patterns, in the same table
// as jezero.toml.
type RedactionConfig struct {
	ExtraPatterns []ExtraPattern `toml:"extra_patterns"`
}

// ExtraPattern is one credential pattern of the user.
type ExtraPattern struct {
	Kind    string `toml:"kind"`
	Pattern string `toml:"pattern"`
	Literal string `toml:"literal"`
	Group   string `toml:"group"`
}

// ConfigError is one problem of a configuration, with its place.
type ConfigError struct {
	File      string
	Line, Col int
	Text      string
}

func (e *ConfigError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Text)
}

// ParseConfig reads a configuration; name is what errors call the file. Unknown
// keys, rules and groups are errors. All problems come back, joined. The user's
// own patterns become rules of cat.
func ParseConfig(name string, data []byte, cat *Catalog) (*Config, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var c Config
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return nil, decodeProblems(name, err)
	}
	v := validator{file: name, at: keyPositions(data), cat: cat}
	c.file, c.at = name, v.at
	v.config(&c)
	if len(v.problems) > 0 {
		sort.SliceStable(v.problems, func(i, j int) bool {
			a, b := v.problems[i].(*ConfigError), v.problems[j].(*ConfigError)
			return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
		})
		return nil, errors.Join(v.problems...)
	}
	return &c, nil
}

func decodeProblems(name string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		var all []error
		for i := range strict.Errors {
			e := &strict.Errors[i]
			line, col := e.Position()
			all = append(all, &ConfigError{name, line, col, "unknown key " + strings.Join(e.Key(), ".")})
		}
		return errors.Join(all...)
	}
	var de *toml.DecodeError
	if errors.As(err, &de) {
		line, col := de.Position()
		return &ConfigError{name, line, col, strings.TrimPrefix(de.Error(), "toml: ")}
	}
	return &ConfigError{File: name, Text: strings.TrimPrefix(err.Error(), "toml: ")}
}

// validator collects what a decoder cannot know.
type validator struct {
	file     string
	at       map[string]unstable.Position
	cat      *Catalog
	problems []error
}

func (v *validator) fail(key, format string, args ...any) {
	p := v.at[key]
	for p.Line == 0 && strings.Contains(key, ".") {
		key = key[:strings.LastIndexByte(key, '.')]
		p = v.at[key]
	}
	v.problems = append(v.problems, &ConfigError{v.file, p.Line, p.Column, fmt.Sprintf(format, args...)})
}

func (v *validator) config(c *Config) {
	for _, p := range c.Redaction.ExtraPatterns {
		v.cat.AddPatterns(p.Kind) // switches and markers may name them
	}
	v.names("rules.enable", c.Rules.Enable)
	v.names("rules.disable", c.Rules.Disable)
	if c.Limits.MaxFileBytes < 0 {
		v.fail("limits.max_file_bytes", "limits.max_file_bytes must not be negative")
	}
	switch c.Denylist.Match {
	case "", "auto", "word", "any":
	default:
		v.fail("denylist.match", "denylist.match must be auto, word or any")
	}
	for i := range c.Paths {
		p, key := &c.Paths[i], fmt.Sprintf("path[%d]", i)
		if len(p.Paths) == 0 {
			v.fail(key, "path: paths is missing: it lists the files that this table is about")
		}
		if len(p.Enable)+len(p.Disable) == 0 && !p.Skip {
			v.fail(key, "path: one of enable, disable and skip must be set")
		}
		v.globs(key+".paths", p.Paths)
		v.names(key+".enable", p.Enable)
		v.names(key+".disable", p.Disable)
	}
	for i := range c.Allow {
		v.allow(fmt.Sprintf("allow[%d]", i), &c.Allow[i])
	}
	for i, p := range c.Redaction.ExtraPatterns {
		if p.Kind == "" || p.Pattern == "" {
			v.fail(fmt.Sprintf("redaction.extra_patterns[%d]", i), "redaction.extra_patterns: kind and pattern must be set")
		}
	}
}

func (v *validator) names(key string, names []string) {
	for _, n := range names {
		if !v.cat.Known(n) {
			v.fail(key, "%s: no rule and no group is called %q; privacy_check --rules lists them", key, n)
		}
	}
}

func (v *validator) globs(key string, globs []string) {
	for _, g := range globs {
		if g == "" || !doublestar.ValidatePattern(g) {
			v.fail(key, "%s: %q is no path pattern", key, g)
		}
	}
}

func (v *validator) allow(key string, a *AllowConfig) {
	if !v.cat.Known(a.Rule) {
		v.fail(key+".rule", "allow: rule must be the id of a rule or a group; privacy_check --rules lists them")
	}
	if a.Reason == "" {
		v.fail(key, "allow: reason is missing: the next reader needs it")
	}
	v.globs(key+".paths", a.Paths)
	set := 0
	for _, s := range []string{a.Value, a.Pattern, a.CIDR} {
		if s != "" {
			set++
		}
	}
	if set > 1 {
		v.fail(key, "allow: only one of value, pattern and cidr may be set")
	}
	if set == 0 && len(a.Paths) == 0 {
		v.fail(key, "allow: one of value, pattern, cidr and paths must be set; disable switches a rule off")
	}
	group := a.Rule
	if r, ok := v.cat.Rule(a.Rule); ok {
		group = r.Group
	}
	if set > 0 && (group == GroupCredential || group == GroupDenylist) {
		v.fail(key+"."+setKey(a), "allow: a value of %s would be published by this file; use paths, a marker or the baseline", group)
	}
	var err error
	if a.Pattern != "" {
		if a.re, err = regexp.Compile("^(?:" + a.Pattern + ")$"); err != nil {
			v.fail(key+".pattern", "allow: pattern: %v", err)
		}
	}
	if a.CIDR != "" {
		if a.prefix, err = netip.ParsePrefix(a.CIDR); err != nil {
			v.fail(key+".cidr", "allow: cidr: want a network such as 192.0.2.0/24")
		} else if group != GroupAddress {
			v.fail(key+".cidr", "allow: cidr is for address rules")
		}
	}
}

func setKey(a *AllowConfig) string {
	switch {
	case a.Value != "":
		return "value"
	case a.Pattern != "":
		return "pattern"
	}
	return "cidr"
}

// keyPositions maps "path[0].paths" to where that key stands.
func keyPositions(data []byte) map[string]unstable.Position {
	at := map[string]unstable.Position{}
	count := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable, unstable.KeyValue:
		default:
			continue
		}
		var key []string
		var pos unstable.Position
		for it := e.Key(); it.Next(); {
			n := it.Node()
			if len(key) == 0 && n.Raw.Length > 0 {
				pos = p.Shape(n.Raw).Start
			}
			key = append(key, string(n.Data))
		}
		name := strings.Join(key, ".")
		switch e.Kind {
		case unstable.Table:
			table = name
		case unstable.ArrayTable:
			table = fmt.Sprintf("%s[%d]", name, count[name])
			count[name]++
		default:
			if table != "" {
				name = table + "." + name
			}
			at[name] = pos
			continue
		}
		at[table] = pos
	}
	return at
}

// PatternError gives a problem of redaction.extra_patterns[i] its place.
func (c *Config) PatternError(i int, field, reason string) error {
	v := validator{file: c.file, at: c.at}
	v.fail(fmt.Sprintf("redaction.extra_patterns[%d].%s", i, field), "redaction.extra_patterns: %s: %s", field, reason)
	return v.problems[0]
}

// maxFile is the limit in bytes.
func (c *Config) maxFile() int64 {
	if c.Limits.MaxFileBytes > 0 {
		return c.Limits.MaxFileBytes
	}
	return DefaultMaxFile
}

// TermMatch is how plain terms of the denylist match.
func (c *Config) TermMatch() TermMatch {
	switch c.Denylist.Match {
	case "word":
		return MatchWord
	case "any":
		return MatchAny
	}
	return MatchAuto
}

// anyGlob is true when one of the patterns matches path.
func anyGlob(globs []string, path string) bool {
	for _, g := range globs {
		if doublestar.MatchUnvalidated(g, path) {
			return true
		}
	}
	return false
}

// skips is true when the file is not to be looked into, and says why.
func (c *Config) skips(path string) (string, bool) {
	for i := range c.Paths {
		if p := &c.Paths[i]; p.Skip && anyGlob(p.Paths, path) {
			if p.Reason == "" {
				return "skip in " + ConfigFile, true
			}
			return "skip in " + ConfigFile + ": " + p.Reason, true
		}
	}
	return "", false
}

// on decides whether a rule counts for a path: its default, then the
// repository's switches, then those of the path, in their order.
func (c *Config) on(r *Rule, path string) bool {
	on := !r.Off
	flip := func(enable, disable []string) {
		if named(r, enable) {
			on = true
		}
		if named(r, disable) {
			on = false
		}
	}
	flip(c.Rules.Enable, c.Rules.Disable)
	for i := range c.Paths {
		if p := &c.Paths[i]; (len(p.Enable)+len(p.Disable) > 0) && anyGlob(p.Paths, path) {
			flip(p.Enable, p.Disable)
		}
	}
	return on
}

// somewhere is true when the rule counts for some path.
func (c *Config) somewhere(r *Rule) bool {
	on := !r.Off && !named(r, c.Rules.Disable) || named(r, c.Rules.Enable) && !named(r, c.Rules.Disable)
	for i := range c.Paths {
		on = on || named(r, c.Paths[i].Enable)
	}
	return on
}

func named(r *Rule, names []string) bool {
	for _, n := range names {
		if n == r.ID || n == r.Group {
			return true
		}
	}
	return false
}

// allows is true when an allow table lets the match pass.
func (c *Config) allows(m *match, text []byte, path string) bool {
	for i := range c.Allow {
		a := &c.Allow[i]
		if a.Rule != m.rule.ID && a.Rule != m.rule.Group {
			continue
		}
		if len(a.Paths) > 0 && !anyGlob(a.Paths, path) {
			continue
		}
		whole, value := text[m.start:m.end], text[m.hide:m.hideEnd]
		switch {
		case a.Value != "":
			if string(whole) != a.Value && string(value) != a.Value {
				continue
			}
		case a.re != nil:
			if !a.re.Match(whole) && !a.re.Match(value) {
				continue
			}
		case a.CIDR != "":
			if !inside(a.prefix, string(whole)) {
				continue
			}
		}
		return true
	}
	return false
}

// inside is true when an address, or a network, lies in the prefix.
func inside(p netip.Prefix, s string) bool {
	if q, err := netip.ParsePrefix(s); err == nil {
		return p.Contains(q.Addr()) && q.Bits() >= p.Bits()
	}
	a, err := netip.ParseAddr(s)
	return err == nil && p.Contains(a)
}
