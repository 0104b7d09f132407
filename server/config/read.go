package config

import (
	"fmt"
	"io"
)

// maxFile bounds every file that is read, in bytes: a configuration is small,
// and a path given by mistake may name anything.
const maxFile = 4 << 20

// ReadFile reads a file that a configuration is made of. Only a regular file of
// at most 4 MiB is read: a pipe in clients.d would hold its reader up for good,
// and with it every later change of the keys.
func ReadFile(path string) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// Asked of the open file: the name may stand for another one by now.
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxFile)
	}
	return text, nil
}
