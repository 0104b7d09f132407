package sqlite

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// processTime is the CPU time that the process has used. On a machine that
// others use too it is what a piece of work costs; the wall clock is not.
func processTime() time.Duration { return cpuClock(unix.CLOCK_PROCESS_CPUTIME_ID) }

// threadTime is that of the calling thread. These clocks are exact, where
// getrusage counts in ticks of some milliseconds.
func threadTime() time.Duration { return cpuClock(unix.CLOCK_THREAD_CPUTIME_ID) }

func cpuClock(id int32) time.Duration {
	var at unix.Timespec
	if err := unix.ClockGettime(id, &at); err != nil {
		return 0
	}
	return time.Duration(at.Nano())
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
