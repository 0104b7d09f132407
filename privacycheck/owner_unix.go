//go:build unix

package privacycheck

import (
	"os"
	"syscall"
)

// ownedByUser tells whether the path belongs to the user who runs the check. git
// reads nothing of others without being told to.
func ownedByUser(path string) bool {
	st, err := os.Lstat(path)
	if err != nil {
		return false
	}
	s, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
