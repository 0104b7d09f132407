// Package pattern compiles the credential patterns that users write
// themselves: [[redaction.extra_patterns]] in jezero.toml, the same table in
// .privacy.toml, and `redact --pattern`. They are regexp2 patterns (Perl and
// .NET syntax), which backtrack; so each has a literal gate that keeps it off
// the hot path, a time limit per match and a budget per document.
//
// Start with Option and hand the result to redact.New; Compile gives the
// patterns themselves.
package pattern

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
	"github.com/dlclark/regexp2/v2/syntax"

	"jezero/redact"
)

const (
	// MatchTimeout bounds one match. It is wall time, so a busy machine must not
	// make a sound pattern look like a bad one.
	MatchTimeout = time.Second
	// minGate is the shortest literal that is worth a place in the prefilter.
	minGate = 3
	// maxStack bounds the backtracking stack, in entries.
	maxStack = 1 << 20
)

// Spec is one pattern as a user writes it.
type Spec struct {
	// Kind stands in the placeholder: lower-case letters, digits and dashes.
	Kind string `toml:"kind" json:"kind"`
	// Pattern is a regexp2 pattern. It sees one line at a time.
	Pattern string `toml:"pattern" json:"pattern"`
	// Literal must stand in every match; lines without it are not looked at.
	// Empty: derived from the pattern where that is possible.
	Literal string `toml:"literal,omitempty" json:"literal,omitempty"`
	// Group is the number or name of the group that is replaced; empty: the whole match.
	Group string `toml:"group,omitempty" json:"group,omitempty"`
}

// Error says which pattern of a list is unusable, and why.
type Error struct {
	Index  int    // position in the list, from 0
	Field  string // kind, pattern, literal or group
	Reason string
}

func (e *Error) Error() string {
	return fmt.Sprintf("extra_patterns[%d].%s: %s", e.Index, e.Field, e.Reason)
}

// ErrTimeout means that a line could not be judged in time. The caller
// redacts the whole line: what cannot be judged is not let through.
var ErrTimeout = errors.New("pattern took too long on one line")

// Pattern is one compiled pattern, safe for concurrent use.
type Pattern struct {
	spec  Spec
	gate  string
	fold  bool
	re    *regexp2.Regexp
	group int
}

var kindForm = regexp.MustCompile(`\A[a-z][a-z0-9]*(-[a-z0-9]+)*\z`)

// Compile compiles all patterns, or reports every unusable one (an *Error
// each, joined) and returns none.
func Compile(specs []Spec) ([]*Pattern, error) {
	var ps []*Pattern
	var errs []error
	for i, s := range specs {
		p, err := compile(i, s)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		ps = append(ps, p)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return ps, nil
}

// Option compiles the patterns into an option for redact.New.
func Option(specs ...Spec) (redact.Option, error) {
	ps, err := Compile(specs)
	if err != nil {
		return nil, err
	}
	rs := make([]redact.Pattern, len(ps))
	for i, p := range ps {
		rs[i] = p
	}
	return redact.WithPatterns(rs...), nil
}

func compile(i int, s Spec) (*Pattern, error) {
	bad := func(field, format string, args ...any) error {
		return &Error{Index: i, Field: field, Reason: fmt.Sprintf(format, args...)}
	}
	if len(s.Kind) > 64 || !kindForm.MatchString(s.Kind) {
		return nil, bad("kind", "want lower-case words joined by dashes, such as acme-key")
	}
	if s.Pattern == "" {
		return nil, bad("pattern", "is empty")
	}
	if !utf8.ValidString(s.Pattern) {
		return nil, bad("pattern", "is no valid UTF-8")
	}
	re, err := regexp2.Compile(s.Pattern, regexp2.OptionMaxBacktrackingStackSize(maxStack))
	if err != nil {
		return nil, bad("pattern", "%s", reason(err))
	}
	if re.RightToLeft() {
		return nil, bad("pattern", "the right-to-left option is not supported")
	}
	re.MatchTimeout = MatchTimeout
	p := &Pattern{spec: s, re: re}
	if s.Group != "" {
		if p.group = groupNumber(re, s.Group); p.group < 0 {
			return nil, bad("group", "the pattern has no group %q", s.Group)
		}
	}
	if m, err := re.FindStringMatch(""); err == nil && m != nil {
		return nil, bad("pattern", "matches the empty string, so it would match everywhere")
	}
	tree, err := syntax.Parse(s.Pattern, syntax.ParseOptions{})
	if err != nil {
		return nil, bad("pattern", "%s", reason(err))
	}
	derived, fold := requiredLiteral(tree.Root)
	switch {
	case s.Literal == "" && len(derived) >= minGate:
		p.gate, p.fold = derived, fold
	case s.Literal == "":
		// no gate: the pattern is run on every line
	case len(s.Literal) < minGate:
		return nil, bad("literal", "want at least %d bytes, else it gates nothing", minGate)
	case strings.ContainsAny(s.Literal, "\r\n"):
		return nil, bad("literal", "holds a line break, but a pattern sees one line at a time")
	default:
		p.gate, p.fold = s.Literal, true
		if !isASCII(s.Literal) {
			p.fold = false
		}
	}
	return p, nil
}

// Kind is what stands in the placeholder.
func (p *Pattern) Kind() string { return p.spec.Kind }

// Spec returns the pattern as it was written.
func (p *Pattern) Spec() Spec { return p.spec }

// Gate returns the literal without which no line can match, and whether its
// ASCII case counts. Empty: the pattern has to see every line.
func (p *Pattern) Gate() (literal string, fold bool) { return p.gate, p.fold }

// Key identifies the pattern for Redactor.Version.
func (p *Pattern) Key() string {
	return fmt.Sprintf("%q %q %q %q", p.spec.Kind, p.spec.Pattern, p.gate, p.spec.Group)
}

// Find appends the byte offsets of every value in line. It returns ErrTimeout
// when the line could not be judged, and never an error that holds the line
// (regexp2's own do).
func (p *Pattern) Find(line []byte, dst [][2]int) ([][2]int, error) {
	m, err := p.re.FindStringMatch(string(line))
	for ; m != nil && err == nil; m, err = p.re.FindNextMatch(m) {
		at, n := m.ByteRange()
		if p.group > 0 {
			g := m.GroupByNumber(p.group)
			if g == nil || len(g.Captures) == 0 {
				continue
			}
			at, n = g.ByteRange()
		}
		if n > 0 {
			dst = append(dst, [2]int{at, at + n})
		}
	}
	if err != nil {
		return dst, ErrTimeout
	}
	return dst, nil
}

func groupNumber(re *regexp2.Regexp, name string) int {
	for _, n := range re.GetGroupNumbers() {
		if n > 0 && (fmt.Sprint(n) == name || re.GroupNameFromNumber(n) == name) {
			return n
		}
	}
	return -1
}

// reason is regexp2's message without its prefix.
func reason(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
