package detect_test

import "strings"

// further are more texts for TestSensitivity: not dresses that people use, but
// the corners of the grammars, what goes beside its twin that stays.
var further = map[string][]string{
	"reversed": {
		"if \"{T}\" == token {", "if '{P}' == password:", "\"{T}\" != api_key", "\"{T}\" === secret", "x = \"{T}\" = token", "\"a b\" == password", "{T} == token",
	},
	"bare": {
		"password={W}|x", "password={P}, user=x", "password: {P},\n", "password: {P}.\n", "password:{P}\\$x", "PASSWORD=pre\\$post\n", "pwd.c:48:1: error", "pwd:48:1: x", "token:48:12", "x?token={W}swordfish&b=1",
		"key = a{T}, b", "token = q1w2e3r4t5, x", "PWD={W}\n", "PWD={W};UID=sa\n", "UID=sa;PWD={W};\n", "Server=x;Pwd={W};Uid=y", "pass={P}\n", "PASS={W}\n", "pw: {P}\n", "pass: {P}\n", "Uid = sa; Pwd = {W}; x = 1",
		"password = {P}\n", "    password = {P} \n", "password = {W}\n", "secret = {N}\n", "secret: {N}\n", "token={N}\n", "token=12345\n", "pin_password: 0x1F\n", "passwords: 1234\n", "password 7 0822455D0A16{P}\n", "secret 5 $1$abc\n",
		"METHOD=AES-128,KEY={P}\n", "api_key=METHOD=AES-128\n", "token={T};\n", "token = {T};\n", "password = {P};\n", "password: {P};\n", "key:{T}", "a::token:{T}", "api_key: \\\\x{P}", "TOKEN=abcdefgh\n", "TOKEN=abcdefghijk # c\n", "token=abcdefgh\n",
		"--password {W}\n", "--password {P} -x\n", "--token {U}\n", "--secret={T}\n", "-p {P}\n", "--password the\n", "--api-key {T}", "--key {x}", "cmd --password={P}|tee", "password is {P}\n", "password was {P}.\n", "the token is {T}\n", "Password is {W}\n", "password - {P}\n", "token – {T}\n", "token — '{T}'\n",
		"password=a=b=c=d=e=f=g=h=i=j=k{P}\n", "testRSA2048PrivateKey", "privateKey: testRSA2048PrivateKey\n", "token=myToken2\n", "password=dbPassword1\n",
	},
	"gaps": {
		"password[:] = {P}", "password [x] = '{P}'", "password := '{P}'", "password ?= {P}\n", "password ||= '{P}'", "password != '{P}'", "password == '{P}'", "password === \"{P}\"", "password =~ '{P}'", "password ~= '{P}'", "password -> '{P}'", "password => '{P}'", "password <- '{P}'", "password <> '{P}'", "password += '{P}'", "password .= '{P}'", "password%3D{P}%26", "password%3A{P}", "password%253D{P}",
		"password&#61;{P}", "password&#x3d;{P}", "password&colon;{P}", "password＝{P}\n", "password：{P}\n", "password\u00a0= {P}\n", "password\t=\t{P}\n", "password  :  {P}\n", "\\\"password\\\": \\\"{P}\\\"", "\\\\\\\"password\\\\\\\": \\\\\\\"{P}\\\\\\\"", "&#34;password&#34;: &#34;{P}&#34;", "&#x22;password&#x22;: &#x22;{P}&#x22;", "&#39;password&#39;: &#39;{P}&#39;", "&#x27;password&#x27;: &apos;{P}&apos;", "%22password%22:%22{P}%22",
		"password (again): {P}\n", "password (new) = {P}\n", "password?: {P}\n", "password!: {P}\n", "password* = {P}\n", "*password* = {P}\n", "__password__: {P}\n", "~password~ {P}", "password|{P}|x", "| password | {P} |", "|password|`{P}`|", "password, {P}", "\"password\", \"{P}\"", "['password', '{P}']", "(\"password\", \"{P}\")", "password\n{T}\n", "password:\n{T}\n", "password:\n  {T}\n  more\n", "token:\r\n\r\n  {T}\r\n", "Token\n-----\n{T}\n",
		"\\x1b[1mpassword\\x1b[0m={P}", "\\033[1mpassword\\033[0m: {P}", "\\e[1mpassword\\e[0m: {P}", "password=\\r\\n{T}\\r\\nx", "{\"a\":\"password: {P}\\r\\nb\"}", "{\"a\":\"password:\\n{T}\\n\"}", "\"password\" : \"{P}\"", "password{P}", "password.{P}", "password-{T}", "password/{P}", "password;{P}", "(password){P}", "x.password.y = '{P}'", "password[0] = '{P}'", "password['a'] = '{P}'", "a.b['password'] = '{P}'", "password\"={P}",
	},
	"literals": {
		"password = r'{P}'", "password = b\"{P}\"", "password = f'{P}'", "password = u8\"{P}\"", "password = @\"{P}\"", "password = $\"{P}\"", "password = N'{P}'", "password = L\"{P}\"", "password = '''{P}'''", "password = \"\"\"{P}\"\"\"", "password = `{P}`", "password = \"{P}", "password = '{P}\nnext'", "password = \"{P}\\\"x\"", "password = \"{P}\\\\\" + x", "password = \"a\" \"{P}\"", "password = 'a'\n  '{P}'", "password = \"{P}\".trim()", "password = ('{P}')", "password = [\"{P}\", \"{T}\"]", "password = {\"a\": \"{P}\"}", "token = \"{T}\" + \"{P}\"", "token = x or '{T}'", "token = x ?? '{T}'", "token = x | '{T}'", "token = a if b else '{T}'", "password = '{P}' || '{S}'", "password = '{P}' | '{W}1'", "token = os.getenv('T') or '{T}'", "token = process.env.T || '{T}' # x", "token = a; x || '{T}'", "\"password: \" + \"{P}\"", "\"password=\" + '{P}'", "print(\"password: {P}\")", "print('password=', '{P}')", "don't password='{P}'", "'password=' + x + '{P}'", "password: \"{P}\" 'x'", "password = \"{P} and more words\"", "password = \"{V}\"", "password = \"see the wiki\"", "password = '[a-z]+'", "password = '{0}{P}'", "password = \"{{P}}\"", "password={{P}};x", "PWD={{P}};", "token = []byte(\"{T}\")", "token = new String(\"{T}\")", "token = Some(\"{T}\".into())", "token = getenv(\"{T}\")", "token = f(x, \"{T}\")", "token = Token { value: \"{T}\" }", "token = f(\n\"{T}\")", "password = f(\"{P}\")", "token: \"{P}\",", "secret = \"{N}\"", "secret = \"12345\"", "secret = \"{W}\"", "secret = \"{U}\"", "key = \"{T}\"", "key = \"{W}\"", "passwords = \"{T}\"", "passwords = \"{P}\"", "token: '{P}' # {T}",
	},
	"blocks": {
		"password: |\n  {P}\n", "password: |-\n  {P}\n  {S}\nx: 1\n", "password: >+\n  {P}\n\n  {S}\n", "password: | # note\n  {P}\n", "password: |2\n  {P}\n", "password: |\n{P}\n", "password: |\n\t{P}\n", "- password: |\n    {T}\n  x: 1\n", "{\"y\":\"password: |\\n  {P}\\nx: 1\\n\"}", "password = <<EOF\n{P}\nEOF\n", "password = <<-EOT\n  {T}\n  EOT\nx", "password=$(cat <<'EOF'\n{P}\nEOF\n)", "value: |\n  {T}\nname: API_TOKEN\n", "- name: API_TOKEN\n  value: |\n    {T}\n", "name: API_TOKEN, value: {T}", "- key: PASSWORD\n  value: {P}\n", "{\"Name\":\"password\",\"Type\":\"x\",\"Value\":\"{P}\"}", "key=\"password\" type=\"x\" value=\"{P}\"", "name=\"password\" value='{P}' />", "<name>password</name>\n <value>{P}</value>", "<key>password</key><string>{P}</string>", "<password type=\"x\">{P}</password>", "<password>{P}", "<a:password>{P}</a:password>", "<password/>{P}", "&lt;password&gt;{P}&lt;/password&gt;", "<td>password</td>\n<td>{P}</td>", "<th>Token</th><td><code>{T}</code></td>", "<dt>Password</dt><dd>{P}</dd>",
	},
	"kubernetes": {
		"kind: Secret\ndata:\n  a: {B}\n  b: \"{B}\"\n", "kind: Secret\nstringData:\n  a: |\n    {P}\n  b: {S}\n", "kind: Secret\nstringData:\n  c: {P}\n---\nkind: ConfigMap\ndata:\n  d: {b}\n", "---\ndata:\n  a: {B}\nkind: Secret\n", "kind: ConfigMap\ndata:\n  x: {b}\n---\nkind: Secret\ndata:\n  a: {B}\n", "  kind: Secret\n  data:\n    a: {B}\n", "kind: Secret\ntype: x\ndata: {a: {B}}\n", "kind: Secret\ndata:\n  a: bnVsbA==\n  b: e3t4fX0=\n", "kind: Secret\ndata:\n  a: >\n    {B}\n  b: {B}\n", "kind: \"Secret\"\ndata:\n  a: {B}\n", "{\"kind\": \"Secret\", \"stringData\": {\"a\": \"{P}\", \"b\": \"x\"}}", "{\"data\":{\"a\":\"{B}\"},\"kind\":\"Secret\"}", "kind: Secret\nmetadata:\n  annotations:\n    x: {b}\ndata:\n  a: {B}\n",
	},
	"commands": {
		"curl -u a:{P} h", "curl -ua:{P} h", "curl --user a:{P} h", "curl --user=a:{P} h", "curl -u \"a:{P}\" h", "curl -u 'a:{P}' h", "curl -u {T} h", "curl -u {T}: h", "curl -u a: h", "curl -u ${U:-x}:${P} h", "curl \\\n  -u a:{P} \\\n  h", "{\"c\":\"curl \\\\\\n -u a:{P} h\"}", "curl h | x -u a:{p}", "curl h; x -u b:{p}", "curl --proxy-user a:{P} h", "curl -x http://a:{P}@h", "curl -H 'X-Api-Key: {T}' h", "curl -d password={P} h", "curl -b sid={X} h",
		"mysql -p{P} db", "mysql -u root -p{P}", "mysql --password={P}", "mysql -p {p}", "mysqldump -p'{P}' db", "mariadb -p\"{P}\"", "redis-cli -a {P} ping", "redis-cli -h x -a '{P}'", "sshpass -p {P} ssh h", "sshpass -p'{P}' ssh", "sshpass -f file1 ssh", "mongo -u a -p {P} h", "mongosh --password {P}", "ldapsearch -w {P} -x", "ldapsearch -W -x", "psexec \\\\h -u a -p {P} cmd", "smbclient //h/s {P} -U a", "smbclient -U a%{P} //h/s", "winexe -U d/a%{P} //h c", "rpcclient -U a%{P} h", "helm registry login -u a -p {P} h", "az login -u a -p {P}", "openssl rsa -passin pass:{P} -in k", "openssl enc -k {P} -in x", "openssl x -passout pass:{P}", "aws configure set aws_secret_access_key {T}", "htpasswd -b f a {P}", "htpasswd -nb a {P}", "7z a -p{P} x.7z f", "zip -P {P} x.zip f", "unzip -P {P} x.zip", "sqlcmd -S h -U a -P {P}", "cqlsh -u a -p {P} h", "echo a:{P} | chpasswd", "echo 'a:{P}' | sudo chpasswd", "docker login -u a -p {P}", "docker login --password={P} h", "podman login -p {P} h", "net use x /user:a {P}", "snmpwalk -v3 -A {P} -X {S} h", "snmpget -c {P} h", "http -a a:{P} h", "identified by '{P}'", "identified by \"{P}\"", "IDENTIFIED BY {P};", "identified by values '{P}'", "identified with sha2 by '{P}'", "new NetworkCredential(\"a\", \"{P}\", \"d\")", "BasicAuth(\"a\", \"{P}\")", "HTTPBasicAuth('a', '{P}')", "HTTPBasicAuth(user, '{P}')", "r.SetBasicAuth(u, \"{P}\")",
	},
	"urls": {
		"https://a:{P}@h.example/x", "https://:{P}@h.example", "https://{T}:x-oauth-basic@h.example", "https://{T}:{P}@h.example", "https://{T}@h.example", "https://a%3A{P}@h.example", "cvs://:pserver:a:{P}@h/x", "https://a:<{P}>@h.example", "https://a:{P}/x@h.example:80/y", "https://a:80/x@h.example/", "https://a:{P}@[::1]/", "https://a:{P}@$HOST/", "https://a:{P}@{h}/", "https://a:{P}@h, https://b:{S}@h", "'https://a:{P}@h'", "(https://a:{P}@h)", "https://a:$PW@h.example", "https://a:${PW}@h.example", "https://a:%PW%@h.example", "https://a:{pw}@h.example", "https://a:abc@h.example", "https://a:abcd@h.example", "https://a:123@h.example", "https://a:1234@h.example", "https://a:xxxxxx@h.example", "https://a:p@ss{P}@h.example", "https://a:[REDACTED:x]@h.example", "postgres://a:{P}@h:5432/d?sslmode=x", "mongodb://a:{S}@h1,h2/d", "://a:{p}@h",
		"https://h.example/x?api_key={T}", "https://h.example/x?key={T}&y=1", "https://h.example/x?sig={B}&se=1", "https://h.example/x?password={W}", "https://h.example/x?token={U}", "https://h.example/x?sessionid={X}", "https://h.example/x#access_token={T}", "https://h.example/x?a=b;token={T}",
	},
	"headers": {
		"Authorization: Bearer {T}\n", "Authorization: bearer {P}\n", "Authorization: Basic {A}\n", "Authorization: Basic {p}\n", "Authorization: Token {T}\n", "Authorization: token={T}\n", "Authorization: Digest username=\"a\", response=\"{X}\"\n", "Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature={X}\n", "Authorization: {T}\n", "Authorization: {U}\n", "Authorization: {W}\n", "authorization = \"Bearer {T}\"", "'Authorization': f'Bearer {T}'", "\"Authorization\", \"Bearer {T}\"", "Authorization: [\"Bearer {T}\"]", "Authorization: Bearer <{T}>", "Authorization: Bearer \"{T}\"", "Authorization: Bearer $T\n", "{\"h\":\"Authorization: Bearer {T}\\r\\nX: y\"}", "Proxy-Authorization: Basic {A}\n", "Authorization=Bearer%20{T}&x", "bearer {T}", "Bearer: {T}", "bearer {W}", "bearer {U} x", "BEARER {X}.", "basic {A}", "Basic {W}", "\\nBearer {T}\\n", "\x1b[1mBearer {T}\x1b[0m", "xbearer {t}", "_bearer {t}", "bearer 'x{T}'", "Authorization: [REDACTED:bearer]\n", "Authorization: Bearer [REDACTED:x]\n", "Authorization:\n", "Authorization\\\nBearer {t}",
		"Cookie: a=b; session={X}; c=d\n", "Cookie: sessionid={X}\r\n", "Set-Cookie: sid={X}; Path=/; HttpOnly\n", "cookie: token={T}; theme=dark1\n", "\"cookie\": \"session={X}\"", "'Cookie': 'connect.sid={X}'", "Cookie: PHPSESSID={X}\n", "Cookie: a={x}\n", "X-Api-Key: {T}\n", "X-Auth-Token: {P}\n", "x-access-token: {U}\n", "Private-Token: {T}\n",
	},
	"tokens": {
		"{J}", "{J}x", "{J}.", "a{J}", "eyJ{T}.{T}", "eyJhbGciOiJub25lIn0.eyJhIjoxfQ.", "\"kty\":\"RSA\",\"d\":\"{T}\",\"p\":\"{T}\"", "{\"d\":\"{T}\",\"x\":{\"y\":1},\"kty\":\"EC\"}", "{\\\"kty\\\":\\\"EC\\\",\\\"d\\\":\\\"{T}\\\"}", "{\"keys\":[{\"kty\":\"EC\",\"d\":\"{T}\"},{\"kty\":\"EC\",\"x\":\"{t}\"}]}", "{\"kty\":\"oct\",\"k\":\"{T}\",\"d\":\"{t}\"}", "{\"kty\":\"EC\",\"d\":\"short\"}", "$2a$10${T}{T}abcdefghi", "$2b$12$abcdefghijklmnopqrstuv{T}", "$1$ab12cd34${l}", "$5$ab12cd34${L}", "$6$rounds=5000$ab12cd34${L}{L}", "$y$j9T$ab12cd34${L}", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ${B}", "$pbkdf2-sha256$29000$c2FsdA${B}", "pbkdf2_sha256$260000$abc${B}", "{SSHA}{B}", "{SHA}{B}", "$apr1$ab12cd34$abcdefghijklmnopqrstuv", "scrypt:32768:8:1$ab$" + "{X}{X}", "h.example:5432:db:u:{P}\n", "*:*:*:u:{P}\n", "h:5432:d\\:b:u:{P}\n", "h:5432:db:u:{P}:x\n", "h:5432:db:u:${P}\n", "  + h:5432:db:u:{P}\n", "::add-mask::{P}", "##vso[task.setvariable variable=a;issecret=true]{P}", "##vso[task.setvariable variable=a]{p}", "##vso[task.setvariable variable=a;issecret=true\n]{p}",
	},
	"loose": {
		"x-token-{U}", "x-secret-key_{U}", "prospect-token-{X}", "datadog_secret_key-{X}", "api_key_{T}", "token-{W}-{X}", "provider ACCESS {T}\n", "provider private {X}\n", "private key {T}", "access {W}", "token\n{T}\n", "My token\n\n{T}\n", "The API keys\n{t}\n", "token\n{W}\n", "the secret: {T}", "secret {T}", "secret {W}1", "key {X}", "api key {X}", "access key {T} x", "the password {P} was", "login a password {P}\n", "machine h login a password {P}\n", "machine h\n  login a\n  password {W}\n", "requirepass {P}\n", "bindpw {P}\n", "masterauth {W}\n", "rootpw {W}\n", "# requirepass {P}\n", "set password '{P}'", "alter user a password '{W}'", "PASSWORD '{W}'", "with password '{W}'", "password '{P}'", "passphrase: {V}\n", "mnemonic: abandon ability able about above absent absorb abstract absurd abuse access accident\n", "seed phrase: \"abandon ability able about above absent absorb abstract absurd abuse access accident\"", "unexpected token: '{t}'", "next token: {T}", "user/password: a/{P}\n", "user/password = a/b/{P}\n", "checksum/secret: {X}\n", "backup codes: {C} {C}\n", "backup codes:\n- {C}\n- {C}\n", "recovery codes: 1234 5678, 2345 6789\n", "recovery code: {N}\n", "backup codes: 1) {C} 2) {C}\n", "expect \"Password:\"\nsend \"a\"\nsend \"{p}\\r\"",
		"INSERT INTO t (a, password) VALUES ('x', '{P}');", "insert into t (password) values (\"{P}\"), (\"{S}\");", "INSERT INTO [t] ([password], [b]) VALUES (N'{P}', 1)", "INSERT INTO t (`password`) VALUES (f('a'), '{p}')", "connect to a:{P}@h.example", "dsn=\"a:{P}@tcp(h:3306)/d\"", "proxy: a:{P}@h:3128", "a:{P}@tcp(h)/d", "a:{P}@unix(/s)/d", "scott/{P}@h", "sqlplus scott/{P}@h", "sqlplus scott/{P}", "jdbc:oracle:thin:scott/{P}@h:1521:x", "rocommunity {P} 10.0.0.0/8\n", "snmp-server community {P} rw\n", "--from-literal=a={P}", "kubectl create secret generic s --from-literal=a={P}", "vault kv put s/a b={P} c=d", "gh secret set A --body \"{P}\"",
	},
}

// hexPairs are n bytes as fingerprints are written.
func hexPairs(n int) string {
	h := made("0123456789abcdef", 2*n, 31)
	var pairs []string
	for i := range n {
		pairs = append(pairs, h[2*i:2*i+2])
	}
	return strings.Join(pairs, ":")
}

func init() {
	begin, end := "-----BEGIN RSA PRIVATE"+" KEY-----", "-----END RSA PRIVATE"+" KEY-----"
	for _, mark := range []string{"%d: ", "%d| ", "%d) ", "%d- ", "%d\t", "%d\\t", "%d→", "# ", "// ", "> > ", "| ", "* ", "\x1b[32m+", "    ", "\t"} {
		n := func(d string) string { return strings.ReplaceAll(mark, "%d", d) }
		further["key blocks"] = append(further["key blocks"], n("8")+begin+"\n"+n("9")+"{K}\n"+n("10")+"{L}\n"+n("11")+end+"\n")
	}
	long := strings.Repeat("a=1;", 62)
	further["minified"] = []string{
		long + "password:\"{P}\",b:2", long + "x={label:\"Password:\",hint:\"{P}\"}", long + "f('password=','{P}')", long + "\"password: \"+b", "'it isn\\'t';password='{P}'", long + "token='{T}';", long + "\\\"password\\\":\\\"{P}\\\"",
	}
	further["fingerprints"] = []string{
		"key " + hexPairs(15), "key " + hexPairs(16), "key " + hexPairs(17), "token: " + hexPairs(16), "secret=" + hexPairs(20), "secret=" + hexPairs(19), "api_key: " + hexPairs(20) + "\n", "password: " + hexPairs(16) + "\n",
	}
	further["comparisons"] = []string{
		"if (\"{T}\" == token) {", "x = \"{T}\" == token;", "return '{P}' === password;", "y = \"{T}\" == a/token", "(a == \"{T}\" && b == token)", "x = token)", "if x == token; then",
	}
	further["columns"] = []string{
		"user      password\nbob       {P}\n", "USER  TOKEN\nbob   {T}\njoe   {T}\n", "name,password,role\nbob,{P},admin\n", "name\tpassword\nbob\t{P}\n", "\"name\",\"token\"\n\"bob\",\"{T}\"\n", "name;secret\nbob;{T}\n", "| user | password |\n|------|----------|\n| bob  | {P} |\n", "password\tname\n{P}\tbob\n", "id password\n1 {W}\n", "tokens  used\n12  34\n",
	}
	further["blocks of values"] = []string{
		"secret: |\n  {L}\n  {B}\n", "secret: |\n  a\n  {T}\n", "secret: |\n  [REDACTED:token]\n  {T}\n", "secret: |\n  {x}{x}\n", "token: >\n  {T}\n  {T}\n\nb: 1\n", "-u {T}:${X}", "curl -u $U:${P} h", "curl -u a:$(cat f) h", "curl -u $(x):{p} h", "curl -u a$:{P} h",
	}
}
