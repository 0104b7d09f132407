package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// JZ-138, JZ-139
func TestCheck_VariablesWithoutValues(t *testing.T) {
	path := write(t, map[string]string{
		FileName: `
[[clients]]
name = "a"
token_env = "IN_BOTH"
[[clients]]
name = "b"
token_env = "IN_FILE"
[[clients]]
name = "c"
token_env = "NOWHERE"
[[clients]]
name = "d"
token_env = "BLANK_OUTSIDE"
`,
		".env": "IN_BOTH=value-of-the-file\nexport IN_FILE='value of the file'\nBLANK_OUTSIDE=value-of-the-file\n",
	})
	env := map[string]string{"IN_BOTH": "value-of-the-environment", "BLANK_OUTSIDE": ""}
	c, err := LoadWith(Options{Path: path, Lookup: func(n string) (string, bool) { v, ok := env[n]; return v, ok }})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"IN_BOTH": "value-of-the-environment", "IN_FILE": "value of the file", "NOWHERE": "", "BLANK_OUTSIDE": ""} {
		if got := c.Getenv(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	r := c.Check()
	want := []Variable{
		{"IN_BOTH", `client "a" token_env`, path, 4, true, "environment"},
		{"IN_FILE", `client "b" token_env`, path, 7, true, ".env"},
		{"NOWHERE", `client "c" token_env`, path, 10, false, ""},
		{"BLANK_OUTSIDE", `client "d" token_env`, path, 13, false, ""},
	}
	if d := cmp.Diff(want, r.Variables); d != "" {
		t.Error(d)
	}
	if len(r.Warnings) != 2 || strings.Contains(strings.Join(r.Warnings, "\n"), "value") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestLoad_BadDotEnvShowsNothingOfIt(t *testing.T) {
	path := write(t, map[string]string{FileName: "", ".env": "A=1\nB=2\nhunter2 hunter2 = \"x\n"})
	_, err := Load(path, noEnv)
	if err == nil || !strings.Contains(err.Error(), ".env:3:1: not in NAME=value form") {
		t.Errorf("got %v", err)
	}
	if err != nil && strings.Contains(err.Error(), "hunter2") {
		t.Error("the error holds a part of .env")
	}
}

// No value of the file, and nothing that may be one, gets into a message.
func TestLoad_ErrorsHoldNoValues(t *testing.T) {
	const canary = "q7XkCanary93Zw"
	for _, text := range []string{
		"[server]\nhost = \"" + canary + "!\"\n",
		"[server]\npublic_url = \"https://u:" + canary + "@h/\"\n",
		"[server]\nallowed_hosts = [\"" + canary + "*\"]\n",
		"[[clients]]\nname = \"" + canary + "!\"\ntoken_sha256 = \"" + canary + "\"\n",
		"[[clients]]\nname = \"a\"\ntoken_env = \"" + canary + "\"\nsources = [\"" + canary + "[\"]\n",
		"[summarizer]\nkind = \"" + canary + "\"\napi_key = \"" + canary + "\"\nbase_url = \"" + canary + "\"\n",
		"[summarizer]\n\"" + canary + "+/=\" = 1\n",
		"[redaction]\nknown_env = [\"" + canary + "\"]\n",
		"[[connectors]]\nname = \"/" + canary + "\"\ntype = \"" + canary + "\"\nroot = \"~" + canary + "\"\ntrust = \"" + canary + "\"\n",
		"token = " + canary + "\n",
		"token = \"" + canary + "\n",
		"x = 1" + canary + "\n",
		"x = 0x" + canary + "\n",
		"x = \"\\" + canary + "\"\n",
		"[" + canary + "\n",
		canary + "\n",
		canary + " + " + canary + "\n",
		"a.b = 1\n[a]\nb." + canary + " = 2\n",
		"\"" + canary + "\" = 1\n\"" + canary + "\" = 2\n",
		"x = 2020-" + canary + "\n",
		"x = 1e999999" + canary + "\n",
		"x = {" + canary + " = 1, " + canary + "\n",
		"x = '''" + canary + "\n",
	} {
		path := write(t, map[string]string{FileName: text})
		_, err := Load(path, noEnv)
		if err == nil {
			t.Errorf("accepted: %q", text)
			continue
		}
		// A key that has the form of a key may be named.
		shown := strings.ReplaceAll(err.Error(), `"`+canary+`"`, "")
		if strings.Contains(text, "\""+canary+"\" = 1") {
			continue
		}
		if strings.Contains(shown, canary) {
			t.Errorf("%q is in the message: %v", text, err)
		}
	}
}

// JL-64
func TestLoad_OpenModesAreWarned(t *testing.T) {
	path := write(t, map[string]string{FileName: "", ".env": "A=1\n", "clients.d/x.toml": "[[clients]]\nname = \"x\"\ntoken_sha256 = \"" + digest("a") + "\"\n", "chain.keys": "k"})
	open := []string{path, DotEnv(path), ManagedFile(path, "x"), filepath.Join(filepath.Dir(path), "chain.keys")}
	c, err := Load(path, noEnv)
	if err != nil || len(c.Warnings) != 0 {
		t.Fatalf("%v %v", err, c.Warnings)
	}
	for _, f := range open {
		if err := os.Chmod(f, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err = Load(path, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range open {
		if i >= len(c.Warnings) || c.Warnings[i].File != f || !strings.Contains(c.Warnings[i].String(), "mode 0644); chmod 600 ") {
			t.Errorf("warnings %v, want one about %s", c.Warnings, f)
		}
	}
}

// JL-64
func TestLoad_FoldersThatOthersWriteInAreWarned(t *testing.T) {
	path := write(t, map[string]string{FileName: "", "clients.d/x.toml": "[[clients]]\nname = \"x\"\ntoken_sha256 = \"" + digest("a") + "\"\n"})
	var want []string
	for _, dir := range []string{filepath.Dir(path), ManagedDir(path)} {
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		want = append(want, dir+": others on this computer can write into this folder (mode 0777); chmod go-w "+dir)
	}
	c, err := Load(path, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range c.Warnings {
		got = append(got, w.String())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestLoad_ManagedFiles(t *testing.T) {
	good := "[[clients]]\nname = \"x\"\ntoken_sha256 = \"" + digest("a") + "\"\n"
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"named differently", map[string]string{"clients.d/y.toml": good}, "y.toml:1:1: must hold exactly one [[clients]] entry, named like the file"},
		{"two clients", map[string]string{"clients.d/x.toml": good + "[[clients]]\nname = \"y\"\ntoken_sha256 = \"" + digest("b") + "\"\n"}, "x.toml:1:1: must hold exactly one"},
		{"other tables", map[string]string{"clients.d/x.toml": good + "[server]\nport = 1\n"}, `x.toml:4:2: unknown table or key "server"`},
		{"syntax", map[string]string{"clients.d/x.toml": "[[\n"}, "x.toml:1:"},
		{"file name", map[string]string{"clients.d/X Y.toml": good}, "its name is not a device's"},
		{"digest of another", map[string]string{"clients.d/x.toml": good, FileName: "[[clients]]\nname = \"b\"\ntoken_sha256 = \"" + digest("a") + "\"\n"}, "this token_sha256 is already used at"},
		{"name of another", map[string]string{"clients.d/x.toml": good, FileName: "[[clients]]\nname = \"X\"\ntoken_sha256 = \"" + digest("b") + "\"\n"}, `client "x" is already used at`},
		{"folder", map[string]string{"clients.d/x.toml/y": ""}, "x.toml: cannot be read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, ok := tt.files[FileName]; !ok {
				tt.files[FileName] = ""
			}
			_, err := Load(write(t, tt.files), noEnv)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
	// jezero's own notes, editors' and package managers' leftovers are no entries.
	c, err := Load(write(t, map[string]string{FileName: "", "clients.d/x.toml": good, "clients.d/.x.before": "?", "clients.d/.y.toml": "?", "clients.d/y.toml~": "?"}), noEnv)
	if err != nil || len(c.Clients) != 1 || !c.Clients[0].Managed {
		t.Errorf("%v %+v", err, c)
	}
}

func TestFind_Order(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	env := map[string]string{"XDG_DATA_HOME": data, "HOME": "/home/me"}
	getenv := func(n string) string { return env[n] }
	if _, err := Find("", dir, getenv); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), data) {
		t.Errorf("nowhere: %v", err)
	}
	check := func(flag, want string) {
		t.Helper()
		got, err := Find(flag, dir, getenv)
		if err != nil || got != want {
			t.Errorf("got %s %v, want %s", got, err, want)
		}
	}
	inData := filepath.Join(data, "jezero", FileName)
	if err := WriteFile(inData, nil); err != nil {
		t.Fatal(err)
	}
	check("", inData)
	here := filepath.Join(dir, FileName)
	if err := WriteFile(here, nil); err != nil {
		t.Fatal(err)
	}
	check("", here)
	env["JEZERO_CONFIG"] = "named.toml"
	check("", filepath.Join(dir, "named.toml"))
	check("/etc/flag.toml", "/etc/flag.toml")
	env["XDG_DATA_HOME"] = "relative"
	if got := DataDir(getenv); got != "/home/me/.local/share/jezero" {
		t.Errorf("a relative XDG_DATA_HOME gives %s", got)
	}
}

func TestLoad_Missing(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "no.toml"), noEnv); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if _, err := Load(t.TempDir(), noEnv); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("a folder: %v", err)
	}
}

func TestWriteDefault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", FileName)
	found := Found{
		Connectors: []FoundConnector{{Type: "codex", Root: `/home/me/a "b"\c` + "\x7f\u00fc"}, {Name: "agent-claude-code-desk", Type: "claude-code", Root: "/home/me/.claude"}},
		Clients:    []FoundClient{{Name: "me", TokenSHA256: digest("c")}},
		Port:       9001,
	}
	if err := WriteDefault(path, found); err != nil {
		t.Fatal(err)
	}
	c, err := Load(path, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Warnings) != 0 || c.Server.Port != 9001 || len(c.Clients) != 1 || len(c.Connectors) != 2 ||
		c.Connectors[0].Root != found.Connectors[0].Root || c.Connectors[0].Name != "codex" || !c.Connectors[0].Enabled {
		t.Errorf("%+v", c)
	}
	if err := WriteDefault(path, found); !errors.Is(err, ErrExists) {
		t.Errorf("a second time: %v", err)
	}
	other := filepath.Join(t.TempDir(), FileName)
	if err := WriteDefault(other, Found{Clients: []FoundClient{{Name: "a b", TokenSHA256: "x"}}}); err == nil {
		t.Error("wrote a configuration that does not load")
	}
	if _, err := os.Stat(other); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a refused configuration is there")
	}
}

// Every commented setting is one that exists, and shows its default.
func TestWriteDefault_CommentsAreTrue(t *testing.T) {
	text := string(Found{Port: 8765}.encode())
	on := regexp.MustCompile(`(?m)^#(\[|[a-z_]+ = )`).ReplaceAllString(text, "$1")
	if strings.Count(on, "\n")-strings.Count(text, "\n") != 0 || on == text {
		t.Fatal("no commented settings")
	}
	c, err := Load(write(t, map[string]string{FileName: on}), noEnv)
	if err != nil {
		t.Fatal(err)
	}
	want := defaults(c.Path)
	if d := cmp.Diff(want.Inbox, c.Inbox); d != "" {
		t.Error(d)
	}
	want.Chain.PassphraseEnv = "JEZERO_CHAIN_PASSPHRASE" // a variable's name, of which there is no default
	if d := cmp.Diff(want.Chain, c.Chain); d != "" {
		t.Error(d)
	}
	if c.Health.MaxSilence != want.Health.MaxSilence || c.Health.Realert != want.Health.Realert {
		t.Error("health shows other defaults")
	}
	if c.Summarizer.MaxConcurrency != want.Summarizer.MaxConcurrency || c.Server.Database != want.Server.Database || !c.Server.RequireAuth {
		t.Error("other defaults are shown")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(strings.Replace(everything, "%62%", strings.Repeat("A", 62), 1), "A=1\n")
	f.Add(string(Found{}.encode()), "A=\"$B\"\n")
	for _, b := range bad {
		f.Add(b.text, "")
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text, env string) {
		path := filepath.Join(dir, FileName)
		c, err := LoadWith(Options{Path: path, Lookup: func(string) (string, bool) { return "", false },
			Overlay: map[string][]byte{path: []byte("#\n" + text), DotEnv(path): []byte(env + "\n")}})
		if err == nil {
			// What was accepted keeps its promises.
			if !c.Server.RequireAuth && !Loopback(c.Server.Host) {
				t.Error("open without keys")
			}
			for _, cl := range c.Clients {
				if (cl.TokenSHA256 == "") == (cl.TokenEnv == "") || cl.Name == "" || strings.ContainsAny(cl.Name, `/\.`) {
					t.Errorf("client %+v", cl)
				}
			}
			for _, k := range c.Connectors {
				if !filepath.IsAbs(k.Root) || k.Name == "" || k.Type == "" {
					t.Errorf("connector %+v", k)
				}
			}
			c.Check()
			return
		}
		var all *Error
		if !errors.As(err, &all) || len(all.Problems) == 0 {
			t.Fatalf("not a list of problems: %v", err)
		}
		for _, p := range all.Problems {
			if p.What == "" || p.File == "" {
				t.Errorf("empty problem %+v", p)
			}
			if lines := strings.Count(text, "\n") + 3; p.File == path && p.Line > lines {
				t.Errorf("line %d of %d", p.Line, lines)
			}
			if strings.Count(p.String(), "\n") > 0 {
				t.Errorf("a problem of two lines: %q", p)
			}
		}
	})
}
