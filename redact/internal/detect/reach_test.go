package detect_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"jezero/redact"
	"jezero/redact/internal/golden"
)

// reaches are texts with a place, ◊, where something stands between what
// decides and what goes.
var reaches = []string{
	"password◊={P}\n", "password =◊{P}\n", "password: ◊{P}\n", "password\": ◊\"{P}\"", "password:◊\n{T}\n", "◊password={P}\n", "◊_password={P}\n", "password_◊={P}\n", "password={P}◊\n", "password={P}◊ x\n", "password='{P}◊'", "password='◊{P}'", "password=\"{P}\"◊", "token {T}◊\n", "token ◊{T}", "Token\n◊{T}\n", "Token◊\n{T}\n", "\"password\", ◊\"{P}\"", "(\"a\", ◊\"password\", \"{P}\")", "password [◊] = '{P}'", "password (◊): '{P}'", "--password ◊{P}", "--password={P}◊", "password: |\n◊  {P}\n", "password: |\n  {P}◊\n", "- name: API_TOKEN\n◊  value: {P}\n", "- name: API_TOKEN\n  a: ◊\n  value: {P}\n", "{\"name\":\"API_TOKEN\",\"x\":\"◊\",\"value\":\"{T}\"}", "<key>AuthToken</key>◊<string>{T}</string>", "<password>◊{P}</password>", "<password>{P}◊</password>", "<add key=\"password\" a=\"◊\" value=\"{P}\"/>", "| password ◊| {P} |\n", "<td>password</td>◊<td>{P}</td>",
	"https://◊:{P}@h.example/x", "https://a:◊{P}@h.example/x", "https://a:{P}◊@h.example/x", "https://{T}◊@h.example", "Authorization: ◊Bearer {T}\n", "Authorization: Bearer ◊{T}\n", "Authorization: Bearer {T}◊\n", "Bearer ◊{T}", "Basic {A}◊", "Cookie: a=◊; session={X}\n", "Cookie: session={X}◊\n", "Set-Cookie: sid={X}; ◊Path=/\n", "{J}◊", "{\"kty\":\"EC\",◊\"d\":\"{T}\"}", "{\"d\":\"{T}\",\"x\":\"◊\",\"kty\":\"EC\"}", "-----BEGIN RSA PRIVATE" + " KEY-----◊\n{K}\n-----END RSA PRIVATE" + " KEY-----\n", "-----BEGIN RSA PRIVATE" + " KEY-----\n{K}\n◊\n-----END RSA PRIVATE" + " KEY-----\n",
	"h.example:5432:◊db:u:{P}\n", "◊h.example:5432:db:u:{P}\n", "::add-mask::◊{P}", "##vso[task.setvariable ◊variable=a;issecret=true]{P}", "curl ◊-u a:{P} h", "curl -u ◊a:{P} h", "curl -u a:{P}◊ h", "mysql ◊-p{P}", "redis-cli ◊ -a {P}", "sshpass ◊ -p {P} ssh", "openssl ◊ -passin pass:{P}", "docker login ◊ -p {P}", "CREATE USER ◊ IDENTIFIED BY '{P}'", "ALTER ROLE ◊ PASSWORD '{P}'", "INSERT INTO t (◊a, password) VALUES ('x', '{P}')", "INSERT INTO t (a, password) VALUES ('◊', '{P}')", "INSERT INTO ◊t (password) VALUES ('{P}')", "expect \"Password:\"◊\nsend \"{P}\\r\"", "connect ◊to a:{P}@h.example", "user:◊{P}@tcp(h)/d", "backup codes: ◊{C}\n", "backup codes: {C} ◊{C}\n", "kubectl create secret ◊ --from-literal=a={P}", "vault kv put ◊ s/a b={P}", "gh secret set ◊ A --body {P}", "snmpwalk ◊ -c {P} h", "machine ◊ h login a password {P}\n", "passphrase: {V}◊\n", "kind: Secret\n◊\ndata:\n  a: {B}\n", "kind: Secret\ndata:\n◊\n  a: {B}\n", "data:\n  a: {B}\n◊\nkind: Secret\n", "if \"◊{T}\" == token {", "token = os.getenv('A◊') or '{T}'", "token = f(◊\"{T}\")", "password = <<EOF\n◊{P}\nEOF\n", "jdbc:oracle:thin:◊scott/{P}@h:1521:x", "provider ◊ACCESS {T}\n", "x-token-◊{X}", "the ◊password is {P}\n", "otp_seed={O}◊\n", "x?a=◊&token={T}", "var s = \"◊; password: '{P}'\"", "password = {{◊{P}};", "$2b$12$◊{T}{T}",
}

// TestReach holds how far the detectors look: for each place, how many blanks,
// letters, words, quotes and lines may stand there before something else goes.
// A bound that moves shows here by its number.
func TestReach(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	const most = 5000
	show := func(in string) string {
		var b strings.Builder
		for _, filler := range []string{" ", "a", "7", "ab c ", "\n", "\"x\",", "- ", "/"} {
			goes := func(n int) string {
				text := strings.Replace(in, "◊", strings.Repeat(filler, n), 1)
				var out []string
				for _, f := range r.Find([]byte(text)) {
					// From the end, which does not move.
					out = append(out, fmt.Sprintf("%s -%d", f.Rule, len(text)-f.End))
				}
				return strings.Join(out, ", ")
			}
			first := goes(0)
			n := sort.Search(most, func(n int) bool { return goes(n) != first })
			if n < most {
				fmt.Fprintf(&b, "\t%q from %d: [%s], was [%s]; %d: [%s]\n", filler, n, goes(n), first, most, goes(most))
			}
		}
		return b.String()
	}
	var texts []golden.Text
	for _, tmpl := range reaches {
		in, _ := fill(tmpl)
		texts = append(texts, golden.Text{Head: fmt.Sprintf("%q", tmpl), In: in})
	}
	golden.Compare(t, "testdata/reach.txt", *update, show, texts, len(reaches))
}
