package device

import (
	"net"
	"time"
)

// listen takes an address that was in use a moment ago.
func listen(addr string) (l net.Listener, err error) {
	for range 20 {
		if l, err = net.Listen("tcp", addr); err == nil {
			return l, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, err
}
