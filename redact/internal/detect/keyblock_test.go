package detect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
)

// A whole block is one value when nothing decorates its lines. JZ-04, JA-32
func TestKeyBlock(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	k, l := values["K"], values["L"]
	begin, end := "-----BEGIN RSA PRIVATE"+" KEY-----", "-----END RSA PRIVATE"+" KEY-----"
	openssh := func(s string) string { return strings.ReplaceAll(s, "RSA", "OPENSSH") }
	block := begin + "\n" + k + "\n" + l + "\n" + end
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a\n" + block + "\nb\n", "a\n█\nb\n"},
		{"PKCS8", strings.ReplaceAll(block, "RSA ", ""), "█"},
		{"OPENSSH", openssh(block), "█"},
		{"encrypted", begin + "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0BB668B3\n\n" + k + "\n" + end + "\nx", "█\nx"},
		{"encrypted, cut off", begin + "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0BB668B3\n\n" + k + "\n", "█\n"},
		{"cut off before text", begin + "\n" + k + "\n" + l + "\nthen restart the proxy\n", "█\nthen restart the proxy\n"},
		{"PGP", "-----BEGIN PGP PRIVATE" + " KEY BLOCK-----\nVersion: x\n\n" + k + "\n=ab12\n-----END PGP PRIVATE" + " KEY BLOCK-----\n", "█\n"},
		{"escaped", `{"key":"` + begin + `\n` + k + `\n` + l + `\n` + end + `\n","x":1}`, `{"key":"█\n","x":1}`},
		{"escaped twice", `"{\"key\":\"` + begin + `\\n` + k + `\\n` + end + `\\n\"}"`, `"{\"key\":\"█\\n\"}"`},
		{"one line", "pem '" + begin + k + end + "' x", "pem '█' x"},
		{"indented in YAML", "tls:\n  key: |\n    " + begin + "\n    " + k + "\n    " + end + "\nnext: 1\n", "tls:\n  key: |\n    █\nnext: 1\n"},
		{"certificate after it", block + "\n-----BEGIN CERTIFICATE-----\n" + l + "\n-----END CERTIFICATE-----\n", "█\n-----BEGIN CERTIFICATE-----\n" + l + "\n-----END CERTIFICATE-----\n"},
		{"numbered in JSON", `{"c":"     1\t` + begin + `\n     2\t` + k + `\n     3\t` + l + `\n     4\t` + end + `\n"}`, `{"c":"     1\t` + begin + `\n     2\t█\n     3\t█\n     4\t` + end + `\n"}`},
		{"diff in JSON", `{"c":"+` + begin + `\n+` + k + `\n+` + end + `\n"}`, `{"c":"+` + begin + `\n+█\n+` + end + `\n"}`},
		{"concatenated", "\"" + begin + "\\n\" +\n  \"" + k + "\\n\" +\n  \"" + end + "\"", "\"█\""},
		{"two", block + "\n" + block + "\n", "█\n█\n"},
		{"in a string literal", "k := `" + block + "`\n", "k := `█`\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := r.String(c.in)
			if diff := cmp.Diff(c.want, placeholder.ReplaceAllString(out, "█")); diff != "" {
				t.Error(diff)
			}
			if again := r.String(out); again != out {
				t.Error("not idempotent", cmp.Diff(out, again))
			}
		})
	}
}
