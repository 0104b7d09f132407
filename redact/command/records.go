package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

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

// record is one question; its id is any JSON value and comes back as it was.
type record struct {
	ID   json.RawMessage `json:"id,omitempty"`
	Text *string         `json:"text"`
}

type badRecord struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Error string          `json:"error"`
}

// records answers each line of in with one line on w, flushed, until in ends.
func records(ctx context.Context, r *redact.Redactor, in io.Reader, w io.Writer) error {
	br := bufio.NewReaderSize(in, 64<<10)
	bw := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(bw)
	enc.SetEscapeHTML(false)
	for ctx.Err() == nil {
		line, err := br.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if err := enc.Encode(answer(r, line)); err != nil {
				return err
			}
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

// answer redacts one record. Its errors say nothing of the line's content.
func answer(r *redact.Redactor, line []byte) any {
	var q record
	if err := json.Unmarshal(line, &q); err != nil {
		return badRecord{q.ID, "not a JSON object with a string \"text\""}
	}
	if q.Text == nil {
		return badRecord{q.ID, "\"text\" is missing"}
	}
	text := r.String(*q.Text)
	return record{q.ID, &text}
}
