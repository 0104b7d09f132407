package corpus

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A file holds one case or several. A case is a header of `key: value` lines,
// a blank line and the body up to a line that is `---` alone or to the end of
// the file. The line end before `---` belongs to it; at the end of the file one
// line end is dropped likewise. Keys:
//
//	name      (required) of the case, unique in its file
//	expect    (required) secret or clean
//	dress     (required) language or format of the body
//	rule      another rule than the folder's; "none" for none
//	also      a further rule that may name the finding
//	promise   an id such as JZ-20; may stand several times
//	keep      a text that has to survive; may stand several times
//	note      why the case is there
//
// Unknown, empty and doubled keys are errors.
const separator = "---"

var (
	promiseID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^J[ZLA]-[0-9]{2,3}$`) })
	caseName  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`) })
	repeated  = []string{"promise", "keep", "also"}
	known     = []string{"name", "expect", "dress", "rule", "note", "promise", "keep", "also"}
)

// parse reads the cases of one file and reports every problem in it.
func parse(file, src string) ([]Case, error) {
	var (
		cases []Case
		errs  []error
	)
	if src == "" {
		return nil, fmt.Errorf("%s:1: empty file", file)
	}
	lines := strings.SplitAfter(src, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && strings.TrimSuffix(lines[end], "\n") != separator {
			end++
		}
		c, err := parseCase(file, at+1, lines[at:end])
		if err != nil {
			errs = append(errs, err)
		} else {
			cases = append(cases, c)
		}
		if end == len(lines)-1 {
			errs = append(errs, fmt.Errorf("%s:%d: nothing follows the separator", file, end+1))
		}
		at = end + 1
	}
	return cases, errors.Join(errs...)
}

func parseCase(file string, line int, lines []string) (Case, error) {
	c := Case{File: file, Line: line, Rule: ruleOf(file)}
	var errs []error
	bad := func(at int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", file, at, fmt.Sprintf(format, args...)))
	}
	seen := map[string]bool{}
	i := 0
	for ; i < len(lines); i++ {
		l := strings.TrimSuffix(lines[i], "\n")
		if l == "" {
			break
		}
		at := line + i
		key, value, ok := strings.Cut(l, ":")
		value = strings.TrimSpace(value)
		switch {
		case !ok:
			bad(at, "header line without a colon")
			continue
		case !slices.Contains(known, key):
			bad(at, "unknown key %q", key)
			continue
		case value == "":
			bad(at, "key %q is empty", key)
			continue
		case seen[key] && !slices.Contains(repeated, key):
			bad(at, "key %q twice", key)
			continue
		}
		seen[key] = true
		switch key {
		case "name":
			if !caseName().MatchString(value) {
				bad(at, "name %q is not kebab case", value)
			}
			c.Name = strings.TrimSuffix(file, ".txt") + "/" + value
		case "expect":
			c.Expect = Expect(value)
			if c.Expect != Secret && c.Expect != Clean {
				bad(at, "expect is %q, wants secret or clean", value)
			}
		case "dress":
			c.Dress = value
		case "rule":
			c.Rule = value
			if value == "none" {
				c.Rule = ""
			}
		case "also":
			c.Synonyms = append(c.Synonyms, value)
		case "note":
			c.Note = value
		case "promise":
			if !promiseID().MatchString(value) {
				bad(at, "promise is no id such as JZ-20")
			}
			c.Promises = append(c.Promises, value)
		case "keep":
			c.Keep = append(c.Keep, value)
		}
	}
	for _, k := range known[:3] {
		if !seen[k] {
			bad(line, "key %q is missing", k)
		}
	}
	if i >= len(lines)-1 {
		bad(line, "no body after the header")
		return c, errors.Join(errs...)
	}
	body := strings.TrimSuffix(strings.Join(lines[i+1:], ""), "\n")
	text, parts, err := expandBody(c.Name, body)
	if err != nil {
		var r *recipeError
		at := line + i + 1
		if errors.As(err, &r) {
			at += strings.Count(body[:r.offset], "\n")
		}
		bad(at, "%v", err)
		return c, errors.Join(errs...)
	}
	c.Text = text
	for _, p := range parts {
		if p.keep || c.Expect == Clean {
			c.Keep = append(c.Keep, p.text)
		} else {
			c.Secrets = append(c.Secrets, p.text)
		}
	}
	if c.Expect == Secret && len(c.Secrets) == 0 {
		bad(line, "a case with a secret needs a marker for it")
	}
	for _, k := range c.Keep {
		if !strings.Contains(c.Text, k) {
			bad(line, "a text to keep does not stand in the body")
		}
	}
	return c, errors.Join(errs...)
}
