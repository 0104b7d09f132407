//go:build !unix

package redact_test

// cpuTime is 0 where the CPU time of the process cannot be had.
func cpuTime() float64 { return 0 }
