package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
)

// Problem is one thing wrong with a configuration file: where it stands, what
// it is and what to do about it. Its text may name keys and sections of the
// file, but never quotes a value: people paste keys into the wrong place.
type Problem struct {
	File string // as it was given or found
	Line int    // from 1; 0 when the problem has no place in the file
	Col  int    // from 1
	What string
	Do   string // the next step; may be empty
}

// String is "file:line:col: what; do".
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Col)
	}
	b.WriteString(": ")
	b.WriteString(p.What)
	if p.Do != "" {
		b.WriteString("; ")
		b.WriteString(p.Do)
	}
	return b.String()
}

// Error is everything that is wrong with a configuration, in order of file,
// line and column. At least one Problem is in it.
type Error struct{ Problems []Problem }

// Error lists all problems, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// ErrNotFound says that there is no configuration file at any of the places
// that were looked at.
var ErrNotFound = errors.New("no configuration file found")

// problems collects what is wrong while files are read.
type problems struct{ list []Problem }

func (ps *problems) add(file string, at Pos, what, do string) {
	ps.list = append(ps.list, Problem{File: file, Line: at.Line, Col: at.Col, What: what, Do: do})
}

// err returns the collected problems in order of place, or nil.
func (ps *problems) err() error {
	if len(ps.list) == 0 {
		return nil
	}
	sort.SliceStable(ps.list, func(i, j int) bool {
		a, b := ps.list[i], ps.list[j]
		if a.File != b.File {
			// The main file before the managed ones.
			if da, db := filepath.Dir(a.File), filepath.Dir(b.File); len(da) != len(db) {
				return len(da) < len(db)
			}
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
	return &Error{Problems: ps.list}
}
