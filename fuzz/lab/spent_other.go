//go:build !unix

package lab

import "time"

var started = time.Now()

// spent is the time since the start: what this system says of CPU time is too
// coarse.
func spent() time.Duration { return time.Since(started) }
