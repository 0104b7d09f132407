package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Found is what a first configuration is made of.
type Found struct {
	Connectors []FoundConnector
	Clients    []FoundClient
	Port       int // 0 is the default
}

// FoundConnector is a session store of this computer.
type FoundConnector struct{ Name, Type, Root string }

// FoundClient is a key that was made for this computer.
type FoundClient struct {
	Name, TokenSHA256 string
	Upload            bool
}

// ErrExists says that there is a configuration already; it is never overwritten.
var ErrExists = errors.New("there is a configuration already")

// WriteDefault writes a first jezero.toml, with a comment on every setting and
// mode 0600. It loads without a problem as it is.
func WriteDefault(path string, f Found) error {
	if f.Port == 0 {
		f.Port = 8765
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%w: %s", ErrExists, path)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	text := f.encode()
	// What is written must load: names and paths come from outside.
	abs, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	var ps problems
	l := &loader{o: Options{SecretName: holdsSecret, Lookup: os.LookupEnv}, c: defaults(abs)}
	if doc := parse(path, text, &ps); doc != nil {
		l.mainFile(doc)
	}
	l.whole()
	l.ps.list = append(l.ps.list, ps.list...)
	if err := l.ps.err(); err != nil {
		return fmt.Errorf("the configuration that was found would not be valid:\n%w", err)
	}
	return WriteFile(path, text)
}

func (f Found) encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, defaultHead, f.Port)
	for _, c := range f.Clients {
		fmt.Fprintf(&b, "\n[[clients]]\nname = %s\ntoken_sha256 = %s\n", quote(c.Name), quote(c.TokenSHA256))
		if c.Upload {
			b.WriteString("upload = true\n")
		}
	}
	b.WriteString(defaultConnectors)
	for _, c := range f.Connectors {
		name := c.Name
		if name == "" {
			name = c.Type
		}
		fmt.Fprintf(&b, "\n[[connectors]]\nname = %s\ntype = %s\nroot = %s\n", quote(name), quote(c.Type), quote(c.Root))
	}
	b.WriteString(defaultTail)
	return b.Bytes()
}

// The commented settings show the defaults, but for those that name a
// variable. TestWriteDefault_CommentsAreTrue takes the marks away and loads it.
const defaultHead = `# jezero: the configuration of a memory server.
# Relative paths start at this file's folder. No secret stands here: fields that
# end in _env name an environment variable, set outside or in .env beside this
# file. "jezero check-config" says what is wrong or missing.

[server]
# The address to listen on. Other computers reach jezero through a proxy or a
# tunnel that adds TLS; see docs/server.md before opening it.
host = "127.0.0.1"
port = %d
# Where a proxy serves this server, and further names it is called by.
#public_url = "https://memory.example.org"
#allowed_hosts = ["memory.example.org"]
# Off is possible on loopback only: then every program here may read everything.
#require_auth = true
#database = "library/jezero.db"
#client_dir = "client"

# Who may read, by the SHA-256 of a key ("jezero new-token" makes one). sources
# are globs on the names of connectors; without the line it is everything.
# Devices are added by "jezero device approve" and stand in clients.d.
`

const defaultConnectors = `
# Where sessions are read from. The name is the source of the items.
#   enabled = true
#   interval_minutes = 15   how often "run --due" looks
#   settle_minutes = 30     how long a file must have been quiet
#   exclude = ["work/secret/**"]
#   trust = "own"           or "external", for what others wrote
`

const defaultTail = `
# Session files that devices upload.
[inbox]
#dir = "inbox"
#max_mb = 64
# Days after which an uploaded file is removed; 0 keeps them. Items stay.
#retention_days = 0

# How a stretch of a session becomes an item: "extractive" needs no model and no
# network; "anthropic" and "openai" (any compatible endpoint) see redacted text.
[summarizer]
kind = "extractive"
#base_url = ""
#model = ""
#api_key_env = "JEZERO_MODEL_KEY"
#max_concurrency = 2
#monthly_token_cap = 0

# Further secrets to redact: the values of these variables wherever they appear,
# and patterns of your own.
[redaction]
#known_env = ["DATABASE_PASSWORD"]
#[[redaction.extra_patterns]]
#kind = "acme-token"
#pattern = 'acme_[a-z0-9]{32}'
#literal = "acme_"

# The keys that sign what is stored: in a file, best sealed with a passphrase, in
# a variable (key_env), or in the system's keychain (keychain = "jezero"). Keep a
# copy elsewhere: "jezero chain export" writes one.
[chain]
#key_file = "chain.keys"
#passphrase_env = "JEZERO_CHAIN_PASSPHRASE"

# When a connector counts as silent, and who is told. The URLs are secrets.
[health]
#max_silence_hours = 24
#realert_hours = 24
#alert_webhook_env = "JEZERO_ALERT_WEBHOOK"
#heartbeat_url_env = "JEZERO_HEARTBEAT_URL"
`
