// Package github writes a report as workflow commands, which GitHub shows as
// annotations in the changed files.
package github

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"jezero/privacycheck"
)

var data = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")

var property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")

// Write writes one command for each finding, unread file and warning, and the
// summary as a notice.
func Write(w io.Writer, r *privacycheck.Report, cat *privacycheck.Catalog) error {
	b := bufio.NewWriter(w)
	for i := range r.Findings {
		f := &r.Findings[i]
		fmt.Fprintf(b, "::error %s::%s\n", place(f), data.Replace(message(f, cat)))
	}
	for _, s := range r.Skips {
		kind := "notice"
		if !s.Expected {
			kind = "error"
		}
		fmt.Fprintf(b, "::%s file=%s,title=not scanned::%s\n", kind, property.Replace(s.Path), data.Replace(s.Path+": "+s.Reason))
	}
	for _, x := range r.Warnings {
		at := ""
		if x.Path != "" {
			at = "file=" + property.Replace(x.Path) + ","
		}
		if x.Line > 0 {
			at += fmt.Sprintf("line=%d,", x.Line)
		}
		fmt.Fprintf(b, "::warning %stitle=privacy_check::%s\n", at, data.Replace(x.Text))
	}
	for _, n := range r.Notes {
		fmt.Fprintf(b, "::notice title=privacy_check::%s\n", data.Replace(n))
	}
	if r.Denylist.From == "" {
		fmt.Fprintf(b, "::notice title=privacy_check::no denylist: there is no %s and $%s is not set\n", privacycheck.DenylistFile, privacycheck.DenylistEnv)
	}
	fmt.Fprintf(b, "::notice title=privacy_check::%s\n", data.Replace(fmt.Sprintf("%s: %d findings in %d files, %s; %d not scanned",
		r.Mode, len(r.Findings), r.Stats.Files, privacycheck.Bytes(r.Stats.Bytes), len(r.Skips))))
	return b.Flush()
}

func place(f *privacycheck.Finding) string {
	var p []string
	inFile := f.Place != privacycheck.InMessage && f.Place != privacycheck.InPerson && f.Place != privacycheck.InRef
	if inFile {
		p = append(p, "file="+property.Replace(f.Path))
	}
	if f.Line > 0 && inFile {
		p = append(p, fmt.Sprintf("line=%d", f.Line), fmt.Sprintf("endLine=%d", f.EndLine))
		if f.Line == f.EndLine {
			p = append(p, fmt.Sprintf("col=%d", f.Column), fmt.Sprintf("endColumn=%d", f.EndColumn))
		}
	}
	return strings.Join(append(p, "title="+property.Replace(f.Rule)), ",")
}

func message(f *privacycheck.Finding, cat *privacycheck.Catalog) string {
	at := f.Path
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", f.Path, f.Line, f.Column)
	}
	s := at + ": " + f.Title
	if f.Place != privacycheck.InFile && f.Place != privacycheck.InPerson && f.Place != privacycheck.InRef {
		s += " (in the " + string(f.Place) + ")"
	}
	if cat != nil {
		s += ". " + cat.Explain(f.Rule, f.Group).Fix
	}
	return s
}
