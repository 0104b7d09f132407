package app

import (
	"os"
	"path/filepath"
	"slices"

	"jezero/connectors/all"
	"jezero/server/config"
	"jezero/server/keys"
)

// Devices are the devices of the configuration at path, to be changed. Unlike
// Open it does not need a configuration that is whole: a key must be revocable
// whatever else is wrong.
func Devices(path string, env Environment) *keys.Devices {
	l := &Library{path: path, env: env}
	d := &keys.Devices{Path: path, Load: l.loadWith}
	for _, a := range all.Agents() {
		d.Agents = append(d.Agents, a.ID())
	}
	return d
}

// Uploaded returns the agents of which a device has sent something, by id.
func Uploaded(path string, env Environment, device string) ([]string, error) {
	l := &Library{path: path, env: env}
	c, err := l.load()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, a := range all.Agents() {
		entries, err := os.ReadDir(filepath.Join(c.Inbox.Dir, device, a.ID()))
		if err == nil && len(entries) > 0 {
			list = append(list, a.ID())
		}
	}
	slices.Sort(list)
	return list, nil
}

// loadWith reads the configuration with files replaced.
func (l *Library) loadWith(overlay map[string][]byte) (*config.Config, error) {
	return config.LoadWith(config.Options{
		Path:       l.path,
		Lookup:     l.env.Lookup,
		KnownAgent: func(id string) bool { _, ok := all.Agent(id); return ok },
		Overlay:    overlay,

		CompilePattern: compilePattern,
	})
}
