package sqlite

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// processTime is the CPU time that the process has used. On a machine that
// others use too it is what a piece of work costs; the wall clock is not.
func processTime() time.Duration { return usage(unix.RUSAGE_SELF) }

// threadTime is that of the calling thread.
func threadTime() time.Duration { return usage(unix.RUSAGE_THREAD) }

func usage(who int) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// dropCache has the system forget what it holds of the file, which nobody may
// have mapped.
func dropCache(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return unix.Fdatasync(int(f.Fd())) == nil && unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED) == nil
}
