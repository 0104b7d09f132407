//go:build !unix

package privacycheck

// openNonBlocking is for systems whose file system holds pipes.
const openNonBlocking = 0
