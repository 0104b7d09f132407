package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"jezero/redact"
)

// Options are the parts of loading that others decide. The zero value of each
// field but Path is usable.
type Options struct {
	Path string
	// Lookup is the process's environment; nil is os.LookupEnv. A variable that
	// is set to the empty text there still wins over .env.
	Lookup func(string) (string, bool)
	// KnownAgent says whether a connector type exists; nil accepts any name of
	// the right form.
	KnownAgent func(id string) bool
	// KnownOption says whether a connector type reads an option; nil accepts all.
	KnownOption func(agent, option string) bool
	// CompilePattern tries a user pattern; nil accepts all. (The engine for
	// them lives in redact/pattern.)
	CompilePattern func(Pattern) error
	// SecretName tells names that hold a secret; nil asks redact.ClassifyName.
	SecretName func(name string) bool
	// Overlay replaces files by their absolute path before anything is read, nil
	// bytes meaning that the file is gone: a change is tried before it is written.
	Overlay map[string][]byte
}

// Load reads the configuration at path with the given environment. All
// problems come back at once in an *Error; a missing file is ErrNotFound.
func Load(path string, getenv func(string) string) (*Config, error) {
	o := Options{Path: path}
	if getenv != nil {
		o.Lookup = func(name string) (string, bool) {
			v := getenv(name)
			return v, v != ""
		}
	}
	return LoadWith(o)
}

// LoadWith is Load with everything that can be chosen.
func LoadWith(o Options) (*Config, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, fmt.Errorf("finding the configuration: %w", err)
	}
	if o.Lookup == nil {
		o.Lookup = os.LookupEnv
	}
	if o.SecretName == nil {
		o.SecretName = holdsSecret
	}
	l := &loader{o: o, c: defaults(path)}
	text, err := l.read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s; write one with `jezero up`, or name it with --config", ErrNotFound, o.Path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the configuration: %w", err)
	}
	l.modes(path)
	l.folder(filepath.Dir(path))
	l.folder(ManagedDir(path))
	l.dotenv()
	if doc := parse(path, text, &l.ps); doc != nil {
		l.mainFile(doc)
	}
	l.managed()
	l.whole()
	if err := l.ps.err(); err != nil {
		return nil, err
	}
	return l.c, nil
}

func holdsSecret(name string) bool { return redact.ClassifyName(name) == redact.NameHolds }

// loader carries one load.
type loader struct {
	o      Options
	c      *Config
	ps     problems
	hostAt Pos // of host in [server]
	authAt Pos // of require_auth there
}

// read returns a file's text, from the overlay where that has it.
func (l *loader) read(path string) ([]byte, error) {
	if text, ok := l.o.Overlay[path]; ok {
		if text == nil {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return text, nil
	}
	return ReadFile(path)
}

// modes warns about a file that others may read or write (JL-64).
func (l *loader) modes(path string) {
	if runtime.GOOS == "windows" {
		return
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return
	}
	l.c.Warnings = append(l.c.Warnings, Problem{
		File: path,
		What: fmt.Sprintf("others on this computer can open it (mode %04o)", info.Mode().Perm()),
		Do:   "chmod 600 " + path,
	})
}

// folder warns about a folder in which others may put or replace files: their
// own entry in clients.d is a key to everything.
func (l *loader) folder(path string) {
	mode, ok := WritableByOthers(path)
	if !ok {
		return
	}
	l.c.Warnings = append(l.c.Warnings, Problem{
		File: path,
		What: fmt.Sprintf("others on this computer can write into this folder (mode %04o)", mode),
		Do:   "chmod go-w " + path,
	})
}

// WritableByOthers says whether the group or anybody else may write into the
// folder, and its mode. Windows has no such modes.
func WritableByOthers(folder string) (mode fs.FileMode, ok bool) {
	if runtime.GOOS == "windows" {
		return 0, false
	}
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o022 == 0 {
		return 0, false
	}
	return info.Mode().Perm(), true
}

func (l *loader) warn(file string, at Pos, what, do string) {
	l.c.Warnings = append(l.c.Warnings, Problem{File: file, Line: at.Line, Col: at.Col, What: what, Do: do})
}

// mainFile decodes jezero.toml.
func (l *loader) mainFile(doc *document) {
	t := doc.top(&l.ps, l.o.SecretName)
	l.server(t.sub("server"))
	l.clients(t.list("clients"), false)
	l.inbox(t.sub("inbox"))
	l.connectors(t.list("connectors"), "")
	l.summarizer(t.sub("summarizer"))
	l.redaction(t.sub("redaction"))
	l.chain(t.sub("chain"))
	l.health(t.sub("health"))
	t.done()
}

// whole checks what no single entry shows.
func (l *loader) whole() {
	if !Loopback(l.c.Server.Host) { // JL-65
		l.warn(l.c.Path, l.hostAt, "host in [server] can be reached from other computers, and jezero does not encrypt: whoever is on the way reads keys and sessions",
			"keep host on loopback and put TLS, a tunnel or a VPN in front; see docs/server.md")
	}
	if s := l.c.Server; !s.RequireAuth && (s.PublicURL != "" || len(s.AllowedHosts) > 0) {
		l.warn(l.c.Path, l.authAt, "require_auth is off, yet this server is called by other names than loopback: whoever reaches it through a proxy reads everything",
			"turn require_auth on, or remove public_url and allowed_hosts")
	}
	if l.c.Chain.KeyFile != "" {
		l.modes(l.c.Chain.KeyFile)
	}
	clients := map[string]Client{}
	digests := map[string]Client{}
	envs := map[string]Client{}
	for _, c := range l.c.Clients {
		if c.Name != "" {
			// Folders of the inbox are named after clients, and some file systems
			// hold two names equal that differ in case only.
			l.unique(clients, strings.ToLower(c.Name), c, fmt.Sprintf("client %q", c.Name), "choose another name")
		}
		if c.TokenSHA256 != "" { // JZ-67
			l.unique(digests, c.TokenSHA256, c, "this token_sha256", "give every client a key of its own: `jezero new-token`")
		}
		if c.TokenEnv != "" { // JZ-68
			l.unique(envs, c.TokenEnv, c, fmt.Sprintf("token_env %s", c.TokenEnv), "give every client a variable of its own")
		}
	}
	connectors := map[string]Connector{}
	for _, c := range l.c.Connectors {
		if c.Name == "" {
			continue
		}
		if first, taken := connectors[c.Name]; taken {
			l.ps.add(c.File, c.At, fmt.Sprintf("connector %q is already defined at %s:%d", c.Name, first.File, first.At.Line), "choose another name: it is the source of the items")
			continue
		}
		connectors[c.Name] = c
	}
}

func (l *loader) unique(seen map[string]Client, key string, c Client, what, do string) {
	first, taken := seen[key]
	if !taken {
		seen[key] = c
		return
	}
	l.ps.add(c.File, c.At, fmt.Sprintf("%s is already used at %s:%d", what, first.File, first.At.Line), do)
}
