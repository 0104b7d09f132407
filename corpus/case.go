// Package corpus holds labelled cases, harmless files and sample sessions for
// whoever builds or tests a redactor: this project's tests, `redact eval`, and
// others.
//
// Load returns the cases, Benign the harmless files. No credential stands in
// the files literally: markers say how its parts are put together (see
// recipe.go), so that a scanner does not trip on the repository. Equal sources
// give equal texts on every machine. The package imports the standard library
// only, and makes credentials from the issuers' facts and not from the shapes
// that a redactor matches, so that a test with it is not circular.
package corpus

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Expect says what a redactor has to do with a case.
type Expect string

const (
	Secret Expect = "secret" // every one of Secrets goes
	Clean  Expect = "clean"  // not a byte changes
)

// Case is one labelled text.
type Case struct {
	Name     string   // unique: file without extension, a slash, the case's own name
	Rule     string   // id of the rule it belongs to, or "" for none in particular
	Expect   Expect   // what has to happen
	Text     string   // the input
	Secrets  []string // what has to be gone from the output, in order; empty when clean
	Keep     []string // what has to stand in the output as it does in the input
	Dress    string   // language or format of the text: "shell", "json", "log"
	Promises []string // ids of the promises the case proves: "JZ-20"
	Note     string   // why the case is there, in a sentence
	Synonyms []string // further rules that may name the finding as well
	File     string   // where the case stands in the repository
	Line     int      // the line its header begins at, from 1
}

//go:embed all:cases
var caseFiles embed.FS

// Load returns every case, in order of file and line. The error lists all
// problems, each with file and line; there is none in a released version.
func Load() ([]Case, error) {
	sub, err := fs.Sub(caseFiles, "cases")
	if err != nil {
		return nil, fmt.Errorf("opening the cases: %w", err)
	}
	return LoadFS(sub)
}

// LoadFS reads cases from files of the same format in another tree. A folder
// is named like the rule its cases belong to, or begins with an underscore
// when they belong to none in particular.
func LoadFS(fsys fs.FS) ([]Case, error) {
	var (
		cases []Case
		errs  []error
		seen  = map[string]string{}
	)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if path.Ext(name) != ".txt" {
			errs = append(errs, fmt.Errorf("%s: not a .txt file", name))
			return nil
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		found, err := parse(name, string(src))
		if err != nil {
			errs = append(errs, err)
		}
		for _, c := range found {
			at := fmt.Sprintf("%s:%d", c.File, c.Line)
			if before, ok := seen[c.Name]; ok {
				errs = append(errs, fmt.Errorf("%s: name %q is already used at %s", at, c.Name, before))
			}
			seen[c.Name] = at
		}
		cases = append(cases, found...)
		return nil
	})
	if err != nil {
		errs = append(errs, fmt.Errorf("reading the cases: %w", err))
	}
	if len(cases) == 0 && len(errs) == 0 {
		errs = append(errs, errors.New("no cases found"))
	}
	return cases, errors.Join(errs...)
}

// ruleOf is the rule that the folder of a file names.
func ruleOf(file string) string {
	dir, _, ok := strings.Cut(file, "/")
	if !ok || strings.HasPrefix(dir, "_") {
		return ""
	}
	return dir
}
