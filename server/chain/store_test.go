package chain

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"
)

// stores is one suite for every place where keys can be kept. JL-67
func TestStores(t *testing.T) {
	cheapSeal(t)
	keyring.MockInit()
	dir := t.TempDir()
	for name, store := range map[string]Store{
		"file":     File(filepath.Join(dir, "plain")),
		"sealed":   Sealed{filepath.Join(dir, "sealed"), strings.Repeat("word ", 4)},
		"keychain": Keychain("jezero-test"),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Load(store); !errors.Is(err, ErrNoKeys) {
				t.Errorf("before there are any: %v", err)
			}
			first, err := Create(store)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Create(store); !errors.Is(err, ErrKeysExist) {
				t.Errorf("a second time: %v", err)
			}
			if err := NewKeys().Put(store); !errors.Is(err, ErrKeysExist) {
				t.Errorf("others over them: %v", err)
			}
			loaded, err := Load(store)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(first.encode()), string(loaded.encode())); d != "" {
				t.Error("what is loaded differs from what was made")
			}
			next, err := loaded.RotateIn(store)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Load(store)
			if err != nil {
				t.Fatal(err)
			}
			if !again.Has(first.Current()) || again.Current() != next.Current() || again.Current() == first.Current() {
				t.Error("after a rotation the keys are not the old one and a fresh one that signs")
			}
			e := &Event{Source: "s", Kind: "put", ExternalID: "x"}
			hash := first.Seal(e)
			if got, err := again.Hash(e); err != nil || got != hash {
				t.Errorf("what the old key signed: %v", err)
			}
			if path := filepath.Join(dir, map[string]string{"file": "plain"}[name]+map[string]string{"sealed": "sealed"}[name]); name != "keychain" {
				info, err := os.Stat(path)
				if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
					t.Errorf("%v, mode %v", err, info.Mode())
				}
				text, _ := os.ReadFile(path)
				if sealed := !bytes.Contains(text, []byte(first.Current())) && !bytes.Contains(text, []byte("secret")); sealed != (name == "sealed") {
					t.Errorf("the file is sealed: %v", sealed)
				}
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func cheapSeal(t *testing.T) {
	was, most := sealWork, maxSealWork
	sealWork, maxSealWork = 8, 10
	t.Cleanup(func() { sealWork, maxSealWork = was, most })
}

// A variable holds the keys on one line or more, and only its owner writes it.
func TestVariable(t *testing.T) {
	k := NewKeys()
	for name, text := range map[string][]byte{"one line": k.Line(), "a whole file": k.encode(), "without line end": bytes.TrimSpace(k.Line())} {
		got, err := Load(Variable{"KEYS", string(text)})
		if err != nil || got.Current() != k.Current() {
			t.Errorf("%s: %v", name, err)
		}
	}
	if bytes.Count(k.Line(), []byte("\n")) != 1 {
		t.Error("a line is not one line")
	}
	if _, err := Load(Variable{Name: "KEYS"}); !errors.Is(err, ErrNoKeys) || !strings.Contains(err.Error(), "variable KEYS is not set") {
		t.Errorf("not set: %v", err)
	}
	_, err := Load(Variable{"KEYS", "needle in clear"})
	if err == nil || strings.Contains(err.Error(), "needle") {
		t.Errorf("no keys in it: %v", err)
	}
	for name, f := range map[string]func(Store) error{
		"create": func(s Store) error { _, err := Create(s); return err },
		"rotate": func(s Store) error { _, err := k.RotateIn(s); return err },
		"put":    k.Put,
	} {
		if err := f(Variable{"KEYS", ""}); !errors.Is(err, ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
	file := File(filepath.Join(t.TempDir(), "next"))
	next, err := k.RotateTo(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Load(file); err != nil || got.Current() != next.Current() || !got.Has(k.Current()) {
		t.Errorf("rotated to a file: %v", err)
	}
	if _, err := k.RotateTo(file); !errors.Is(err, ErrKeysExist) {
		t.Errorf("over a file: %v", err)
	}
}

func TestSealed_Refuses(t *testing.T) {
	cheapSeal(t)
	dir := t.TempDir()
	right := strings.Repeat("pass ", 3)
	path := filepath.Join(dir, "sealed")
	good := Sealed{path, right}
	if _, err := Create(good); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) string {
		t.Helper()
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	open := write("open", text)
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	hard := filepath.Join(dir, "hard")
	sealWork = maxSealWork + 1
	if _, err := Create(Sealed{hard, right}); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		store Store
		want  string
	}{
		{"another passphrase", Sealed{path, right + "x"}, ErrPassphrase.Error()},
		{"none", Sealed{path, ""}, "needs 12 characters"},
		{"a short one", Sealed{path, "short"}, "needs 12 characters"},
		{"no passphrase asked for", File(path), "passphrase_env"},
		{"plain file", Sealed{write("plain", NewKeys().encode()), right}, "is not sealed"},
		{"cut short", Sealed{write("cut", text[:len(text)/2]), right}, "damaged"},
		{"one character changed", Sealed{write("flip", flipBase64(text)), right}, "damaged"},
		{"mark alone", Sealed{write("mark", []byte(sealMark+"\n")), right}, "damaged"},
		{"more work than is done", Sealed{hard, right}, "more work"},
		{"others can read it", Sealed{open, right}, "chmod 600"},
	}
	for _, tt := range tests {
		if tt.name == "others can read it" && runtime.GOOS == "windows" {
			continue
		}
		_, err := Load(tt.store)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), right) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if err := NewKeys().Put(Sealed{filepath.Join(dir, "short"), "short"}); !errors.Is(err, ErrShortPassphrase) {
		t.Errorf("sealing with a short one: %v", err)
	}
}

// flipBase64 changes the last character of the file's body that carries data.
func flipBase64(text []byte) []byte {
	lines := bytes.Split(bytes.Clone(text), []byte("\n"))
	l := lines[len(lines)-4] // a full line before the last ones
	l[10] = map[bool]byte{true: 'A', false: 'B'}[l[10] != 'A']
	return bytes.Join(lines, []byte("\n"))
}

// A keychain that is not there is said to be that, and never taken for one
// without keys: fresh keys over a signed library would be a disaster.
func TestKeychain_Unavailable(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	defer keyring.MockInit()
	k := Keychain("jezero")
	_, err := Load(k)
	if err == nil || errors.Is(err, ErrNoKeys) || !strings.Contains(err.Error(), "cannot be used here") {
		t.Errorf("load: %v", err)
	}
	if _, err := Create(k); err == nil || errors.Is(err, ErrKeysExist) {
		t.Errorf("create: %v", err)
	}
	was, wait := keyringGet, keychainWait
	ends := make(chan struct{})
	keyringGet, keychainWait = func(string, string) (string, error) { <-ends; return "", nil }, time.Millisecond
	_, err = Load(k)
	keyringGet, keychainWait = was, wait
	close(ends)
	if err == nil || errors.Is(err, ErrNoKeys) || !strings.Contains(err.Error(), "is it locked") {
		t.Errorf("locked, and no one is there: %v", err)
	}
	keyring.MockInitWithError(keyring.ErrSetDataTooBig)
	if _, err := NewKeys().RotateIn(k); err == nil || !strings.Contains(err.Error(), "sealed file") {
		t.Errorf("too many: %v", err)
	}
}
