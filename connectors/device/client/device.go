package client

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// NewKey makes a key of 256 random bits, URL-safe. It stays on the device; the
// server is told its Digest.
func NewKey() string {
	var b [32]byte
	rand.Read(b[:]) // never fails: the program is stopped instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Digest is the SHA-256 of a key in hex, as `jezero device approve` wants it.
func Digest(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// maxDevice is the length of a device's name in bytes.
const maxDevice = 63

// reservedDevices are names that mean something else to a server, or to a file
// system that keeps their uploads.
var reservedDevices = []string{"local", "con", "prn", "aux", "nul"}

// ValidDevice reports whether a server takes the name for a device: lower-case
// letters, digits and hyphens, at most 63.
func ValidDevice(name string) bool {
	if name == "" || len(name) > maxDevice || name[0] == '-' {
		return false
	}
	for _, c := range []byte(name) {
		if !deviceByte(c) {
			return false
		}
	}
	for _, r := range reservedDevices {
		if name == r {
			return false
		}
	}
	return len(name) != 4 || name[:3] != "com" && name[:3] != "lpt" || name[3] < '0' || name[3] > '9'
}

func deviceByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-'
}

// DeviceName makes a device's name of a computer's: its first label, in lower
// case, with a hyphen for each run of bytes that a name cannot hold. It is ""
// when nothing is left.
func DeviceName(host string) string {
	host, _, _ = strings.Cut(strings.ToLower(host), ".")
	var b strings.Builder
	for _, c := range []byte(host) {
		if !deviceByte(c) {
			c = '-'
			if s := b.String(); strings.HasSuffix(s, "-") {
				continue
			}
		}
		b.WriteByte(c)
	}
	name := strings.Trim(b.String(), "-")
	name = strings.Trim(name[:min(len(name), 40)], "-")
	if !ValidDevice(name) {
		return ""
	}
	return name
}
