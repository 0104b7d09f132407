package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

// evalCmd measures the redactor on labelled cases.
type evalCmd struct {
	Options   options `embed:""`
	Cases     string  `placeholder:"FILE" help:"JSON lines {\"id\", \"text\", \"secrets\", \"keep\", \"expect\": \"secret\"|\"clean\", \"class\"}; - is standard input. Default: the built-in corpus with its harmless files."`
	MinRecall float64 `placeholder:"SHARE" help:"Exit 1 when the recall of any class is lower, 0 to 1."`
	MaxFalse  float64 `default:"1" placeholder:"SHARE" help:"Exit 1 when more of any class' clean cases change, 0 to 1."`
	Baseline  string  `placeholder:"FILE" type:"path" help:"Exit 1 when a case went wrong, or a class lost cases, since the file was written; name them. Prints the classes that are not perfect only."`
	Update    bool    `help:"Write the baseline anew instead of comparing."`
	Misses    bool    `help:"List the ids of the cases that went wrong."`
	JSON      bool    `help:"Print the table as JSON lines."`
}

// labelled is one case.
type labelled struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Secrets []string `json:"secrets"`
	Keep    []string `json:"keep"`  // has to stand in the result
	Match   string   `json:"match"` // "any": one secret gone is enough
	Expect  string   `json:"expect"`
	Class   string   `json:"class"`
}

// Run measures and prints.
func (e *evalCmd) Run(c *Command) error {
	if e.Update && e.Baseline == "" {
		return fmt.Errorf("--update wants --baseline FILE")
	}
	r, err := e.Options.redactor(c.Env)
	if err != nil {
		return err
	}
	cases, err := e.load(c)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("no cases to measure in %s", e.Cases)
	}
	rows := measure(r, cases)
	if err := e.print(c.Stdout, rows); err != nil {
		return err
	}
	good := true
	for _, s := range rows {
		if s.recall() < e.MinRecall || s.alarms() > e.MaxFalse {
			c.warn("%s: %d of %d caught, %d of %d clean ones changed: not good enough", s.Class, s.Caught, s.Secret, s.Changed, s.Clean)
			good = false
		}
	}
	if e.Baseline != "" {
		same, err := e.gate(c, rows)
		if err != nil {
			return err
		}
		good = good && same
	}
	if !good {
		return exit(exitFindings)
	}
	return nil
}

// gate compares with the baseline, or writes it.
func (e *evalCmd) gate(c *Command, rows []*score) (bool, error) {
	path := c.path(e.Baseline)
	if e.Update {
		return true, os.WriteFile(path, formatBaseline(rows), 0o644)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	old, err := parseBaseline(string(src))
	if err != nil {
		return false, fmt.Errorf("%s:%w", e.Baseline, err)
	}
	worse, better := compare(old, rows)
	for _, w := range worse {
		c.warn("worse than the baseline: %s", w)
	}
	for _, b := range better {
		c.warn("better than the baseline, which can be written anew with --update: %s", b)
	}
	return len(worse) == 0, nil
}

func (e *evalCmd) load(c *Command) ([]labelled, error) {
	if e.Cases == "" {
		return corpusCases()
	}
	var in io.Reader = c.Stdin
	if e.Cases != "-" {
		f, err := os.Open(c.path(e.Cases))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	var out []labelled
	br := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := br.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var k labelled
			if json.Unmarshal(line, &k) != nil || k.Expect != "secret" && k.Expect != "clean" {
				return nil, fmt.Errorf("%s:%d: not a case: want {\"id\", \"text\", \"secrets\", \"expect\": \"secret\" or \"clean\"}", e.Cases, n)
			}
			out = append(out, k)
		}
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (e *evalCmd) print(w io.Writer, rows []*score) error {
	var b bytes.Buffer
	if e.JSON {
		for _, s := range rows {
			row := *s
			if !e.Misses {
				row.Missed, row.Alarmed = nil, nil
			}
			_ = json.NewEncoder(&b).Encode(row) // plain values always encode
		}
		_, err := b.WriteTo(w)
		return err
	}
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "class\tsecret\tcaught\trecall\tclean\tchanged\tfalse\t")
	for _, s := range append(rows, total(rows)) {
		if e.Baseline != "" && s.perfect() && s.Class != totalClass {
			continue
		}
		recall, alarms := "-", "-"
		if s.Secret > 0 {
			recall = fmt.Sprintf("%.1f %%", 100*s.recall())
		}
		if s.Clean > 0 {
			alarms = fmt.Sprintf("%.1f %%", 100*s.alarms())
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%s\t%d\t%d\t%s\t\n", s.Class, s.Secret, s.Caught, recall, s.Clean, s.Changed, alarms)
	}
	tw.Flush()
	if e.Misses {
		for _, s := range rows {
			for _, id := range s.Missed {
				fmt.Fprintf(&b, "missed: %s: %s\n", s.Class, id)
			}
			for _, id := range s.Alarmed {
				fmt.Fprintf(&b, "changed: %s: %s\n", s.Class, id)
			}
		}
	}
	_, err := b.WriteTo(w)
	return err
}
