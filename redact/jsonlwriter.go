package redact

import (
	"bytes"
	"io"
)

// maxRecord is the longest JSONL record that is redacted as JSON, in bytes. A
// longer one is redacted as text, as a stream, so that memory stays bounded.
const maxRecord = 64 << 20

// JSONLWriter returns a writer that passes JSON lines on to w, each redacted
// as JSONL redacts it, as soon as its line end has come. Close writes the last
// line; it does not close w.
func (r *Redactor) JSONLWriter(w io.Writer) io.WriteCloser { return &jsonlWriter{r: r, w: w} }

type jsonlWriter struct {
	r    *Redactor
	w    io.Writer
	line []byte         // a record whose end has not come
	long io.WriteCloser // takes the rest of a record that is too long
	err  error
}

func (j *jsonlWriter) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 && j.err == nil {
		i := bytes.IndexByte(p, '\n') + 1
		piece := p[:i]
		if i == 0 {
			piece = p
		}
		p = p[len(piece):]
		switch {
		case j.long != nil:
			_, j.err = j.long.Write(piece)
			if i > 0 && j.err == nil {
				j.err = j.long.Close()
				j.long = nil
			}
		case i > 0 && len(j.line) == 0:
			_, j.err = j.w.Write(j.r.jsonLine(piece))
		default:
			j.line = append(j.line, piece...)
			if i > 0 {
				_, j.err = j.w.Write(j.r.jsonLine(j.line))
				j.line = j.line[:0]
			} else if len(j.line) > maxRecord {
				j.long = j.r.Writer(j.w)
				_, j.err = j.long.Write(j.line)
				j.line = nil
			}
		}
	}
	if j.err != nil {
		return 0, j.err
	}
	return n, nil
}

func (j *jsonlWriter) Close() error {
	switch {
	case j.err != nil:
		return j.err
	case j.long != nil:
		j.err = j.long.Close()
		j.long = nil
	case len(j.line) > 0:
		_, j.err = j.w.Write(j.r.jsonLine(j.line))
		j.line = nil
	}
	return j.err
}
