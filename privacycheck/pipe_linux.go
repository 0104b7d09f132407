package privacycheck

import (
	"io"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// outputPipe is what reads the command's output; given is the command's end,
// which must be closed once it runs. wide tells whether pipeSize bytes fit in:
// with the usual 64 KB the two processes wait for each other all the time.
//
// The runtime does not watch this pipe, as it would wake a thread at every write
// of git's, whether or not somebody waits for it.
func outputPipe(cmd *exec.Cmd) (out io.ReadCloser, given io.Closer, wide bool, err error) {
	var fds [2]int
	if err := syscall.Pipe2(fds[:], syscall.O_CLOEXEC); err != nil {
		return nil, nil, false, os.NewSyscallError("pipe2", err)
	}
	size, err := unix.FcntlInt(uintptr(fds[0]), unix.F_SETPIPE_SZ, pipeSize)
	w := os.NewFile(uintptr(fds[1]), "git's output")
	cmd.Stdout = w
	return os.NewFile(uintptr(fds[0]), "git's output"), w, err == nil && size >= pipeSize, nil
}

// errorFile is where a command writes its errors: a file in memory, which needs
// nobody who reads it while the command runs. nil when there is none.
func errorFile() *os.File {
	fd, err := unix.MemfdCreate("git's errors", unix.MFD_CLOEXEC)
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(fd), "git's errors")
}
