package client

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Credentials is a key and the one server it may be shown to.
type Credentials struct {
	URL    string // of the server: http://127.0.0.1:8765, with or without /mcp
	Key    string
	Device string // what the server's owner is to call this computer; may be empty
}

// String names the server and never the key.
func (c Credentials) String() string { return c.URL }

// GoString keeps %#v from printing the key.
func (c Credentials) GoString() string { return "client.Credentials{URL: " + c.URL + "}" }

// The names of a key file, which is written like an environment file.
const (
	urlName    = "JEZERO_URL"
	keyName    = "JEZERO_KEY"
	deviceLine = "JEZERO_DEVICE"
)

// Errors of a key file.
var (
	ErrNoKeyFile  = errors.New("there is no key file")
	ErrReadable   = errors.New("the key file can be read by others")
	ErrOtherURL   = errors.New("the key belongs to another server")
	ErrBadKeyFile = errors.New("not a key file")
)

// DefaultKeyFile is where the key of this user's server is kept.
func DefaultKeyFile(home string) string { return filepath.Join(home, ".jezero", "client.key") }

// maxKeyFile is as much of a key file as is looked at, in bytes.
const maxKeyFile = 64 << 10

// LoadKeyFile reads a key file and, when serverURL is not empty, makes sure
// that the key belongs to that server: a key is never shown to any other.
// Errors name the file and never hold a byte of it.
func LoadKeyFile(path, serverURL string) (Credentials, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Credentials{}, fmt.Errorf("%w at %s: name it with --key-file or JEZERO_KEY_FILE", ErrNoKeyFile, path)
	}
	if err != nil {
		return Credentials{}, fmt.Errorf("reading the key file: %w", err)
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for
		return Credentials{}, fmt.Errorf("%w: %s is not a plain file", ErrBadKeyFile, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return Credentials{}, fmt.Errorf("reading the key file: %w", err)
	}
	defer f.Close()
	// Of the open file: the name may stand for another one by now.
	if info, err = f.Stat(); err != nil {
		return Credentials{}, fmt.Errorf("reading the key file: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return Credentials{}, fmt.Errorf("%w: run chmod 600 %s, and make a new key if others may have seen it", ErrReadable, path)
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return Credentials{}, fmt.Errorf("reading the key file: %w", err)
	}
	var c Credentials
	lines := bufio.NewScanner(bytes.NewReader(raw))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		switch name = strings.TrimSpace(name); {
		case ok && name == urlName:
			c.URL = strings.TrimSpace(value)
		case ok && name == keyName:
			c.Key = strings.TrimSpace(value)
		case ok && name == deviceLine:
			c.Device = strings.TrimSpace(value)
		default:
			return Credentials{}, fmt.Errorf("%w: %s:%d: want %s=… and %s=…", ErrBadKeyFile, path, n, urlName, keyName)
		}
	}
	if lines.Err() != nil || c.URL == "" || c.Key == "" {
		return Credentials{}, fmt.Errorf("%w: %s: want %s=… and %s=…", ErrBadKeyFile, path, urlName, keyName)
	}
	own, err := origin(c.URL)
	if err != nil {
		return Credentials{}, fmt.Errorf("%w: %s: %s is not the address of a server", ErrBadKeyFile, path, urlName)
	}
	if serverURL != "" {
		other, err := origin(serverURL)
		if err != nil {
			return Credentials{}, err
		}
		if other != own {
			return Credentials{}, fmt.Errorf("%w: the key in %s was made for %s", ErrOtherURL, path, own)
		}
	}
	return c, nil
}

// WriteKeyFile writes a key file, mode 0600. It replaces nothing: an existing
// file is an error that wraps fs.ErrExist.
func WriteKeyFile(path string, c Credentials) error {
	if _, err := origin(c.URL); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := fill(f, c); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// Rebind writes the key file anew for a server that moved to another address.
// That is for whoever runs the server to do, never for its answer to ask.
func Rebind(path, serverURL string) error {
	c, err := LoadKeyFile(path, "")
	if err != nil {
		return err
	}
	c.URL = serverURL
	return ReplaceKeyFile(path, c)
}

// ReplaceKeyFile writes a key file in the place of the one that is there: a
// reader sees the old one or the new one.
func ReplaceKeyFile(path string, c Credentials) error {
	if _, err := origin(c.URL); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".client-key-*") // mode 0600
	if err != nil {
		return err
	}
	if err = fill(f, c); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// fill writes the credentials and closes the file.
func fill(f *os.File, c Credentials) error {
	text := "# The key of one jezero server. Whoever can read this file can read the memory:\n" +
		"# keep it private (mode 0600), and never copy it into an agent's configuration.\n" +
		urlName + "=" + c.URL + "\n" + keyName + "=" + c.Key + "\n"
	if c.Device != "" {
		text += deviceLine + "=" + c.Device + "\n"
	}
	_, err := f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// Origin is scheme, host and port of a server's address, as a key is bound to it.
func Origin(serverURL string) (string, error) { return origin(serverURL) }

// origin is scheme, host and port of a server's address.
func origin(s string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", errors.New("the server's address must look like http://127.0.0.1:8765")
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port, nil
}

// endpoint is where MCP is served.
func (c Credentials) endpoint() (string, error) {
	if _, err := origin(c.URL); err != nil {
		return "", err
	}
	u, _ := url.Parse(strings.TrimSpace(c.URL))
	if p := strings.TrimRight(u.Path, "/"); !strings.HasSuffix(p, "/mcp") {
		u.Path = p + "/mcp"
	}
	return u.String(), nil
}
