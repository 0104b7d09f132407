package command

import "os"

// Pipe is standard output that ends the program in order when nobody reads it
// any more ("jezero demo | head"): the signal that would end it at once, and
// leave temporary files behind, has to be ignored.
type Pipe struct {
	*os.File
	Broken func() // called when a write fails
}

func (p Pipe) Write(b []byte) (int, error) {
	n, err := p.File.Write(b)
	if err != nil {
		p.Broken()
	}
	return n, err
}
