package app

import (
	"fmt"
	"path/filepath"

	"jezero/server/config"
)

// defaultPort is where a first configuration serves.
const defaultPort = 8765

// Up is a library of this user's own sessions.
type Up struct {
	*Library
	Dir     string
	KeyFile string
	Wrote   bool    // the configuration was written now
	Unread  []Store // found on this computer, but in no connector
}

// PrepareUp makes sure that there is a configuration in dir ("" means the data
// folder) that reads this user's agents, and opens it. When no agent has
// sessions here and nothing is configured, the error is a *NoStoreError.
func PrepareUp(dir string, env Environment) (*Up, error) {
	if dir == "" {
		dir = config.DataDir(env.Getenv)
		if dir == "" {
			return nil, fmt.Errorf("no home folder: name a folder with --dir")
		}
	}
	dir, err := filepath.Abs(filepath.Join(orDot(env.Dir, dir), dir))
	if err != nil {
		return nil, err
	}
	u := &Up{Dir: dir, KeyFile: filepath.Join(dir, KeyFileName)}
	stores := FindStores(env)
	var found []Store
	for _, s := range stores {
		if s.Found {
			found = append(found, s)
		}
	}
	path := filepath.Join(dir, config.FileName)
	if len(found) == 0 && !exists(path) {
		return nil, &NoStoreError{Looked: stores}
	}
	if u.Wrote, err = setup(dir, found, deviceName(), defaultPort); err != nil {
		return nil, err
	}
	if u.Library, err = Open(path, env); err != nil {
		return nil, err
	}
	for _, s := range found {
		if !u.reads(s) {
			u.Unread = append(u.Unread, s)
		}
	}
	return u, nil
}

// reads reports whether a connector, also a disabled one, covers the store.
func (u *Up) reads(s Store) bool {
	for _, c := range u.Config.Connectors {
		if c.Type == s.Agent && filepath.Clean(c.Root) == filepath.Clean(s.Root) {
			return true
		}
	}
	return false
}
