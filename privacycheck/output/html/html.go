// Package html writes a report as one page without outside parts, for the
// person who has to decide what to do: what was found, where, why it matters,
// and what was not looked at.
package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"sort"
	"strings"
	"sync"

	"jezero/privacycheck"
)

//go:embed report.tmpl
var source string

// page is parsed when it is first needed: most runs write another format.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"bytes": privacycheck.Bytes,
		"short": func(s string) string { return s[:min(12, len(s))] },
	}).Parse(source))
})

// view is what the template sees.
type view struct {
	Report  *privacycheck.Report
	Version string
	Verdict string
	Tone    string // good, bad, unsure
	Time    string
	Groups  []group
	Files   []file
	Rules   []ruleView
	Unread  []privacycheck.Skip
	Skipped []skipGroup
}

type group struct {
	Name, Title string
	N           int
}

type file struct {
	Path     string
	Findings []findingView
}

type findingView struct {
	privacycheck.Finding
	Before, Marked, After string
}

type ruleView struct {
	*privacycheck.Rule
	N int
}

type skipGroup struct {
	Reason string
	Paths  []string
}

// Write writes the page; version is the program's.
func Write(w io.Writer, r *privacycheck.Report, cat *privacycheck.Catalog, version string) error {
	v := view{Report: r, Version: version, Time: fmt.Sprintf("%.2f s", r.Stats.Elapsed.Seconds())}
	v.Verdict, v.Tone = verdict(r)
	groups, rules := map[string]int{}, map[string]int{}
	for _, f := range r.Findings {
		if len(v.Files) == 0 || v.Files[len(v.Files)-1].Path != f.Path {
			v.Files = append(v.Files, file{Path: f.Path})
		}
		last := &v.Files[len(v.Files)-1]
		last.Findings = append(last.Findings, split(f))
		groups[f.Group]++
		if rules[f.Rule] == 0 {
			v.Rules = append(v.Rules, ruleView{Rule: cat.Explain(f.Rule, f.Group)})
		}
		rules[f.Rule]++
	}
	for g, n := range groups {
		v.Groups = append(v.Groups, group{g, privacycheck.GroupTitle(g), n})
	}
	sort.Slice(v.Groups, func(i, j int) bool { return v.Groups[i].Name < v.Groups[j].Name })
	for i := range v.Rules {
		v.Rules[i].N = rules[v.Rules[i].ID]
	}
	sort.SliceStable(v.Rules, func(i, j int) bool { return v.Rules[i].N > v.Rules[j].N })
	at := map[string]int{}
	for _, s := range r.Skips {
		if !s.Expected {
			v.Unread = append(v.Unread, s)
			continue
		}
		k, ok := at[s.Reason]
		if !ok {
			k = len(v.Skipped)
			at[s.Reason] = k
			v.Skipped = append(v.Skipped, skipGroup{Reason: s.Reason})
		}
		v.Skipped[k].Paths = append(v.Skipped[k].Paths, s.Path)
	}
	return page().Execute(w, v)
}

func verdict(r *privacycheck.Report) (string, string) {
	switch {
	case len(r.Findings) == 1:
		return "1 finding", "bad"
	case len(r.Findings) > 1:
		return fmt.Sprintf("%d findings", len(r.Findings)), "bad"
	case r.Unread() > 0:
		return "Some files could not be read", "bad"
	case r.Stats.Bytes == 0:
		return "Nothing to scan", "unsure"
	case len(r.Skips)+len(r.Notes) > 0:
		return "Nothing found in what was scanned", "good"
	}
	return "Clean", "good"
}

// split cuts the excerpt at the caret.
func split(f privacycheck.Finding) findingView {
	line := []rune(f.Excerpt)
	from := min(f.CaretStart, len(line))
	to := min(from+f.CaretLen, len(line))
	return findingView{f, string(line[:from]), string(line[from:to]), strings.TrimRight(string(line[to:]), " ")}
}
