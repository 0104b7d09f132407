//go:build unix

package app

import "golang.org/x/sys/unix"

// diskFree is the room that this user has on the disk of a folder, in bytes.
func diskFree(dir string) (uint64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil //nolint:unconvert // the types differ between systems
}
