package command_test

import (
	"os"
	"os/exec"
	"syscall"
)

const nobody = 65534

// canDrop reports whether dropPrivileges can do so here, and that user reach
// the tests' files: not in every container, nor with every TMPDIR.
func canDrop() bool {
	if os.Geteuid() != 0 {
		return true
	}
	cmd := exec.Command("sh", "-c", `test -x "$0"`, os.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return cmd.Run() == nil
}

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
