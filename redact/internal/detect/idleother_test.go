package detect

import (
	"strings"
	"testing"

	"jezero/redact/internal/scan"
)

// Where the other literals are said to be worth no call, their detectors find nothing.
// What must be idle is: else it is looked at in vain.
func TestIdleOther(t *testing.T) {
	pad := strings.Repeat("and so on ", 20)
	before := []string{"", " ", "x ", "ab", "ab.", "req.Set", "\x1b[1m", "\\u20ac", "\\n", "x:", "_", "\"", "-", "http", "7", "5", "(\"Password\")", "(\"Password\").first()", "= "}
	behind := []string{
		"kQ3xT9vB2mW7pZ5n\n", " kQ3xT9vB2mW7pZ5n\n", "dXNlcjpwYXNzd29yZA==\n", " dXNlcjpwYXNzd29yZA==\n", "\"dXNlcjpwYXNz\"\n", "dXNlcjpwYXNz. Then\n", "dXNlcjpwYXNzd.x\n", "+dXNlcjpw\n", "Authentication.\n", "Authentication string.\n", "auth is off\n",
		"\"+basicAuth(user))\n", "%20dXNlcjpwYXNzd29yZA==\n", "<kQ3xT9vB2mW7pZ5n>\n", ": kQ3xT9vB2mW7pZ5n\n", " \t kQ3xT9vB2mW7pZ5n\n", "\":\"kQ3xT9vB2mW7pZ5n\"\n", "\", \"kQ3xT9vB2mW7pZ5n\")\n", "=kQ3xT9vB2mW7pZ5n\n", " = kQ3xT9vB2mW7pZ5n\n", " string = \"kQ3xT9vB2mW7pZ5n\"\n",
		" header: kQ3xT9vB2mW7pZ5n\n", " header\n", "\") == \"\" {\n", "(\"kQ3xT9vB2mW7pZ5n\")\n", "Key: kQ3xT9vB2mW7pZ5n\n", "(user, pass)\n", "(user, \"kQ3xT9vB2mW7pZ5n\")\n", "(user, u\"kQ3xT9vB2mW7pZ5n\")\n", "user, pass)\n", "user, \"kQ3xT9vB2mW7pZ5n\")\n", "\"me\", \"kQ3xT9vB2mW7pZ5n\")\n",
		"user,  \"kQ3xT9vB2mW7pZ5n\")\n", "user string, password string)\n", "s.user.name, x)\n", "s.user , \"kQ3xT9vB2mW7pZ5n\")\n", "a, b, c), \"kQ3xT9vB2mW7pZ5n\")\n", "f(x), \"kQ3xT9vB2mW7pZ5n\")\n", ")\n", "t *testing.T)\n", " sid=kQ3xT9vB2mW7pZ5n; x=1\n", "\": \"sid=kQ3xT9vB2mW7pZ5n\"\n", ", \"sid=kQ3xT9vB2mW7pZ5n\"\n", ", value: \"sid=kQ3xT9vB2mW7pZ5n\"\n",
		"\nsid=kQ3xT9vB2mW7pZ5n\n", ", Secure; sid=kQ3xT9vB2mW7pZ5n\n", ": %s\n", ": &Cookie{\n", ": {\"sid=kQ3xT9vB2mW7pZ5n\"}\n", ", [sid]=kQ3xT9vB2mW7pZ5n\n", " header, and sid=kQ3xT9vB2mW7pZ5n\n", ".sid=kQ3xT9vB2mW7pZ5n\n", " -u me:kQ3xT9vB2mW7pZ5n https://x.example\n", " -pkQ3xT9vB2mW7pZ5n x\n", " INFO kQ3xT9vB2mW7pZ5n\n",
		"me:kQ3xT9vB2mW7pZ5n@db.example/x\n", " me:kQ3xT9vB2mW7pZ5n@db.example/x\n", " to me:kQ3xT9vB2mW7pZ5n@db.example\n", "ion to the db as me:kQ3xT9vB2mW7pZ5n@db.example\n", "ion\": \"me:kQ3xT9vB2mW7pZ5n@db.example\"\n", "ionStateOfIt: me:kQ3xT9vB2mW7pZ5n@db.example\n", "ion closes.\n", "ion()\n", "db.example:80/x\n", "db.example/me:kQ3xT9vB2mW7pZ5n@x\n", "kQ3xT9vB2mW7pZ5n@db.example\n",
		"db.example:80\n", " u:q9@h/x\n", " u:q9x@h/x\n", " to u:k9Q@h,x\n", "ion: close, u:kQ3xT9vB2mW7@db.example\n", "db.example:1234@h.example/x\n", "db.example:8080', x\n", "db.example)kQ3xT9vB2mW7pZ5n@h.example/x\n", "me:80,kQ3xT9vB2mW7pZ5n@h.example/x\n", "me:12345678/kQ3xT9vB2mW7pZ5n@h.example/x\n", "\" + x + \"dXNlcjpwYXNzd29yZA==\"\n", "] = \"sid=kQ3xT9vB2mW7pZ5n\"\n", "][0], \"sid=kQ3xT9vB2mW7pZ5n\"\n",
		"\"kQ3xT9vB2mW7pZ5n\")\n",
	}
	for _, a := range Anchors() {
		if a.Idle == nil || a.Lit == "token" {
			continue
		}
		for _, b := range before {
			for _, after := range behind {
				src := []byte(pad + b + a.Lit + after + pad + pad)
				from, to := len(pad+b), len(pad+b+a.Lit)
				if !a.Idle(src, from, to) {
					continue
				}
				var out scan.Out
				if a.Detect(&scan.View{Src: src, At: from, To: to}, &out); len(out.Spans) > 0 {
					t.Errorf("%q: %d values", src[len(pad):len(src)-2*len(pad)], len(out.Spans))
				}
			}
		}
	}
	for _, c := range [...]struct{ before, lit, behind string }{
		{"GetA", "basic ", "kQ3xT9vB2mW7pZ5n"}, {"HTTP ", "basic ", "Authentication string"}, {"\"", "basic ", "\"+basicAuth(username, password))"}, {"", "bearer", "s of it"}, {"a ", "bearer", " of it"},
		{"", "authorization", "Mode = x"}, {"(\"", "authorization", "\") == \"\""}, {"an ", "authorization", " header of that request"}, {"Proxy-", "authorization", ")"},
		{"(\"", "cookie\"", ")"}, {"", "cookie:", " &Cookie{"}, {"(\"", "cookie\"", ", header)"}, {"", "cookie:", " %s"}, {"set_", "cookie\"", " header"},
		{"SetBa", "curl", " -u a:b"}, {"05.11", "7z ", "INFO x"}, {"", "basicauth(", "username, password)"}, {"", "basicauth(", "username string)"}, {"", "setbasicauth", "(x, y)"}, {"", "networkcredential", " x"},
		{"send", "credential(", "ctx, digest, 12)"}, {"may ", "access ", "the rest of it"}, {"http", "://", "db.example/x"}, {"", "connect", "ionState(t)"}, {"", "connect", "ion was closed by the other side."}, {"an ", "dsn=", "\n"},
		{"http", "://", "localhost:8080/"}, {"http", "://", "a.example, b"}, {"hv", ".type(", ")"}, {"f(x)", ".type(", ")"}, {"\"", "basic ", "\" + x"}, {"", "basic ", "Authentication. See"}, {"r.", "basicauth(", ")"}, {"h[\"Set-", "cookie\"", "] {"}, {"h[\"", "cookie\"", "][0]"},
	} {
		for _, a := range Anchors() {
			src := []byte(pad + c.before + c.lit + c.behind + "\n" + pad + pad)
			if a.Lit == c.lit && (a.Idle == nil || !a.Idle(src, len(pad+c.before), len(pad+c.before+c.lit))) {
				t.Errorf("%q before %q is not idle", c.before+c.lit, c.behind)
			}
		}
	}
}
