package value_test

import (
	"flag"
	"testing"

	"jezero/redact/internal/golden"
	"jezero/redact/internal/value"
)

var update = flag.Bool("update", false, "write golden files")

// valuesOfEveryLook stand for what people write on the right of a secret's
// name. What looks generated is put together so that it stands nowhere.
var valuesOfEveryLook = []string{
	"", "  x  ", "\"$VAR\"", "[REDACTED:password]", "[REDACTED]", "[redacted:db]", "[REDACTED:a b]", "$VAR", "${VAR}", "${VAR:-default}", "$VAR_1/x", "$1", "$(cmd x)", "`cmd`", "%VAR%", "%(name)s", "%s", "%q", "{{ x }}", "{{x|y}}", "{x}", "{0}", "#{x}", "@X@", "${{ secrets.X }}", "<%= x %>", "<x>", "<your token>", "<a-b>", "[your key]",
	"!vault", "!Ref Name", "*anchor", "&anchor", "vault:secret/data/x", "op://vault/item/field", "ssm:/a/b", "env:NAME", "env.NAME", "os.environ['X']", "os.environ/KEY", "process.env.X", "import.meta.env.X", "System.getenv(\"X\")", "var.x", "local.x", "data.a.b", "self.secret", "this.x", "obj.password", "a->b", "a::b", "arn:aws:secretsmanager:eu:1:secret:x", "projects/p/secrets/s/versions/1", "secretKeyRef", "file:///run/x", "file:x",
	"/run/secrets/db", "./a/b.pem", "../x", "~/x/y", `C:\a\b.pem`, `\\host\share`, "certs/server.key", "a/b", "a/b/c/d", "/dev/null", "app/Http/Kernel.php", "src/main.go:12", "https://h.example/x", "http://h", "postgres://h/x", "h.example.com", "me@h.example", "192.0.2.1", "::1",
	"true", "False", "null", "None", "nil", "undefined", "string", "required", "optional", "yes", "off", "default", "auto", "text/plain", "Bearer", "bcrypt", "sha256", "AES-256-GCM", "RS256", "utf-8",
	"0", "12345", "-3", "1_000", "1,000", "2.5e-07", "1e5", "128k", "10MB", "30s", "5m", "0x1f", "0xdead_beef", "1.2.3", "v1.2.3", "^1.2.3", ">=1.0.0", "1.2.3-beta.1", "1.2.x", "#000080", "#fff", "#12345g", "50%", "12:30", "2026-01-31", "2026-01-31T10:00:00Z", "100px",
	"get_token()", "f(x)", "a[0]", "foo[bar]", "x => y", "() => {}", "a + b", "a == b", "x ? y : z", "!x", "a.b()", "new X", "func(a)", "[a-z0-9]+", "^\\w{8,}$", "\\d+", "a\\nb", "\\u0041\\u0042", "min:8|max:20", "required|string", "minLength=8",
	"xxxx", "xxxxxxxxxxxxxxxx", "********", "....", "----", "AAAAAAAAAAAA", "000000000000", "1234567890", "abcdefgh", "abc123", "changeme", "CHANGE_ME", "REPLACE_ME", "replace-with-token", "your-key-here", "my_api_key", "example", "example_12345", "test", "testtesttest", "dummy", "fake-token", "placeholder", "password", "secret123", "todo", "insert_here", "foo", "foobar", "sample-key-1", "redacted", "hidden", "n/a", "TBD", "none",
	"see the team vault", "Forgot password?", "two words", "a b c d e", "Enter your token", "Passwort vergessen", "das ist es", "swordfish", "Swordfish", "SWORDFISH", "sword-fish", "billing_queue_name", "frameObserverToken", "FrameObserver", "FRAME_OBSERVER", "kebab-case-name", "name2", "config.v1", "not-a-uuid", "key2", "a1", "x9y", "db_password_1", "i18n", "utf8mb4",
	"hunter2" + "x", "Pass" + "123!@#", "q7!EC" + "QirhvKa", "lGRSG" + "wR7tv$g9g7Rb", "5cq0p" + "Xkz9Tq2mVw7", "0/dT3ab" + "+Zq91Lk/x7Q==", "correct" + "-horse-battery", "Tr0ub4" + "dor&3", "p@ss" + "w0rd", "abc" + "$def", "a,b;c", "a|b", "x=1", "AES=1,KEY=2", "a&b", "a/b+c=", "é" + "clair9", "пароль1", "密码123", "\xff\xfe\x01",
	"7c41b0d6-3b8c-4d7b-9f63-" + "2d1c0a9e8f11", "7c41b0d63b8c4d7b9f63" + "2d1c0a9e8f11", "297c6fdb78c2b56acf56" + "a263640aeec53fdce339", "DEADBEEF" + "DEADBEEF", "MIIEvQIBADANBg" + "kqhkiG9w0BAQ", "AAAAB3NzaC1yc2EAAAADAQAB" + "AAABgQC7", "ssh-rsa AAAAB3NzaC1yc2E", "JBSWY3DP" + "EHPK3PXP", "iNValIdinValiDinvalid" + "invalidinva", "abababababababab", "abcabcabcabcabcabc", "qwertyuiopasdf", "aaaaaaaabbbbbbbb", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "callCheckIfRecordAlreadyExists", "com.example.app.SecurityConfig", "AVEncVideoMaxKeyframeDistance", "TLS_ECDHE_RSA_WITH_AES_128",
}

var looks = map[value.Look]string{
	value.Empty: "empty", value.Redacted: "redacted", value.Reference: "reference", value.Placeholder: "placeholder", value.Path: "path", value.Keyword: "keyword",
	value.URL: "url", value.Code: "code", value.Number: "number", value.Prose: "prose", value.Word: "word", value.Identifier: "identifier", value.Plain: "plain", value.UUID: "uuid", value.Generated: "generated",
}

// TestJudgements holds what every byte of a value is worth to the judgement of
// its look. See package golden for how the file reads.
func TestJudgements(t *testing.T) {
	judge := func(s string) string {
		v := []byte(s)
		look, ok := looks[value.Of(v)]
		if !ok {
			t.Fatalf("a look without a name: %d", value.Of(v))
		}
		for _, also := range []struct {
			name string
			is   bool
		}{{"strong", value.Strong(v)}, {"likely", value.Likely(v)}, {"hex", value.Hex(v)}, {"uuid", value.UUIDAt(v, 0)}, {"chant", 2*value.Chant(v) >= len(v)}} {
			if also.is {
				look += " " + also.name
			}
		}
		return look
	}
	golden.Judgements(t, "testdata/judgements.txt", *update, judge, valuesOfEveryLook, len(valuesOfEveryLook))
}
