package privacycheck

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Paths looks at files of the file system, folders with all that is in them but
// .git. dir is where relative paths start; top, when set, makes paths below it
// relative to it, as the configuration's patterns are.
func Paths(dir, top string, paths []string) Source { return &pathSource{dir, top, paths} }

type pathSource struct {
	dir, top string
	paths    []string
}

func (s *pathSource) mode() (string, string) {
	return "paths", describe(len(s.paths), "path", "paths")
}

func (s *pathSource) read(ctx context.Context, in *intake, yield func(*document) error) error {
	for _, p := range s.paths {
		if err := s.named(ctx, in, p, yield); err != nil {
			return err
		}
	}
	return nil
}

// named looks at one path that the caller gave.
func (s *pathSource) named(ctx context.Context, in *intake, given string, yield func(*document) error) error {
	abs := given
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(s.dir, given)
	}
	fail := func(err error) error { return fmt.Errorf("%s: %w", in.c.shownPath(given), bare(err)) }
	st, err := os.Lstat(abs)
	if err != nil {
		return fail(err)
	}
	root := abs
	if st.Mode()&fs.ModeSymlink != 0 {
		// In a folder a link is its own text, as in git; one that is named means
		// what it leads to as well.
		if err := yield(readFile(abs, s.shown(given, abs, abs), fs.FileInfoToDirEntry(st), in.c.cfg.maxFile())); err != nil {
			return err
		}
		st, err = os.Stat(abs)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it leads nowhere
		}
		if err == nil && (st.IsDir() || st.Mode().IsRegular()) {
			root, err = filepath.EvalSymlinks(abs)
		}
		if err != nil {
			return fail(err)
		}
	}
	if !st.IsDir() && !st.Mode().IsRegular() {
		// Unlike one that is met in a folder, it is the thing that was asked about.
		return fail(fmt.Errorf("%w; what comes out of a pipe is checked with -", errNotRegular))
	}
	return s.walk(ctx, in, given, root, yield)
}

// walk looks at a file, or at all that is in a folder.
func (s *pathSource) walk(ctx context.Context, in *intake, given, root string, yield func(*document) error) error {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		shown := s.shown(given, root, path)
		if err != nil {
			return yield(&document{path: shown, place: InFile, skip: "cannot be read: " + bare(err).Error()})
		}
		if e.IsDir() {
			if e.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		if e.Name() == ".git" && e.Type().IsRegular() {
			return nil // a link to the repository of a work tree or submodule
		}
		return yield(readFile(path, shown, e, in.c.cfg.maxFile()))
	})
}

// shown is how a file is called: relative to the repository's top, else as the
// caller wrote it.
func (s *pathSource) shown(given, abs, path string) string {
	if s.top != "" {
		if rel, err := filepath.Rel(s.top, path); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(filepath.Join(given, strings.TrimPrefix(path, abs)))
}

// bare drops the path from an error: it may hold what must not be printed.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func readFile(path, shown string, e fs.DirEntry, limit int64) *document {
	// The folders of an absolute path are the computer's, not the repository's.
	d := &document{path: shown, place: InFile, checkName: !filepath.IsAbs(filepath.FromSlash(shown))}
	fail := func(err error) *document {
		d.skip = "cannot be read: " + bare(err).Error()
		return d
	}
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		if err != nil {
			return fail(err)
		}
		d.place, d.data, d.hasData = InSymlink, []byte(target), true
		return d
	case !e.Type().IsRegular():
		d.skip, d.expected = "no regular file", true
		return d
	}
	f, st, err := openRegular(path)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	if st.Size() > limit {
		d.skip, d.expected = tooLarge(st.Size(), limit), true
		return d
	}
	if d.data, err = io.ReadAll(io.LimitReader(f, limit+1)); err != nil {
		return fail(err)
	}
	d.hasData = true
	return d
}

// Stdin looks at what is piped in; name is what findings call it.
func Stdin(r io.Reader, name string) Source { return &stdinSource{r, name} }

type stdinSource struct {
	r    io.Reader
	name string
}

func (s *stdinSource) mode() (string, string) { return "stdin", "" }

func (s *stdinSource) read(_ context.Context, in *intake, yield func(*document) error) error {
	limit := in.c.cfg.maxFile()
	data, err := io.ReadAll(io.LimitReader(s.r, limit+1))
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	d := &document{path: s.name, place: InStdin, data: data, hasData: true}
	if int64(len(data)) > limit {
		// Unlike a file, standard input is the one thing that was asked about.
		return fmt.Errorf("standard input is %s", tooLarge(int64(len(data)), limit))
	}
	return yield(d)
}

// MessageOptions say how git will clean the message up.
type MessageOptions struct {
	Comment string // what comment lines begin with; "" means that they stay
}

// Message looks at a commit message that is about to be used.
func Message(name string, data []byte, o MessageOptions) Source {
	return &messageSource{name, data, o}
}

type messageSource struct {
	name string
	data []byte
	o    MessageOptions
}

func (s *messageSource) mode() (string, string) { return "message", "" }

func (s *messageSource) read(_ context.Context, _ *intake, yield func(*document) error) error {
	return yield(&document{path: s.name, place: InMessage, data: stripMessage(s.data, s.o), hasData: true})
}

// scissors is git's line below which nothing is of the message.
const scissors = "------------------------ >8 ------------------------"

// stripMessage blanks comment lines and cuts at the scissors; lines keep their
// numbers.
func stripMessage(data []byte, o MessageOptions) []byte {
	if o.Comment == "" {
		return data
	}
	var out []byte
	for len(data) > 0 {
		line, rest, found := bytes.Cut(data, []byte{'\n'})
		if after, ok := bytes.CutPrefix(line, []byte(o.Comment)); ok {
			if string(bytes.TrimSpace(after)) == scissors && cuts(rest, o.Comment) {
				break
			}
			line = nil
		}
		out = append(out, line...)
		if found {
			out = append(out, '\n')
		}
		data = rest
	}
	return out
}

// cuts is true when the scissors are those that git wrote: comment lines that
// explain them, then the change or nothing. Any other are a comment like the
// rest, below which the message goes on.
func cuts(rest []byte, comment string) bool {
	explained := false
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		if !bytes.HasPrefix(line, []byte(comment)) {
			return explained && bytes.HasPrefix(line, []byte("diff --"))
		}
		explained, rest = true, after
	}
	return explained
}
