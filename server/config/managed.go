package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
		doc := parse(path, text, &l.ps)
		if doc == nil {
			continue
		}
		device := strings.TrimSuffix(filepath.Base(path), ".toml")
		if !ValidDevice(device) {
			l.ps.add(path, Pos{}, "its name is not a device's", "name the file <device>.toml, from lower-case letters, digits and hyphens")
			continue
		}
		before := len(l.c.Clients)
		t := doc.top(&l.ps, l.o.SecretName)
		l.clients(t.list("clients"), true)
		l.connectors(t.list("connectors"), device)
		t.done()
		if n := len(l.c.Clients) - before; n != 1 || l.c.Clients[before].Name != device {
			l.ps.add(path, Pos{Line: 1, Col: 1}, "must hold exactly one [[clients]] entry, named like the file", "restore it with `jezero device approve`")
		}
	}
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

// Managed is the content of one file in clients.d.
type Managed struct {
	Client     Client
	Connectors []Connector // Name, Type, Enabled; roots are where the uploads lie
}

// Encode is the file's text.
func (m Managed) Encode() []byte {
	var b bytes.Buffer
	b.WriteString("# Written by `jezero device`. Change it with `jezero device approve|rotate|revoke|enable`.\n\n")
	b.WriteString("[[clients]]\n")
	fmt.Fprintf(&b, "name = %s\n", quote(m.Client.Name))
	fmt.Fprintf(&b, "token_sha256 = %s\n", quote(m.Client.TokenSHA256))
	fmt.Fprintf(&b, "sources = %s\n", quoteList(m.Client.Sources))
	fmt.Fprintf(&b, "upload = %t\n", m.Client.Upload)
	if m.Client.Revoked {
		b.WriteString("revoked = true\n")
	}
	for _, c := range m.Connectors {
		fmt.Fprintf(&b, "\n[[connectors]]\nname = %s\ntype = %s\nenabled = %t\n", quote(c.Name), quote(c.Type), c.Enabled)
	}
	return b.Bytes()
}

// quote writes a TOML basic string. Its escapes are a subset of Go's for the
// text that may stand here.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			b.WriteString(`\u` + strings.Repeat("0", 4-len(strconv.FormatInt(int64(r), 16))) + strconv.FormatInt(int64(r), 16))
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
