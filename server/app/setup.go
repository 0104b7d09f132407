package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"jezero/connectors/all"
	"jezero/connectors/device/client"
	"jezero/server/config"
	"jezero/server/keys"
)

// Names of what setup puts into a folder.
const (
	KeyFileName = "client.key"
	ownClient   = "owner" // the client that the key is for
)

// Store is a folder in which an agent may keep its sessions.
type Store struct {
	Agent string
	Root  string
	Found bool // there are sessions in it, or something that cannot be read

	Sources int // files, or sessions of a database
}

// FindStores looks where the agents of this user keep their sessions. Only
// names are looked at, no transcript is opened.
func FindStores(ctx context.Context, env Environment) []Store {
	var list []Store
	for _, a := range all.Agents() {
		seen := map[string]bool{}
		for _, root := range a.Roots(env.connectors()) {
			if root == "" || seen[filepath.Clean(root)] {
				continue
			}
			seen[filepath.Clean(root)] = true
			sources, warnings, err := a.Sources(ctx, root)
			list = append(list, Store{Agent: a.ID(), Root: root, Found: err == nil && len(sources)+len(warnings) > 0, Sources: len(sources)})
		}
	}
	return list
}

// NoStoreError says that no agent has sessions on this computer.
type NoStoreError struct{ Looked []Store }

func (e *NoStoreError) Error() string {
	var b strings.Builder
	b.WriteString("no sessions of a coding agent were found for this user; looked at:")
	agent := ""
	for _, s := range e.Looked {
		if s.Agent == agent {
			continue // its further places say no more
		}
		agent = s.Agent
		fmt.Fprintf(&b, "\n  %-12s %s", s.Agent, s.Root)
	}
	b.WriteString("\nTo see jezero at work on sample sessions: jezero demo")
	return b.String()
}

// setup writes a first configuration into dir: jezero.toml, and a key for the
// agents of this computer in a file of its own. What is there is left alone.
// It reports whether it wrote the configuration.
func setup(dir string, stores []Store, suffix string, port int) (wrote bool, err error) {
	path := filepath.Join(dir, config.FileName)
	if _, err := os.Stat(path); err == nil {
		return false, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, fmt.Errorf("making the folder %s: %w", dir, err)
	}
	digest, err := ownKey(filepath.Join(dir, KeyFileName), port)
	if err != nil {
		return false, err
	}
	f := config.Found{Port: port, Clients: []config.FoundClient{{Name: ownClient, TokenSHA256: digest}}}
	count := map[string]int{}
	for _, s := range stores {
		name := "agent-" + s.Agent + "-" + suffix
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, count[name])
		}
		f.Connectors = append(f.Connectors, config.FoundConnector{Name: name, Type: s.Agent, Root: s.Root})
	}
	return true, config.WriteDefault(path, f)
}

// ownKey returns the digest of the key in the file, which is made when there
// is none. Of a file that was there already only the key is kept in use: it
// still opens what agents were connected with.
func ownKey(path string, port int) (digest string, err error) {
	c, err := client.LoadKeyFile(path, "")
	switch {
	case err == nil:
		return keys.Digest(c.Key), nil
	case !errors.Is(err, client.ErrNoKeyFile):
		return "", err
	}
	token, digest := keys.New()
	err = client.WriteKeyFile(path, client.Credentials{URL: fmt.Sprintf("http://127.0.0.1:%d", port), Key: token})
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("writing the key file: %w", err)
	}
	return digest, err
}

// deviceName is this computer's name as sources carry it.
func deviceName() string {
	host, _ := os.Hostname()
	return cmp.Or(client.DeviceName(host), "local")
}
