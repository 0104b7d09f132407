package command

import (
	"bytes"
	"fmt"

	"jezero/redact"
)

// mask stands for a value in what --diff prints.
const mask = "********"

// maskedDiff shows the lines that would change: as they are, with the values
// masked, and as they would be. It is for reading, not for patch: the program
// never prints a value.
func maskedDiff(r *redact.Redactor, name string, src []byte, fs []redact.Finding) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "--- %s\n+++ %s (redacted)\n", name, name)
	pos := position{src: src}
	for i := 0; i < len(fs); {
		line, _ := pos.of(fs[i].Start)
		start, end := lineAround(src, fs[i].Start, fs[i].End)
		j := i + 1
		for j < len(fs) && fs[j].Start < end {
			_, end = lineAround(src, fs[j].Start, fs[j].End)
			j++
		}
		fmt.Fprintf(&b, "@@ line %d @@\n-", line)
		masked(&b, src, start, end, fs[i:j], func(redact.Finding) []byte { return []byte(mask) })
		b.WriteString("+")
		masked(&b, src, start, end, fs[i:j], func(f redact.Finding) []byte { return r.AppendPlaceholder(nil, f) })
		i = j
	}
	return b.Bytes()
}

func masked(b *bytes.Buffer, src []byte, start, end int, fs []redact.Finding, value func(redact.Finding) []byte) {
	for _, f := range fs {
		b.Write(src[start:f.Start])
		b.Write(value(f))
		start = f.End
	}
	b.Write(bytes.TrimRight(src[start:end], "\r\n"))
	b.WriteByte('\n')
}

// lineAround is the whole lines that hold [start,end).
func lineAround(src []byte, start, end int) (int, int) {
	start = bytes.LastIndexByte(src[:start], '\n') + 1
	if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
		return start, end + i + 1
	}
	return start, len(src)
}
