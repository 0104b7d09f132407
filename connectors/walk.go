package connectors

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Walk lists the regular files below root whose slash path relative to root
// match accepts, sorted by Key, looking only into the folders subs (slash
// paths below root; "." for root itself). Links are not followed, except for
// the root and the subs themselves, which people do move to another disk. A
// folder that cannot be read is a warning; a missing sub is nothing; a missing
// root is ErrNoRoot. Into decides which folders are entered; nil enters all.
func Walk(ctx context.Context, root string, subs []string, into, match func(rel string) bool) ([]Source, []Warning, error) {
	if err := HaveRoot(root); err != nil {
		return nil, nil, err
	}
	var srcs []Source
	var warns []Warning
	for _, sub := range subs {
		base := filepath.Join(root, filepath.FromSlash(sub))
		if real, err := filepath.EvalSymlinks(base); err == nil {
			base = real
		}
		err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
			if cerr := ctx.Err(); cerr != nil {
				return cerr
			}
			if err != nil {
				if path == base && errors.Is(err, fs.ErrNotExist) {
					return nil
				}
				warns = append(warns, Unreadable(path, err))
				if d != nil && d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			below, rerr := filepath.Rel(base, path)
			if rerr != nil || below == "." {
				return nil
			}
			rel := filepath.ToSlash(below)
			if sub != "." {
				rel = sub + "/" + rel
			}
			if d.IsDir() {
				if into != nil && !into(rel) {
					return fs.SkipDir
				}
				return nil
			}
			if !d.Type().IsRegular() || !match(rel) {
				return nil
			}
			fi, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil // gone since the folder was read
			}
			if err != nil {
				warns = append(warns, Unreadable(path, err))
				return nil
			}
			srcs = append(srcs, FileSource(rel, path, fi))
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	slices.SortFunc(srcs, func(a, b Source) int { return strings.Compare(a.Key, b.Key) })
	return srcs, warns, nil
}

// HaveRoot is ErrNoRoot unless root is a folder.
func HaveRoot(root string) error {
	fi, err := os.Stat(root)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !fi.IsDir() {
		return ErrNoRoot
	}
	return nil // what cannot be read shows as a warning of the walk
}

// FileSource describes a file that is one source.
func FileSource(key, path string, fi fs.FileInfo) Source {
	return Source{
		Key: key, Path: path, ModTime: fi.ModTime(), Size: fi.Size(),
		Change: Change(fi.ModTime(), fi.Size()),
	}
}

// Change makes the value of Source.Change from a time and counts.
func Change(t time.Time, counts ...int64) string {
	b := strconv.AppendInt(nil, t.UnixNano(), 36)
	for _, n := range counts {
		b = strconv.AppendInt(append(b, '.'), n, 36)
	}
	return string(b)
}
