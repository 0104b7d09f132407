package connectortest

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// nobody is an ordinary user's id.
const nobody = 65534

// asUser runs f without the rights of root, which permission bits do not
// bind: the file system then treats this thread as an ordinary user's.
func asUser(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	runtime.LockOSThread() // never unlocked when the way back fails: the thread then ends with its goroutine
	if err := syscall.Setfsuid(nobody); err != nil {
		runtime.UnlockOSThread()
		t.Skip("cannot become an ordinary user")
	}
	defer func() {
		if err := syscall.Setfsuid(0); err == nil {
			runtime.UnlockOSThread()
		}
	}()
	f()
}
