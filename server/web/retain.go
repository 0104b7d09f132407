package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// staleStage is the age at which a staged file belongs to no upload any more:
// the server ended while it was sent.
const staleStage = bodyTotal + time.Hour

// Retain removes uploads that are older than keep, with the notes of their
// projects, and what interrupted uploads left behind. keep 0 keeps all
// uploads. It returns how many uploads it removed. Items made of them stay.
// Links are not followed, and folders stay, because an upload may be on its
// way into one.
func Retain(ctx context.Context, dir string, keep time.Duration, now time.Time) (removed int, err error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("opening the inbox: %w", err)
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		limit := keep
		staged := strings.HasPrefix(name, stageDir+"/")
		if staged {
			limit = staleStage
		}
		base := path.Base(name)
		if limit == 0 || !staged && isNote(base) {
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) || err == nil && now.Sub(info.ModTime()) <= limit {
			return nil
		}
		if err != nil {
			return err
		}
		if staged {
			return gone(root.Remove(name))
		}
		went, err := retire(root, name, now.Add(-keep))
		if err != nil || !went {
			return err
		}
		removed++
		return gone(root.Remove(path.Join(path.Dir(name), "."+base+".project")))
	})
	if err != nil {
		return removed, fmt.Errorf("removing old uploads: %w", err)
	}
	return removed, nil
}

// retire removes an upload, unless it was replaced by one that is not before
// the limit since it was looked at. It is taken out of the way first, because
// what is looked at under its own name may be another file when it is removed.
func retire(root *os.Root, name string, limit time.Time) (removed bool, err error) {
	if err := root.Mkdir(stageDir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return false, err
	}
	aside := path.Join(stageDir, "retired-"+rand.Text())
	if err := root.Rename(name, aside); err != nil {
		return false, gone(err)
	}
	info, err := root.Lstat(aside)
	if err == nil && !info.ModTime().Before(limit) {
		// Where yet another one has come, that one stays.
		if err := root.Link(aside, name); err != nil && !errors.Is(err, fs.ErrExist) {
			return false, err
		}
		return false, root.Remove(aside)
	}
	return err == nil, errors.Join(err, root.Remove(aside))
}

// gone is err, but for a file that another one removed first.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// isNote tells the note of a file's project from a file.
func isNote(base string) bool {
	return strings.HasPrefix(base, ".") && strings.HasSuffix(base, ".project")
}
