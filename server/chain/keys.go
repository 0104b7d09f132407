package chain

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
)

// Keys signs events and checks them. Old keys stay, so that what they signed
// can be checked; the current one signs. Keys is safe for concurrent use.
type Keys struct {
	current string
	byID    map[string]*key
}

// key holds the three keys made from one secret. They are derived apart, so
// that a commitment can never be passed off as a link of the chain.
type key struct {
	secret              []byte
	event, commit, head []byte
}

// Errors that callers branch on.
var (
	ErrNoKeys     = errors.New("no chain keys")
	ErrKeysExist  = errors.New("there are chain keys already")
	ErrUnknownKey = errors.New("unknown chain key")
)

const secretSize = 32

// keyFile is the file's layout.
type keyFile struct {
	V       int          `json:"v"`
	Current string       `json:"current"`
	Keys    []keyFileKey `json:"keys"`
}

type keyFileKey struct {
	ID     string `json:"id"`
	Secret string `json:"secret"` // base64
}

// NewKeys makes a fresh key that lives in memory only.
func NewKeys() *Keys {
	k := &Keys{byID: map[string]*key{}}
	k.add()
	return k
}

func (k *Keys) add() {
	secret := make([]byte, secretSize)
	id := make([]byte, 4)
	rand.Read(secret) // never fails since Go 1.24
	for {
		rand.Read(id)
		name := "k" + hex.EncodeToString(id)
		if _, taken := k.byID[name]; !taken {
			k.byID[name] = derive(secret)
			k.current = name
			return
		}
	}
}

func derive(secret []byte) *key {
	sub := func(info string) []byte {
		b, err := hkdf.Key(sha256.New, secret, nil, info, sha256.Size)
		if err != nil {
			panic("chain: internal error: " + err.Error())
		}
		return b
	}
	return &key{
		secret: secret,
		event:  sub("jezero chain event v1"),
		commit: sub("jezero chain commitment v1"),
		head:   sub("jezero chain head v1"),
	}
}

// next is these keys and a fresh one, which is the current one.
func (k *Keys) next() *Keys {
	next := &Keys{byID: map[string]*key{}}
	for id, old := range k.byID {
		next.byID[id] = old
	}
	next.add()
	return next
}

// Current is the id of the key that signs.
func (k *Keys) Current() string { return k.current }

// Has reports whether the key is known.
func (k *Keys) Has(id string) bool { return k.byID[id] != nil }

// Seal sets the event's version and key, and returns its hash.
func (k *Keys) Seal(e *Event) string {
	e.V, e.KeyID = Version, k.current
	if !e.valid() {
		panic("chain: internal error: event with invalid UTF-8")
	}
	return mac(k.byID[k.current].event, e.Canonical())
}

// Hash computes the hash that the event must have. An event of a key that is
// not here is ErrUnknownKey: unknown never passes for good.
func (k *Keys) Hash(e *Event) (string, error) {
	key := k.byID[e.KeyID]
	if key == nil {
		return "", ErrUnknownKey
	}
	return mac(key.event, e.Canonical()), nil
}

// Commit makes the keyed commitment to one part of what is stored. Without the
// key it says nothing about the text, not even to someone who guesses it.
func (k *Keys) Commit(keyID, part string, data []byte) (string, error) {
	key := k.byID[keyID]
	if key == nil {
		return "", ErrUnknownKey
	}
	h := hmac.New(sha256.New, key.commit)
	h.Write([]byte(part))
	h.Write([]byte{0})
	h.Write(data)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)), nil
}

func mac(key, data []byte) string {
	h := hmac.New(sha256.New, key)
	h.Write(data)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// sameMAC compares in constant time.
func sameMAC(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

func (k *Keys) encode() []byte {
	f := keyFile{V: 1, Current: k.current}
	for id, key := range k.byID {
		f.Keys = append(f.Keys, keyFileKey{ID: id, Secret: base64.StdEncoding.EncodeToString(key.secret)})
	}
	sort.Slice(f.Keys, func(i, j int) bool { return f.Keys[i].ID < f.Keys[j].ID })
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		panic("chain: internal error: " + err.Error())
	}
	return append(b, '\n')
}

// Line is the keys on one line, as a variable or a file can hold them. It is
// the secret itself.
func (k *Keys) Line() []byte {
	var line bytes.Buffer
	if err := json.Compact(&line, k.encode()); err != nil {
		panic("chain: internal error: " + err.Error())
	}
	return append(line.Bytes(), '\n')
}

// decodeKeys reads a key file. Its errors never quote the file.
func decodeKeys(b []byte) (*Keys, error) {
	var f keyFile
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, errors.New("the chain key file is not valid JSON")
	}
	if f.V != 1 {
		return nil, errors.New("the chain key file has a version that this program does not know")
	}
	k := &Keys{current: f.Current, byID: map[string]*key{}}
	for i, e := range f.Keys {
		secret, err := base64.StdEncoding.DecodeString(e.Secret)
		if err != nil || len(secret) != secretSize || e.ID == "" {
			return nil, fmt.Errorf("the chain key file's key number %d is damaged", i+1)
		}
		if k.byID[e.ID] != nil {
			return nil, fmt.Errorf("the chain key file's key number %d has an id that stands twice", i+1)
		}
		k.byID[e.ID] = derive(secret)
	}
	if k.byID[k.current] == nil {
		return nil, errors.New("the chain key file's current key is not among its keys")
	}
	return k, nil
}
