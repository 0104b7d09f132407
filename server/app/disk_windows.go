package app

import "golang.org/x/sys/windows"

// diskFree is the room that this user has on the disk of a folder, in bytes.
func diskFree(dir string) (free uint64, err error) {
	p, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(p, &free, nil, nil)
	return free, err
}
