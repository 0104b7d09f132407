package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// ManagedDir is the folder beside a configuration file whose files jezero
// writes itself, one per device, so that the hand-written file keeps its
// comments.
func ManagedDir(path string) string { return filepath.Join(filepath.Dir(path), "clients.d") }

// ManagedFile is the path of a device's entry.
func ManagedFile(path, device string) string {
	return filepath.Join(ManagedDir(path), device+".toml")
}

// managed reads clients.d: one client and its connectors per file, named after
// the device.
func (l *loader) managed() {
	for _, path := range l.managedPaths() {
		text, err := l.read(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			l.ps.add(path, Pos{}, "cannot be read", "make it a plain file that this user can read, or remove it")
			continue
		}
		l.modes(path)
		l.managedFile(path, text)
	}
}

func (l *loader) managedFile(path string, text []byte) {
	doc := parse(path, text, &l.ps)
	if doc == nil {
		return
	}
	device := strings.TrimSuffix(filepath.Base(path), ".toml")
	if !ValidDevice(device) {
		l.ps.add(path, Pos{}, "its name is not a device's", "name the file <device>.toml, from lower-case letters, digits and hyphens")
		return
	}
	before := len(l.c.Clients)
	t := doc.top(&l.ps, l.o.SecretName)
	l.clients(t.list("clients"), true)
	l.connectors(t.list("connectors"), device)
	t.done()
	if n := len(l.c.Clients) - before; n != 1 || l.c.Clients[before].Name != device {
		l.ps.add(path, Pos{Line: 1, Col: 1}, "must hold exactly one [[clients]] entry, named like the file", "restore it with `jezero device approve`, or remove the file")
	}
}

// uploadRoot is where the uploads of a device's agent lie.
func (l *loader) uploadRoot(device, agent string) string {
	return filepath.Join(l.c.Inbox.Dir, device, agent)
}

// managedPaths lists the files of clients.d, by name. Names that start with a
// dot are jezero's own notes.
func (l *loader) managedPaths() []string {
	dir := ManagedDir(l.c.Path)
	set := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.ps.add(dir, Pos{}, "cannot be read", "make it a folder that this user can read")
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".toml") && !strings.HasPrefix(name, ".") {
			set[filepath.Join(dir, name)] = true
		}
	}
	for path := range l.o.Overlay {
		if filepath.Dir(path) == dir {
			set[path] = true
		}
	}
	paths := make([]string, 0, len(set))
	for path := range set {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	return paths
}

// Managed is the content of one file in clients.d: a device and its connectors.
type Managed struct {
	Client     Client
	Connectors []Connector // an empty Root is where the device's uploads lie
}

// ReadManaged reads the entry of one device, whatever the state of the other
// files is. A missing file is fs.ErrNotExist.
func ReadManaged(path, device string) (Managed, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Managed{}, fmt.Errorf("finding the configuration: %w", err)
	}
	l := &loader{o: Options{Path: path, SecretName: holdsSecret, Lookup: os.LookupEnv}, c: defaults(path)}
	file := ManagedFile(path, device)
	text, err := l.read(file)
	if err != nil {
		return Managed{}, fmt.Errorf("reading the entry of device %q: %w", device, err)
	}
	l.managedFile(file, text)
	if err := l.ps.err(); err != nil {
		return Managed{}, err
	}
	m := Managed{Client: l.c.Clients[0], Connectors: l.c.Connectors}
	for i, c := range m.Connectors {
		if c.Root == l.uploadRoot(device, c.Type) {
			m.Connectors[i].Root = ""
		}
	}
	return m, nil
}

// Encode is the file's text.
func (m Managed) Encode() []byte {
	var b bytes.Buffer
	b.WriteString("# Written by `jezero device`; change it with `jezero device approve|rotate|revoke|enable`.\n\n")
	b.WriteString("[[clients]]\n")
	fmt.Fprintf(&b, "name = %s\n", quote(m.Client.Name))
	if m.Client.TokenEnv != "" {
		fmt.Fprintf(&b, "token_env = %s\n", quote(m.Client.TokenEnv))
	} else {
		fmt.Fprintf(&b, "token_sha256 = %s\n", quote(m.Client.TokenSHA256))
	}
	fmt.Fprintf(&b, "sources = %s\n", quoteList(m.Client.Sources))
	fmt.Fprintf(&b, "upload = %t\n", m.Client.Upload)
	if m.Client.Revoked {
		b.WriteString("revoked = true\n")
	}
	for _, c := range m.Connectors {
		encodeConnector(&b, c)
	}
	return b.Bytes()
}

// encodeConnector writes what differs from a device connector's defaults.
func encodeConnector(b *bytes.Buffer, c Connector) {
	fmt.Fprintf(b, "\n[[connectors]]\nname = %s\ntype = %s\nenabled = %t\n", quote(c.Name), quote(c.Type), c.Enabled)
	if c.Root != "" {
		fmt.Fprintf(b, "root = %s\n", quote(c.Root))
	}
	if c.Interval != defaultInterval {
		fmt.Fprintf(b, "interval_minutes = %d\n", int(c.Interval.Minutes()))
	}
	if c.Settle != defaultSettle {
		fmt.Fprintf(b, "settle_minutes = %d\n", int(c.Settle.Minutes()))
	}
	if len(c.Exclude) > 0 {
		fmt.Fprintf(b, "exclude = %s\n", quoteList(c.Exclude))
	}
	if c.Trust != "own" {
		fmt.Fprintf(b, "trust = %s\n", quote(c.Trust))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		fmt.Fprintf(b, "options.%s = ", name)
		switch v := c.Options[name].(type) {
		case string:
			b.WriteString(quote(v))
		case float64:
			s := strconv.FormatFloat(v, 'f', -1, 64)
			if !strings.Contains(s, ".") {
				s += ".0"
			}
			b.WriteString(s)
		default:
			fmt.Fprint(b, v)
		}
		b.WriteByte('\n')
	}
}

// quote writes a TOML basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func quoteList(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// WriteFile replaces a configuration file as a whole: the new text is on disk
// before the old one goes, and a reader sees one or the other. Mode 0600.
func WriteFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("making the folder of %s: %w", path, err)
	}
	if err := replaceFile(path, text); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// NewDeviceConnector is a connector for one agent's uploads of a device:
// disabled, so that nothing is read before someone has looked (JZ-81), and
// with its root where the uploads lie.
func NewDeviceConnector(name, agent, device string) Connector {
	return Connector{Name: name, Type: agent, Device: device, Interval: defaultInterval, Settle: defaultSettle, Trust: "own"}
}
