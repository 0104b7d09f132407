package keys

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jezero/server/config"
)

// load writes the files into a folder and loads the configuration in it.
func load(t testing.TB, env map[string]string, files map[string]string) *config.Config {
	t.Helper()
	path := writeFiles(t, files)
	c, err := config.Load(path, func(n string) string { return env[n] })
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func writeFiles(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, config.FileName)
}

func clientWith(name, field, value string) string {
	return "[[clients]]\nname = \"" + name + "\"\n" + field + " = \"" + value + "\"\n"
}

// JZ-63, JL-62
func TestNew(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		token, digest := New()
		raw, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil || len(raw) != 32 {
			t.Fatalf("a key is not 256 bits in URL-safe base64: %v", err)
		}
		if digest != Digest(token) || !config.ValidDigest(digest) {
			t.Fatal("the digest is not the key's")
		}
		if seen[token] {
			t.Fatal("the same key twice")
		}
		seen[token] = true
	}
}

// JZ-64, JL-61
func TestRing_Lookup(t *testing.T) {
	kept := map[string]string{}
	var text strings.Builder
	for _, name := range []string{"a", "b", "c"} {
		token, digest := New()
		kept[name] = token
		text.WriteString(clientWith(name, "token_sha256", strings.ToUpper(digest)) + "sources = [\"" + name + "-*\"]\nupload = " + map[bool]string{true: "true", false: "false"}[name == "b"] + "\n")
	}
	envToken, _ := New()
	text.WriteString(clientWith("d", "token_env", "D_KEY"))
	r := NewRing(load(t, map[string]string{"D_KEY": envToken}, map[string]string{"jezero.toml": text.String()}))
	kept["d"] = envToken
	for name, token := range kept {
		c, ok := r.Lookup(token)
		if !ok || c.Name != name || c.Upload != (name == "b") {
			t.Errorf("%s: got %+v %v", name, c, ok)
		}
	}
	for _, wrong := range []string{"", "x", kept["a"][1:], kept["a"] + "A", strings.ToLower(kept["a"]), Digest(kept["a"])} {
		if c, ok := r.Lookup(wrong); ok {
			t.Errorf("a wrong key is %s", c.Name)
		}
	}
	if _, ok := (*Ring)(nil).Lookup("x"); ok {
		t.Error("no ring knows a key")
	}
}

func TestNewRing_OffWithWarning(t *testing.T) {
	token, digest := New()
	other, _ := New()
	tests := []struct {
		name string
		env  map[string]string
		text string
		want map[string]bool // keys that work
		warn []string
	}{
		{"variable unset (JZ-65)", nil, clientWith("a", "token_env", "A_KEY"), map[string]bool{token: false}, []string{`client "a" is off: variable A_KEY is not set`}},
		{"two variables, one key (JZ-69)", map[string]string{"A_KEY": token, "B_KEY": token},
			clientWith("a", "token_env", "A_KEY") + clientWith("b", "token_env", "B_KEY"), map[string]bool{token: false},
			[]string{`client "a" is off: another client has the same key`, `client "b" is off: another client has the same key`}},
		{"variable and digest, one key", map[string]string{"A_KEY": token, "C_KEY": other},
			clientWith("a", "token_env", "A_KEY") + clientWith("b", "token_sha256", digest) + clientWith("c", "token_env", "C_KEY"),
			map[string]bool{token: false, other: true},
			[]string{`client "a" is off: another client has the same key`, `client "b" is off: another client has the same key`}},
		{"revoked", nil, clientWith("a", "token_sha256", digest) + "revoked = true\n", map[string]bool{token: false}, nil},
		{"key that no header can carry", map[string]string{"A_KEY": "two words that are long"}, clientWith("a", "token_env", "A_KEY"),
			map[string]bool{"two words that are long": false}, []string{`client "a" is off: the key in A_KEY has characters`}},
		{"short key", map[string]string{"A_KEY": "letmein"}, clientWith("a", "token_env", "A_KEY"),
			map[string]bool{"letmein": false}, []string{`client "a" is off: the key in A_KEY is shorter`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewRing(load(t, tt.env, map[string]string{"jezero.toml": tt.text}))
			for key, works := range tt.want {
				if _, ok := r.Lookup(key); ok != works {
					t.Errorf("a key works: %v, want %v", ok, works)
				}
			}
			if len(r.Warnings()) != len(tt.warn) {
				t.Fatalf("warnings %v, want %v", r.Warnings(), tt.warn)
			}
			for i, w := range r.Warnings() {
				if !strings.Contains(w.String(), tt.warn[i]) {
					t.Errorf("warning %q, want %q", w, tt.warn[i])
				}
				for key := range tt.want {
					if strings.Contains(w.String(), key) {
						t.Error("a warning holds a key")
					}
				}
			}
		})
	}
}

// JZ-66
func TestStart_NoUsableClient(t *testing.T) {
	c := load(t, nil, map[string]string{"jezero.toml": clientWith("a", "token_env", "A_KEY")})
	if _, err := Start(c); !errors.Is(err, ErrNoUsableClient) {
		t.Errorf("got %v", err)
	}
	c = load(t, nil, map[string]string{"jezero.toml": "[server]\nrequire_auth = false\n"})
	if _, err := Start(c); err != nil {
		t.Errorf("with require_auth off: %v", err)
	}
}
