package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Credentials never stand in the sample files: a marker {{gen:<kind>:<n>}}
// stands in their place, and the value is made when the file is read. Equal
// markers give equal values, in every file and on every machine.
var marker = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{gen:([a-z0-9-]+):([0-9]+)\}\}`) })

// The alphabets of the values.
const (
	digits    = "0123456789"
	lower     = "abcdefghijklmnopqrstuvwxyz"
	upper     = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnum     = digits + upper + lower
	lowerHex  = digits + "abcdef"
	base32    = upper + "234567"
	base64Std = upper + lower + digits + "+/"
	base64URL = upper + lower + digits + "-_"
)

// stream is a deterministic source of bytes for one marker.
type stream struct {
	seed  [32]byte
	block uint64
	buf   []byte
}

func newStream(kind string, n int) *stream {
	return &stream{seed: sha256.Sum256([]byte("sample credential\x00" + kind + "\x00" + strconv.Itoa(n)))}
}

func (s *stream) next() byte {
	if len(s.buf) == 0 {
		var b [40]byte
		copy(b[:], s.seed[:])
		binary.BigEndian.PutUint64(b[32:], s.block)
		s.block++
		sum := sha256.Sum256(b[:])
		s.buf = sum[:]
	}
	c := s.buf[0]
	s.buf = s.buf[1:]
	return c
}

// of returns n characters of an alphabet.
func (s *stream) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		c := int(s.next())
		for c >= 256-256%len(alphabet) {
			c = int(s.next())
		}
		b[i] = alphabet[c%len(alphabet)]
	}
	return string(b)
}

func (s *stream) raw(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = s.next()
	}
	return b
}

// generators makes a value for each kind of marker. Prefixes are written in
// two halves, so that this file holds no credential shape either.
var generators = map[string]func(*stream) string{
	"password":      func(s *stream) string { return s.of(upper, 1) + s.of(alnum, 18) + s.of(digits, 1) },
	"github-pat":    func(s *stream) string { return withCRC("gh"+"p_", s.of(alnum, 30)) },
	"npm-token":     func(s *stream) string { return withCRC("np"+"m_", s.of(alnum, 30)) },
	"gitlab-pat":    func(s *stream) string { return "glp" + "at-" + s.of(alnum, 20) },
	"aws-key-id":    func(s *stream) string { return "AK" + "IA" + s.of(base32, 16) },
	"stripe-live":   func(s *stream) string { return "sk_" + "live_" + s.of(alnum, 24) },
	"anthropic-key": func(s *stream) string { return "sk-" + "ant-api03-" + s.of(base64URL, 93) + "AA" },
	"hf-token":      func(s *stream) string { return "h" + "f_" + s.of(upper+lower, 34) },
	"sendgrid":      func(s *stream) string { return "S" + "G." + s.of(base64URL, 22) + "." + s.of(base64URL, 43) },
	"google-api-key": func(s *stream) string {
		return "AI" + "za" + s.of(alnum, 35)
	},
	"github-fine-pat": func(s *stream) string {
		return "github_" + "pat_" + s.of(alnum, 22) + "_" + s.of(alnum, 59)
	},
	"aws-secret-key": func(s *stream) string {
		return s.of(upper+lower, 1) + s.of(base64Std, 38) + s.of(alnum, 1)
	},
	"stripe-webhook": func(s *stream) string { return "wh" + "sec_" + s.of(alnum, 32) },
	"slack-webhook": func(s *stream) string {
		return "https://hooks.slack" + ".com/services/T" + s.of(digits+upper, 8) + "/B" + s.of(digits+upper, 10) + "/" + s.of(alnum, 24)
	},
	"discord-webhook": func(s *stream) string {
		return "https://discord" + ".com/api/webhooks/1" + s.of(digits, 17) + "/" + s.of(base64URL, 66) + s.of(alnum, 2)
	},
	"telegram-bot": func(s *stream) string {
		return "7" + s.of(digits, 9) + ":" + "AA" + s.of(base64URL, 32) + s.of(alnum, 1)
	},
	"openai-project": func(s *stream) string {
		return "sk-" + "proj-" + s.of(base64URL, 74) + "T3" + "BlbkFJ" + s.of(base64URL, 73) + s.of(alnum, 1)
	},
	"azure-account-key": func(s *stream) string { return base64.StdEncoding.EncodeToString(s.raw(64)) },
	"basic-auth": func(s *stream) string {
		return base64.StdEncoding.EncodeToString([]byte("SK" + s.of(lowerHex, 32) + ":" + s.of(alnum, 32)))
	},
	"docker-auth": func(s *stream) string {
		return base64.StdEncoding.EncodeToString([]byte("deploy:" + s.of(alnum, 24)))
	},
	"jwt": func(s *stream) string {
		enc := base64.RawURLEncoding.EncodeToString
		return enc([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
			enc([]byte(`{"sub":"`+hex.EncodeToString(s.raw(8))+`","role":"admin"}`)) + "." + enc(s.raw(32))
	},
	"kube-key": func(s *stream) string {
		return base64.StdEncoding.EncodeToString([]byte(keyBlock("RSA PRIVATE"+" KEY", s.raw(600))))
	},
	"pem-rsa":     func(s *stream) string { return keyBlock("RSA PRIVATE"+" KEY", s.raw(1190)) },
	"openssh-key": func(s *stream) string { return keyBlock("OPENSSH PRIVATE"+" KEY", openSSH(s)) },
}

// withCRC puts the checksum that GitHub and npm use behind a body: the
// CRC-32 in six characters of base 62.
func withCRC(prefix, body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	check := make([]byte, 6)
	for i := 5; i >= 0; i-- {
		check[i] = alnum[sum%62]
		sum /= 62
	}
	return prefix + body + string(check)
}

func openSSH(s *stream) []byte {
	return append([]byte("openssh-key-v1\x00\x00\x00\x00\x04none\x00\x00\x00\x04none\x00\x00\x00\x00\x00\x00\x00\x01"), s.raw(280)...)
}

func keyBlock(label string, der []byte) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + label + "-----\n")
	for line := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(der)), 64) {
		b.Write(line)
		b.WriteByte('\n')
	}
	b.WriteString("-----END " + label + "-----")
	return b.String()
}

// generate makes the value of a marker; ok is false for a kind that is not known.
func generate(kind string, n int) (value string, ok bool) {
	g, ok := generators[kind]
	if !ok {
		return "", false
	}
	return g(newStream(kind, n)), true
}

// expand puts the values in the place of the markers. In JSON and SQL files a
// marker stands inside a string, so a line end is written the way the
// string needs it.
func expand(name string, b []byte) []byte {
	if !bytes.Contains(b, []byte("{{gen:")) {
		return b
	}
	inJSON := strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".sql")
	return marker().ReplaceAllFunc(b, func(m []byte) []byte {
		v, ok := fromMarker(m)
		if !ok {
			return m
		}
		if inJSON {
			v = strings.ReplaceAll(v, "\n", `\n`)
		}
		return []byte(v)
	})
}

func fromMarker(m []byte) (string, bool) {
	sub := marker().FindSubmatch(m)
	n, err := strconv.Atoi(string(sub[2]))
	if err != nil {
		return "", false
	}
	return generate(string(sub[1]), n)
}
