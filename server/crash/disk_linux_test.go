package crash

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// disk mounts a file system in memory of that size at a fresh folder.
func disk(t *testing.T, bytes int64) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, fmt.Sprintf("size=%d", bytes)); err != nil {
		t.Skipf("file systems cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Errorf("unmounting: %v", err)
		}
	})
	return dir
}

func remount(t *testing.T, dir string, flags uintptr, options string) {
	t.Helper()
	if err := syscall.Mount("none", dir, "tmpfs", syscall.MS_REMOUNT|flags, options); err != nil {
		t.Fatal(err)
	}
}

// used is how much room the files take, in whole pages.
func used(t *testing.T, dir string) (n int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		n += (info.Size()+4095)/4096*4096 + 4096
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A disk that gets full in the middle of a command: the command says so, what
// was stored before opens and verifies once there is room, and running again
// ends in the state of an undisturbed run.
func TestDiskFull(t *testing.T) {
	program(t)
	for _, s := range stories(t) {
		t.Run(s.name, func(t *testing.T) {
			calm := s.begin.copy(t)
			calm.must(s.args...)
			want := dump(t, calm.library())
			begin := used(t, s.begin.dir)
			full := 0
			// From no room at all to more than the command takes; a short run tries
			// one of them, in which most commands are well under way.
			rooms := []int64{0, 128 << 10, 512 << 10, 2 << 20, 6 << 20, 32 << 20}
			if *kills < 100 {
				rooms = []int64{1 << 20}
			}
			for _, room := range rooms {
				dir := disk(t, 256<<20)
				h := &home{t: t, dir: dir, env: s.begin.env}
				copyTree(t, s.begin.dir, dir)
				remount(t, dir, 0, fmt.Sprintf("size=%d", begin+room))
				code, out := h.run(s.args...)
				if code != 0 {
					full++
					if !strings.Contains(out, "disk is full") && !strings.Contains(out, "no space left") {
						t.Errorf("%d KiB of room: exit code %d, and nothing of a full disk in\n%.1500s", room>>10, code, out)
					}
					if strings.Contains(out, "panic") {
						t.Errorf("%d KiB of room: panics", room>>10)
					}
				}
				remount(t, dir, 0, fmt.Sprintf("size=%d", 256<<20))
				h.age()
				if _, err := os.Stat(s.begin.library()); err == nil {
					if code, out := h.run("verify"); code != 0 {
						t.Fatalf("%d KiB of room: verify: exit code %d\n%s", room>>10, code, out)
					}
				}
				if code != 0 && s.finish != nil {
					s.finish(h)
				} else if code != 0 {
					h.must(s.args...)
				}
				h.must("verify")
				if diff := differ(want, dump(t, h.library())); diff != "" {
					t.Fatalf("%d KiB of room: the rerun ends elsewhere:\n%s", room>>10, diff)
				}
				if s.end != nil && s.name != "backup" {
					s.end(h)
				}
			}
			if full == 0 && s.name != "chain rotate" || full == len(rooms) && len(rooms) > 1 {
				t.Errorf("the disk was full in %d of %d tries", full, len(rooms))
			}
			t.Logf("full in %d of %d", full, len(rooms))
		})
	}
}

// A disk that takes no writes: every command that writes ends with exit code 2
// and says why, and nothing is changed.
func TestDiskReadOnly(t *testing.T) {
	program(t)
	for _, s := range stories(t) {
		if s.name == "run" {
			continue // there is no library to be read yet
		}
		t.Run(s.name, func(t *testing.T) {
			dir := disk(t, 256<<20)
			h := &home{t: t, dir: dir, env: s.begin.env}
			copyTree(t, s.begin.dir, dir)
			before := dump(t, h.library())
			remount(t, dir, syscall.MS_RDONLY, "")
			code, out := h.run(s.args...)
			if code != 2 || !strings.Contains(out, "read-only") {
				t.Errorf("exit code %d, want 2 with a word on the read-only disk:\n%s", code, out)
			}
			remount(t, dir, 0, "")
			h.must("verify")
			if diff := differ(before, dump(t, h.library())); diff != "" {
				t.Errorf("something was changed:\n%s", diff)
			}
		})
	}
}
