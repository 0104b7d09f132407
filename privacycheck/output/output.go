// Package output writes a report of privacycheck in the format that its reader
// wants. A new format is a package beside this file and a line in formats.
package output

import (
	"io"
	"sort"

	"jezero/privacycheck"
	"jezero/privacycheck/output/github"
	"jezero/privacycheck/output/html"
	"jezero/privacycheck/output/json"
	"jezero/privacycheck/output/sarif"
	"jezero/privacycheck/output/text"
)

// Options are what formats may need besides the report.
type Options struct {
	Catalog *privacycheck.Catalog
	Version string // of the program
	Color   bool   // text only
	Quiet   bool   // text only: no summary when there is nothing to say
}

// Format writes one report.
type Format func(w io.Writer, r *privacycheck.Report, o Options) error

var formats = map[string]Format{
	"github": func(w io.Writer, r *privacycheck.Report, o Options) error { return github.Write(w, r, o.Catalog) },
	"html": func(w io.Writer, r *privacycheck.Report, o Options) error {
		return html.Write(w, r, o.Catalog, o.Version)
	},
	"json": func(w io.Writer, r *privacycheck.Report, o Options) error { return json.Write(w, r, o.Version) },
	"sarif": func(w io.Writer, r *privacycheck.Report, o Options) error {
		return sarif.Write(w, r, o.Catalog, o.Version)
	},
	"text": func(w io.Writer, r *privacycheck.Report, o Options) error {
		return text.Write(w, r, text.Options{Catalog: o.Catalog, Color: o.Color, Quiet: o.Quiet})
	},
}

// Lookup finds a format by its name.
func Lookup(name string) (Format, bool) {
	f, ok := formats[name]
	return f, ok
}

// Names lists the formats.
func Names() []string {
	var out []string
	for n := range formats {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}
