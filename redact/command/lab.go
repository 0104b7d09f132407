package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/term"

	"jezero/fuzz/lab"
	"jezero/redact/pattern"
)

// labCmd tests a new pattern before anybody relies on it.
type labCmd struct {
	Pattern string        `help:"The pattern (regexp2 syntax; it sees one line at a time)." placeholder:"REGEXP"`
	Kind    string        `help:"What stands in the placeholder: lower-case words joined by dashes." placeholder:"KIND"`
	Literal string        `help:"A text that stands in every match and keeps the pattern off all other lines; derived where possible." placeholder:"TEXT"`
	Group   string        `help:"Number or name of the group to replace; default: the whole match." placeholder:"GROUP"`
	Rule    string        `help:"Read kind, pattern, literal and group from a TOML file instead." placeholder:"FILE" type:"path"`
	Against string        `help:"Also count false alarms on the files of a folder." placeholder:"DIR" type:"path"`
	Time    time.Duration `help:"How long the open-ended checks may take together." default:"20s"`
	Seed    uint64        `help:"Seed of everything that is made up." default:"1"`
	JSON    bool          `help:"Print the report as JSON."`
	Emit    string        `help:"Also write the Go rule and corpus cases for a pull request into this folder." placeholder:"DIR" type:"path"`
}

// ruleFile is what --rule reads: one pattern by itself, or the tables as they
// stand in jezero.toml (the first one counts).
type ruleFile struct {
	pattern.Spec
	Redaction struct {
		ExtraPatterns []pattern.Spec `toml:"extra_patterns"`
	} `toml:"redaction"`
}

func (q *labCmd) spec(c *Command) (pattern.Spec, error) {
	s := pattern.Spec{Kind: q.Kind, Pattern: q.Pattern, Literal: q.Literal, Group: q.Group}
	if q.Rule == "" {
		if q.Pattern == "" || q.Kind == "" {
			return s, errors.New("lab wants --pattern and --kind, or --rule FILE")
		}
		return s, nil
	}
	if q.Pattern != "" || q.Kind != "" || q.Literal != "" || q.Group != "" {
		return s, errors.New("--rule stands alone: the file says kind, pattern, literal and group")
	}
	b, err := os.ReadFile(c.path(q.Rule))
	if err != nil {
		return s, err
	}
	var f ruleFile
	d := toml.NewDecoder(bytes.NewReader(b)).DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		var strict *toml.StrictMissingError
		var bad *toml.DecodeError
		switch {
		case errors.As(err, &strict):
			line, col := strict.Errors[0].Position()
			return s, fmt.Errorf("%s:%d:%d: unknown key: kind, pattern, literal and group are known", q.Rule, line, col)
		case errors.As(err, &bad):
			line, col := bad.Position()
			return s, fmt.Errorf("%s:%d:%d: not TOML", q.Rule, line, col)
		}
		return s, fmt.Errorf("%s: %w", q.Rule, err)
	}
	if len(f.Redaction.ExtraPatterns) > 0 {
		return f.Redaction.ExtraPatterns[0], nil
	}
	return f.Spec, nil
}

// Run tests and prints; exit 1 when the pattern is not good.
func (q *labCmd) Run(ctx context.Context, c *Command) error {
	s, err := q.spec(c)
	if err != nil {
		return err
	}
	o := lab.Options{Spec: s, Time: q.Time, Seed: q.Seed}
	if q.Against != "" {
		dir := c.path(q.Against)
		if st, err := os.Stat(dir); err != nil || !st.IsDir() {
			return fmt.Errorf("--against wants a folder: %s", q.Against)
		}
		o.Against = os.DirFS(dir).(fs.ReadDirFS)
	}
	clear := func() {}
	if f, ok := c.Stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		o.Progress = func(check string, share float64) {
			fmt.Fprintf(c.Stderr, "\r\x1b[K%s … %.0f %%", check, 100*share)
		}
		clear = func() { fmt.Fprint(c.Stderr, "\r\x1b[K") }
	}
	report, err := lab.Run(ctx, o)
	clear()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if q.JSON {
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		_ = enc.Encode(report) // plain values always encode
	} else {
		printReport(&b, report)
	}
	if _, err := b.WriteTo(c.Stdout); err != nil {
		return err
	}
	if q.Emit != "" {
		if err := emit(c.path(q.Emit), report, c.Stderr); err != nil {
			return err
		}
	}
	if !report.Good {
		return exit(exitFindings)
	}
	return nil
}

func printReport(w io.Writer, r *lab.Report) {
	fmt.Fprintf(w, "%s  %s\n", r.Spec.Kind, r.Spec.Pattern)
	for _, s := range r.Samples {
		fmt.Fprintf(w, "  for example  %s\n", s)
	}
	fmt.Fprintln(w)
	for _, c := range r.Checks {
		mark := map[lab.Verdict]string{lab.Good: "ok  ", lab.Bad: "BAD ", lab.Note: "note"}[c.Verdict]
		lines := wrapped(c.Detail, 58)
		if len(lines) == 0 {
			lines = []string{""}
		}
		fmt.Fprintf(w, "%s  %-14s %s\n", mark, c.Name, lines[0])
		for _, l := range lines[1:] {
			fmt.Fprintf(w, "%20s %s\n", "", l)
		}
	}
	if f := r.Failure; f != nil {
		fmt.Fprintf(w, "\nThe smallest input that fails (%s):\n  input  %q\n  gives  %q\n  want   %s\n", f.Check, short(f.Input), short(f.Got), f.Want)
	}
	if r.Good {
		fmt.Fprintf(w, "\nGood. For jezero.toml or .privacy.toml:\n\n%s", r.TOML)
	} else {
		fmt.Fprintf(w, "\nNot good.\n")
	}
}

func short(s string) string {
	if len(s) > 200 {
		return s[:120] + "…" + s[len(s)-60:]
	}
	return s
}

// emit writes what a pull request needs.
func emit(dir string, r *lab.Report, log io.Writer) error {
	issuer, _, _ := strings.Cut(r.Spec.Kind, "-")
	code, err := lab.GoRule(r.Spec)
	if err != nil {
		return fmt.Errorf("--emit: no Go rule can be written: %w", err)
	}
	cases, err := lab.Cases(r)
	if err != nil {
		return fmt.Errorf("--emit: %w", err)
	}
	for name, content := range map[string]string{
		filepath.Join("redact", "rules", issuer+".go"):           code,
		filepath.Join("corpus", "cases", r.Spec.Kind, "lab.txt"): cases,
	} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("--emit: %s is there already: choose an empty folder", path)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(log, "wrote %s\n", path)
	}
	return nil
}
