// Package json writes a report for programs: one object, in which every key is
// always there and a list is never null.
package json

import (
	"encoding/json"
	"io"

	"jezero/privacycheck"
)

type report struct {
	ReportVersion int       `json:"report_version"`
	Tool          tool      `json:"tool"`
	Mode          string    `json:"mode"`
	Target        string    `json:"target"`
	Clean         bool      `json:"clean"`
	ExitCode      int       `json:"exit_code"`
	Findings      []finding `json:"findings"`
	Skipped       []skip    `json:"skipped"`
	Warnings      []warning `json:"warnings"`
	Notes         []string  `json:"notes"`
	Denylist      denylist  `json:"denylist"`
	Stats         stats     `json:"stats"`
}

type tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Rules   string `json:"credential_rules"` // version of the redactor's rules
}

type finding struct {
	Rule        string   `json:"rule"`
	Group       string   `json:"group"`
	Title       string   `json:"title"`
	Place       string   `json:"place"`
	Path        string   `json:"path"`
	PathMasked  bool     `json:"path_masked"`
	Line        int      `json:"line"`
	Column      int      `json:"column"`
	EndLine     int      `json:"end_line"`
	EndColumn   int      `json:"end_column"`
	Excerpt     string   `json:"excerpt"`
	Confidence  string   `json:"confidence"`
	Fingerprint string   `json:"fingerprint"`
	Holders     []holder `json:"holders"`
	MoreHolders int      `json:"more_holders"`
}

type holder struct {
	Commit string `json:"commit"`
	Path   string `json:"path"`
}

type skip struct {
	Path     string `json:"path"`
	Reason   string `json:"reason"`
	Expected bool   `json:"expected"`
}

type warning struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

type denylist struct {
	From  string `json:"from"`
	Terms int    `json:"terms"`
}

type stats struct {
	Files     int     `json:"files"`
	Names     int     `json:"names"`
	Messages  int     `json:"messages"`
	Bytes     int64   `json:"bytes"`
	Commits   int     `json:"commits"`
	Allowed   int     `json:"allowed"`
	Marked    int     `json:"marked"`
	Baselined int     `json:"baselined"`
	Unchanged int     `json:"unchanged"`
	Seconds   float64 `json:"seconds"`
}

// Write writes the report; version is the program's.
func Write(w io.Writer, r *privacycheck.Report, version string) error {
	out := report{
		ReportVersion: privacycheck.ReportVersion,
		Tool:          tool{"privacy_check", version, r.Version},
		Mode:          r.Mode, Target: r.Target, Clean: r.Clean(), ExitCode: r.ExitCode(),
		Findings: make([]finding, 0, len(r.Findings)),
		Skipped:  make([]skip, 0, len(r.Skips)),
		Warnings: make([]warning, 0, len(r.Warnings)),
		Notes:    append([]string{}, r.Notes...),
		Denylist: denylist(r.Denylist),
	}
	s := r.Stats
	out.Stats = stats{s.Files, s.Names, s.Messages, s.Bytes, s.Commits, s.Allowed, s.Marked, s.Baselined, s.Unchanged, s.Elapsed.Seconds()}
	for _, f := range r.Findings {
		x := finding{f.Rule, f.Group, f.Title, string(f.Place), f.Path, f.PathMasked, f.Line, f.Column, f.EndLine, f.EndColumn,
			f.Excerpt, f.Confidence, f.Print, make([]holder, 0, len(f.Holders)), f.MoreHeld}
		for _, h := range f.Holders {
			x.Holders = append(x.Holders, holder(h))
		}
		out.Findings = append(out.Findings, x)
	}
	for _, s := range r.Skips {
		out.Skipped = append(out.Skipped, skip(s))
	}
	for _, x := range r.Warnings {
		out.Warnings = append(out.Warnings, warning(x))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
