//go:build unix

package connectors

import "syscall"

// openFlags keep a link from leading out of the store and a pipe from
// blocking the read.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
