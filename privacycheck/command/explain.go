package command

import (
	"fmt"
	"strings"

	"jezero/privacycheck"
	"jezero/redact"
)

// catalog holds the rules that this program knows: its own and the redactor's.
func catalog() *privacycheck.Catalog {
	return privacycheck.NewCatalog(func() []privacycheck.Rule {
		all := redact.Rules()
		out := make([]privacycheck.Rule, 0, len(all))
		for _, r := range all {
			out = append(out, privacycheck.Rule{ID: r.ID, Title: r.Title, Why: r.Why})
		}
		return out
	})
}

func (c *Command) explain(o *options) (int, error) {
	r, ok := catalog().Rule(o.rule)
	if !ok {
		return Broken, usageError("no rule is called that; privacy_check --rules lists them")
	}
	state := "on"
	if r.Off {
		state = "off unless enabled"
	}
	fmt.Fprintf(c.Stdout, "%s: %s\ngroup %s (%s)\n\n%s\n\n%s\n\n", r.ID, r.Title, r.Group, state, fill(r.Why, 78), fill(r.Fix, 78))
	fmt.Fprintf(c.Stdout, "on one line    privacy: allow %s\nby path        [[path]] paths = [\"docs/**\"], disable = [\"%s\"]   in %s\neverywhere     [rules] disable = [\"%s\"]\n", r.ID, r.ID, privacycheck.ConfigFile, r.ID)
	return Clean, nil
}

func (c *Command) listRules() (int, error) {
	group := ""
	for _, r := range catalog().Rules() {
		if r.Group != group {
			if group != "" {
				fmt.Fprintln(c.Stdout)
			}
			group = r.Group
			fmt.Fprintf(c.Stdout, "%s: %s\n", group, privacycheck.GroupTitle(group))
		}
		off := ""
		if r.Off {
			off = " (off)"
		}
		fmt.Fprintf(c.Stdout, "  %-28s %s%s\n", r.ID, r.Title, off)
	}
	return Clean, nil
}

// fill breaks a paragraph into lines.
func fill(s string, width int) string {
	var b strings.Builder
	n := 0
	for _, w := range strings.Fields(s) {
		if n > 0 && n+1+len(w) > width {
			b.WriteByte('\n')
			n = 0
		} else if n > 0 {
			b.WriteByte(' ')
			n++
		}
		b.WriteString(w)
		n += len(w)
	}
	return b.String()
}
