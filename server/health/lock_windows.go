package health

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock waits for an exclusive lock on a file; the system gives it back when
// the process ends.
func lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	var at windows.Overlapped
	if err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &at); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
