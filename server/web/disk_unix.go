//go:build unix

package web

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func diskFull(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT)
}

func nameTooLong(err error) bool { return errors.Is(err, unix.ENAMETOOLONG) }

func notDirectory(err error) bool {
	return errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.EISDIR) || errors.Is(err, unix.ELOOP)
}

func syncDir(d *os.File) error { return d.Sync() }

// move renames between two open folders. Neither is looked up by name again.
func move(from *os.Root, oldName string, to *os.Root, newName string) error {
	a, err := from.Open(".")
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := to.Open(".")
	if err != nil {
		return err
	}
	defer b.Close()
	ac, err := a.SyscallConn()
	if err != nil {
		return err
	}
	bc, err := b.SyscallConn()
	if err != nil {
		return err
	}
	var renamed error
	outer := ac.Control(func(afd uintptr) {
		inner := bc.Control(func(bfd uintptr) {
			renamed = unix.Renameat(int(afd), oldName, int(bfd), newName)
		})
		if inner != nil {
			renamed = inner
		}
	})
	if outer != nil {
		return outer
	}
	if renamed != nil {
		return &os.LinkError{Op: "renameat", Old: oldName, New: newName, Err: renamed}
	}
	return nil
}
