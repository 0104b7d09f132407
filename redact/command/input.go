package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"jezero/redact"
)

// input is one thing to read: standard input (without a name) or a file.
type input struct {
	name string
	io.Reader
}

// inputs yields standard input when no file is named, else each file.
func (c *Command) inputs(files []string) iter.Seq2[input, error] {
	return func(yield func(input, error) bool) {
		if len(files) == 0 {
			yield(input{"", c.Stdin}, nil)
			return
		}
		for _, name := range files {
			path := name
			if !filepath.IsAbs(path) {
				path = filepath.Join(c.Dir, path)
			}
			f, err := os.Open(path)
			if err != nil {
				if !yield(input{}, err) {
					return
				}
				continue
			}
			more := yield(input{name, f}, nil)
			f.Close()
			if !more {
				return
			}
		}
	}
}

// filter copies in to w, redacted.
func filter(ctx context.Context, r *redact.Redactor, in input, w io.Writer) error {
	src, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = w.Write(r.Bytes(src))
	return err
}

// finding is what --findings json writes, one a line.
type finding struct {
	Rule       string `json:"rule"`
	Kind       string `json:"kind"`
	File       string `json:"file,omitempty"`
	Line       int    `json:"line"` // from 1
	Start      int    `json:"start"`
	End        int    `json:"end"`
	Confidence string `json:"confidence"`
}

// report writes what stands in the input and where.
func report(r *redact.Redactor, in input, w io.Writer) (found bool, err error) {
	src, err := io.ReadAll(in)
	if err != nil {
		return false, err
	}
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	line, at := 1, 0
	for _, f := range r.Find(src) {
		line += bytes.Count(src[at:f.Start], []byte{'\n'})
		at = f.Start
		if err := enc.Encode(finding{f.Rule, f.Kind, in.name, line, f.Start, f.End, f.Confidence.String()}); err != nil {
			return true, fmt.Errorf("writing findings: %w", err)
		}
		found = true
	}
	return found, b.Flush()
}
