//go:build unix

package privacycheck

import "syscall"

// openNonBlocking keeps the opening of a pipe from waiting for its writer.
const openNonBlocking = syscall.O_NONBLOCK
