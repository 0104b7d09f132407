// Package sarif writes a report as SARIF 2.1.0, which code hosts read.
package sarif

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"

	"jezero/privacycheck"
)

// Schema is where the format is defined.
const Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool        tool         `json:"tool"`
	Invocations []invocation `json:"invocations"`
	ColumnKind  string       `json:"columnKind"`
	BaseIDs     baseIDs      `json:"originalUriBaseIds"`
	Results     []result     `json:"results"`
}

type baseIDs map[string]struct {
	Description text `json:"description"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Rules   []rule `json:"rules"`
}

type rule struct {
	ID     string         `json:"id"`
	Short  text           `json:"shortDescription"`
	Full   text           `json:"fullDescription"`
	Help   text           `json:"help"`
	Config configuration  `json:"defaultConfiguration"`
	Props  map[string]any `json:"properties"`
}

type configuration struct {
	Level string `json:"level"`
}

type text struct {
	Text string `json:"text"`
}

type invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	ExitCode      int            `json:"exitCode"`
	Notifications []notification `json:"toolExecutionNotifications"`
}

type notification struct {
	Level     string     `json:"level"`
	Message   text       `json:"message"`
	Locations []location `json:"locations,omitempty"`
}

type result struct {
	RuleID    string            `json:"ruleId"`
	RuleIndex int               `json:"ruleIndex"`
	Level     string            `json:"level"`
	Message   text              `json:"message"`
	Locations []location        `json:"locations"`
	Prints    map[string]string `json:"partialFingerprints"`
	Props     map[string]any    `json:"properties"`
}

type location struct {
	Physical *physical `json:"physicalLocation,omitempty"`
	Logical  []logical `json:"logicalLocations,omitempty"`
}

type logical struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   *region  `json:"region,omitempty"`
}

type artifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

const root = "SRCROOT"

// Write writes the report; version is the program's.
func Write(w io.Writer, r *privacycheck.Report, cat *privacycheck.Catalog, version string) error {
	d := driver{Name: "privacy_check", Version: version, Rules: []rule{}}
	index := map[string]int{}
	results := []result{}
	for i := range r.Findings {
		f := &r.Findings[i]
		k, ok := index[f.Rule]
		if !ok {
			k = len(d.Rules)
			index[f.Rule] = k
			d.Rules = append(d.Rules, describe(cat.Explain(f.Rule, f.Group)))
		}
		props := map[string]any{"place": string(f.Place)}
		if f.Confidence != "" {
			props["confidence"] = f.Confidence
		}
		if len(f.Holders) > 0 {
			var cs []string
			for _, h := range f.Holders {
				cs = append(cs, h.Commit)
			}
			props["commits"] = cs
		}
		results = append(results, result{
			RuleID: f.Rule, RuleIndex: k, Level: "error",
			Message:   text{f.Title + inPlace(f) + "."},
			Locations: []location{locate(f)},
			Prints:    map[string]string{"privacyCheck/v1": f.Print},
			Props:     props,
		})
	}
	inv := invocation{Successful: r.Unread() == 0, ExitCode: r.ExitCode(), Notifications: []notification{}}
	for _, s := range r.Skips {
		level := "note"
		if !s.Expected {
			level = "error"
		}
		inv.Notifications = append(inv.Notifications, notification{level, text{"not scanned: " + s.Reason}, []location{file(s.Path, nil)}})
	}
	for _, x := range r.Warnings {
		n := notification{Level: "warning", Message: text{x.Text}}
		if x.Path != "" {
			var reg *region
			if x.Line > 0 {
				reg = &region{x.Line, 1, x.Line, 1}
			}
			n.Locations = []location{file(x.Path, reg)}
		}
		inv.Notifications = append(inv.Notifications, n)
	}
	for _, n := range r.Notes {
		inv.Notifications = append(inv.Notifications, notification{Level: "note", Message: text{n}})
	}
	if r.Denylist.From == "" {
		inv.Notifications = append(inv.Notifications, notification{Level: "note", Message: text{"no denylist"}})
	}
	out := log{Schema: Schema, Version: "2.1.0", Runs: []run{{
		Tool: tool{d}, Invocations: []invocation{inv}, ColumnKind: "unicodeCodePoints",
		BaseIDs: baseIDs{root: {Description: text{"The top of the repository."}}},
		Results: results,
	}}}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func describe(r *privacycheck.Rule) rule {
	full := r.Why
	if full == "" {
		full = r.Title
	}
	return rule{r.ID, text{r.Title}, text{full}, text{r.Fix}, configuration{"error"}, map[string]any{"tags": []string{"privacy", r.Group}}}
}

func inPlace(f *privacycheck.Finding) string {
	switch f.Place {
	case privacycheck.InFile:
		return ""
	case privacycheck.InMessage:
		return " in a commit message"
	case privacycheck.InPerson, privacycheck.InRef:
		return "" // the rule's title tells
	}
	return " in the " + string(f.Place)
}

func locate(f *privacycheck.Finding) location {
	switch f.Place {
	case privacycheck.InMessage, privacycheck.InPerson, privacycheck.InRef, privacycheck.InStdin:
		return location{Logical: []logical{{f.Path, "resource"}}}
	}
	if f.Line == 0 {
		return file(f.Path, nil)
	}
	return file(f.Path, &region{f.Line, f.Column, f.EndLine, f.EndColumn})
}

// file is a place in the repository. Its URI is relative; a colon in the first
// segment would read as a scheme.
func file(path string, reg *region) location {
	u := (&url.URL{Path: path}).EscapedPath()
	u = strings.ReplaceAll(u, ":", "%3A")
	a := artifact{URI: u, BaseID: root}
	if strings.HasPrefix(path, "/") {
		a = artifact{URI: "file://" + u}
	}
	return location{Physical: &physical{a, reg}}
}
