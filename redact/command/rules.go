package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"jezero/redact"
	"jezero/redact/rule"
)

type rulesCmd struct {
	JSON bool     `help:"Print JSON, one rule a line."`
	IDs  []string `arg:"" optional:"" name:"rule" help:"Rules to show in full."`
}

// ruleInfo is a rule as --json prints it.
type ruleInfo struct {
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Title      string   `json:"title"`
	Why        string   `json:"why"`
	Source     string   `json:"source,omitempty"`
	Since      string   `json:"since"`
	Confidence string   `json:"confidence"`
	Near       []string `json:"near,omitempty"`
	Checksum   bool     `json:"checksum"`
}

func info(r *rule.Rule) ruleInfo {
	sum := slices.ContainsFunc(r.Shapes, func(s rule.Shape) bool { return s.Checksum != rule.NoChecksum })
	return ruleInfo{r.ID, r.Kind, r.Title, r.Why, r.Source, r.Since, r.Confidence.String(), r.Near, sum}
}

// Run lists or shows rules.
func (q *rulesCmd) Run(c *Command) error {
	all := slices.Clone(redact.Rules())
	slices.SortFunc(all, func(a, b *rule.Rule) int { return cmp.Compare(a.ID, b.ID) })
	if len(q.IDs) > 0 {
		var some []*rule.Rule
		for _, id := range q.IDs {
			i := slices.IndexFunc(all, func(r *rule.Rule) bool { return r.ID == id })
			if i < 0 {
				return fmt.Errorf("no rule %q: redact rules lists them", id)
			}
			some = append(some, all[i])
		}
		all = some
	}
	var b bytes.Buffer
	switch {
	case q.JSON:
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		for _, r := range all {
			_ = enc.Encode(info(r)) // plain values always encode
		}
	case len(q.IDs) > 0:
		for _, r := range all {
			fmt.Fprintf(&b, "%s\n", r.ID)
			describe(&b, r, r.Confidence, len(r.Near))
		}
	default:
		tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, r := range all {
			fmt.Fprintf(tw, "%s\t%s\t%s\n", r.ID, r.Confidence, r.Title)
		}
		tw.Flush()
		fmt.Fprintf(&b, "%d rules; redact rules ID shows one in full\n", len(all))
	}
	_, err := b.WriteTo(c.Stdout)
	return err
}

// describe writes a rule for a person, with at most words of its context words.
// The confidence is the rule's, or that of a finding, which a checksum raises.
func describe(w io.Writer, r *rule.Rule, sure rule.Confidence, words int) {
	fmt.Fprintf(w, "  %s (%s confidence)\n", r.Title, sure)
	for _, l := range wrapped(r.Why, 76) {
		fmt.Fprintf(w, "  %s\n", l)
	}
	if len(r.Near) > 0 {
		near := "only near: " + strings.Join(r.Near, ", ")
		if len(r.Near) > words {
			near = fmt.Sprintf("only near one of %d words, which redact rules %s lists", len(r.Near), r.ID)
		}
		for _, l := range wrapped(near, 76) {
			fmt.Fprintf(w, "  %s\n", l)
		}
	}
	if r.Source != "" {
		fmt.Fprintf(w, "  format: %s\n", r.Source)
	}
}

// explainWords is how many context words each finding repeats.
const explainWords = 12

// explain writes why a finding is one.
func explain(w io.Writer, f redact.Finding) {
	for _, r := range redact.Rules() {
		if r.ID == f.Rule {
			fmt.Fprintf(w, "  %s replaced by [REDACTED:%s]\n", number(f.End-f.Start, "byte"), f.Kind)
			describe(w, r, f.Confidence, explainWords)
			return
		}
	}
	fmt.Fprintf(w, "  %s: a pattern or known value of your own\n", number(f.End-f.Start, "byte"))
}

// wrapped breaks a paragraph into lines of at most n bytes.
func wrapped(s string, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && len(line)+1+len(word) > n {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
