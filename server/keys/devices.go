package keys

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"jezero/server/config"
)

// Devices changes who may send and read, for `jezero device`. Each device has
// one file in clients.d, which is replaced as a whole; the file before stays
// beside it, so that every change can be taken back with Undo. Only digests of
// keys ever get here.
type Devices struct {
	Path   string   // of jezero.toml
	Agents []string // the agents whose sessions a device may send
	// Load loads the configuration with files replaced; nil is config.LoadWith.
	// A change is tried this way before anything is written.
	Load func(overlay map[string][]byte) (*config.Config, error)
}

// Device is one approved device, or one that was.
type Device struct {
	Name       string            `json:"name"`
	Digest     string            `json:"token_sha256"`
	Sources    []string          `json:"sources"`
	Upload     bool              `json:"upload"`
	Revoked    bool              `json:"revoked"`
	Connectors []DeviceConnector `json:"connectors"`
	File       string            `json:"file"`
}

// DeviceConnector is a place where the device's uploads are read.
type DeviceConnector struct {
	Name    string `json:"name"`
	Agent   string `json:"agent"`
	Enabled bool   `json:"enabled"`
}

// ApproveOptions are the choices of `jezero device approve`.
type ApproveOptions struct {
	// SourcePrefix names the device's sources <prefix>-<agent>-<device>; "" is
	// "agent". With another prefix, clients that read agent-* do not see them.
	SourcePrefix string
	ReadOnly     bool // may read, cannot upload, has no connectors
}

var (
	// ErrNoDevice says that no device of that name was ever approved.
	ErrNoDevice = errors.New("no such device")
	// ErrDeviceExists says that the name is taken by an approved device.
	ErrDeviceExists = errors.New("the device is already approved")
	// ErrByHand says that the name stands in the hand-written configuration,
	// which jezero does not rewrite.
	ErrByHand = errors.New("the client stands in the hand-written configuration")
	// ErrNothingToUndo says that there is no earlier state to go back to.
	ErrNothingToUndo = errors.New("nothing to undo")
)

const defaultPrefix = "agent"

var prefixForm = regexp.MustCompile(`\A[a-z0-9][a-z0-9-]{0,31}\z`)

// Approve lets a device in: it may read agent-* and its own sources, which are
// listed by exact name, and upload unless ReadOnly. Its connectors are created
// disabled (JZ-77 to JZ-81). Approving a revoked device again lets it in with
// the digest given and keeps its sources.
func (d *Devices) Approve(name, digest string, o ApproveOptions) (Device, error) {
	prefix := o.SourcePrefix
	if prefix == "" {
		prefix = defaultPrefix
	}
	if !prefixForm.MatchString(prefix) || strings.HasSuffix(prefix, "-") || strings.HasPrefix(prefix, defaultPrefix+"-") {
		return Device{}, fmt.Errorf("%q cannot be a source prefix: use lower-case letters, digits and hyphens, and nothing that starts with agent-, which readers of agent-* would see", prefix)
	}
	digest, err := checkDigest(digest)
	if err != nil {
		return Device{}, err
	}
	return d.change(name, strict, func(now *config.Managed) (*config.Managed, error) {
		if now != nil && !now.Client.Revoked {
			if now.Client.TokenSHA256 == digest && o == (ApproveOptions{}) {
				return now, nil
			}
			if now.Client.TokenSHA256 == digest {
				return nil, fmt.Errorf("%w; to approve it with other options, revoke it first", ErrDeviceExists)
			}
			return nil, fmt.Errorf("%w with another key; use `jezero device rotate %s SHA256` to replace it", ErrDeviceExists, name)
		}
		if now != nil && o == (ApproveOptions{}) {
			again := *now
			again.Client.TokenSHA256, again.Client.TokenEnv, again.Client.Revoked = digest, "", false
			return &again, nil
		}
		return d.entry(name, digest, prefix, o.ReadOnly), nil
	})
}

// entry is a new device's file.
func (d *Devices) entry(name, digest, prefix string, readOnly bool) *config.Managed {
	m := &config.Managed{Client: config.Client{Name: name, TokenSHA256: digest, Sources: []string{"agent-*"}, Upload: !readOnly}}
	if readOnly {
		return m
	}
	agents := slices.Clone(d.Agents)
	slices.Sort(agents)
	for _, agent := range agents {
		source := prefix + "-" + agent + "-" + name
		m.Client.Sources = append(m.Client.Sources, source)
		m.Connectors = append(m.Connectors, config.NewDeviceConnector(source, agent, name))
	}
	return m
}

func checkDigest(digest string) (string, error) {
	if !config.ValidDigest(digest) {
		return "", errors.New("that is no digest of a key: it must be the 64 hex digits that `jezero-client init` or `jezero new-token` printed; the key itself stays on the device")
	}
	return strings.ToLower(digest), nil
}

// Revoke stops a device's key. Name, sources and connectors are kept, and its
// digest stays taken, so that the key cannot come back under another name.
func (d *Devices) Revoke(name string) (Device, error) {
	// A broken configuration must not keep anyone from revoking.
	return d.change(name, lenient, func(now *config.Managed) (*config.Managed, error) {
		if now == nil {
			return nil, ErrNoDevice
		}
		next := *now
		next.Client.Revoked = true
		return &next, nil
	})
}

// Rotate replaces a device's key: the old one stops, the new one works, name
// and sources stay. A revoked device stays out until it is approved.
func (d *Devices) Rotate(name, digest string) (Device, error) {
	digest, err := checkDigest(digest)
	if err != nil {
		return Device{}, err
	}
	return d.change(name, strict, func(now *config.Managed) (*config.Managed, error) {
		switch {
		case now == nil:
			return nil, ErrNoDevice
		case now.Client.Revoked:
			return nil, fmt.Errorf("device %q is revoked; let it in again with `jezero device approve %s SHA256`", name, name)
		}
		next := *now
		next.Client.TokenSHA256, next.Client.TokenEnv = digest, ""
		return &next, nil
	})
}

// Enable turns a device's connectors on or off: those of the agents named, or
// all of them.
func (d *Devices) Enable(name string, agents []string, on bool) (Device, error) {
	return d.change(name, strict, func(now *config.Managed) (*config.Managed, error) {
		if now == nil {
			return nil, ErrNoDevice
		}
		next := *now
		next.Connectors = slices.Clone(now.Connectors)
		found := map[string]bool{}
		for i, c := range next.Connectors {
			if len(agents) == 0 || slices.Contains(agents, c.Type) || slices.Contains(agents, c.Name) {
				next.Connectors[i].Enabled = on
				found[c.Type], found[c.Name] = true, true
			}
		}
		for _, a := range agents {
			if !found[a] {
				return nil, fmt.Errorf("device %q has no connector for %q; `jezero device list` shows what it has", name, a)
			}
		}
		if len(next.Connectors) == 0 {
			return nil, fmt.Errorf("device %q has no connectors: it was approved read-only", name)
		}
		return &next, nil
	})
}

// List returns all devices by name, revoked ones too. A device whose file
// cannot be read is left out and its problem is part of the error; the other
// devices are returned beside it.
func (d *Devices) List() ([]Device, error) {
	entries, err := os.ReadDir(config.ManagedDir(d.Path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing devices: %w", err)
	}
	var list []Device
	var errs []error
	for _, e := range entries {
		name, isEntry := strings.CutSuffix(e.Name(), ".toml")
		if !isEntry || !config.ValidDevice(name) {
			continue
		}
		m, err := config.ReadManaged(d.Path, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list = append(list, d.device(m))
	}
	return list, errors.Join(errs...)
}

func (d *Devices) device(m config.Managed) Device {
	v := Device{
		Name: m.Client.Name, Digest: m.Client.TokenSHA256, Sources: m.Client.Sources,
		Upload: m.Client.Upload, Revoked: m.Client.Revoked, Connectors: []DeviceConnector{},
		File: config.ManagedFile(d.Path, m.Client.Name),
	}
	for _, c := range m.Connectors {
		v.Connectors = append(v.Connectors, DeviceConnector{Name: c.Name, Agent: c.Type, Enabled: c.Enabled})
	}
	return v
}

type care bool

const (
	strict  care = true  // the whole configuration must be valid after the change
	lenient care = false // the device's own file is enough
)

// change applies a change to one device's file under a lock. A change that
// changes nothing writes nothing.
func (d *Devices) change(name string, how care, f func(*config.Managed) (*config.Managed, error)) (Device, error) {
	if !config.ValidDevice(name) {
		return Device{}, fmt.Errorf("%q cannot be a device's name: use 1 to 63 lower-case letters, digits and hyphens, starting with a letter or digit", name)
	}
	unlock, err := d.lock()
	if err != nil {
		return Device{}, err
	}
	defer unlock()
	if how == strict {
		if err := d.byHand(name); err != nil {
			return Device{}, err
		}
	}
	var now *config.Managed
	m, err := config.ReadManaged(d.Path, name)
	switch {
	case err == nil:
		now = &m
	case !errors.Is(err, fs.ErrNotExist):
		return Device{}, err
	}
	next, err := f(now)
	if err != nil {
		if errors.Is(err, ErrNoDevice) {
			if byHand := d.byHand(name); errors.Is(byHand, ErrByHand) {
				return Device{}, byHand
			}
			err = fmt.Errorf("%w: %q; `jezero device list` shows them", ErrNoDevice, name)
		}
		return Device{}, err
	}
	text := next.Encode()
	if now != nil && bytes.Equal(text, now.Encode()) {
		return d.device(*next), nil
	}
	if how == strict {
		if _, err := d.load(map[string][]byte{d.file(name): text}); err != nil {
			return Device{}, fmt.Errorf("nothing was changed, because the configuration would not be valid:\n%w", err)
		}
	}
	if err := d.write(name, text); err != nil {
		return Device{}, err
	}
	return d.device(*next), nil
}

// byHand refuses a name that stands in jezero.toml itself.
func (d *Devices) byHand(name string) error {
	c, err := d.load(map[string][]byte{d.file(name): nil})
	if err != nil {
		return fmt.Errorf("nothing was changed, because the configuration is not valid:\n%w", err)
	}
	for _, cl := range c.Clients {
		if !cl.Managed && strings.EqualFold(cl.Name, name) {
			return fmt.Errorf("%w: %q at %s:%d; change it there (revoked = true keeps its key out)", ErrByHand, cl.Name, cl.File, cl.At.Line)
		}
	}
	return nil
}

// Undo takes the last change of a device back. Undoing twice is back where
// one was.
func (d *Devices) Undo(name string) (Device, error) {
	if !config.ValidDevice(name) {
		return Device{}, fmt.Errorf("%w: %q", ErrNoDevice, name)
	}
	unlock, err := d.lock()
	if err != nil {
		return Device{}, err
	}
	defer unlock()
	before, err := os.ReadFile(d.undoFile(name))
	if errors.Is(err, fs.ErrNotExist) {
		return Device{}, fmt.Errorf("%w for %q", ErrNothingToUndo, name)
	}
	if err != nil {
		return Device{}, fmt.Errorf("reading the earlier state of device %q: %w", name, err)
	}
	if len(before) == 0 {
		before = nil // there was no such device
	}
	if _, err := d.load(map[string][]byte{d.file(name): before}); err != nil {
		return Device{}, fmt.Errorf("nothing was changed, because the configuration would not be valid:\n%w", err)
	}
	if err := d.write(name, before); err != nil {
		return Device{}, err
	}
	if before == nil {
		return Device{Name: name, File: d.file(name)}, nil
	}
	m, err := config.ReadManaged(d.Path, name)
	if err != nil {
		return Device{}, err
	}
	return d.device(m), nil
}

// write replaces a device's file, nil removing it, and keeps the one before.
func (d *Devices) write(name string, text []byte) error {
	before, err := os.ReadFile(d.file(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("reading the entry of device %q: %w", name, err)
	}
	if err := config.WriteFile(d.undoFile(name), before); err != nil {
		return err
	}
	if text != nil {
		return config.WriteFile(d.file(name), text)
	}
	if err := os.Remove(d.file(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the entry of device %q: %w", name, err)
	}
	return nil
}

func (d *Devices) load(overlay map[string][]byte) (*config.Config, error) {
	if d.Load != nil {
		return d.Load(overlay)
	}
	return config.LoadWith(config.Options{Path: d.Path, Overlay: overlay})
}

func (d *Devices) file(name string) string {
	f := config.ManagedFile(d.Path, name)
	if abs, err := filepath.Abs(f); err == nil {
		return abs
	}
	return f
}

// undoFile starts with a dot, so that it is not read as a device.
func (d *Devices) undoFile(name string) string {
	return filepath.Join(config.ManagedDir(d.Path), "."+name+".before")
}

// lock keeps two commands from changing the same files at once.
func (d *Devices) lock() (unlock func(), err error) {
	dir := config.ManagedDir(d.Path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder for devices: %w", err)
	}
	l := flock.New(filepath.Join(dir, ".lock"), flock.SetPermissions(0o600))
	if err := l.Lock(); err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	return func() { l.Unlock() }, nil //nolint:errcheck // released by the system at the latest
}
