package redact

import (
	"bytes"
	"io"

	"jezero/redact/internal/engine"
)

// Writer returns a writer that passes what is written to it on to w, redacted.
// The output equals that of Bytes on the whole, however the input is split. A
// few KiB are held back, more while a credential is being looked at; Close
// writes the rest. Close does not close w.
func (r *Redactor) Writer(w io.Writer) io.WriteCloser { return r.e.NewStream(w) }

// Reader returns a reader of what src holds, redacted. It reads src ahead by
// up to half a MiB and holds no more than that.
func (r *Redactor) Reader(src io.Reader) io.Reader {
	d := &reader{src: src}
	d.stream = r.e.NewStream(&d.out)
	return d
}

type reader struct {
	src    io.Reader
	stream *engine.Stream
	buf    []byte
	out    bytes.Buffer // redacted, not yet read
	err    error        // what to say when out is empty
}

func (d *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for d.out.Len() == 0 {
		if d.err != nil {
			return 0, d.err
		}
		if d.buf == nil {
			d.buf = make([]byte, 64<<10)
		}
		n, err := d.src.Read(d.buf)
		// Neither can fail: the sink is memory.
		_, _ = d.stream.Write(d.buf[:n])
		if err != nil {
			d.err = err
			_ = d.stream.Close()
		}
	}
	return d.out.Read(p)
}

// FindStream reports the findings of everything that src holds, in order, with
// offsets from its start, in bounded memory. A finding whose value is longer
// than the stream's buffer is reported once its end is known.
func (r *Redactor) FindStream(src io.Reader, found func(Finding)) error {
	s := r.e.NewStream(io.Discard)
	s.Found = func(f engine.Finding) { found(public(f)) }
	if _, err := io.Copy(s, src); err != nil {
		return err
	}
	return s.Close()
}
