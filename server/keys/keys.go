// Package keys decides who a presented key belongs to. The server knows keys
// by their SHA-256 only: New makes one on the device or at the terminal, a
// Ring recognises it, a Watcher keeps the Ring in step with the configuration,
// and Devices changes the configuration for `jezero device`.
package keys

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"jezero/server"
	"jezero/server/config"
)

// New makes a key of 256 random bits, URL-safe without padding, and its
// digest. The key is shown once and kept nowhere here.
func New() (token, digest string) {
	var b [32]byte
	rand.Read(b[:]) // never fails: the program is stopped instead
	token = base64.RawURLEncoding.EncodeToString(b[:])
	return token, Digest(token)
}

// Digest is the SHA-256 of a key in lower-case hex, as the configuration has it.
func Digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Ring knows the digests of all usable keys. It is immutable and safe for
// concurrent use; the zero Ring knows no key.
type Ring struct {
	entries  []entry
	warnings []config.Problem
}

type entry struct {
	digest [sha256.Size]byte
	caller server.Caller
	client config.Client
}

// NewRing builds the ring of a configuration. Clients whose variable is not
// set are left out with a warning (JZ-65), and so are clients that share one
// key without saying so: which of them is meant cannot be known (JZ-69).
func NewRing(c *config.Config) *Ring {
	r := &Ring{}
	count := map[[sha256.Size]byte]int{}
	var all []entry
	for _, cl := range c.Clients {
		if cl.Revoked {
			continue
		}
		e := entry{client: cl, caller: server.Caller{Name: cl.Name, Upload: cl.Upload, Scope: server.Scope{Sources: cl.Sources}}}
		switch {
		case cl.TokenSHA256 != "":
			if n, err := hex.Decode(e.digest[:], []byte(cl.TokenSHA256)); err != nil || n != sha256.Size {
				r.warn(cl, "has a digest that is none", "write the 64 hex digits that `jezero new-token` prints")
				continue
			}
		default:
			key := c.Getenv(cl.TokenEnv)
			if key == "" {
				r.warn(cl, fmt.Sprintf("is off: variable %s is not set", cl.TokenEnv), "set it, or put it into .env beside the configuration")
				continue
			}
			if what := unusable(key); what != "" {
				r.warn(cl, fmt.Sprintf("is off: the key in %s %s", cl.TokenEnv, what), "make one with `jezero new-token`")
				continue
			}
			e.digest = sha256.Sum256([]byte(key))
		}
		count[e.digest]++
		all = append(all, e)
	}
	for _, e := range all {
		if count[e.digest] > 1 {
			r.warn(e.client, "is off: another client has the same key", "give every client a key of its own: `jezero new-token`")
			continue
		}
		r.entries = append(r.entries, e)
	}
	return r
}

// minKey is the shortest key that is accepted from a variable, in characters.
// Shorter ones are words that people chose, and words can be guessed.
const minKey = 20

// unusable says why a key from a variable could never work, or should not.
func unusable(key string) string {
	if len(key) < minKey {
		return fmt.Sprintf("is shorter than %d characters", minKey)
	}
	for i := 0; i < len(key); i++ {
		if c := key[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '\\' || c == ',' || c == ';' {
			return "has characters that no bearer header can carry"
		}
	}
	return ""
}

func (r *Ring) warn(c config.Client, what, do string) {
	r.warnings = append(r.warnings, config.Problem{
		File: c.File, Line: c.At.Line, Col: c.At.Col,
		What: fmt.Sprintf("client %q %s", c.Name, what), Do: do,
	})
}

// Warnings says which clients are off, and why.
func (r *Ring) Warnings() []config.Problem { return r.warnings }

// Len is the number of usable keys.
func (r *Ring) Len() int {
	if r == nil {
		return 0
	}
	return len(r.entries)
}

// Lookup returns the caller a key belongs to. It compares the key's digest
// with every digest of the ring, each in constant time, and goes through all
// of them whether or not one fits: how long it takes says nothing about which
// key, or how much of one, was right (JZ-64, JL-61).
func (r *Ring) Lookup(token string) (server.Caller, bool) {
	if r == nil {
		return server.Caller{}, false
	}
	digest := sha256.Sum256([]byte(token))
	at := -1
	for i := range r.entries {
		equal := subtle.ConstantTimeCompare(digest[:], r.entries[i].digest[:])
		at = subtle.ConstantTimeSelect(equal, i, at)
	}
	if at < 0 {
		return server.Caller{}, false
	}
	return r.entries[at].caller, true
}

// without returns the ring less the entries that drop names.
func (r *Ring) without(drop func(config.Client) bool) *Ring {
	kept := &Ring{warnings: r.warnings}
	for _, e := range r.entries {
		if !drop(e.client) {
			kept.entries = append(kept.entries, e)
		}
	}
	return kept
}

// ErrNoUsableClient says that every request would be refused.
var ErrNoUsableClient = errors.New("require_auth is on and no client has a usable key")

// Start is the ring a server starts with. With require_auth on, a ring that
// knows no key is ErrNoUsableClient (JZ-66).
func Start(c *config.Config) (*Ring, error) {
	r := NewRing(c)
	if c.Server.RequireAuth && r.Len() == 0 {
		return nil, fmt.Errorf("%w: make a key with `jezero new-token` and add its digest as [[clients]] to %s, or approve a device with `jezero device approve`", ErrNoUsableClient, c.Path)
	}
	return r, nil
}
