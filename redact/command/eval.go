package command

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"jezero/redact"
)

// evalCmd measures the redactor on labelled cases.
type evalCmd struct {
	Options   options `embed:""`
	Cases     string  `placeholder:"FILE" help:"JSON lines {\"id\", \"text\", \"secrets\", \"expect\": \"secret\"|\"clean\", \"class\"}; - is standard input. Default: the built-in corpus."`
	MinRecall float64 `placeholder:"SHARE" help:"Exit 1 when the recall of any class is lower, 0 to 1."`
	MaxFalse  float64 `default:"1" placeholder:"SHARE" help:"Exit 1 when more of the clean cases change, 0 to 1."`
	Misses    bool    `help:"List the ids of the cases that went wrong."`
	JSON      bool    `help:"Print the table as JSON."`
}

// labelled is one case.
type labelled struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Secrets []string `json:"secrets"`
	Match   string   `json:"match"` // "any": one secret gone is enough
	Expect  string   `json:"expect"`
	Class   string   `json:"class"`
}

// score is one row of the table.
type score struct {
	Class string   `json:"class"`
	Cases int      `json:"cases"`
	Right int      `json:"right"` // caught, or left unchanged
	Clean bool     `json:"clean"`
	Wrong []string `json:"wrong,omitempty"` // ids
}

func (s *score) share() float64 { return float64(s.Right) / float64(s.Cases) }

// Run measures and prints.
func (e *evalCmd) Run(c *Command) error {
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
	byClass := map[string]*score{}
	for _, k := range cases {
		clean := k.Expect == "clean"
		class := cmp.Or(k.Class, k.Expect)
		s := byClass[class]
		if s == nil {
			s = &score{Class: class, Clean: clean}
			byClass[class] = s
		}
		s.Cases++
		if right(r, k) {
			s.Right++
		} else {
			s.Wrong = append(s.Wrong, k.ID)
		}
	}
	var rows []*score
	for _, s := range byClass {
		rows = append(rows, s)
	}
	slices.SortFunc(rows, func(a, b *score) int {
		if a.Clean != b.Clean {
			if a.Clean {
				return 1
			}
			return -1
		}
		return strings.Compare(a.Class, b.Class)
	})
	if err := e.print(c.Stdout, rows); err != nil {
		return err
	}
	for _, s := range rows {
		if !s.Clean && s.share() < e.MinRecall || s.Clean && 1-s.share() > e.MaxFalse {
			c.warn("%s: %d of %d right, not good enough", s.Class, s.Right, s.Cases)
			return exit(exitFindings)
		}
	}
	return nil
}

func right(r *redact.Redactor, k labelled) bool {
	out := r.String(k.Text)
	if k.Expect == "clean" {
		return out == k.Text
	}
	if len(k.Secrets) == 0 {
		return out != k.Text
	}
	gone := 0
	for _, s := range k.Secrets {
		if !strings.Contains(out, s) {
			gone++
		}
	}
	return gone == len(k.Secrets) || k.Match == "any" && gone > 0
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
			if !e.Misses {
				s.Wrong = nil
			}
			_ = json.NewEncoder(&b).Encode(s) // plain values always encode
		}
		_, err := b.WriteTo(w)
		return err
	}
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "class\tcases\tright\tshare\t")
	for _, s := range rows {
		what := "caught"
		if s.Clean {
			what = "unchanged"
		}
		fmt.Fprintf(tw, "%s\t%d\t%d %s\t%.1f %%\t\n", s.Class, s.Cases, s.Right, what, 100*s.share())
	}
	tw.Flush()
	if e.Misses {
		for _, s := range rows {
			for _, id := range s.Wrong {
				fmt.Fprintf(&b, "%s: %s\n", s.Class, id)
			}
		}
	}
	_, err := b.WriteTo(w)
	return err
}
