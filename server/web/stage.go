package web

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// stageDir is where uploads lie until they are whole. No client can be called
// so, and it is on the inbox's file system, so that a rename is atomic.
const stageDir = ".incoming"

// stage is the inbox, opened: every name below is resolved from an open
// folder, one part at a time, and never through a symbolic link, so that
// neither a link that lies there nor one that appears meanwhile leads out.
type stage struct {
	inbox *os.Root
	dir   *os.Root
}

func openStage(dir string) (*stage, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, diskError(err)
	}
	inbox, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	sub, err := descend(inbox, stageDir)
	if err != nil {
		inbox.Close()
		return nil, err
	}
	return &stage{inbox: inbox, dir: sub}, nil
}

func (s *stage) close() {
	s.dir.Close()
	s.inbox.Close()
}

// discard removes a staged file that did not get its place.
func (s *stage) discard(name string) { s.dir.Remove(name) } //nolint:errcheck // usually gone already

// errNotFolder says that a part of an upload's path is a link or a file.
var errNotFolder = errors.New("a part of the path is not a folder")

// descend opens the folder name, and makes it where it is missing. A symbolic
// link is not followed even when it stays inside: another device's folder may
// be there.
func descend(at *os.Root, name string) (*os.Root, error) {
	info, err := at.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = at.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, diskError(err)
		}
		if err = syncFolder(at); err != nil {
			return nil, diskError(err)
		}
		info, err = at.Lstat(name)
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errNotFolder
	}
	sub, err := at.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	// What was opened must be what was looked at.
	opened, err := sub.Stat(".")
	if err != nil || !os.SameFile(info, opened) {
		sub.Close()
		return nil, errNotFolder
	}
	return sub, nil
}

// place moves a staged file, and the note of its project before it, to where
// they belong, and reports whether the file is new there.
func (s *stage) place(u upload, name, sidecar string, now time.Time) (created bool, err error) {
	parts := append([]string{u.client, u.agent}, strings.Split(path.Dir(u.path), "/")...)
	if path.Dir(u.path) == "." {
		parts = parts[:2]
	}
	at := s.inbox
	for _, part := range parts {
		next, err := descend(at, part)
		if at != s.inbox {
			at.Close()
		}
		if err != nil {
			return false, placeError(err)
		}
		at = next
	}
	defer at.Close()

	base := path.Base(u.path)
	note := "." + base + ".project"
	created, err = replaceable(at, base)
	if err != nil {
		return false, err
	}
	noteIsNew, err := replaceable(at, note)
	if err != nil {
		return false, err
	}
	if sidecar != "" {
		if err := move(s.dir, sidecar, at, note); err != nil {
			return false, placeError(err)
		}
	}
	// The time of arrival, not the device's: a session that was written long ago
	// on a device that was offline must not land behind a cursor (JZ-109).
	if err = s.dir.Chtimes(name, now, now); err == nil {
		err = move(s.dir, name, at, base)
	}
	if err != nil {
		if sidecar != "" && noteIsNew && created {
			at.Remove(note) //nolint:errcheck // the note of a file that did not come
		}
		return false, placeError(err)
	}
	if err := syncFolder(at); err != nil {
		return false, diskError(err)
	}
	return created, nil
}

// replaceable reports whether name is free (true) or a plain file (false);
// anything else there is not ours to replace.
func replaceable(at *os.Root, name string) (free bool, err error) {
	info, err := at.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case err != nil:
		return false, placeError(err)
	case !info.Mode().IsRegular():
		return false, errPath
	}
	return false, nil
}

// placeError turns what the path itself caused into a refusal.
func placeError(err error) error {
	if errors.Is(err, errNotFolder) || nameTooLong(err) || notDirectory(err) {
		return errPath
	}
	return diskError(err)
}

// diskError makes a full disk a refusal of its own and leaves the rest.
func diskError(err error) error {
	if err != nil && diskFull(err) {
		return errFull
	}
	return err
}

// fault is an error for the log, without the path, which names a project.
func fault(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Sprintf("%s: %v", pe.Op, pe.Err)
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return fmt.Sprintf("%s: %v", le.Op, le.Err)
	}
	return fmt.Sprintf("%T", err)
}

func syncFolder(at *os.Root) error {
	d, err := at.Open(".")
	if err != nil {
		return err
	}
	defer d.Close()
	return syncDir(d)
}
