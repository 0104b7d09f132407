package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"

	lite "modernc.org/sqlite"
)

// Faults of the disk and of the file, in words that say what to do. What they
// wrap has SQLite's own.
var (
	// ErrDiskFull: nothing of what was being written is stored.
	ErrDiskFull = errors.New("the disk is full: make room and run it again; what was stored before is kept")
	// ErrNotWritable: SQLite makes files beside the library, also for reading.
	ErrNotWritable = errors.New("the library's file or folder cannot be written to, which reading needs, too")
	// ErrNotLibrary: another program's file, or none of SQLite at all.
	ErrNotLibrary = errors.New("this file is not a library of jezero")
	// ErrDamaged: pages of the file do not fit together.
	ErrDamaged = errors.New("the library's file is damaged: restore a backup, or read the sessions anew into a new one")
	// ErrLocked: another program did not give the file free in time.
	ErrLocked = errors.New("another program keeps the library's file locked: try again when it has ended")
)

// fault is an error of SQLite's with its meaning for the owner.
type fault struct {
	path    string
	meaning error
	cause   error
}

func (f *fault) Error() string {
	if f.meaning == ErrNotWritable {
		return fmt.Sprintf("%s: %s: look at the mode of %s, and whether its disk is mounted read-only", f.path, f.meaning, filepath.Dir(f.path))
	}
	return f.path + ": " + f.meaning.Error()
}

// Unwrap keeps both in reach.
func (f *fault) Unwrap() []error { return []error{f.meaning, f.cause} }

// Primary result codes of SQLite.
const (
	codeBusy     = 5
	codeReadOnly = 8
	codeIO       = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26
)

// codeCorruptIndex is the kind of codeCorrupt that a virtual table gives.
const codeCorruptIndex = codeCorrupt | 1<<8

// codeHotJournal: a program was killed before the file became a library; after
// that there are no such journals.
const codeHotJournal = codeReadOnly | 3<<8

// Kinds of codeIO that a full disk causes: a write, growing the shared memory.
const (
	codeIOWrite   = codeIO | 3<<8
	codeIOShmSize = codeIO | 19<<8
)

// explain gives an error of SQLite's its meaning; other errors stay as they are.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	var known *fault
	if errors.As(err, &known) {
		return err
	}
	if diskFull(err) {
		return &fault{path, ErrDiskFull, err}
	}
	var e *lite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() {
	case codeIOWrite, codeIOShmSize:
		return &fault{path, ErrDiskFull, err}
	case codeHotJournal:
		return &fault{path, ErrNoLibrary, err}
	}
	switch e.Code() & 0xff {
	case codeFull:
		return &fault{path, ErrDiskFull, err}
	case codeReadOnly, codeCantOpen:
		return &fault{path, ErrNotWritable, err}
	case codeNotADB:
		return &fault{path, ErrNotLibrary, err}
	case codeCorrupt:
		if e.Code() == codeCorruptIndex {
			return err // the search index alone: vacuum makes it anew
		}
		return &fault{path, ErrDamaged, err}
	case codeBusy:
		return &fault{path, ErrLocked, err}
	}
	return err
}
