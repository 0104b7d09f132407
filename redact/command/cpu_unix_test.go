//go:build unix

package command_test

import (
	"syscall"
	"testing"
)

// cpu is the CPU time of this process so far, in seconds.
func cpu(tb testing.TB) float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		tb.Fatal(err)
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}
