//go:build !linux

package connectortest

import (
	"os"
	"testing"
)

// asUser runs f, unless this user is not bound by permission bits.
func asUser(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("permission bits do not bind this user")
	}
	f()
}
