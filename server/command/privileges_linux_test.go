package command_test

import (
	"os"
	"syscall"
)

const nobody = 65534

// dropPrivileges makes root an ordinary user, whom permissions bind.
func dropPrivileges() {
	if os.Geteuid() != 0 {
		return
	}
	if err := syscall.Setgroups(nil); err != nil {
		panic(err)
	}
	if err := syscall.Setgid(nobody); err != nil {
		panic(err)
	}
	if err := syscall.Setuid(nobody); err != nil {
		panic(err)
	}
}
