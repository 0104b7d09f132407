package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"

	"jezero/redact"
)

// grepCmd searches redacted text. Because the pattern never meets a value,
// neither a match nor its absence tells anything about one (JA-45).
type grepCmd struct {
	Options    options  `embed:""`
	IgnoreCase bool     `short:"i" help:"Letters match in either case."`
	Fixed      bool     `short:"F" help:"The pattern is a plain string."`
	Invert     bool     `short:"v" help:"Print the lines that do not match."`
	Numbers    bool     `short:"n" help:"Print line numbers (of the file as it is)."`
	Count      bool     `short:"c" help:"Print only how many lines match."`
	Names      bool     `short:"l" help:"Print only the names of files that match."`
	Only       bool     `short:"o" help:"Print only what matches of a line."`
	Pattern    string   `arg:"" help:"RE2 pattern."`
	Files      []string `arg:"" optional:"" name:"file" help:"Files or folders; standard input without one."`
}

// Run searches; exit 1 when nothing matches, as grep does.
func (g *grepCmd) Run(ctx context.Context, c *Command) error {
	p := g.Pattern
	if g.Fixed {
		p = regexp.QuoteMeta(p)
	}
	if g.IgnoreCase {
		p = "(?i:" + p + ")"
	}
	re, err := regexp.Compile(p)
	if err != nil {
		return fmt.Errorf("the pattern is no RE2 pattern: %w", err)
	}
	r, err := g.Options.redactor(c.Env)
	if err != nil {
		return err
	}
	matched, failed := 0, false
	if len(g.Files) == 0 {
		src, err := io.ReadAll(c.Stdin)
		if err != nil {
			return err
		}
		out, n := g.search(r, re, "", src)
		matched = n
		if _, err := c.Stdout.Write(out); err != nil {
			return err
		}
	} else {
		prefix := len(g.Files) > 1
		for o := range c.each(ctx, g.Files, 0, func(name string, f *os.File) outcome {
			src, err := io.ReadAll(f) // the whole is redacted before a line is looked at
			if err != nil {
				return outcome{name: name, err: err}
			}
			if isBinary(src) {
				return outcome{name: name, skipped: "binary"}
			}
			shown := name
			if !prefix && name == g.Files[0] && !g.Names {
				shown = ""
			}
			out, n := g.search(r, re, shown, src)
			return outcome{name: name, out: out, findings: n}
		}) {
			if o.err != nil {
				c.warn("%v", o.err)
				failed = true
				continue
			}
			matched += o.findings
			if _, err := c.Stdout.Write(o.out); err != nil {
				return err
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed:
		return exit(exitFailed)
	case matched == 0:
		return exit(exitFindings)
	}
	return nil
}

func (g *grepCmd) search(r *redact.Redactor, re *regexp.Regexp, name string, src []byte) (out []byte, matched int) {
	var b bytes.Buffer
	n := 0
	for line := range bytes.Lines(r.Lines(src)) {
		n++
		line = bytes.TrimRight(line, "\r\n")
		if re.Match(line) == g.Invert {
			continue
		}
		matched++
		if g.Count || g.Names {
			continue
		}
		texts := [][]byte{line}
		if g.Only && !g.Invert {
			texts = re.FindAll(line, -1)
		}
		for _, text := range texts {
			if name != "" {
				fmt.Fprintf(&b, "%s:", name)
			}
			if g.Numbers {
				fmt.Fprintf(&b, "%d:", n)
			}
			b.Write(text)
			b.WriteByte('\n')
		}
	}
	switch {
	case g.Names && matched > 0:
		fmt.Fprintln(&b, name)
	case g.Count && name != "":
		fmt.Fprintf(&b, "%s:%d\n", name, matched)
	case g.Count:
		fmt.Fprintln(&b, matched)
	}
	return b.Bytes(), matched
}
