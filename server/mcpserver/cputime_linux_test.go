package mcpserver

import (
	"syscall"
	"time"
)

// processTime is the CPU time that the process has used: on a machine that
// others use too, that is what a call costs.
func processTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
