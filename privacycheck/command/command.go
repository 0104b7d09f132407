// Package command is the privacy_check program, as a value that tests run in
// process: fill a Command and call Run.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"jezero/privacycheck"
	"jezero/privacycheck/output"
)

// Exit codes.
const (
	Clean    = 0
	Findings = 1
	Broken   = 2
)

// Command is one run of the program, in the shape of exec.Cmd.
type Command struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Env    []string // key=value; nil means empty
	Dir    string   // working folder; "" means the process's

	// Terminal tells whether Stdout is one; nil means no.
	Terminal func() bool
	// Finder replaces the built-in redactor in tests.
	Finder privacycheck.Finder
}

// Run runs the program and returns its exit code.
func (c *Command) Run(ctx context.Context) int {
	if c.Dir == "" {
		if wd, err := os.Getwd(); err == nil {
			c.Dir = wd
		}
	}
	code, err := c.run(ctx)
	if err != nil {
		for i, line := range strings.Split(err.Error(), "\n") {
			if i == 0 {
				line = "privacy_check: " + line
			}
			fmt.Fprintln(c.Stderr, line)
		}
		if code == Clean {
			code = Broken
		}
	}
	return code
}

func (c *Command) getenv(key string) string {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(c.Env[i], "="); ok && k == key {
			return v
		}
	}
	return ""
}

func (c *Command) run(ctx context.Context) (int, error) {
	o, err := parseFlags(c.Args)
	if err != nil {
		return Broken, fmt.Errorf("%w\nprivacy_check --help shows the usage", err)
	}
	if o.dir != "" {
		if !filepath.IsAbs(o.dir) {
			o.dir = filepath.Join(c.Dir, o.dir)
		}
		c.Dir = o.dir
	}
	switch o.mode {
	case modeHelp:
		_, err := io.WriteString(c.Stdout, usage)
		return Clean, err
	case modeVersion:
		_, err := fmt.Fprintln(c.Stdout, "privacy_check", version())
		return Clean, err
	case modeExplain:
		return c.explain(o)
	case modeRules:
		return c.listRules()
	case modeInstall, modeUninstall:
		return c.install(ctx, o)
	}
	return c.check(ctx, o)
}

// check runs one of the scanning modes.
func (c *Command) check(ctx context.Context, o *options) (int, error) {
	repo, err := privacycheck.OpenRepo(ctx, c.Dir, c.Env)
	if err != nil {
		return Broken, err
	}
	if repo == nil && o.needsRepo() {
		return Broken, privacycheck.ErrNoRepository
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	src, err := c.source(ctx, o, repo)
	if err != nil {
		return Broken, err
	}
	privacycheck.Start(ctx, src) // git needs longer for its list than all that follows
	s, err := c.setUp(ctx, o, repo)
	if err != nil {
		return Broken, err
	}
	if o.mode == modeBaselineUpdate {
		return c.updateBaseline(ctx, s, src)
	}
	rep, err := s.checker.Run(ctx, src)
	rerr := s.redactor.wait()
	if rerr != nil {
		return Broken, rerr // without credentials' rules nothing is clean
	}
	rep.Denylist = s.denylist
	if o.format == "json" || o.format == "html" { // a hash over all rules: not for every commit
		rep.Version = s.redactor.version()
	}
	if err != nil {
		if len(rep.Findings) == 0 {
			return Broken, err
		}
		rep.Notes = append(rep.Notes, "the check ended before it had seen everything: there may be more")
	}
	write, _ := output.Lookup(o.format)
	werr := write(c.Stdout, rep, output.Options{Catalog: s.catalog, Version: version(), Color: c.color(o), Quiet: o.quiet})
	return rep.ExitCode(), errors.Join(err, werr)
}

// color is true when the text may be coloured.
func (c *Command) color(o *options) bool {
	switch o.color {
	case "always":
		return true
	case "never":
		return false
	}
	return c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb" && c.Terminal != nil && c.Terminal()
}

func (c *Command) source(ctx context.Context, o *options, repo *privacycheck.Repo) (privacycheck.Source, error) {
	switch o.mode {
	case modeTracked, modeBaselineUpdate:
		return privacycheck.Tracked(repo), nil
	case modeHistory:
		return privacycheck.History(repo, o.rng), nil
	case modeDiff:
		return privacycheck.Range(repo, o.rng), nil
	case modePush:
		return privacycheck.Push(ctx, repo, o.remote, c.Stdin)
	case modePaths:
		top := ""
		if repo != nil {
			top = repo.Top
		}
		return privacycheck.Paths(c.Dir, top, o.paths), nil
	case modeStdin:
		return privacycheck.Stdin(c.Stdin, o.name), nil
	case modeMessage:
		return c.message(ctx, o, repo)
	}
	return privacycheck.Staged(repo, o.whole), nil
}

func (c *Command) message(ctx context.Context, o *options, repo *privacycheck.Repo) (privacycheck.Source, error) {
	path := o.message
	var data []byte
	var err error
	if path == "-" {
		data, err = io.ReadAll(c.Stdin)
	} else {
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, path)
		}
		data, err = privacycheck.ReadMessageFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the commit message: %w", err)
	}
	mo := privacycheck.MessageOptions{}
	// git tells hooks by GIT_EDITOR=: that no editor opens; then it keeps
	// comment lines, so they are part of the message.
	if repo != nil && c.getenv("GIT_EDITOR") != ":" {
		mo.Comment = repo.CommentChar(ctx, data)
	}
	return privacycheck.Message("commit message", data, mo), nil
}

func (c *Command) updateBaseline(ctx context.Context, s *setup, src privacycheck.Source) (int, error) {
	b, rep, err := s.checker.UpdateBaseline(ctx, src)
	if rerr := s.redactor.wait(); rerr != nil {
		return Broken, rerr
	}
	if err != nil {
		return Broken, err
	}
	if rep.Unread() > 0 {
		return Broken, fmt.Errorf("%d files could not be read, so the baseline would be wrong; it was not written", rep.Unread())
	}
	if err := writeFile(s.baselinePath, b.Format()); err != nil {
		return Broken, fmt.Errorf("writing the baseline: %w", err)
	}
	entries := "1 entry"
	if n := b.Entries(); n != 1 {
		entries = fmt.Sprintf("%d entries", n)
	}
	fmt.Fprintf(c.Stdout, "%s: %s. Commit it; new findings block from now on.\n", filepath.Base(s.baselinePath), entries)
	return Clean, nil
}
