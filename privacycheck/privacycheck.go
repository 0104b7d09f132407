// Package privacycheck finds what should not leave a repository: home folders
// that name a person, private network addresses, credentials and the terms of
// a private denylist.
//
// Start with New, which builds a Checker from a configuration, and
// Checker.Run, which reads one Source and returns a Report. A Report never
// holds the bytes that were found: excerpts are masked, so is a path that
// holds a denylisted term.
package privacycheck

import (
	"time"

	"jezero/redact"
)

// Finder finds credentials; *redact.Redactor is the real one. Find must be
// safe for concurrent use.
type Finder interface {
	Find(src []byte) []redact.Finding
}

// ReportVersion is the version of the report's shape, as JSON shows it. A
// field that is added does not change it; one that changes or goes does.
const ReportVersion = 1

// Place says in what the finding stands.
type Place string

const (
	InFile    Place = "file"      // the content of a file
	InSymlink Place = "symlink"   // the target of a symbolic link
	InName    Place = "file name" // the path itself
	InMessage Place = "message"   // a commit or tag message
	InPerson  Place = "author"    // who wrote, committed or tagged
	InRef     Place = "ref name"  // the name of a branch or tag
	InStdin   Place = "stdin"     // what was piped in
)

// Finding is one thing that should not be published. It holds no byte of it.
type Finding struct {
	Rule       string
	Group      string
	Title      string
	Place      Place
	Path       string // slash-separated, relative to the repository; terms in it are masked
	PathMasked bool   // Path is not the real path, because that holds a term
	Line       int    // 1-based; 0 for a file name
	Column     int    // 1-based, in characters
	EndLine    int
	EndColumn  int    // after the last character
	Excerpt    string // the line, masked, cut to a window, without control characters
	CaretStart int    // where in Excerpt the finding stands, in characters
	CaretLen   int
	Confidence string   // for credentials: low, medium, high, certain
	Holders    []Holder // history: which commits and paths brought it in, newest first
	MoreHeld   int      // holders beyond those listed
	Print      string   // a stable id of rule, path and ordinal, for reports that track findings
}

// Holder is a commit and the path under which it holds a blob.
type Holder struct {
	Commit string
	Path   string
}

// Skip names something that was not looked into, and why.
type Skip struct {
	Path   string
	Reason string
	// Expected is false when the check cannot stand without it: the run ends
	// with ErrUnread unless there are findings.
	Expected bool
}

// Warning is something the owner of the repository should mend: it never
// changes the exit code.
type Warning struct {
	Path string // "" when it concerns the whole run
	Line int
	Text string
}

// Stats counts what a run did.
type Stats struct {
	Files     int // documents whose content was scanned: files, blobs, messages
	Names     int // file names looked at
	Messages  int // commit messages among Files
	Bytes     int64
	Commits   int // commits looked at, in the modes that walk them
	Allowed   int // matches let pass by .privacy.toml
	Marked    int // matches let pass by a marker
	Baselined int // matches let pass by the baseline
	Unchanged int // matches on lines that this change does not add
	Elapsed   time.Duration
}

// DenylistState says what became of the private list.
type DenylistState struct {
	From  string // where the terms came from, "" when there is none
	Terms int
}

// Report is what a run found. Everything in it may be printed.
type Report struct {
	Mode     string // "staged", "tracked", "history", ...
	Target   string // the range or the paths, "" for others
	Findings []Finding
	Skips    []Skip
	Warnings []Warning
	Notes    []string // what could not be seen, in sentences: shallow history, no denylist
	Denylist DenylistState
	Stats    Stats
	Version  string // of the redactor's rules
}

// Unread counts the skips that the check cannot stand without.
func (r *Report) Unread() int {
	n := 0
	for _, s := range r.Skips {
		if !s.Expected {
			n++
		}
	}
	return n
}

// Clean is true when bytes were scanned, all that there was, and nothing was
// found. What found nothing but left something out is not clean.
func (r *Report) Clean() bool {
	return len(r.Findings)+len(r.Skips)+len(r.Notes) == 0 && r.Stats.Bytes > 0
}

// ExitCode is 1 with findings, else 2 when something could not be read, else 0.
func (r *Report) ExitCode() int {
	switch {
	case len(r.Findings) > 0:
		return 1
	case r.Unread() > 0:
		return 2
	}
	return 0
}
