package sqlite

import (
	"errors"
	"syscall"
)

// Windows' ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
const handleDiskFull, errorDiskFull = syscall.Errno(39), syscall.Errno(112)

// diskFull tells errors of the system that say so, as writing the head gives.
func diskFull(err error) bool {
	return errors.Is(err, handleDiskFull) || errors.Is(err, errorDiskFull)
}
