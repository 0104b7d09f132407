//go:build !linux

package privacycheck

import (
	"io"
	"os"
	"os/exec"
)

// outputPipe is what reads the command's output; given is the command's end,
// which must be closed once it runs. wide is for systems where a pipe's size can
// be set.
func outputPipe(cmd *exec.Cmd) (out io.ReadCloser, given io.Closer, wide bool, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, false, err
	}
	cmd.Stdout = w
	return r, w, false, nil
}

// errorFile is for systems that have files in memory.
func errorFile() *os.File { return nil }
