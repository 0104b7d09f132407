package keys

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/server/config"
)

const handWritten = `# my own notes stay
[[clients]]
name = "desk" # the big one
token_sha256 = "0000000000000000000000000000000000000000000000000000000000000001"
`

func newDevices(t *testing.T) *Devices {
	t.Helper()
	return &Devices{Path: writeFiles(t, map[string]string{"jezero.toml": handWritten}), Agents: []string{"codex", "claude-code"}}
}

func ring(t *testing.T, d *Devices) *Ring {
	t.Helper()
	c, err := config.Load(d.Path, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	return NewRing(c)
}

func works(t *testing.T, d *Devices, token string) bool {
	t.Helper()
	_, ok := ring(t, d).Lookup(token)
	return ok
}

func TestDevices_Approve(t *testing.T) {
	d := newDevices(t)
	token, digest := New()
	got, err := d.Approve("laptop", strings.ToUpper(digest), ApproveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := Device{
		Name: "laptop", Digest: digest, Upload: true, File: filepath.Join(filepath.Dir(d.Path), "clients.d", "laptop.toml"),
		Sources: []string{"agent-*", "agent-claude-code-laptop", "agent-codex-laptop"}, // JZ-78
		Connectors: []DeviceConnector{ // JZ-81
			{Name: "agent-claude-code-laptop", Agent: "claude-code"},
			{Name: "agent-codex-laptop", Agent: "codex"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	c, ok := ring(t, d).Lookup(token)
	if !ok || !c.Upload || c.Name != "laptop" {
		t.Errorf("the device's key gives %+v, %v", c, ok)
	}
	conf, err := config.Load(d.Path, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range conf.Connectors {
		if k.Enabled || k.Root != filepath.Join(conf.Inbox.Dir, "laptop", k.Type) || k.Device != "laptop" {
			t.Errorf("connector %+v", k)
		}
	}
	// JZ-77, JZ-70: only the digest is anywhere; JL-64: for this user only.
	filepath.WalkDir(filepath.Dir(d.Path), func(path string, e fs.DirEntry, err error) error {
		if e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(token)) {
			t.Errorf("%s holds the key", path)
		}
		if info, _ := e.Info(); info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %o", path, info.Mode())
		}
		return err
	})
	if text, _ := os.ReadFile(d.Path); string(text) != handWritten {
		t.Error("the hand-written file was changed")
	}
}

func TestDevices_ApproveOptions(t *testing.T) {
	d := newDevices(t)
	_, a := New()
	got, err := d.Approve("priv", a, ApproveOptions{SourcePrefix: "mine"}) // JZ-79
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"agent-*", "mine-claude-code-priv", "mine-codex-priv"}, got.Sources); diff != "" {
		t.Error(diff)
	}
	for _, c := range got.Connectors {
		if strings.HasPrefix(c.Name, "agent-") {
			t.Errorf("readers of agent-* see %s", c.Name)
		}
	}
	_, b := New()
	got, err = d.Approve("tv", b, ApproveOptions{ReadOnly: true}) // JZ-80
	if err != nil {
		t.Fatal(err)
	}
	if got.Upload || len(got.Connectors) != 0 {
		t.Errorf("read-only device %+v", got)
	}
}

func TestDevices_Lifecycle(t *testing.T) {
	d := newDevices(t)
	first, firstDigest := New()
	second, secondDigest := New()
	third, thirdDigest := New()
	must := func(v Device, err error) Device {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	must(d.Approve("laptop", firstDigest, ApproveOptions{SourcePrefix: "mine"}))
	must(d.Enable("laptop", []string{"codex"}, true))
	// JZ-83
	v := must(d.Rotate("laptop", secondDigest))
	if works(t, d, first) || !works(t, d, second) {
		t.Error("after rotate, the old key must stop and the new one work")
	}
	if diff := cmp.Diff([]DeviceConnector{{"mine-claude-code-laptop", "claude-code", false}, {"mine-codex-laptop", "codex", true}}, v.Connectors); diff != "" {
		t.Error(diff)
	}
	// JZ-82
	must(d.Revoke("laptop"))
	if works(t, d, second) {
		t.Error("a revoked key works")
	}
	// The key cannot come back under another name.
	if _, err := d.Approve("other", secondDigest, ApproveOptions{}); err == nil || !strings.Contains(err.Error(), "already used") {
		t.Errorf("approving a revoked key again under another name: %v", err)
	}
	if _, err := d.Rotate("laptop", thirdDigest); err == nil {
		t.Error("a revoked device was rotated back in")
	}
	list, err := d.List()
	if err != nil || len(list) != 1 || !list[0].Revoked {
		t.Errorf("list %+v %v", list, err)
	}
	// Let in again: sources and connectors are as before.
	v = must(d.Approve("laptop", thirdDigest, ApproveOptions{}))
	if !works(t, d, third) || v.Sources[1] != "mine-claude-code-laptop" || !v.Connectors[1].Enabled {
		t.Errorf("approved again: %+v", v)
	}
}

func TestDevices_Undo(t *testing.T) {
	d := newDevices(t)
	first, firstDigest := New()
	second, secondDigest := New()
	if _, err := d.Undo("laptop"); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("undo of nothing: %v", err)
	}
	steps := []struct {
		name   string
		do     func() (Device, error)
		before func() bool
		after  func() bool
	}{
		{"approve", func() (Device, error) { return d.Approve("laptop", firstDigest, ApproveOptions{}) },
			func() bool { return !works(t, d, first) }, func() bool { return works(t, d, first) }},
		{"rotate", func() (Device, error) { return d.Rotate("laptop", secondDigest) },
			func() bool { return works(t, d, first) && !works(t, d, second) }, func() bool { return works(t, d, second) && !works(t, d, first) }},
		{"enable", func() (Device, error) { return d.Enable("laptop", nil, true) },
			func() bool { l, _ := d.List(); return !l[0].Connectors[0].Enabled }, func() bool { l, _ := d.List(); return l[0].Connectors[0].Enabled }},
		{"revoke", func() (Device, error) { return d.Revoke("laptop") },
			func() bool { return works(t, d, second) }, func() bool { return !works(t, d, second) }},
	}
	for _, s := range steps {
		if !s.before() {
			t.Fatalf("%s: the state before is wrong", s.name)
		}
		for i, do := range []func() (Device, error){s.do, func() (Device, error) { return d.Undo("laptop") }, func() (Device, error) { return d.Undo("laptop") }} {
			if _, err := do(); err != nil {
				t.Fatalf("%s, step %d: %v", s.name, i, err)
			}
			if i == 1 && !s.before() {
				t.Errorf("%s was not undone", s.name)
			}
			if i != 1 && !s.after() {
				t.Errorf("%s has no effect at step %d", s.name, i)
			}
		}
	}
}

func TestDevices_Refused(t *testing.T) {
	d := newDevices(t)
	_, digest := New()
	token, other := New()
	if _, err := d.Approve("laptop", digest, ApproveOptions{}); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, d)
	tests := []struct {
		name string
		do   func() (Device, error)
		want string
	}{
		{"name with a path", func() (Device, error) { return d.Approve("../x", other, ApproveOptions{}) }, "cannot be a device's name"},
		{"upper case", func() (Device, error) { return d.Approve("Laptop", other, ApproveOptions{}) }, "cannot be a device's name"},
		{"too long", func() (Device, error) { return d.Approve(strings.Repeat("a", 64), other, ApproveOptions{}) }, "cannot be a device's name"},
		{"local", func() (Device, error) { return d.Approve("local", other, ApproveOptions{}) }, "cannot be a device's name"},
		{"Windows device", func() (Device, error) { return d.Approve("com1", other, ApproveOptions{}) }, "cannot be a device's name"},
		{"the key instead of its digest", func() (Device, error) { return d.Approve("new", token, ApproveOptions{}) }, "the key itself stays on the device"},
		{"approved with another key", func() (Device, error) { return d.Approve("laptop", other, ApproveOptions{}) }, "device rotate laptop"},
		{"approved with other options", func() (Device, error) { return d.Approve("laptop", digest, ApproveOptions{ReadOnly: true}) }, "revoke it first"},
		{"key of another device", func() (Device, error) { return d.Approve("new", digest, ApproveOptions{}) }, "already used"},
		{"written by hand", func() (Device, error) { return d.Approve("desk", other, ApproveOptions{}) }, "hand-written"},
		{"revoke by hand", func() (Device, error) { return d.Revoke("desk") }, "hand-written"},
		{"prefix under agent", func() (Device, error) { return d.Approve("new", other, ApproveOptions{SourcePrefix: "agent-x"}) }, "source prefix"},
		{"prefix with a star", func() (Device, error) { return d.Approve("new", other, ApproveOptions{SourcePrefix: "a*"}) }, "source prefix"},
		{"unknown revoke", func() (Device, error) { return d.Revoke("nobody") }, "no such device"},
		{"unknown rotate", func() (Device, error) { return d.Rotate("nobody", other) }, "no such device"},
		{"unknown enable", func() (Device, error) { return d.Enable("nobody", nil, true) }, "no such device"},
		{"enable unknown agent", func() (Device, error) { return d.Enable("laptop", []string{"pi"}, true) }, "no connector"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.do()
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), token) {
				t.Error("the error holds a key")
			}
			if diff := cmp.Diff(before, snapshot(t, d)); diff != "" {
				t.Errorf("something was written: %s", diff)
			}
		})
	}
}

// A broken configuration stops every change but the one that closes a door.
func TestDevices_BrokenConfiguration(t *testing.T) {
	d := newDevices(t)
	_, digest := New()
	if _, err := d.Approve("laptop", digest, ApproveOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.Path, []byte("[server\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, other := New()
	if _, err := d.Approve("new", other, ApproveOptions{}); err == nil {
		t.Error("approved with a broken configuration")
	}
	v, err := d.Revoke("laptop")
	if err != nil || !v.Revoked {
		t.Errorf("revoke: %+v %v", v, err)
	}
}

// What people add to a managed file by hand survives a change.
func TestDevices_KeepsHandMadeChoices(t *testing.T) {
	d := newDevices(t)
	_, digest := New()
	if _, err := d.Approve("laptop", digest, ApproveOptions{}); err != nil {
		t.Fatal(err)
	}
	path := config.ManagedFile(d.Path, "laptop")
	text, _ := os.ReadFile(path)
	text = append(text, "interval_minutes = 3\nsettle_minutes = 0\nexclude = [\"a\\\"b\"]\ntrust = \"external\"\nroot = \"/srv/x\"\noptions.depth = 2\noptions.ratio = 2.0\noptions.flag = true\noptions.word = \"x\"\n"...)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := config.ReadManaged(d.Path, "laptop")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Enable("laptop", []string{"claude-code"}, true); err != nil {
		t.Fatal(err)
	}
	got, err := config.ReadManaged(d.Path, "laptop")
	if err != nil {
		t.Fatal(err)
	}
	want.Connectors[0].Enabled = true
	for _, m := range []*config.Managed{&want, &got} {
		m.Client.At = config.Pos{}
		for i := range m.Connectors {
			m.Connectors[i].At = config.Pos{}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func snapshot(t *testing.T, d *Devices) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(filepath.Dir(d.Path), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
