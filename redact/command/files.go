package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// outcome is what came of one file.
type outcome struct {
	name     string
	out      []byte
	findings int
	skipped  string // why the file was left alone
	err      error
}

func (c *Command) path(name string) string {
	if filepath.IsAbs(name) || c.Dir == "" {
		return name
	}
	return filepath.Join(c.Dir, name)
}

func resolve(path string) (string, error) { return filepath.EvalSymlinks(path) }

// each yields what do makes of every file, in the order of the names, folders
// walked in lexical order. jobs files are looked at at once.
func (c *Command) each(ctx context.Context, names []string, jobs int, do func(name string, f *os.File) outcome) iter.Seq[outcome] {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return func(yield func(outcome) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		queue := make(chan chan outcome, 4*jobs) // keeps the order, bounds what is in memory
		slots := make(chan struct{}, jobs)
		go func() {
			defer close(queue)
			for name, err := range c.walk(names) {
				slot := make(chan outcome, 1)
				select {
				case queue <- slot:
				case <-ctx.Done():
					return
				}
				if err != nil {
					slot <- outcome{name: name, err: err}
					continue
				}
				slots <- struct{}{}
				go func() {
					defer func() { <-slots }()
					f, err := os.Open(c.path(name))
					if err != nil {
						slot <- outcome{name: name, err: err}
						return
					}
					defer f.Close()
					slot <- do(name, f)
				}()
			}
		}()
		for slot := range queue {
			if !yield(<-slot) {
				return
			}
		}
	}
}

// walk yields the files below the names. Version control folders and anything
// that is no regular file are left out; a named file is not.
func (c *Command) walk(names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			st, err := os.Stat(c.path(name))
			if err != nil || !st.IsDir() {
				if err == nil && !st.Mode().IsRegular() {
					err = fmt.Errorf("%s: not a regular file", name)
				}
				if !yield(name, err) {
					return
				}
				continue
			}
			root := c.path(name)
			err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
				shown := path
				if rel, e := filepath.Rel(root, path); e == nil {
					shown = filepath.Join(name, rel)
				}
				switch {
				case err != nil:
					if !yield(shown, err) {
						return filepath.SkipAll
					}
					return nil
				case d.IsDir() && slices.Contains([]string{".git", ".hg", ".svn", ".jj"}, d.Name()):
					return filepath.SkipDir
				case !d.Type().IsRegular():
					return nil
				}
				if !yield(shown, nil) {
					return filepath.SkipAll
				}
				return nil
			})
			if err != nil && !yield(name, err) {
				return
			}
		}
	}
}

// maxWhole is the size from which a file is streamed instead of read whole.
const maxWhole = 8 << 20

// whole reads the file if it is small enough; ok is false for one to stream.
func whole(f *os.File) (src []byte, ok bool, err error) {
	st, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if st.Size() > maxWhole {
		return nil, false, nil
	}
	src, err = io.ReadAll(f)
	return src, true, err
}

// isBinary reports whether rewriting a file could break it. UTF-16 with a byte
// order mark is text.
func isBinary(src []byte) bool {
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return false
	}
	return bytes.IndexByte(src[:min(len(src), 8<<10)], 0) >= 0
}
