package privacycheck

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// widen lets git write ahead: with the usual 64 KB the two processes wait for
// each other all the time. It is only a matter of speed, so errors do not count.
func widen(pipe io.Reader) {
	f, ok := pipe.(*os.File)
	if !ok {
		return
	}
	if c, err := f.SyscallConn(); err == nil {
		c.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
	}
}
