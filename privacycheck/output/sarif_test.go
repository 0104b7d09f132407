package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSARIF checks a log against the rules of the SARIF 2.1.0 schema for the
// parts that are written, and against what the standard says in words.
func TestSARIF(t *testing.T) {
	write, _ := Lookup("sarif")
	var out bytes.Buffer
	if err := write(&out, sample(), Options{Catalog: catalog(), Version: "v0"}); err != nil {
		t.Fatal(err)
	}
	var log any
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	for _, p := range checkSARIF(log) {
		t.Error(p)
	}
	// The check itself must see faults.
	for _, bad := range []struct{ from, to string }{
		{`"version": "2.1.0"`, `"version": "2.0.0"`},
		{`"startLine": 3`, `"startLine": 0`},
		{`"level": "error"`, `"level": "fatal"`},
		{`"ruleIndex": 1`, `"ruleIndex": 9`},
		{`"columnKind"`, `"columnKinds"`},
		{`"uri": "docs/link"`, `"uri": "a b"`},
	} {
		if !strings.Contains(out.String(), bad.from) {
			t.Fatalf("%s is not in the log", bad.from)
		}
		if err := json.Unmarshal([]byte(strings.Replace(out.String(), bad.from, bad.to, 1)), &log); err != nil {
			t.Fatal(err)
		}
		if len(checkSARIF(log)) == 0 {
			t.Errorf("%s passes", bad.to)
		}
	}
}

// shape is what the schema says about one object: its properties, which of them
// must be there, and the shapes below. "*" stands for the items of an array.
type shape struct {
	must, may []string
	sub       map[string]*shape
	check     func(v any) string
}

var (
	message  = &shape{must: []string{"text"}, sub: map[string]*shape{"text": {check: nonEmpty}}}
	multi    = &shape{must: []string{"text"}, may: []string{"markdown"}, sub: map[string]*shape{"text": {check: nonEmpty}}}
	bag      = &shape{check: func(v any) string { return typed[map[string]any](v) }}
	level    = &shape{check: oneOf("none", "note", "warning", "error")}
	regionOf = &shape{must: []string{"startLine"}, may: []string{"startColumn", "endLine", "endColumn"}, sub: map[string]*shape{
		"startLine": {check: atLeast(1)}, "startColumn": {check: atLeast(1)}, "endLine": {check: atLeast(1)}, "endColumn": {check: atLeast(1)}},
		check: func(v any) string {
			r := v.(map[string]any)
			if r["endLine"] == r["startLine"] && num(r["endColumn"]) < num(r["startColumn"]) {
				return "a region ends before it begins"
			}
			return ""
		}}
	locations = &shape{sub: map[string]*shape{"*": {may: []string{"physicalLocation", "logicalLocations"}, sub: map[string]*shape{
		"physicalLocation": {must: []string{"artifactLocation"}, may: []string{"region"}, sub: map[string]*shape{
			"artifactLocation": {must: []string{"uri"}, may: []string{"uriBaseId"}, sub: map[string]*shape{"uri": {check: uriReference}}},
			"region":           regionOf}},
		"logicalLocations": {sub: map[string]*shape{"*": {may: []string{"name", "kind"}}}},
	}}}}
	logShape = &shape{must: []string{"version", "runs"}, may: []string{"$schema"}, sub: map[string]*shape{
		"version": {check: oneOf("2.1.0")},
		"$schema": {check: uriReference},
		"runs": {sub: map[string]*shape{"*": {
			must: []string{"tool"}, may: []string{"invocations", "columnKind", "originalUriBaseIds", "results"},
			sub: map[string]*shape{
				"tool": {must: []string{"driver"}, sub: map[string]*shape{
					"driver": {must: []string{"name"}, may: []string{"version", "rules"}, sub: map[string]*shape{
						"name": {check: nonEmpty},
						"rules": {sub: map[string]*shape{"*": {must: []string{"id"}, may: []string{"shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"},
							sub: map[string]*shape{"id": {check: nonEmpty}, "shortDescription": multi, "fullDescription": multi, "help": multi,
								"defaultConfiguration": {may: []string{"level"}, sub: map[string]*shape{"level": level}}, "properties": bag}}}},
					}}}},
				"columnKind":         {check: oneOf("utf16CodeUnits", "unicodeCodePoints")},
				"originalUriBaseIds": bag,
				"invocations": {sub: map[string]*shape{"*": {must: []string{"executionSuccessful"}, may: []string{"exitCode", "toolExecutionNotifications"}, sub: map[string]*shape{
					"exitCode": {check: atLeast(0)},
					"toolExecutionNotifications": {sub: map[string]*shape{"*": {must: []string{"message"}, may: []string{"level", "locations"},
						sub: map[string]*shape{"message": message, "level": level, "locations": locations}}}}}}}},
				"results": {sub: map[string]*shape{"*": {must: []string{"message"}, may: []string{"ruleId", "ruleIndex", "level", "locations", "partialFingerprints", "properties"},
					sub: map[string]*shape{"message": message, "level": level, "locations": locations, "ruleIndex": {check: atLeast(-1)}, "partialFingerprints": bag, "properties": bag}}}},
			}}}},
	}}
)

func checkSARIF(log any) []string {
	problems := logShape.problems("log", log)
	if len(problems) > 0 {
		return problems
	}
	// ruleIndex points at the rule that ruleId names.
	for _, r := range log.(map[string]any)["runs"].([]any) {
		run := r.(map[string]any)
		rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
		for _, x := range run["results"].([]any) {
			res := x.(map[string]any)
			k := int(num(res["ruleIndex"]))
			if k >= len(rules) || rules[k].(map[string]any)["id"] != res["ruleId"] {
				problems = append(problems, fmt.Sprintf("ruleIndex %d is not %v", k, res["ruleId"]))
			}
			if base, ok := run["originalUriBaseIds"].(map[string]any); ok && base["SRCROOT"] == nil {
				problems = append(problems, "SRCROOT is not defined")
			}
		}
	}
	return problems
}

func (s *shape) problems(at string, v any) (out []string) {
	switch x := v.(type) {
	case map[string]any:
		if s.must != nil || s.may != nil {
			for _, k := range s.must {
				if _, ok := x[k]; !ok {
					out = append(out, at+": "+k+" is missing")
				}
			}
			for k := range x {
				if !slices.Contains(s.must, k) && !slices.Contains(s.may, k) {
					out = append(out, at+": the schema has no "+k)
				}
			}
		}
		for k, sub := range s.sub {
			if y, ok := x[k]; ok {
				out = append(out, sub.problems(at+"."+k, y)...)
			}
		}
	case []any:
		if s.sub["*"] == nil {
			return []string{at + ": no array is wanted"}
		}
		for i, y := range x {
			out = append(out, s.sub["*"].problems(fmt.Sprintf("%s[%d]", at, i), y)...)
		}
	}
	if s.check != nil {
		if p := s.check(v); p != "" {
			out = append(out, at+": "+p)
		}
	}
	return out
}

func num(v any) float64 { f, _ := v.(float64); return f }

func nonEmpty(v any) string {
	if s, ok := v.(string); !ok || s == "" {
		return "want text"
	}
	return ""
}

func typed[T any](v any) string {
	if _, ok := v.(T); !ok {
		return fmt.Sprintf("is a %T", v)
	}
	return ""
}

func oneOf(words ...string) func(any) string {
	return func(v any) string {
		if s, _ := v.(string); !slices.Contains(words, s) {
			return fmt.Sprintf("%v is none of %v", v, words)
		}
		return ""
	}
}

func atLeast(n float64) func(any) string {
	return func(v any) string {
		if f, ok := v.(float64); !ok || f < n || f != float64(int(f)) {
			return fmt.Sprintf("%v is no whole number from %v", v, n)
		}
		return ""
	}
}

var uriBytes = regexp.MustCompile(`^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+$`)

func uriReference(v any) string {
	s, _ := v.(string)
	if _, err := url.Parse(s); err != nil || !uriBytes.MatchString(s) {
		return fmt.Sprintf("%q is no URI reference", s)
	}
	return ""
}
