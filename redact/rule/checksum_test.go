package rule

import (
	"encoding/base64"
	"strings"
	"testing"

	"jezero/corpus"
)

func TestChecksum(t *testing.T) {
	b64 := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	tests := []struct {
		name  string
		sum   Checksum
		token string // assembled, so that no scanner trips on this file
		pre   int
		want  bool
	}{
		// The example of GitHub's announcement of the format.
		{"github", CRC32Base62, "ghp_" + "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq17", 4, true},
		{"github, a digit off", CRC32Base62, "ghp_" + "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq18", 4, false},
		{"github, truncated", CRC32Base62, "ghp_" + "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq", 4, false},
		{"github, prefix alone", CRC32Base62, "ghp_", 4, false},
		// What public test data hold for Cloudflare and Zuplo.
		{"cloudflare", CRC32HexTail, "cfut_" + "ZE4CrcFhEIDXk9vL2sTLeARsFp2ZZYbydVDhhIUq" + "8573bbfe", 5, true},
		{"cloudflare, a digit off", CRC32HexTail, "cfut_" + "ZE4CrcFhEIDXk9vL2sTLeARsFp2ZZYbydVDhhIUr" + "8573bbfe", 5, false},
		{"zuplo", CRC32HexTail, "zpka_" + "3e6c4f7d39954ca29353b7ab88589b64" + "_de26cd55", 5, true},
		{"zuplo, prefix alone", CRC32HexTail, "zpka_", 5, false},
		{"grafana", CRC32HexReversed, "glsa_" + "iNValIdinValiDinvalidinvalidinva" + "_5b582697", 5, true},
		{"grafana, digits in order", CRC32HexReversed, "glsa_" + "iNValIdinValiDinvalidinvalidinva" + "_9726585b", 5, false},
		{"grafana, prefix alone", CRC32HexReversed, "glsa_", 5, false},
		{"jwt", JWTHeader, b64(`{"alg":"none"}`) + ".e30.", 0, true},
		{"jwt without alg", JWTHeader, b64(`{"typ":"JWT"}`) + ".e30.", 0, false},
		{"jwt without dot", JWTHeader, b64(`{"alg":"none"}`), 0, false},
		// The test vectors of BIP 173.
		{"bech32, upper", Bech32Sum, "A12UEL5L", 0, true},
		{"bech32, lower", Bech32Sum, "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", 0, true},
		{"bech32, mixed case", Bech32Sum, "A12uEL5L", 0, false},
		{"bech32, wrong sum", Bech32Sum, "A1G7SGD8", 0, false},
		{"bech32, no separator", Bech32Sum, "pzry9x0s0muk", 0, false},
		{"bech32, empty data", Bech32Sum, "li1dgmt3", 0, false},
		// The user seed of the README of nats-io/nkeys.
		{"nkey", NKeyCRC16, "SUAKYRHVIOREXV7EUZTBHUHL7NUMHPMAS7QMDU3GTIUWEI5LDNOXD43IZY", 0, true},
		{"nkey, a digit off", NKeyCRC16, "SUAKYRHVIOREXV7EUZTBHUHL7NUMHPMAS7QMDU3GTIUWEI5LDNOXD43IZA", 0, false},
		{"nkey, not base32", NKeyCRC16, strings.Repeat("1", 58), 0, false},
		{"nkey, empty", NKeyCRC16, "", 0, false},
		{"json", JSONPayload, "ops_" + b64(`{"email":"me@example.com"}`), 7, true},
		{"json, padded", JSONPayload, "glc_" + base64.StdEncoding.EncodeToString([]byte(`{"o":"12"}`)), 4, true},
		{"json, cut off", JSONPayload, "ops_" + b64(`{"email":"me@exa`), 7, false},
		{"json, none", JSONPayload, "ops_abc", 4, false},
		{"none", NoChecksum, "ghp_", 0, false},
		{"prefix longer than token", CRC32Base62, "ghp", 4, false},
		{"negative prefix", CRC32Base62, "ghp", -1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.sum.Check([]byte(tt.token), tt.pre); got != tt.want {
				t.Errorf("Check = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestChecksum_AppendThenCheck(t *testing.T) {
	tests := []struct {
		name string
		sum  Checksum
		body string
		pre  int
	}{
		{"base62", CRC32Base62, "ghp_" + "abcdefghijABCDEFGHIJ0123456789", 4},
		{"base62, sum with leading zero", CRC32Base62, "ghp_" + "q", 4},
		{"hex tail", CRC32HexTail, "cfk_" + strings.Repeat("aB3", 13), 4},
		{"hex tail after underscore", CRC32HexTail, "zpka_" + strings.Repeat("c4", 16) + "_", 5},
		{"hex reversed", CRC32HexReversed, "glsa_" + strings.Repeat("aB3d", 8) + "_", 5},
		{"bech32, upper", Bech32Sum, "AGE-SECRET-KEY-1" + strings.Repeat("QP", 26), 16},
		{"bech32, lower", Bech32Sum, "age-secret-key-1" + strings.Repeat("zr", 26), 16},
		{"nkey", NKeyCRC16, "SU" + strings.Repeat("ABCDEFG2", 7), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			token := tt.sum.Append([]byte(tt.body), tt.pre)
			if !tt.sum.Check(token, tt.pre) {
				t.Errorf("Check(Append(body)) is false for a token of %d bytes", len(token))
			}
			token[len(token)/2] ^= 1
			if tt.sum.Check(token, tt.pre) {
				t.Error("Check holds after a byte was changed")
			}
		})
	}
}

func FuzzChecksum(f *testing.F) {
	f.Add([]byte("ghp_abc"), 4, uint8(1))
	f.Add([]byte("A12UEL5L"), 0, uint8(4))
	f.Add([]byte("eyJhbGciOiJub25lIn0.e30."), 0, uint8(3))
	for i, c := range corpus.Sample(11) {
		for _, v := range c.Secrets {
			f.Add([]byte(v), strings.IndexByte(v, '_')+1, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, token []byte, pre int, which uint8) {
		c := Checksum(which % 9)
		before := string(token)
		first := c.Check(token, pre)
		if string(token) != before {
			t.Fatal("Check changed its input")
		}
		if c.Check(token, pre) != first {
			t.Fatal("Check is not a function of its input")
		}
		if pre < 0 || pre > len(token) {
			if first {
				t.Fatal("Check holds for an impossible prefix")
			}
			return
		}
		if got := c.Append(append([]byte(nil), token...), pre); len(got) < len(token) {
			t.Fatal("Append lost bytes")
		}
	})
}
