package command

import (
	"errors"
	"syscall"
)

const errorNoData = syscall.Errno(232) // the pipe is being closed

func isBrokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, errorNoData)
}
