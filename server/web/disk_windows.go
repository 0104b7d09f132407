package web

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

func diskFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

func nameTooLong(err error) bool { return errors.Is(err, windows.ERROR_FILENAME_EXCED_RANGE) }

func notDirectory(err error) bool { return errors.Is(err, windows.ERROR_DIRECTORY) }

// syncDir does nothing: Windows has no sync of folders.
func syncDir(*os.File) error { return nil }

// move renames by the folders' names; Windows refuses to rename a folder that
// is held open, so the names still mean what was opened.
func move(from *os.Root, oldName string, to *os.Root, newName string) error {
	return os.Rename(filepath.Join(from.Name(), oldName), filepath.Join(to.Name(), newName))
}
