//go:build unix

package sqlite

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime is the CPU time that the process has used. On a machine that
// others use too it is what a query costs; the wall clock is not.
func processTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
