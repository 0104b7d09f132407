package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jezero/connectors/device/client"
	"jezero/server/config"
	"jezero/server/keys"
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

	hasKey bool
}

// PrepareUp makes sure that there is a configuration in dir ("" means the data
// folder) that reads this user's agents, and opens it. When no agent has
// sessions here and nothing is configured, the error is a *NoStoreError.
func PrepareUp(ctx context.Context, dir string, env Environment) (*Up, error) {
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
	stores := FindStores(ctx, env)
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
	if err := u.bindKey(); err != nil {
		return nil, err
	}
	for _, s := range found {
		if !u.reads(s) {
			u.Unread = append(u.Unread, s)
		}
	}
	return u, nil
}

// bindKey makes the key file name the address that the configuration has now.
// The bridge shows a key to no other.
func (u *Up) bindKey() error {
	s := u.Config.Server
	host := strings.Trim(s.Host, "[]")
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(s.Port))
	c, err := client.LoadKeyFile(u.KeyFile, "")
	if errors.Is(err, client.ErrNoKeyFile) {
		return nil // a configuration written by hand; keys are its owner's business
	}
	if err != nil {
		return err
	}
	digest := keys.Digest(c.Key)
	if !slices.ContainsFunc(u.Config.Clients, func(k config.Client) bool { return k.TokenSHA256 == digest && !k.Revoked }) {
		return nil // the key of another server, or of none any more
	}
	u.hasKey = true
	if _, err = client.LoadKeyFile(u.KeyFile, url); errors.Is(err, client.ErrOtherURL) {
		return client.Rebind(u.KeyFile, url)
	}
	return err
}

// HasKey reports whether KeyFile holds a key that opens this library.
func (u *Up) HasKey() bool { return u.hasKey }

// reads reports whether a connector, also a disabled one, covers the store.
func (u *Up) reads(s Store) bool {
	for _, c := range u.Config.Connectors {
		if c.Type == s.Agent && filepath.Clean(c.Root) == filepath.Clean(s.Root) {
			return true
		}
	}
	return false
}
