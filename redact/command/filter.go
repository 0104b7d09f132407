package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"jezero/redact"
)

// filterCmd is the default command.
type filterCmd struct {
	Options  options  `embed:""`
	Input    string   `enum:"text,jsonl,lines" default:"text" help:"How to read the input: as text; as JSON lines, where keys decide and the output stays JSON; as text whose line numbers must survive (${enum})."`
	InPlace  bool     `short:"i" help:"Rewrite the files (atomically, with their modes) and print nothing."`
	Diff     bool     `help:"Print what --in-place would change, with the values masked."`
	Check    bool     `help:"Print nothing but a count of findings; exit 1 when there is one."`
	Findings string   `placeholder:"json|text" help:"Print where credentials stand, one finding a line: rule, kind, offsets, line; never the value. Exit 1 when there is one."`
	Explain  bool     `help:"Print for each finding which rule found it, where, and why it matters; never the value."`
	Jobs     int      `short:"j" placeholder:"N" help:"How many files to look at at once; default: as many as there are processors."`
	Files    []string `arg:"" optional:"" name:"file" help:"Files, or folders with --check, --findings, --explain, --diff and --in-place. Without one, or with -: standard input."`
}

// Validate refuses combinations that cannot be meant.
func (f *filterCmd) Validate() error {
	modes := 0
	for _, on := range []bool{f.InPlace, f.Diff, f.Check, f.Findings != "", f.Explain} {
		if on {
			modes++
		}
	}
	if f.Findings != "" && f.Findings != "json" && f.Findings != "text" {
		return errors.New("--findings wants a format, and the files behind it: redact --findings=text FILE, or --findings=json")
	}
	if slices.Contains(f.Files, "-") {
		if len(f.Files) > 1 {
			return errors.New("- is standard input and goes alone: leave it out, or name a file of that name as ./-")
		}
		f.Files = nil
	}
	if modes > 1 {
		return errors.New("--in-place, --diff, --check, --findings and --explain exclude each other")
	}
	if (f.InPlace || f.Diff) && len(f.Files) == 0 {
		return errors.New("--in-place and --diff want files")
	}
	return nil
}

func (f *filterCmd) looksOnly() bool { return f.Check || f.Findings != "" || f.Explain }

// Run filters, or looks.
func (f *filterCmd) Run(ctx context.Context, c *Command) error {
	r, err := f.Options.redactor(c.Env)
	if err != nil {
		return err
	}
	switch {
	case len(f.Files) == 0 && f.looksOnly():
		return f.lookAtStdin(r, c)
	case len(f.Files) == 0:
		return f.pipe(ctx, r, c.Stdin, c.Stdout)
	case f.looksOnly() || f.InPlace || f.Diff:
		return f.files(ctx, r, c)
	}
	return f.concatenate(ctx, r, c)
}

// pipe copies in to out, redacted, in bounded memory (but for --input lines,
// which has to see a key block whole to keep its lines).
func (f *filterCmd) pipe(ctx context.Context, r *redact.Redactor, in io.Reader, out io.Writer) error {
	in = &cancelled{ctx, in}
	if f.Input == "lines" {
		src, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		_, err = out.Write(r.Lines(src))
		return err
	}
	w := r.Writer(out)
	if f.Input == "jsonl" {
		w = r.JSONLWriter(out)
	}
	var err error
	if direct, ok := w.(io.ReaderFrom); ok {
		_, err = direct.ReadFrom(in)
	} else {
		_, err = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{in}, make([]byte, 256<<10))
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// cancelled stops reading once ctx is done.
type cancelled struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// concatenate filters the named files to standard output, as cat would.
func (f *filterCmd) concatenate(ctx context.Context, r *redact.Redactor, c *Command) error {
	failed := false
	for _, name := range f.Files {
		err := func() error {
			file, err := os.Open(c.path(name))
			if err != nil {
				return err
			}
			defer file.Close()
			if st, err := file.Stat(); err == nil && st.IsDir() {
				return fmt.Errorf("%s is a folder: add --check, --findings, --explain, --diff or --in-place", name)
			}
			return f.pipe(ctx, r, file, c.Stdout)
		}()
		if isBrokenPipe(err) || ctx.Err() != nil {
			return err
		}
		if err != nil {
			c.warn("%v", err)
			failed = true
		}
	}
	if failed {
		return exit(exitFailed)
	}
	return nil
}

// redacted applies the input mode to a whole file.
func (f *filterCmd) redacted(r *redact.Redactor, src []byte) []byte {
	switch f.Input {
	case "jsonl":
		return r.JSONL(src)
	case "lines":
		return r.Lines(src)
	}
	return r.Bytes(src)
}

// files looks at or rewrites files and folders, several at once, and prints in
// their order.
func (f *filterCmd) files(ctx context.Context, r *redact.Redactor, c *Command) error {
	total, withFindings, seen, failed := 0, 0, 0, 0
	for o := range c.each(ctx, f.Files, f.Jobs, func(name string, file *os.File) outcome { return f.look(ctx, r, c, name, file) }) {
		switch {
		case o.err != nil:
			c.warn("%v", o.err)
			failed++
			continue
		case o.skipped != "":
			c.warn("%s: skipped: %s", o.name, o.skipped)
			continue
		}
		seen++
		total += o.findings
		if o.findings > 0 {
			withFindings++
		}
		if _, err := c.Stdout.Write(o.out); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.Check {
		fmt.Fprintf(c.Stdout, "%s in %d of %s\n", number(total, "finding"), withFindings, number(seen, "file"))
	}
	switch {
	case total > 0 && !f.InPlace:
		return exit(exitFindings)
	case failed > 0:
		return exit(exitFailed)
	}
	return nil
}

// look handles one file: a small one whole, a large one as a stream.
func (f *filterCmd) look(ctx context.Context, r *redact.Redactor, c *Command, name string, file *os.File) outcome {
	o := outcome{name: name}
	src, small, err := whole(file)
	if err != nil {
		o.err = err
		return o
	}
	rewrites := f.InPlace || f.Diff
	switch {
	case !rewrites && small:
		fs := r.Find(src)
		o.findings = len(fs)
		o.out = f.render(name, src, fs)
	case !rewrites:
		var b bytes.Buffer
		o.findings, o.err = f.stream(r, name, file, &b, nil)
		o.out = b.Bytes()
	case !small && f.Diff:
		o.skipped = "larger than 8 MiB, too long for --diff"
	case !small && f.Input != "lines":
		o.findings, o.err = f.rewriteLarge(ctx, r, c.path(name), file)
	default:
		if !small {
			if src, o.err = io.ReadAll(file); o.err != nil {
				return o
			}
		}
		if isBinary(src) {
			o.skipped = "binary"
			return o
		}
		red := f.redacted(r, src)
		if bytes.Equal(red, src) {
			return o
		}
		fs := r.Find(src)
		o.findings = max(1, len(fs))
		if f.Diff {
			o.out = maskedDiff(r, name, src, fs)
			return o
		}
		o.err = rewrite(c.path(name), red)
	}
	return o
}

// rewriteLarge streams a file into its replacement, which takes its place only
// when something changed.
func (f *filterCmd) rewriteLarge(ctx context.Context, r *redact.Redactor, path string, in *os.File) (findings int, err error) {
	head := make([]byte, 8<<10)
	n, err := io.ReadFull(in, head)
	if err != nil {
		return 0, err
	}
	if isBinary(head[:n]) {
		return 0, errBinary
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	target, err := resolve(path)
	if err != nil {
		return 0, err
	}
	st, err := in.Stat()
	if err != nil {
		return 0, err
	}
	before, after := sha256.New(), sha256.New()
	err = replaceBy(target, st.Mode().Perm(), func(w io.Writer) (bool, error) {
		if err := f.pipe(ctx, r, io.TeeReader(in, before), io.MultiWriter(w, after)); err != nil {
			return false, err
		}
		changed := !bytes.Equal(before.Sum(nil), after.Sum(nil))
		if changed {
			findings = 1
		}
		return changed, nil
	})
	return findings, err
}

var errBinary = errors.New("binary: left alone")

// render prints findings in the format asked for.
func (f *filterCmd) render(name string, src []byte, fs []redact.Finding) []byte {
	var b bytes.Buffer
	pos := position{src: src}
	for _, x := range fs {
		line, col := pos.of(x.Start)
		f.finding(&b, name, line, col, x)
	}
	return b.Bytes()
}

// finding is what --findings json writes, one a line.
type finding struct {
	Rule       string `json:"rule"`
	Kind       string `json:"kind"`
	File       string `json:"file,omitempty"`
	Line       int    `json:"line"`             // from 1
	Column     int    `json:"column,omitempty"` // in bytes, from 1
	Start      int    `json:"start"`            // offset of the value in bytes
	End        int    `json:"end"`
	Confidence string `json:"confidence"`
}

func (f *filterCmd) finding(b *bytes.Buffer, name string, line, col int, x redact.Finding) {
	at := name
	if at == "" {
		at = "(standard input)"
	}
	switch {
	case f.Findings == "json":
		_ = json.NewEncoder(b).Encode(finding{x.Rule, x.Kind, name, line, col, x.Start, x.End, x.Confidence.String()}) // plain values always encode
	case f.Findings == "text":
		fmt.Fprintf(b, "%s:%d:%d %s (%s, %d bytes)\n", at, line, col, x.Rule, x.Confidence, x.End-x.Start)
	case f.Explain:
		fmt.Fprintf(b, "%s:%d:%d %s\n", at, line, col, x.Rule)
		explain(b, x)
	}
}

// lookAtStdin streams, so that a log of any size can be checked.
func (f *filterCmd) lookAtStdin(r *redact.Redactor, c *Command) error {
	var b bytes.Buffer
	n, err := f.stream(r, "", c.Stdin, &b, c.Stdout)
	if err != nil {
		return err
	}
	if f.Check {
		fmt.Fprintf(&b, "%s\n", number(n, "finding"))
	}
	if _, err := b.WriteTo(c.Stdout); err != nil {
		return err
	}
	if n > 0 {
		return exit(exitFindings)
	}
	return nil
}

// stream renders the findings of a stream into b, which is emptied into flush
// (if any) from time to time.
func (f *filterCmd) stream(r *redact.Redactor, name string, in io.Reader, b *bytes.Buffer, flush io.Writer) (n int, err error) {
	lines := &lineCounter{r: in}
	var werr error
	err = r.FindStream(lines, func(x redact.Finding) {
		n++
		line, col := lines.of(x.Start)
		f.finding(b, name, line, col, x)
		if flush != nil && b.Len() > 32<<10 && werr == nil {
			_, werr = b.WriteTo(flush)
		}
	})
	return n, errors.Join(err, werr)
}

// rewrite replaces a file's content in one step. A symbolic link stays one:
// what it points at is replaced.
func rewrite(path string, content []byte) error {
	target, err := resolve(path)
	if err != nil {
		return err
	}
	st, err := os.Stat(target)
	if err != nil {
		return err
	}
	return replace(target, content, st.Mode().Perm())
}
