package detect_test

// Dresses of the second kind: the place is told by a column, a command or a
// heading. Twins that stay stand beside what goes.
func init() {
	values["C"] = "3f8a1-" + "9c2d4"
	values["V"] = "correct horse " + "battery staple"
	values["D"] = made(base62+"+/", 1466, 23) + "=="
	values["F"] = made(base62+"+/", 64, 29)
	dress["columns"] = []string{
		"INSERT INTO users (name, password, email) VALUES ('joe', '{P}', 'joe@example.com');", "insert into `u` (`id`, `api_token`)\nvalues (1, '{T}'),\n  (2, '{T}');", "INSERT INTO t (a, password) VALUES (lower('x, y'), '{W}')", "REPLACE INTO cfg (\"user\", \"passwd\") VALUES ('x', N'{S}')",
		"{\"sql\":\"INSERT INTO users (id, password)\\nVALUES (1, '{P}');\"}", "{\"sql\":\"INSERT INTO users (\\\"password\\\") VALUES ('{P}')\"}",
		"INSERT INTO users (name, password) VALUES (?, ?)", "INSERT INTO users (name, password) VALUES ($1, crypt($2, gen_salt('bf')))", "INSERT INTO users (name, email) VALUES ('password', 'a@example.com')", "INSERT INTO users VALUES ('a', 'b1')", "insert into the password field (name, password) values", "INSERT INTO users (password) VALUES (NULL), ('changeme')", "INSERT INTO t (passwords, x) VALUES ('a, b', 'c')",
	}
	dress["connections"] = []string{
		"jdbc:oracle:thin:scott/{P}@db.example.com:1521:orcl", "jdbc:oracle:oci:scott/{W}@//db.example.com/x", "sqlplus -s scott/{P}@orcl", "DSN=app:{P}@tcp(192.0.2.1:3306)/shop", "db, err := sql.Open(\"mysql\", \"app:{P}@unix(/run/m.sock)/shop\")",
		"connect to app:{P}@db.example.com", "connection string: app:{P}@db.example.com:5432/app", "proxy=app:{P}@proxy.example.com:3128", "dsn: \"app:{P}@localhost/shop\"",
		"user/pass: admin/{P}", "username/password: admin/{W}\n", "login/pass = admin/{P}", "\"user/pass\": \"admin/{P}\"",
		"jdbc:oracle:thin:@db.example.com:1521:orcl", "jdbc:oracle:thin:/@alias", "jdbc:oracle:thin:${u}/${p}@host", "sqlplus / as sysdba", "user:password@tcp(localhost:3306)/db", "connect to me@example.com: now", "connection: keep-alive", "connect at 12:30 @ noon", "proxy: http://proxy.example.com:3128", "username/password: required\n", "user/pass: path/to/file\n", "connecting: a:b@c",
	}
	dress["codes"] = []string{
		"recovery codes: {C} {C}\n", "Backup codes:\n  1. {C}\n  2. {C}\n", "backup_codes: [\"{C}\", \"{C}\"]", "recoveryCode = \"{C}\"", "{\"text\":\"Recovery codes:\\n{C}\\n{C}\\n\"}",
		"recovery codes: 10 remaining\n", "backup codes: see the safe\n", "recovery code E11234 was printed\n", "backup_code_count = 12345678\n", "Backup codes:\n\nKeep them safe2.\n", "backup codes: 2026-01-31\n",
	}
	dress["typed and stored"] = []string{
		"expect \"Password:\"\nsend \"{P}\\r\"", "expect \"assword:\"\nsend -- \"{S}\\r\"", "c.expect('password: ')\nc.sendline('{P}')", "snmp-server community {P} RO", "rwcommunity {P}\n", "snmpwalk -v2c -c {P} 192.0.2.1", "http -a app:{P} https://h.example", "https --auth app:{P} h.example",
		"gh secret set NAME --body {P}", "gh secret set NAME -b\"{P}\"", "vault kv put secret/db username=app password={P}", "vault kv put kv/x api={P}", "kubectl create secret generic x --from-literal=user=app --from-literal=main={P}", "kubectl create secret generic x --from-literal=main='{P}'",
		"expect \"Continue?\"\nsend \"yes1\\r\"", "expect \"Password:\"\nsend \"$pw\\r\"", "s.sendline('ls2')", "snmp-server community public RO", "http -f POST https://h.example a=b1", "gh secret set NAME --body \"$X\"", "gh secret set NAME < f1.txt", "kubectl create configmap x --from-literal=color=blue12", "vault kv put secret/x @data1.json", "vault kv put -mount=kv x url=https://h.example",
	}
	dress["words"] = []string{
		"passphrase: {V}\n", "VAULT_PASSPHRASE: {V}\n",
		"passphrase: ask the team for this\n", "passphrase: See the wiki page here\n", "\"phrase\": \"the quick brown fox\"", "\"phrase\": \"swordfish\"", "phrase: {w}\n", "{\"pass\": \"shadow\", \"pw\": \"blue-green\"}", "{\"user\": \"app\", \"pass\": \"{W}\"}",
		"TOKEN=glsa_iNValIdinValiDinvalidinvalidinva_5b582697\n", "API_KEY=\"testTESTtesttest\"",
	}
	dress["paths as names"] = []string{
		"a/password: {P}\n", "ab/secret: {T}\n", "./secret: {T}\n", "-/token {T}\n", "a/token {t}\n", " a/token {t}\n", "x a/token {t}\n",
	}
	dress["conversions"] = []string{
		"token = f(x, \"{T}\")", "token = f([REDACTED:token], \"{t}\")", "token = f(x, [REDACTED:token], \"{t}\")", "token = f([x], \"{T}\")",
	}
	dress["words before an address"] = []string{
		"connect a b c app:{P}@db.example.com\n", "connect a b c d app:{p}@db.example.com\n",
	}
	values["G"] = "Bearer" + "%20" // a scheme with nothing behind it
	dress["a scheme alone"] = []string{"password: \"{G}\"", "password: \"Bearer%20{T}\"", "secret = '{G}'"}
	dress["objects beside keys"] = []string{
		"{\"kty\":\"EC\",\"x\":\"{t}\"},{\"d\":\"{t}\"}", "{\"kty\":\"EC\",\"y\":{\"z\":1}},\"d\":\"{t}\"", "{\"kty\":\"EC\",\"y\":{\"z\":1},\"d\":\"{T}\"}",
		"{\"d\":\"{t}\"},{\"kty\":\"EC\",\"x\":\"{t}\"}", "{\"d\":\"{T}\",\"y\":{\"z\":1},\"kty\":\"EC\"}", "{\"kty\":\"EC\",\"x\":\"{t}\"}{\"k\":\"{t}\",\"kty\":\"EC\"}",
	}
	dress["one step further"] = []string{
		"<password type=\"x\">{P}</password>", "password = [\"{T}\", \"{B}\"]", "\"password: \" + \"{B}\"", "print('password=', '{B}')", "req.SetBasicAuth(u, \"{B}\")", "HTTPBasicAuth(user, '{B}')",
		"password&#61;{B}", "machine h.example login bob password {W}\n", "default login bob password {W}\n", "machine h.example\nlogin bob\npassword {W}\n", "requirepass {W}\n", "masterauth {W}\n", "rootpw {W}\n",
		"<password type=\"x\"/>blue", "<password type=\"x\">\n", "password = [\"required\", \"min:8\"]", "\"password: \" + \"unknown\"", "print('password=', 'none given')", "SetBasicAuth(u, \"p\")", "HTTPBasicAuth(user, getpass())",
		"the login page password reset\n", "machine learning login form password reset\n", "requirepass is off\n", "see masterauth {w}\n", "password&#62;x",
		"ssh key 23:5c:64:40:79:ac:26:a5\n", "ssh key 23:5c:64:40:79:ac:26:a5:cb:f7:49:2c:8a:cd:c0:e8:8d\n", "Authorization: Digest username=\"a\", realm=\"b\"\n", "{\"h\":\"Authorization: Digest username=\\\"app\\\", realm\"}",
	}
	dress["padding"] = []string{
		"client-key-data: {D}\n", "{\"token\": \"{D}\"}", "TOKEN={D}\n", "https://x.example/?token={D}\n", "- name: API_TOKEN\n  value: {D}\n", "token: {F}\n  {F}\n  {B}\nport: 1\n",
		"PASS: gdb.cp/gdb1355.exp: ptype s1\nPASS: vers5\n", "* Add new upstream signing key 19882D92DDA4C400C22C" + "0D56CC2AF4472167BE03\n", "USER: app\nPASS: {S}\n",
		"token: {F}\n  see the wiki\n",
	}
}
