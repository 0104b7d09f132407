package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"

	"jezero/privacycheck"
	"jezero/redact"
	"jezero/redact/pattern"
)

// setup is everything that a scan needs.
type setup struct {
	checker      *privacycheck.Checker
	catalog      *privacycheck.Catalog
	denylist     privacycheck.DenylistState
	redactor     *redactor // nil in tests that bring their own Finder
	baselinePath string
}

// redactor is built while git lists what there is to look at.
type redactor struct {
	done chan struct{}
	r    *redact.Redactor
	err  error
}

func buildRedactor(cfg *privacycheck.Config) *redactor {
	b := &redactor{done: make(chan struct{})}
	go func() {
		defer close(b.done)
		b.r, b.err = newRedactor(cfg)
	}()
	return b
}

// Find finds nothing when building failed; wait tells that.
func (b *redactor) Find(src []byte) []redact.Finding {
	<-b.done
	if b.err != nil {
		return nil
	}
	return b.r.Find(src)
}

// wait tells whether the redactor could be built.
func (b *redactor) wait() error {
	if b == nil {
		return nil
	}
	<-b.done
	return b.err
}

// version is that of the rules; it is called after wait.
func (b *redactor) version() string {
	if b == nil {
		return ""
	}
	return b.r.Version()
}

func (c *Command) setUp(ctx context.Context, o *options, repo *privacycheck.Repo) (*setup, error) {
	s := &setup{catalog: catalog()}
	cfg, err := c.loadConfig(ctx, o, repo, s.catalog)
	if err != nil {
		return nil, err
	}
	if o.maxBytes > 0 {
		cfg.Limits.MaxFileBytes = o.maxBytes
	}
	opts := privacycheck.Options{Config: cfg, Catalog: s.catalog, Finder: c.Finder}
	if opts.Finder == nil {
		s.redactor = buildRedactor(cfg)
		opts.Finder = s.redactor
	}
	if opts.Denylist, s.denylist, err = c.loadDenylist(o, repo, cfg); err != nil {
		return nil, err
	}
	opts.DenylistPath = denylistPath(o, repo, cfg)
	if opts.Baseline, err = c.loadBaseline(ctx, o, repo, cfg, s); err != nil {
		return nil, err
	}
	if o.self {
		self := privacycheck.ReadSelf(c.getenv)
		opts.Self = &self
	}
	s.checker, err = privacycheck.New(opts)
	return s, err
}

// newRedactor builds the redactor with the user's own patterns.
func newRedactor(cfg *privacycheck.Config) (*redact.Redactor, error) {
	var opts []redact.Option
	if extra := cfg.Redaction.ExtraPatterns; len(extra) > 0 {
		specs := make([]pattern.Spec, 0, len(extra))
		for _, e := range extra {
			specs = append(specs, pattern.Spec(e))
		}
		o, err := pattern.Option(specs...)
		if err != nil {
			return nil, placed(cfg, err)
		}
		opts = append(opts, o)
	}
	r, err := redact.New(opts...)
	if err != nil {
		return nil, fmt.Errorf("building the redactor: %w", err)
	}
	return r, nil
}

// placed gives the problems of patterns their lines.
func placed(cfg *privacycheck.Config, err error) error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, e := range many.Unwrap() {
			out = append(out, placed(cfg, e))
		}
		return errors.Join(out...)
	}
	var pe *pattern.Error
	if errors.As(err, &pe) {
		return cfg.PatternError(pe.Index, pe.Field, pe.Reason)
	}
	return err
}

// base is where the repository's own files stand: its top, else the working folder.
func (c *Command) base(repo *privacycheck.Repo) string {
	if repo != nil && repo.Top != "" {
		return repo.Top
	}
	return c.Dir
}

// readOwn reads a file of the repository: from the disk, in a bare one from
// HEAD. ok is false when there is none.
func (c *Command) readOwn(ctx context.Context, repo *privacycheck.Repo, name string) (data []byte, ok bool, err error) {
	if repo != nil && repo.Bare {
		return repo.HeadFile(ctx, name)
	}
	data, err = privacycheck.ReadOwnFile(filepath.Join(c.base(repo), filepath.FromSlash(name)))
	if errors.Is(err, os.ErrNotExist) {
		return nil, false, nil
	}
	return data, err == nil, err
}

func (c *Command) loadConfig(ctx context.Context, o *options, repo *privacycheck.Repo, cat *privacycheck.Catalog) (*privacycheck.Config, error) {
	name := privacycheck.ConfigFile
	var data []byte
	var ok bool
	var err error
	if o.config != "" {
		name = o.config
		if data, err = privacycheck.ReadOwnFile(c.abs(o.config)); err != nil {
			return nil, fmt.Errorf("reading the configuration: %w", err)
		}
		ok = true
	} else if data, ok, err = c.readOwn(ctx, repo, name); err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	if !ok {
		return &privacycheck.Config{}, nil
	}
	return privacycheck.ParseConfig(name, data, cat)
}

func (c *Command) abs(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, p)
}

// denylistPath is the list's path inside the repository.
func denylistPath(o *options, repo *privacycheck.Repo, cfg *privacycheck.Config) string {
	if cfg.Denylist.File != "" && filepath.IsLocal(cfg.Denylist.File) {
		return filepath.ToSlash(filepath.Clean(cfg.Denylist.File))
	}
	return privacycheck.DenylistFile
}

func (c *Command) loadDenylist(o *options, repo *privacycheck.Repo, cfg *privacycheck.Config) (*privacycheck.Denylist, privacycheck.DenylistState, error) {
	named := ""
	switch {
	case o.denylist != "":
		named = c.abs(o.denylist)
	case cfg.Denylist.File != "":
		named = cfg.Denylist.File
		if !filepath.IsAbs(named) {
			named = filepath.Join(c.base(repo), named)
			// git ignores the list, so a linked work tree does not have it.
			if _, err := os.Stat(named); err != nil && repo != nil && repo.MainTop() != "" {
				named = filepath.Join(repo.MainTop(), cfg.Denylist.File)
			}
		}
	}
	dirs := []string{c.base(repo)}
	if repo != nil {
		if m := repo.MainTop(); m != "" && m != dirs[0] {
			dirs = append(dirs, m)
		}
	}
	return privacycheck.LoadDenylist(named, dirs, c.getenv(privacycheck.DenylistEnv), cfg.TermMatch())
}

func (c *Command) loadBaseline(ctx context.Context, o *options, repo *privacycheck.Repo, cfg *privacycheck.Config, s *setup) (*privacycheck.Baseline, error) {
	name, must := privacycheck.BaselineFile, false
	if cfg.Baseline.File != "" {
		name, must = cfg.Baseline.File, true
	}
	s.baselinePath = filepath.Join(c.base(repo), filepath.FromSlash(name))
	if o.noBaseline && o.mode != modeBaselineUpdate {
		return nil, nil
	}
	var data []byte
	var ok bool
	var err error
	if o.baseline != "" {
		name, must = o.baseline, true
		s.baselinePath = c.abs(name)
		data, err = privacycheck.ReadOwnFile(s.baselinePath)
		ok = err == nil
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
	} else {
		data, ok, err = c.readOwn(ctx, repo, name)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	if !ok {
		if must && o.mode != modeBaselineUpdate {
			return nil, fmt.Errorf("baseline %s: is not there; write it with privacy_check baseline update", name)
		}
		return nil, nil
	}
	b, err := privacycheck.ParseBaseline(data)
	if err != nil {
		return nil, fmt.Errorf("baseline %s: %w", name, err)
	}
	return b, nil
}

// version is what the build recorded.
func version() string {
	if bi, ok := debug.ReadBuildInfo(); ok {
		v := bi.Main.Version
		if v != "" && v != "(devel)" {
			return v
		}
		for _, s := range bi.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return "devel " + s.Value[:12]
			}
		}
	}
	return "devel"
}

// writeFile replaces a file as a whole.
func writeFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(data); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Chmod(0o644); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
