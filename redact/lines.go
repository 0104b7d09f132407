package redact

import "bytes"

// Lines redacts src and keeps its lines: the result has as many as the input,
// and each line that held a part of a finding shows the placeholder, so that
// line n of the result still is line n of the file.
func (r *Redactor) Lines(src []byte) []byte {
	fs := r.e.Find(nil, src)
	if len(fs) == 0 {
		return src
	}
	out := make([]byte, 0, len(src)+len(fs)*16)
	at := 0
	for i := range fs {
		f := &fs[i]
		out = append(out, src[at:f.Start]...)
		out = r.e.AppendLines(out, src[f.Start:f.End], f)
		at = f.End
	}
	return append(out, src[at:]...)
}

// LinesSince redacts what was appended to a file from byte offset since on,
// together with the lines before it, and returns the redacted lines from the
// one that holds since. An offset inside a secret so returns that secret's
// line with its placeholder, never a tail of the secret.
func (r *Redactor) LinesSince(src []byte, since int) []byte {
	since = max(0, min(since, len(src)))
	whole := r.Lines(src)
	for n := bytes.Count(src[:since], []byte{'\n'}); n > 0; n-- {
		whole = whole[bytes.IndexByte(whole, '\n')+1:]
	}
	return whole
}
