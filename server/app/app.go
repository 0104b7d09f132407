// Package app holds what jezero does, apart from how it is asked for and
// shown: reading sessions into the library, serving it, the demonstration.
// Start with Open, which puts a configuration to work.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"jezero/connectors"
	"jezero/connectors/all"
	"jezero/connectors/project"
	"jezero/redact"
	"jezero/server"
	"jezero/server/config"
	"jezero/server/ingest"
	"jezero/server/sqlite"
)

// Everything is the scope of the owner, who reads the library itself.
var Everything = server.Scope{Sources: []string{"*"}}

// Environment is what is looked at outside the configuration.
type Environment struct {
	Lookup func(name string) (string, bool)
	Dir    string // where relative paths start
}

// Getenv returns a variable, "" when it is not set.
func (e Environment) Getenv(name string) string {
	v, _ := e.Lookup(name)
	return v
}

// connectors is the environment as agents' roots are looked for in.
func (e Environment) connectors() connectors.Env {
	home := e.Getenv("HOME")
	if home == "" && runtime.GOOS == "windows" {
		home = e.Getenv("USERPROFILE")
	}
	return connectors.Env{Home: home, Getenv: e.Getenv, GOOS: runtime.GOOS}
}

// Library is a configuration put to work. Nothing is open until a method opens it.
type Library struct {
	Config   *config.Config
	Redactor *redact.Redactor

	path       string // of the configuration
	env        Environment
	connectors []ingest.Connector
}

// Find returns the configuration that is meant; flag may be empty.
func Find(flag string, env Environment) (string, error) {
	dir := env.Dir
	if dir == "" {
		dir = "."
	}
	return config.Find(flag, dir, env.Getenv)
}

// Open reads the configuration at path. Errors about its content are a
// *config.Error, all of them at once.
func Open(path string, env Environment) (*Library, error) {
	l := &Library{path: path, env: env}
	c, err := l.load()
	if err != nil {
		return nil, err
	}
	l.Config = c
	if l.Redactor, err = newRedactor(c); err != nil {
		return nil, err
	}
	for _, k := range c.Connectors {
		agent, ok := all.Agent(k.Type)
		if !ok {
			return nil, fmt.Errorf("connector %s: no agent is called %s", k.Name, k.Type)
		}
		l.connectors = append(l.connectors, ingest.Connector{
			Name: k.Name, Agent: agent, Root: k.Root, Settle: k.Settle, Interval: k.Interval,
			Exclude: k.Exclude, Trust: server.Trust(k.Trust), Enabled: k.Enabled,
		})
	}
	return l, nil
}

// load reads the configuration anew.
func (l *Library) load() (*config.Config, error) { return l.loadWith(nil) }

// Reader opens the library for reading; nothing it does could write.
func (l *Library) Reader() (*sqlite.Reader, error) {
	return sqlite.OpenReader(l.Config.Server.Database, sqlite.WithRedact(l.Redactor.String))
}

// Locked runs f under the lock that all writers share. A lock that is taken is
// ingest.ErrBusy. JZ-150
func (l *Library) Locked(f func() error) (err error) {
	path := l.Config.Server.Database
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("making the library's folder: %w", err)
	}
	release, err := ingest.AcquireLock(path + ".lock")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	return f()
}

// Write opens the library for writing, under the lock that all writers share,
// and closes it when f is done.
func (l *Library) Write(ctx context.Context, f func(*sqlite.DB) error) error {
	return l.Locked(func() (err error) {
		keys, err := l.Keys()
		if err != nil {
			return err
		}
		db, err := sqlite.Open(ctx, l.Config.Server.Database, sqlite.Options{Keys: keys})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		return f(db)
	})
}

// Change is Write for a library that must be there already.
func (l *Library) Change(ctx context.Context, f func(*sqlite.DB) error) error {
	if !exists(l.Config.Server.Database) {
		return fmt.Errorf("%s: %w", l.Config.Server.Database, sqlite.ErrNoLibrary)
	}
	return l.Write(ctx, f)
}

// pipeline is the way of a session into the store.
func (l *Library) pipeline(store server.Writer, s server.Summarizer, progress func(ingest.Event)) *ingest.Pipeline {
	return &ingest.Pipeline{
		Store:          store,
		Redactor:       l.Redactor,
		Summarizer:     s,
		Project:        func(cwd string) string { return project.Of(cwd, nil) },
		Progress:       progress,
		MaxConcurrency: l.Config.Summarizer.MaxConcurrency,
	}
}

// ErrNoConnector says that a connector was named that does not exist or does
// not run.
var ErrNoConnector = errors.New("no such connector")

// choose returns the connectors with these names, all of them for no names.
func (l *Library) choose(names []string, disabledToo bool) ([]ingest.Connector, error) {
	if len(names) == 0 {
		return l.connectors, nil
	}
	var known []string
	for _, c := range l.connectors {
		known = append(known, c.Name)
	}
	var list []ingest.Connector
	for _, n := range names {
		i := slices.Index(known, n)
		switch {
		case i < 0 && len(known) == 0:
			return nil, fmt.Errorf("%w: %s has no [[connectors]]", ErrNoConnector, l.path)
		case i < 0:
			return nil, fmt.Errorf("%w: these are in %s: %s", ErrNoConnector, l.path, strings.Join(known, ", "))
		case !l.connectors[i].Enabled && !disabledToo:
			return nil, fmt.Errorf("connector %s is disabled: try it with --pilot 3, then %s", n, l.enabling(n))
		}
		list = append(list, l.connectors[i])
	}
	return list, nil
}

// enabling says how a disabled connector is enabled: the files of devices are
// not edited by hand.
func (l *Library) enabling(name string) string {
	for _, c := range l.Config.Connectors {
		if c.Name != name {
			continue
		}
		if c.Device != "" {
			return fmt.Sprintf("jezero device enable %s %s", c.Device, c.Type)
		}
		return "set enabled = true in " + c.File
	}
	return "set enabled = true in " + l.path
}
