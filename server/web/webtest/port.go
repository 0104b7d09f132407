package webtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// FreePort returns a port of loopback at which nobody listens, for a program
// that has to be told one. It is none of those that systems hand out by
// themselves, 32768 and up: until the program takes it, any connection of any
// test that runs beside could be given one of them.
func FreePort() (int, error) {
	err := errors.New("no port")
	for range 100 {
		port := 12000 + rand.IntN(18000)
		ln, e := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err = e; err == nil {
			return port, ln.Close()
		}
	}
	return 0, err
}
