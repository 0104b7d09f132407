//go:build !unix

package connectors

// openFlags are empty where the system has no such flags; Open still refuses
// whatever is not a regular file.
const openFlags = 0
