// Package config reads jezero.toml: strictly, with all problems at once and
// where each stands, and without ever repeating a value from it.
//
// Find says which file is meant, Load reads it together with the .env beside
// it and the managed files in clients.d, and Config.Check says which variables
// it needs. No secret stands in the file: every secret field names an
// environment variable and ends in _env.
package config

import (
	"path/filepath"
	"time"
)

// Config is a whole, valid configuration. Paths in it are absolute.
type Config struct {
	Path string // the file
	Dir  string // its folder; relative paths in the file start here

	Server     Server
	Clients    []Client // written by hand, then the managed ones by name
	Connectors []Connector
	Inbox      Inbox
	Summarizer Summarizer
	Redaction  Redaction
	Chain      Chain
	Health     Health

	// Warnings are for the operator's eyes at start: file modes that are too
	// open, entries that have no effect.
	Warnings []Problem

	env    environment
	envUse []use
}

// Server is [server].
type Server struct {
	Host         string   // address to listen on; default 127.0.0.1
	Port         int      // default 8765
	PublicURL    string   // "" or scheme://host[:port], where a proxy serves this server
	AllowedHosts []string // further Host values that are answered, as written
	RequireAuth  bool     // default true; false only on loopback
	Database     string   // default library/jezero.db
	ClientDir    string   // client programs for the public bundle; default client
}

// Client is one [[clients]] entry: someone who has a key.
type Client struct {
	Name        string
	TokenSHA256 string // 64 lower-case hex digits, or "" when TokenEnv is set
	TokenEnv    string // name of the variable that holds the key
	Sources     []string
	Upload      bool
	Revoked     bool   // keeps name and digest taken, opens nothing
	File        string // where the entry stands
	At          Pos
	Managed     bool // in clients.d, so jezero may rewrite it
}

// Connector is one [[connectors]] entry: a place sessions are read from.
type Connector struct {
	Name     string // also the source of its items
	Type     string // agent id
	Root     string
	Enabled  bool
	Interval time.Duration
	Settle   time.Duration
	Exclude  []string
	Trust    string         // "own" or "external"
	Options  map[string]any // what only this type knows; strings, numbers, booleans
	Device   string         // the device whose uploads it reads, or ""
	File     string
	At       Pos
}

// Inbox is [inbox].
type Inbox struct {
	Dir       string
	MaxBytes  int64         // per file, on arrival and again when unpacked
	Retention time.Duration // 0 keeps uploads for good
}

// Summarizer is [summarizer].
type Summarizer struct {
	Kind            string // extractive, anthropic, openai
	BaseURL         string
	Model           string
	APIKeyEnv       string
	MaxConcurrency  int
	MonthlyTokenCap int64 // 0 is no cap
}

// Redaction is [redaction].
type Redaction struct {
	ExtraPatterns []Pattern
	KnownEnv      []string // variables whose values are redacted wherever they appear
}

// Pattern is one [[redaction.extra_patterns]] entry.
type Pattern struct {
	Kind    string
	Pattern string
	Literal string
	Group   int
}

// Chain is [chain]: where the keys are that sign what is stored. One of KeyFile,
// KeyEnv and Keychain is set.
type Chain struct {
	KeyFile       string // default chain.keys
	PassphraseEnv string // variable with the passphrase that seals KeyFile, or ""
	KeyEnv        string // variable that holds the keys themselves
	Keychain      string // name of an item in the system's keychain
}

// Health is [health].
type Health struct {
	MaxSilence      time.Duration
	Realert         time.Duration
	AlertWebhookEnv string
	HeartbeatURLEnv string
}

// defaults is the configuration of an empty file in dir.
func defaults(path string) *Config {
	dir := filepath.Dir(path)
	return &Config{
		Path: path,
		Dir:  dir,
		Server: Server{
			Host: "127.0.0.1", Port: 8765, RequireAuth: true,
			Database:  filepath.Join(dir, "library", "jezero.db"),
			ClientDir: filepath.Join(dir, "client"),
		},
		Inbox:      Inbox{Dir: filepath.Join(dir, "inbox"), MaxBytes: 64 << 20},
		Summarizer: Summarizer{Kind: "extractive", MaxConcurrency: 2},
		Chain:      Chain{KeyFile: filepath.Join(dir, "chain.keys")},
		Health:     Health{MaxSilence: 24 * time.Hour, Realert: 24 * time.Hour},
	}
}

// Getenv returns a variable as the program is to see it: the process's own
// environment first, then .env beside the configuration.
func (c *Config) Getenv(name string) string {
	v, _ := c.env.lookup(name)
	return v
}

// abs makes a path from the file absolute.
func (c *Config) abs(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(c.Dir, path)
}
