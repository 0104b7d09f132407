package connectors

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
)

// Line is one record of a JSONL file.
type Line struct {
	Data   []byte // without the line end; valid until the next call of Next
	No     int    // 1-based
	Offset int64  // of its first byte
	Whole  bool   // a line end stood behind it; false only for the last line
	Long   bool   // over the limit: Data is nil
}

// LineReader reads records of any length up to a limit, one at a time; longer
// ones are skipped without being held.
type LineReader struct {
	r      *bufio.Reader
	max    int
	buf    []byte
	no     int
	offset int64
}

// NewLineReader reads lines of at most MaxLine bytes from r.
func NewLineReader(r io.Reader) *LineReader {
	return &LineReader{r: bufio.NewReaderSize(r, 64<<10), max: MaxLine}
}

// Next returns the next line, or io.EOF.
func (l *LineReader) Next() (Line, error) {
	l.buf = l.buf[:0]
	line := Line{No: l.no + 1, Offset: l.offset}
	read := false
	for {
		part, err := l.r.ReadSlice('\n')
		l.offset += int64(len(part))
		read = read || len(part) > 0
		if n := len(part); n > 0 && part[n-1] == '\n' {
			part, line.Whole = part[:n-1], true
		}
		switch {
		case line.Long:
		case len(l.buf)+len(part) > l.max:
			line.Long, l.buf = true, nil
		case len(l.buf) == 0 && line.Whole:
			line.Data = part // the common case: no copy
		default:
			l.buf = append(l.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil, errors.Is(err, io.EOF) && read:
			l.no++
			if line.Data == nil && !line.Long {
				line.Data = l.buf
			}
			if n := len(line.Data); n > 0 && line.Data[n-1] == '\r' {
				line.Data = line.Data[:n-1]
			}
			return line, nil
		default:
			return Line{}, err
		}
	}
}

// Verdict is what a reader made of one record.
type Verdict int

const (
	Unknown    Verdict = iota // a record type it does not know: ignored
	Understood                // a known type, whether or not it is dialogue
	Bad                       // not valid JSON, or a known type of the wrong shape
)

// ReadJSONL opens a JSONL file and calls each for every record; see ScanJSONL.
// A file that cannot be opened or read is a warning in the report.
func ReadJSONL(ctx context.Context, path string, rep *Report, each func(Line) (Verdict, error)) error {
	f, _, err := Open(path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, Unreadable(path, err))
		return nil
	}
	defer f.Close()
	return ScanJSONL(ctx, path, f, rep, each)
}

// ScanJSONL calls each for every record of r. Blank lines are skipped; an
// over-long or bad record is noted; a bad last line without a line end is
// still being written and is ignored. When there are records and none was
// understood, the format has drifted, which is a warning. Path is only for
// the warning. An error is each's or the context's.
func ScanJSONL(ctx context.Context, path string, r io.Reader, rep *Report, each func(Line) (Verdict, error)) error {
	lines := NewLineReader(r)
	var records, understood int
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			rep.Warnings = append(rep.Warnings, Unreadable(path, err))
			break
		}
		if line.No&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if line.Long {
			records++
			rep.Note(line.No, line.Offset, NoteLongRecord)
			continue
		}
		if blank(line.Data) {
			continue
		}
		v, err := each(line)
		if err != nil {
			return err
		}
		if v == Bad && !line.Whole && !json.Valid(line.Data) {
			break
		}
		records++
		switch v {
		case Understood:
			understood++
		case Bad:
			rep.Note(line.No, line.Offset, NoteBadRecord)
		}
	}
	rep.Records += records
	if records > 0 && understood == 0 {
		rep.Warn(path, WarnFormat)
	}
	return nil
}

func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}
