package chain

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// writeFile writes a 0600 file by way of a temporary one beside it: write,
// fsync, rename, fsync of the folder. Without the first fsync a crash of the
// machine may leave an empty file under the final name.
func writeFile(path string, b []byte) error {
	temp, err := writeTemp(path, b)
	if err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return syncDir(path)
}

// createFile is writeFile for a file that must not be there yet: fs.ErrExist
// when it is. Whoever is killed leaves the whole file or none.
func createFile(path string, b []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	temp, err := writeTemp(path, b)
	if err != nil {
		return err
	}
	err = os.Link(temp, path) // unlike a rename it replaces nothing
	if err == nil || errors.Is(err, fs.ErrExist) {
		return errors.Join(err, os.Remove(temp))
	}
	// A file system without links.
	if _, serr := os.Lstat(path); serr == nil {
		return errors.Join(fs.ErrExist, os.Remove(temp))
	}
	return os.Rename(temp, path)
}

// writeTemp writes a file beside path, down to the disk.
func writeTemp(path string, b []byte) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// leftoverAge is how old a temporary file is that belongs to no one any more:
// a living program keeps it for milliseconds.
const leftoverAge = time.Minute

var leftoverEnd = regexp.MustCompile(`\A[0-9]+\z`)

// RemoveLeftovers removes what programs that were killed while they wrote the
// key file or the head at path left beside it.
func RemoveLeftovers(path string) error {
	dir, begin := filepath.Dir(path), "."+filepath.Base(path)+"."
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("looking for what was left: %w", err)
	}
	for _, e := range entries {
		if len(e.Name()) <= len(begin) || e.Name()[:len(begin)] != begin || !leftoverEnd.MatchString(e.Name()[len(begin):]) {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < leftoverAge {
			continue // gone, or not ours
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing what was left: %w", err)
		}
	}
	return nil
}
