//go:build !windows

package config

import (
	"os"
	"syscall"
)

// openFile opens a file for reading without waiting for a pipe's other end.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
