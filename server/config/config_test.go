package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// write puts files into a folder and returns the configuration's path.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	// Others may write in it where the umask is 002, which is warned of.
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, FileName)
}

func noEnv(string) string { return "" }

func digest(c string) string { return strings.Repeat(c, 64) }

func TestLoad_Defaults(t *testing.T) {
	path := write(t, map[string]string{FileName: ""})
	c, err := Load(path, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	want := Server{
		Host: "127.0.0.1", Port: 8765, RequireAuth: true, // JZ-125, JZ-128
		Database: filepath.Join(dir, "library", "jezero.db"), ClientDir: filepath.Join(dir, "client"),
	}
	if d := cmp.Diff(want, c.Server); d != "" {
		t.Error(d)
	}
	if c.Inbox.MaxBytes != 64<<20 || c.Inbox.Retention != 0 { // JZ-102
		t.Errorf("inbox %+v", c.Inbox)
	}
	if c.Health.MaxSilence != 24*time.Hour { // JZ-175
		t.Errorf("health %+v", c.Health)
	}
}

const everything = `
[server]
host = "0.0.0.0"
port = 9000
public_url = "https://memory.example.org/"
allowed_hosts = ["box.lan", "192.0.2.7:9000", "[2001:db8::1]:9000"]
require_auth = true
database = "lib/j.db"
client_dir = "/srv/client"

[[clients]]
name = "desk"
token_sha256 = "AA` + "%62%" + `"

[[clients]]
name = "reader"
token_env = "READER_KEY"
sources = ["agent-*", "mail"]
upload = true

[[connectors]]
name = "agent-claude-code-desk"
type = "claude-code"
root = "sessions"
interval_minutes = 5
settle_minutes = 0
exclude = ["private/**"]
trust = "external"
options = { depth = 3, token_env = "CONNECTOR_TOKEN" }

[inbox]
dir = "in"
max_mb = 1
retention_days = 30

[summarizer]
kind = "anthropic"
model = "small"
api_key_env = "MODEL_KEY"
max_concurrency = 4
monthly_token_cap = 1000000

[redaction]
known_env = ["DB_PASSWORD"]
[[redaction.extra_patterns]]
kind = "acme"
pattern = 'acme_([a-z]{20})'
literal = "acme_"
group = 1

[chain]
key_file = "keys/chain"

[health]
max_silence_hours = 48
realert_hours = 12
alert_webhook_env = "HOOK_URL"
heartbeat_url_env = "BEAT_URL"
`

func TestLoad_EveryKey(t *testing.T) {
	path := write(t, map[string]string{FileName: strings.Replace(everything, "%62%", strings.Repeat("A", 62), 1)})
	dir := filepath.Dir(path)
	c, err := Load(path, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Path: path, Dir: dir,
		Server: Server{
			Host: "0.0.0.0", Port: 9000, PublicURL: "https://memory.example.org", RequireAuth: true,
			AllowedHosts: []string{"box.lan", "192.0.2.7:9000", "[2001:db8::1]:9000"},
			Database:     filepath.Join(dir, "lib/j.db"), ClientDir: "/srv/client",
		},
		Clients: []Client{
			{Name: "desk", TokenSHA256: digest("a"), Sources: []string{"*"}, File: path, At: Pos{11, 3}}, // JZ-93
			{Name: "reader", TokenEnv: "READER_KEY", Sources: []string{"agent-*", "mail"}, Upload: true, File: path, At: Pos{15, 3}},
		},
		Connectors: []Connector{{
			Name: "agent-claude-code-desk", Type: "claude-code", Root: filepath.Join(dir, "sessions"), Enabled: true,
			Interval: 5 * time.Minute, Settle: 0, Exclude: []string{"private/**"}, Trust: "external",
			Options: map[string]any{"depth": int64(3), "token_env": "CONNECTOR_TOKEN"}, File: path, At: Pos{21, 3},
		}},
		Inbox:      Inbox{Dir: filepath.Join(dir, "in"), MaxBytes: 1 << 20, Retention: 30 * 24 * time.Hour},
		Summarizer: Summarizer{Kind: "anthropic", Model: "small", APIKeyEnv: "MODEL_KEY", MaxConcurrency: 4, MonthlyTokenCap: 1_000_000},
		Redaction: Redaction{
			KnownEnv:      []string{"DB_PASSWORD"},
			ExtraPatterns: []Pattern{{Kind: "acme", Pattern: "acme_([a-z]{20})", Literal: "acme_", Group: 1}},
		},
		Chain:  Chain{KeyFile: filepath.Join(dir, "keys/chain")},
		Health: Health{MaxSilence: 48 * time.Hour, Realert: 12 * time.Hour, AlertWebhookEnv: "HOOK_URL", HeartbeatURLEnv: "BEAT_URL"},
	}
	// JL-65: what can be reached from outside without TLS is warned about.
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].String(), "jezero.toml:3:1: host in [server] can be reached from other computers, and jezero does not encrypt") {
		t.Errorf("warnings %v", c.Warnings)
	}
	c.Warnings = nil
	opt := cmp.FilterPath(func(p cmp.Path) bool {
		return p.Last().String() == ".env" || p.Last().String() == ".envUse"
	}, cmp.Ignore())
	if d := cmp.Diff(want, c, opt); d != "" {
		t.Error(d)
	}
}

func TestLoad_AllowedHostsWithoutEffect(t *testing.T) {
	path := write(t, map[string]string{FileName: "[server]\nallowed_hosts = [\"0.0.0.0\", \"0.0.0.0:80\", \"[::]:80\", \"::\", \"box.lan\", \"127.0.0.1\"]\n"})
	c, err := Load(path, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range c.Warnings {
		if !strings.Contains(w.What, "number "+string(rune('1'+i))+" has no effect") {
			t.Error(w)
		}
	}
	if len(c.Warnings) != 4 {
		t.Errorf("%d warnings, want 4", len(c.Warnings))
	}
}

func TestLoad_OpenThroughAProxyIsWarned(t *testing.T) {
	path := write(t, map[string]string{FileName: "[server]\nrequire_auth = false\npublic_url = \"https://memory.example.org\"\n"})
	c, err := Load(path, noEnv)
	if err != nil || len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].String(), "jezero.toml:2:1: require_auth is off, yet") {
		t.Errorf("%v %v", err, c)
	}
}

// bad is a configuration with one thing wrong in it, and the message about it
// without the file's name.
var bad = []struct{ name, text, want string }{
	{"unknown table", "[sever]\nport = 1\n", `:1:2: unknown table or key "sever" in the file; did you mean server?`},
	{"unknown key", "[server]\nprot = 1\n", `:2:1: unknown key "prot" in [server]; did you mean port?`},
	{"unknown key far from all", "[inbox]\n  colour = 1\n", `:2:3: unknown key "colour" in [inbox]; remove it; known here: dir, max_mb, retention_days`},
	{"key that is no name", "[server]\n\"a b\" = 1\n", `:2:1: unknown key in [server]; remove it`},
	{"wrong type string", "[server]\nhost = 1\n", `:2:1: host in [server] must be a string, in quotes`},
	{"wrong type bool", "[server]\nrequire_auth = \"no\"\n", `:2:1: require_auth in [server] must be true or false, without quotes`},
	{"wrong type int", "[server]\nport = \"1\"\n", `:2:1: port in [server] must be a whole number, without quotes`},
	{"port range", "[server]\nport = 70000\n", `:2:1: port in [server] must be from 1 to 65535`},
	{"table that is a value", "server = 1\n", `:1:1: server must be a table; write it as [server]`},
	{"clients as table", "[clients]\nname = \"a\"\n", `:1:2: clients must be a list of tables; write each as [[clients]]`},
	{"syntax", "[server]\nport = \n", `:2:`},
	{"twice", "[server]\nport = 1\nport = 2\n", `a key or table is defined twice`},
	{"host with port", "[server]\nhost = \"127.0.0.1:80\"\n", `:2:1: host in [server] is neither a name nor an address`},
	{"public url with path", "[server]\npublic_url = \"https://a.example/x\"\n", `:2:1: public_url in [server] must be http(s)://host[:port] and nothing more`},
	{"public url with user", "[server]\npublic_url = \"https://u:p@a.example\"\n", `:2:1: public_url in [server] must be`},
	{"allowed wildcard", "[server]\nallowed_hosts = [\n  \"ok.example\",\n  \"*.example\",\n]\n", `:4:3: allowed_hosts number 2 is neither host nor host:port`},
	{"auth off in the open", "[server]\nhost = \"0.0.0.0\"\nrequire_auth = false\n", `:3:1: require_auth = false needs a loopback host`},
	{"auth off on a name", "[server]\nhost = \"box.lan\"\nrequire_auth = false\n", `:3:1: require_auth = false needs a loopback host`},
	{"no client name", "[[clients]]\ntoken_env = \"K\"\n", `:1:3: [[clients]] 1 has no name`},
	{"client name with slash", "[[clients]]\nname = \"../x\"\ntoken_env = \"K\"\n", `:2:1: name in [[clients]] 1 cannot be a client's name`},
	{"client local", "[[clients]]\nname = \"local\"\ntoken_env = \"K\"\n", `:2:1: name in [[clients]] 1 cannot be a client's name`},
	{"client Windows name", "[[clients]]\nname = \"LPT1\"\ntoken_env = \"K\"\n", `:2:1: name in [[clients]] 1 cannot be a client's name`},
	// JZ-62
	{"no token", "[[clients]]\nname = \"a\"\n", `:2:1: client "a" has neither token_sha256 nor token_env`},
	{"both tokens", "[[clients]]\nname = \"a\"\ntoken_env = \"K\"\ntoken_sha256 = \"" + digest("a") + "\"\n", `:3:1: client "a" has both token_sha256 and token_env`},
	{"empty token_env", "[[clients]]\nname = \"a\"\ntoken_env = \"\"\n", `:3:1: token_env of client "a" is empty`},
	{"short digest", "[[clients]]\nname = \"a\"\ntoken_sha256 = \"abc\"\n", `:3:1: token_sha256 of client "a" is not a SHA-256: 64 hex digits`},
	// JZ-67, JZ-68
	{"same digest", "[[clients]]\nname = \"a\"\ntoken_sha256 = \"" + digest("a") + "\"\n[[clients]]\nname = \"b\"\ntoken_sha256 = \"" + digest("A") + "\"\n", `:4:3: this token_sha256 is already used at `},
	{"same variable", "[[clients]]\nname = \"a\"\ntoken_env = \"K\"\n[[clients]]\nname = \"b\"\ntoken_env = \"K\"\n", `:4:3: token_env K is already used at `},
	{"same name", "[[clients]]\nname = \"a\"\ntoken_env = \"K\"\n[[clients]]\nname = \"A\"\ntoken_env = \"L\"\n", `:4:3: client "A" is already used at `},
	{"glob", "[[clients]]\nname = \"a\"\ntoken_env = \"K\"\nsources = [\"agent-[ab\"]\n", `:4:12: sources number 1 of client "a" is not a source name`},
	{"connector without root", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\n", `:2:1: connector "a" has no root`},
	{"connector twice", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\n[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"y\"\n", `:5:3: connector "a" is already defined at `},
	{"trust", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\ntrust = \"full\"\n", `:5:1: trust of connector "a" must be "own" or "external"`},
	{"home of another", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"~other/x\"\n", `:4:1: root in connector "a" starts with ~, which cannot be resolved here`},
	// JZ-137
	{"secret option", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\noptions = { api_token = \"v\" }\n", `:5:13: option api_token of connector "a" looks like a secret`},
	{"secret key of a connector", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\npassword = \"v\"\n", `:5:1: password in connector "a" looks like a secret`},
	{"option table", "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\noptions.a.b = 1\n", `:5:9: option a of connector "a" must be a string, a number, true or false`},
	// JZ-136
	{"secret in a section", "[summarizer]\napi_key = \"v\"\n", `:2:1: api_key in [summarizer] looks like a secret`},
	{"secret at the top", "password = \"v\"\n", `:1:1: password in the file looks like a secret`},
	{"key where a variable belongs", "[[clients]]\nname = \"a\"\ntoken_env = \"q0Yb7-aaa\"\n", `:3:1: token_env in client "a" is not the name of an environment variable`},
	{"kind", "[summarizer]\nkind = \"gpt\"\n", `:2:1: kind in [summarizer] is not known`},
	{"model missing", "[summarizer]\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1\"\n", `:2:1: kind = "openai" in [summarizer] needs a model`},
	{"key missing", "[summarizer]\nkind = \"openai\"\nmodel = \"m\"\n", `:2:1: kind = "openai" in [summarizer] needs api_key_env`},
	{"base url with password", "[summarizer]\nbase_url = \"http://u:p@h/\"\n", `:2:1: base_url in [summarizer] must be`},
	{"pattern", "[[redaction.extra_patterns]]\nkind = \"a\"\npattern = 'x'\n[[redaction.extra_patterns]]\nkind = \"b\"\npattern = '('\n", `:6:1: extra_patterns number 2 is refused: unbalanced`},
	{"pattern without kind", "[[redaction.extra_patterns]]\npattern = 'x'\n", `:1:3: extra_patterns number 1 needs a kind`},
	{"known_env", "[redaction]\nknown_env = [\"A\", \"hunter 2\"]\n", `:2:19: known_env number 2 is not the name`},
	{"hours", "[health]\nmax_silence_hours = 0\n", `:2:1: max_silence_hours in [health] must be from 1 to 8760`},
}

func loadBad(t *testing.T, text string) *Error {
	t.Helper()
	path := write(t, map[string]string{FileName: text})
	_, err := LoadWith(Options{
		Path:       path,
		Lookup:     func(string) (string, bool) { return "", false },
		SecretName: func(n string) bool { return n == "api_token" || n == "password" || n == "api_key" },
		CompilePattern: func(p Pattern) error {
			if p.Pattern == "(" {
				return errors.New("unbalanced")
			}
			if strings.ContainsAny(p.Kind, " _") || p.Kind == "" {
				return errors.New("a kind that the engine refuses")
			}
			return nil
		},
	})
	var all *Error
	if !errors.As(err, &all) {
		t.Fatalf("got %v, want an *Error", err)
	}
	for i := range all.Problems {
		all.Problems[i].File = filepath.Base(all.Problems[i].File)
	}
	return all
}

// A bad kind is told once, and the pattern beside it is looked at all the same.
func TestLoad_PatternProblems(t *testing.T) {
	got := loadBad(t, "[[redaction.extra_patterns]]\nkind = \"Acme Key\"\npattern = '('\n[[redaction.extra_patterns]]\nkind = \"9a\"\npattern = 'x'\n")
	want := []string{":2:1: extra_patterns number 1 needs a kind", ":3:1: extra_patterns number 1 is refused: unbalanced", ":5:1: extra_patterns number 2 needs a kind"}
	if len(got.Problems) != len(want) {
		t.Fatalf("%d problems, want %d:\n%v", len(got.Problems), len(want), got)
	}
	for i, w := range want {
		if p := got.Problems[i].String(); !strings.Contains(p, w) {
			t.Errorf("got %s, want %s", p, w)
		}
	}
}

func TestLoad_OneProblem(t *testing.T) {
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			got := loadBad(t, tt.text)
			if len(got.Problems) != 1 {
				t.Errorf("got %d problems, want 1:\n%v", len(got.Problems), got)
			}
			if !strings.Contains(got.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", got, tt.want)
			}
		})
	}
}

// All the bad configurations in one file give all the problems at once.
func TestLoad_AllProblemsAtOnce(t *testing.T) {
	got := loadBad(t, `
[server]
prot = 1
host = 7
port = 0
[[clients]]
name = "a"
[[clients]]
name = "a"
token_env = "has blank"
[extra]
[health]
realert_hours = -1
`)
	var lines []int
	for _, p := range got.Problems {
		lines = append(lines, p.Line)
	}
	if d := cmp.Diff([]int{3, 4, 5, 7, 8, 10, 11, 13}, lines); d != "" {
		t.Errorf("%s\n%v", d, got)
	}
}
