//go:build unix

package sqlite

import (
	"errors"
	"syscall"
)

// diskFull tells errors of the system that say so, as writing the head gives.
func diskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
