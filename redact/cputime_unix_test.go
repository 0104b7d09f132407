//go:build unix

package redact_test

import "syscall"

// cpuTime is the CPU time of this process so far, in seconds.
func cpuTime() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}
