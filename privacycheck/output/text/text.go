// Package text writes a report for people at a terminal.
//
// Every finding starts with path:line:column and the rule, so that editors and
// grep can use it; below stands the line, masked, with a caret. Why a rule
// exists and what to do is said once for each rule, at the end. Lines fit into
// 80 columns wherever the path lets them.
package text

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"jezero/privacycheck"
)

// Options for Write.
type Options struct {
	Catalog *privacycheck.Catalog
	Color   bool
	Quiet   bool
}

const width = 80

// Write writes the report.
func Write(w io.Writer, r *privacycheck.Report, o Options) error {
	p := &printer{w: bufio.NewWriter(w), o: o}
	p.findings(r)
	p.rules(r)
	p.skips(r)
	p.warnings(r)
	if !o.Quiet || len(r.Findings) > 0 || r.Unread() > 0 {
		p.summary(r)
	}
	return p.w.Flush()
}

type printer struct {
	w *bufio.Writer
	o Options
}

const (
	bold   = "1"
	red    = "31"
	yellow = "33"
	green  = "32"
	dim    = "2"
)

func (p *printer) paint(code, s string) string {
	if !p.o.Color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

// place is path:line:column, or the path alone for a name.
func place(f *privacycheck.Finding) string {
	if f.Line == 0 {
		return f.Path
	}
	return fmt.Sprintf("%s:%d:%d", f.Path, f.Line, f.Column)
}

func (p *printer) findings(r *privacycheck.Report) {
	last := ""
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Path != last && last != "" {
			p.printf("\n")
		}
		last = f.Path
		what := f.Title
		switch f.Place {
		case privacycheck.InName:
			what += ", in the file's name"
		case privacycheck.InSymlink:
			what += ", in the link's target"
		}
		if f.Confidence != "" {
			what += " (" + f.Confidence + " confidence)"
		}
		head := place(f) + ": " + f.Rule
		p.printf("%s: %s", p.paint(bold, place(f)), p.paint(red, f.Rule))
		if utf8.RuneCountInString(head)+2+utf8.RuneCountInString(what) <= width {
			p.printf("  %s\n", p.paint(dim, what))
		} else {
			p.printf("\n      %s\n", p.paint(dim, what))
		}
		if f.Excerpt != "" {
			num := ""
			if f.Line > 0 {
				num = fmt.Sprint(f.Line)
			}
			p.printf("%s %s\n", p.paint(dim, fmt.Sprintf("%6s |", num)), f.Excerpt)
			p.printf("%s %s%s\n", p.paint(dim, "       |"), strings.Repeat(" ", f.CaretStart), p.paint(red, strings.Repeat("^", f.CaretLen)))
		}
		for _, h := range f.Holders {
			p.printf("       in %s\n", holder(h))
		}
		if f.MoreHeld > 0 {
			p.printf("       and in %d more\n", f.MoreHeld)
		}
	}
	if len(r.Findings) > 0 {
		p.printf("\n")
	}
}

func holder(h privacycheck.Holder) string {
	c := h.Commit[:min(12, len(h.Commit))]
	if h.Path == "" {
		return "commit " + c
	}
	return "commit " + c + ", " + h.Path
}

// rules says once for each rule why it is there and what to do.
func (p *printer) rules(r *privacycheck.Report) {
	seen := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if seen[f.Rule] || p.o.Catalog == nil {
			continue
		}
		seen[f.Rule] = true
		rule := p.o.Catalog.Explain(f.Rule, f.Group)
		p.printf("%s\n", p.paint(bold, f.Rule))
		p.wrapped("  why  ", rule.Why)
		p.wrapped("  fix  ", rule.Fix)
	}
	if len(seen) > 0 {
		p.wrapped("", "A line that is right as it is gets the comment `privacy: allow <rule>`, a whole file an entry in .privacy.toml; privacy_check explain <rule> says more.")
		p.printf("\n")
	}
}

// painted writes s behind a word in colour, in lines that fit.
func (p *printer) painted(word, code, s string) {
	p.printf("%s: ", p.paint(code, word))
	p.lines(len(word)+2, s)
}

// wrapped writes s behind lead, in lines that fit.
func (p *printer) wrapped(lead, s string) {
	p.printf("%s", lead)
	p.lines(len(lead), s)
}

// lines writes s, of which the first line begins at column at, in lines that fit.
func (p *printer) lines(at int, s string) {
	indent := strings.Repeat(" ", at)
	line, skip, empty := indent, at, true
	for _, w := range strings.Fields(s) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(w) > width {
			p.printf("%s\n", line[skip:])
			line, skip, empty = indent, 0, true
		}
		if !empty {
			line += " "
		}
		line += w
		empty = false
	}
	p.printf("%s\n", line[skip:])
}

func (p *printer) skips(r *privacycheck.Report) {
	for _, s := range r.Skips {
		if !s.Expected {
			p.printf("%s: %s: %s\n", p.paint(red, "not scanned"), s.Path, s.Reason)
		}
	}
	for _, s := range r.Skips {
		if s.Expected {
			p.printf("%s: %s: %s\n", p.paint(yellow, "not scanned"), s.Path, s.Reason)
		}
	}
}

func (p *printer) warnings(r *privacycheck.Report) {
	for _, w := range r.Warnings {
		at := ""
		switch {
		case w.Line > 0:
			at = fmt.Sprintf("%s:%d: ", w.Path, w.Line)
		case w.Path != "":
			at = w.Path + ": "
		}
		p.painted("warning", yellow, at+w.Text)
	}
}

func (p *printer) summary(r *privacycheck.Report) {
	s := r.Stats
	for _, n := range r.Notes {
		p.wrapped("note: ", n)
	}
	verdict, tone := "clean", green
	switch {
	case len(r.Findings) > 0:
		verdict, tone = count(len(r.Findings), "finding", "findings"), red
	case r.Unread() > 0:
		verdict, tone = count(r.Unread(), "file could not be read", "files could not be read"), red
	case s.Files+s.Names == 0:
		verdict, tone = "nothing to scan", yellow
	case s.Bytes == 0 && len(r.Skips) > 0:
		verdict, tone = "nothing scanned but names", yellow
	case s.Bytes == 0:
		verdict, tone = "no content to scan", yellow
	case len(r.Skips)+len(r.Notes) > 0:
		verdict = "nothing found in what was scanned"
	}
	parts := []string{count(s.Files, "file", "files"), privacycheck.Bytes(s.Bytes)}
	if s.Commits > 0 {
		parts = append(parts, count(s.Commits, "commit", "commits"))
	}
	if len(r.Skips) > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", len(r.Skips)))
	}
	switch {
	case r.Denylist.From == "":
		parts = append(parts, "no denylist")
	case r.Denylist.Terms == 0:
		parts = append(parts, "the denylist is empty")
	default:
		parts = append(parts, "denylist of "+count(r.Denylist.Terms, "term", "terms"))
	}
	for _, x := range []struct {
		n    int
		what string
	}{{s.Allowed, "allowed"}, {s.Marked, "marked"}, {s.Baselined, "in the baseline"}, {s.Unchanged, "on unchanged lines"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	parts = append(parts, elapsed(s.Elapsed))
	head, rest := "privacy_check "+r.Mode+": ", "("+strings.Join(parts, ", ")+")"
	if len(head)+len(verdict)+1+len(rest) <= width {
		p.printf("%s%s %s\n", head, p.paint(tone, verdict), rest)
		return
	}
	p.printf("%s%s\n", head, p.paint(tone, verdict))
	p.wrapped("  ", rest)
}

func elapsed(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
