package detect_test

import (
	"encoding/base64"
	"strings"
)

// beside are texts for TestSensitivity in which the value stands elsewhere than
// behind its name, and values as short as each place takes them.
var beside = map[string][]string{
	"before its name": {
		"use {P} as the password", "use Zx4kQw9v as the password.", "use Zx4kQw9 as password", "use `{P}` as your password", "log in with '{P}' as my password", "with {T} as the api key", "with {T} as token", "use a1b2c3d4 as the admin password", "as the password", "use {W} as the password", "x\nuse {P} as a password", "use {N} as the password",
	},
	"below its name": {
		"Please use the following password to go on:\n\n{X}\n", "The initial password:\n{T}\nx", "The new password for admin is below:\\n{T}\\n", "your new password:\r\n\r\n{T}\r\n", "the following password hash:\n{x}\n", "generated password\n{T}\n", "My token\n{T}\n", "API token:\n{T}", "Token\n  {T}\n", "a b c token\n{T}\n", "x: token\n{t}\n", "Secret\n{X}\n", "Token:\n\"{T}\"\n",
	},
	"typed": {
		"echo {P} | docker login --password-stdin", "echo -n '{P}' | docker login -u a --password-stdin", "printf '%s' \"{P}\" | x --password-stdin", "x; echo {P}|gh auth login --with-token", "echo $P | docker login --password-stdin", "cat f1 | docker login --password-stdin", "net user bob {P} /add", "net user bob {P}", "net user bob {W}", "net use Z: \\\\h\\s {P} /user:a", "net use \\\\h\\s /user:a {P}", "net use * \\\\h\\s \"{P}\"", "spawn x\nexpect \"*assword:\"\nsend \"{P}\\n\"", "expect(\"Passphrase: \")\nsendline(\"{S}\")", "expect \"a\"\nsend \"{p}\\r\"", "expect \"Password:\"\nsend \"a\\r\"\nsend \"{p}\\r\"",
		"echo 'root:{P}' | chpasswd", "echo \"root:{P}\" | sudo chpasswd", "echo root | chpasswd", "SetBasicAuth(\"a\", \"{P}\")", "auth=(\"a\", \"{P}\")", "auth = ('a', '{S}')", "set_auth(user, \"{T}\")", "aws configure set aws_secret_access_key {B}", "aws configure set region eu1", "snmpget -v 2c -c {P} h", "community {P}\n", "rocommunity {P} 10.0.0.0/8",
	},
	"stored": {
		"kubectl create secret generic a --from-literal=b={P}", "kubectl create secret generic a --from-literal b={P}", "kubectl create secret generic a --from-literal='b={P}'", "--from-literal=user=bob1", "vault kv put a/b c={P} user=bob1", "vault write a/b password={W}", "vault kv put a/b c=@f1", "vault kv patch -mount=x a c={T}", "gh secret set A -b {P}", "gh secret set A --body=\"{P}\"", "heroku config:set A_KEY={T}", "fly secrets set A={P} B={T}",
	},
	"documents": {
		"data:\n  a: {b}\nkind: ConfigMap\nx: 1\nkind: Secret\ndata:\n  c: {B}\n",
		"data:\n  a: {b}\n---\nkind: Secret\ndata:\n  c: {B}\n", "kind: ConfigMap\ndata:\n  a: {b}\nkind: Secret\ndata:\n  c: {B}\n",
	},
	"rows": {
		"INSERT INTO t (a, password, b) VALUES (1, '{P}', 2), (3, '{S}', 4);", "INSERT INTO t(password)VALUES('{P}')", "insert into t (a,api_key) values (f(g('x'), 2), '{T}')", "INSERT INTO \"t\" (\"id\", \"secret\") VALUES (DEFAULT, E'{P}')", "INSERT INTO t SET password='{P}'", "UPDATE t SET password = '{P}' WHERE id = 1", "COPY t (a, password) FROM stdin;\nx\t{P}\n", "name,password\nbob,{P}\njoe,{S}\n", "| a | token |\n|---|---|\n| x | {T} |\n| y | {T} |\n", "user\tsecret\nx\t{T}\n", "+---+\n| password |\n+---+\n| {P} |\n", "{\"t\":\"x\\npassword,name\\n{T},bob\\n\"}", "x\npassword,name\n{T},bob\n",
	},
	"addresses": {
		"jdbc:oracle:thin:a/{P}@h:1521/x", "jdbc:oracle:thin:a/\"{P}\"@//h/x", "sqlplus a/{P}@h", "sqlplus -L a/{P}", "a:{P}@tcp(h:3306)/d", "a:{P}@tcp([::1]:3306)/d", "connect to a:{P}@h.example:80", "DSN=\"a:{P}@h/d\"", "proxy = a:{P}@h:3128", "host: a:{P}@h", "user/pass: a/{P}", "user/password = a/b/{p}", "login: a password: {P}", "h:5432:d:u:{P}\n", "h:5432:*:u:a\\:{P}\n", "*:*:*:*:{W}\n", "h:1:d:u:x\n", "::add-mask::{T}\n", "::add-mask::a\n", "##vso[task.setvariable variable=a;isSecret=true]{P}\n", "##vso[task.setvariable variable=a]b1\n",
	},
	"lists": {
		"password = [\"{T}\"]", "tokens: [\"{T}\", '{X}']", "<password a=\"b\">{P}</password>", "<password a='b'/>{p}", "\"token: \" + \"{T}\"", "'token=', '{T}'", "token == \"{T}\" || token == '{X}'", "key || \"{T}\"", "key ?? '{T}'", "os.getenv(\"KEY\") or \"{T}\"", "os.getenv(\"KEY\", \"{T}\")", "token = x ? \"{T}\" : '{X}'", "password = []byte(\"{T}\")", "password: Some(\"{T}\".into())", "password = Buffer.from('{T}')", "password = getenv(\"A_B1\")", "Pwd={a;b1};x=1", "Pwd={{P}}", "password: <{T}>", "password=<x1>", "token={T}=\n {X}\n", "token: {L}\n  {L}\n  {T}\nx: 1\n",
	},
	"lines of files": {
		"machine h login a password {W}\n", "machine h\n\tlogin a\n\tpassword {W}\n", "default login a password b1\n", "machine h password {W}\n", "machine h login a account b password {W}\n", "requirepass {W}\n", "  masterauth {W}\n", "rootpw --plaintext {P}\n", "rootpw --iscrypted $6$abc$def\n", "bindpw {W} # x\n", "# requirepass foobared\n", "requirepass: {w}\n", "password 7 0822455D0A16\n", "enable secret {P}\n", "username a password {P}\n", "a:$apr1$abcdefgh$abcdefghijklmnopqrstuv\n", "a:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n"[0:0] + "root:$6$abcdefgh$abcdefghijklmnopqrstuv:1:0:::\n",
	},
}

func init() {
	b64 := base64.StdEncoding.EncodeToString
	fill := func(s string) string { return strings.NewReplacer("{P}", values["P"], "{T}", values["T"]).Replace(s) }
	for _, s := range []string{"password={P}", "x: 1\ntoken: {T}\n", "{\"secret\":\"{T}\"}", "a=b;api_key={T}", "password: none", "the word password here"} {
		beside["encoded"] = append(beside["encoded"], "v: "+b64([]byte(fill(s)))+"\n", "data:text/plain;base64,"+b64([]byte(fill(s))))
	}
}
