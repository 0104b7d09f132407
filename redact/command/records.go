package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"jezero/redact"
)

// recordsCmd is the co-process.
type recordsCmd struct {
	Options options `embed:""`
}

// Run answers until standard input ends.
func (q *recordsCmd) Run(ctx context.Context, c *Command) error {
	r, err := q.Options.redactor(c.Env)
	if err != nil {
		return err
	}
	return records(ctx, r, c.Stdin, c.Stdout)
}

// records answers each line of in with one line on w, flushed, until in ends.
func records(ctx context.Context, r *redact.Redactor, in io.Reader, w io.Writer) error {
	br := bufio.NewReaderSize(in, 64<<10)
	bw := bufio.NewWriterSize(w, 64<<10)
	for ctx.Err() == nil {
		line, err := br.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			bw.Write(answer(r, line))
			if err := bw.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// answer redacts one record: {"id", "text"} with both as the line writes them, the
// secrets in the text replaced. Its errors say nothing of the line's content.
func answer(r *redact.Redactor, line []byte) []byte {
	var q map[string]json.RawMessage
	if err := json.Unmarshal(line, &q); err != nil || q == nil {
		return badRecord(nil, "not a JSON object")
	}
	id, text := q["id"], q["text"]
	if f := r.Find(id); len(f) > 0 && f[0].Start <= 1 && f[0].End >= len(id)-1 {
		return badRecord(nil, `"id" is a credential`)
	}
	if fault := misnamed(q); fault != "" {
		return badRecord(id, fault)
	}
	switch {
	case text == nil:
		return badRecord(id, `"text" is missing`)
	case text[0] != '"':
		return badRecord(id, `"text" is not a string`)
	}
	return member(id, "text", r.JSONString(text))
}

// misnamed tells of a key that is "id" or "text" but for its case: taking it
// would be a guess, leaving it out would lose what the caller meant.
func misnamed(q map[string]json.RawMessage) string {
	for k := range q {
		if k != "id" && k != "text" && (strings.EqualFold(k, "id") || strings.EqualFold(k, "text")) {
			return `keys are written "id" and "text"`
		}
	}
	return ""
}

// badRecord is the answer to a line that is none or cannot be answered.
func badRecord(id json.RawMessage, fault string) []byte {
	b, _ := json.Marshal(fault) // of a string: no error
	return member(id, "error", b)
}

// member is a line with the id, where there is one, and one more member.
func member(id json.RawMessage, key string, val []byte) []byte {
	out := []byte{'{'}
	if id != nil {
		out = append(append(append(out, `"id":`...), id...), ',')
	}
	out = append(append(out, '"'), key...)
	return append(append(append(out, `":`...), val...), "}\n"...)
}
