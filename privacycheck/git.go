package privacycheck

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// gitStore reads through the git program: it honours GIT_INDEX_FILE and GIT_DIR
// as hooks get them, every object format and every extension.
type gitStore struct {
	program string
	repo    *Repo
	env     []string
	disk    func() facts
	plain   func() bool   // its files may be read here
	index   string        // path of the index
	here    *diskObjects  // set when what is staged is told from files read here
	ready   chan *process // what expect or staged started
}

// childEnv is the environment for git: nothing that changes what is printed,
// takes locks or goes to the network.
func childEnv(env []string, repo *Repo) []string {
	out := make([]string, 0, len(env)+10)
	for _, kv := range env {
		k, _, _ := strings.Cut(kv, "=")
		switch k {
		case "GIT_DIFF_OPTS", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_OPTIONAL_LOCKS", "LC_ALL", "LANGUAGE", "GIT_TERMINAL_PROMPT", "GIT_NO_LAZY_FETCH", "GIT_ALLOW_PROTOCOL", "GIT_NO_REPLACE_OBJECTS", "GIT_LITERAL_PATHSPECS", "GIT_REF_PARANOIA":
			continue
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX":
			continue
		}
		out = append(out, kv)
	}
	out = append(out, "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_LITERAL_PATHSPECS=1",
		// A partial clone must not be filled behind the user's back.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	if repo.explicit {
		out = append(out, "GIT_DIR="+repo.GitDir)
		if repo.Top != "" {
			out = append(out, "GIT_WORK_TREE="+repo.Top)
		}
	}
	return out
}

func (g *gitStore) name() string { return "git" }

func (g *gitStore) command(ctx context.Context, args ...string) (*exec.Cmd, *bytes.Buffer) {
	// A configured monitor is a program, which git would run to read the index.
	cmd := exec.CommandContext(ctx, g.program, append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = g.repo.Top
	if cmd.Dir == "" {
		cmd.Dir = g.repo.GitDir
	}
	cmd.Env = g.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	return cmd, &stderr
}

// gitError words a failure with the last line that git wrote.
func gitError(args []string, err error, stderr *bytes.Buffer) error {
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	last := lines[len(lines)-1]
	for _, l := range lines {
		if strings.HasPrefix(l, "fatal:") || strings.HasPrefix(l, "error:") {
			last = l
			break
		}
	}
	if last == "" {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	return fmt.Errorf("git %s: %s", args[0], last)
}

// process is git at work.
type process struct {
	args   []string
	cmd    *exec.Cmd
	in     io.WriteCloser // nil unless asked for
	out    io.ReadCloser
	wide   bool        // out holds pipeSize bytes
	slabs  *slabReader // what reads objects from out, made when it is needed
	stderr *bytes.Buffer
	cancel context.CancelFunc
	wait   func() error // may be called more than once
}

// maxErrors is how much of what git says about a failure is read.
const maxErrors = 64 << 10

// begin starts git. When ctx is cancelled, it is ended and waited for.
func (g *gitStore) begin(ctx context.Context, input bool, args ...string) (p *process, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		if err != nil {
			cancel()
		}
	}()
	p = &process{args: args, cancel: cancel}
	p.cmd, p.stderr = g.command(ctx, args...)
	var errs *os.File
	p.wait = sync.OnceValue(func() error {
		defer p.out.Close()
		err := p.cmd.Wait()
		if errs != nil {
			if err != nil {
				_, _ = p.stderr.ReadFrom(io.NewSectionReader(errs, 0, maxErrors))
			}
			errs.Close()
		}
		return err
	})
	if input {
		if p.in, err = p.cmd.StdinPipe(); err != nil {
			return nil, err
		}
	}
	var given io.Closer
	if p.out, given, p.wide, err = outputPipe(p.cmd); err != nil {
		return nil, err
	}
	if errs = errorFile(); errs != nil {
		p.cmd.Stderr = errs
	}
	err = p.cmd.Start()
	given.Close()
	if err != nil {
		p.out.Close()
		if errs != nil {
			errs.Close()
		}
		return nil, fmt.Errorf("starting git: %w", err)
	}
	context.AfterFunc(ctx, func() { _ = p.wait() })
	return p, nil
}

// reader reads objects from the output.
func (p *process) reader() *slabReader {
	if p.slabs == nil {
		p.slabs = newSlabReader(p.out, p.wide)
	}
	return p.slabs
}

// read hands the output to fn, to its end.
func (p *process) read(fn func(*bufio.Reader) error) error {
	return p.end(fn(bufio.NewReaderSize(p.out, 64<<10)))
}

// end waits for the process, whose output was read with the error rerr.
func (p *process) end(rerr error) error {
	defer p.cancel()
	if rerr != nil {
		p.cancel()
	}
	werr := p.wait()
	switch {
	case rerr != nil && (werr == nil || !errors.Is(rerr, io.ErrUnexpectedEOF)):
		return rerr
	case werr != nil:
		return gitError(subcommand(p.args), werr, p.stderr)
	}
	return nil
}

// stream runs git and hands its output to read.
func (g *gitStore) stream(ctx context.Context, read func(*bufio.Reader) error, args ...string) error {
	p, err := g.begin(ctx, false, args...)
	if err != nil {
		return err
	}
	return p.read(read)
}

// subcommand drops options of git itself.
func subcommand(args []string) []string {
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args
}

// output runs git and returns what it prints.
func (g *gitStore) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd, stderr := g.command(ctx, args...)
	out, err := cmd.Output()
	if err != nil {
		return nil, gitError(subcommand(args), err, stderr)
	}
	return out, nil
}

// rawArgs make lists of changes exact: all ids in full, submodules as they are
// recorded, renames found, no configured order or display.
func (g *gitStore) rawArgs(ctx context.Context) []string {
	renames := "-M"
	if g.facts(ctx).partial {
		renames = "-M100%" // likeness needs content that may not be here
	}
	return []string{"--raw", "-z", "--no-abbrev", renames, "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=none", "--no-relative"}
}

// readRaw parses `--raw -z` output; commit is nil when no commits are in it.
func readRaw(r *bufio.Reader, commit func(id string) error, fn func(change) error) error {
	for {
		s, err := token(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s = strings.TrimPrefix(s, "\n")
		switch {
		case s == "":
		case s[0] == 1 && commit != nil:
			if err := commit(s[1:]); err != nil {
				return err
			}
		case s[0] == ':':
			c, two, err := parseRawHeader(s)
			if err != nil {
				return err
			}
			if two {
				if _, err := token(r); err != nil {
					return eofIsShort(err)
				}
			}
			if c.path, err = token(r); err != nil {
				return eofIsShort(err)
			}
			if err := fn(c); err != nil {
				return err
			}
		default:
			return errRaw
		}
	}
}

func eofIsShort(err error) error {
	if err == io.EOF {
		return errRaw
	}
	return err
}

// token reads up to a NUL.
func token(r *bufio.Reader) (string, error) {
	s, err := r.ReadString(0)
	if err != nil {
		if err == io.EOF && s != "" {
			return "", errRaw
		}
		return "", err
	}
	return s[:len(s)-1], nil
}

func (g *gitStore) tracked(ctx context.Context, fn func(entry) error) error {
	if g.repo.Bare {
		return g.tree(ctx, "HEAD", fn)
	}
	return g.entries(ctx, false, fn, "ls-files", "-s", "-z", "--full-name")
}

func (g *gitStore) tree(ctx context.Context, id string, fn func(entry) error) error {
	return g.entries(ctx, true, fn, "ls-tree", "-r", "-z", "--full-tree", id)
}

// entries runs git to list an index or a tree.
func (g *gitStore) entries(ctx context.Context, tree bool, fn func(entry) error, args ...string) error {
	return g.stream(ctx, func(r *bufio.Reader) error {
		for {
			s, err := token(r)
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			head, path, ok := strings.Cut(s, "\t")
			f := strings.Split(head, " ")
			if !ok || len(f) != 3 {
				return errors.New("git printed a list of files that cannot be understood")
			}
			e := entry{mode: f[0], id: f[1], stage: f[2], path: path}
			if tree {
				e.id, e.stage = f[2], "0"
			}
			if err := fn(e); err != nil {
				return err
			}
		}
	}, args...)
}

func (g *gitStore) log(ctx context.Context, revs []string, fn func(commitChanges) error) error {
	for _, r := range revs {
		if strings.HasPrefix(r, "-") && r != "--all" && r != "--not" && !strings.HasPrefix(r, "--remotes") && r != "HEAD" {
			return fmt.Errorf("%q is no range of commits", r)
		}
	}
	args := append([]string{"-c", "log.showSignature=false", "-c", "log.follow=false", "-c", "log.diffMerges=separate", "log", "-c", "--root", "--format=%x01%H", "--no-decorate", "--no-notes", "--no-mailmap"}, g.rawArgs(ctx)...)
	args = append(append(args, revs...), "--")
	var cur commitChanges
	flush := func() error {
		if cur.id == "" {
			return nil
		}
		return fn(cur)
	}
	return g.stream(ctx, func(r *bufio.Reader) error {
		err := readRaw(r, func(id string) error {
			if err := flush(); err != nil {
				return err
			}
			cur = commitChanges{id: id}
			return nil
		}, func(c change) error {
			cur.changes = append(cur.changes, c)
			return nil
		})
		if err != nil {
			return err
		}
		return flush()
	}, args...)
}

func (g *gitStore) tips(ctx context.Context) func() error {
	answer := make(chan error, 1)
	go func() { answer <- g.reaches(ctx, "--no-walk") }()
	return func() error { return <-answer }
}

func (g *gitStore) whole(ctx context.Context) error {
	return g.reaches(ctx, "--objects")
}

// reaches has git follow the refs.
func (g *gitStore) reaches(ctx context.Context, how string) error {
	if g.facts(ctx).partial {
		return nil // what is not here was left out on purpose, and the report says so
	}
	args := []string{"rev-list", how, "--quiet", "--all"}
	// HEAD is resolved without its object, which may be what is missing.
	if _, err := g.output(ctx, "rev-parse", "--quiet", "--verify", "HEAD"); err == nil {
		args = append(args, "HEAD")
	}
	// git's own words are left out, as they repeat names of refs.
	if _, err := g.output(ctx, append(args, "--")...); err != nil && ctx.Err() == nil {
		return errNotWhole
	}
	return ctx.Err()
}

func (g *gitStore) intentToAdd(ctx context.Context) (map[string]bool, error) {
	if g.repo.Bare {
		return nil, nil
	}
	// Such paths are what the two views of the index differ in. A comparison with
	// the work tree would tell sooner, but run the filters that are configured.
	out := map[string]bool{}
	for _, view := range []struct {
		option string
		held   bool
	}{{"--ita-visible-in-index", true}, {"--ita-invisible-in-index", false}} {
		err := g.stream(ctx, func(r *bufio.Reader) error {
			return readRaw(r, nil, func(c change) error {
				if view.held {
					out[c.path] = true
				} else {
					delete(out, c.path)
				}
				return nil
			})
		}, "diff", "--cached", view.option, "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--diff-filter=A", "--ignore-submodules=all", "--no-relative")
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (g *gitStore) refs(ctx context.Context) (out []ref, _ error) {
	err := g.lines(ctx, func(line string) error {
		f := strings.SplitN(line, " ", 3)
		if len(f) != 3 {
			return errors.New("git printed a list of refs that cannot be understood")
		}
		out = append(out, ref{kind: f[0], id: f[1], name: f[2]})
		return nil
	}, "for-each-ref", "--format=%(objecttype) %(objectname) %(refname)")
	return out, err
}

// lines hands over what git prints, line by line.
func (g *gitStore) lines(ctx context.Context, fn func(line string) error, args ...string) error {
	return g.stream(ctx, func(r *bufio.Reader) error {
		for {
			line, err := r.ReadString('\n')
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if err := fn(strings.TrimSuffix(line, "\n")); err != nil {
				return err
			}
		}
	}, args...)
}

func (g *gitStore) has(ctx context.Context, id string) bool {
	_, err := g.output(ctx, "cat-file", "-e", id)
	return err == nil
}

func (g *gitStore) facts(ctx context.Context) facts {
	return g.disk()
}
