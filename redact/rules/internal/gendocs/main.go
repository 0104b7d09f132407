// Command gendocs writes docs/rules.md from the rules themselves. It runs in
// the folder of package rules, by go generate.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jezero/redact/internal/detect"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

func main() {
	if err := os.WriteFile(filepath.Join("..", "..", "docs", "rules.md"), []byte(page()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(2)
	}
}

func page() string {
	shaped, detected := rules.All(), detect.Rules()
	var b strings.Builder
	fmt.Fprintf(&b, `<!-- Written by go generate ./redact/rules. Edit the rules, not this page. -->

# Rules

What redact finds, and why it matters. %d rules are shapes: a token that its
issuer made recognisable, or a bare key beside the name of its service. %d are
detectors, written by hand for what has no shape. `+"`redact rules`"+` prints the same
list, `+"`redact --explain`"+` the rule behind each finding of a text.

How sure a match is:

- **certain**: the checksum of the token is right.
- **high**: the look is distinctive.
- **medium**: the look is common, but a name says what it is; or a short prefix.
- **low**: a value of the right look stands where such a value could stand.

A wrong checksum never exempts a token: a key that was cut off or mistyped still
tells most of itself.

`, len(shaped), len(detected))
	b.WriteString("## Detectors\n\n")
	for _, r := range detected {
		write(&b, r)
	}
	b.WriteString("## Shapes\n\n")
	for _, r := range shaped {
		write(&b, r)
	}
	return b.String()
}

// maxNear is how many context words are listed; some rules have hundreds.
const maxNear = 12

func write(b *strings.Builder, r *rule.Rule) {
	fmt.Fprintf(b, "### %s\n\n%s. Confidence %s, since %s", r.ID, r.Title, r.Confidence, r.Since)
	if r.Kind != r.ID {
		fmt.Fprintf(b, ", replaced by `[REDACTED:%s]`", r.Kind)
	}
	b.WriteString(".\n\n")
	for _, s := range r.Shapes {
		fmt.Fprintf(b, "- looks like ``%s``\n", s.Describe())
	}
	if n := len(r.Near); n > 0 {
		b.WriteString("- only near ")
		for i, w := range r.Near[:min(n, maxNear)] {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "`%s`", strings.TrimSpace(w))
		}
		if n > maxNear {
			fmt.Fprintf(b, " and %d more names", n-maxNear)
		}
		b.WriteString("\n")
	}
	if len(r.Shapes) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(r.Why)
	if r.Source != "" {
		fmt.Fprintf(b, " [The issuer on it](%s).", r.Source)
	}
	b.WriteString("\n\n")
}
