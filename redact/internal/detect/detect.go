// Package detect holds the detectors that are written by hand because no token
// shape describes what they find: assignments in the grammars of languages and
// configuration files, headers, URLs, key blocks, command lines, encoded and
// loosely written secrets.
//
// Anchors lists the literals that the prefilter looks for, Rules the rules for
// `redact rules` and --explain. Every detector is a pure function of its view,
// linear in the bytes it walks, and tests the cheapest thing first.
package detect

import (
	"jezero/redact/internal/name"
	"jezero/redact/internal/scan"
	"jezero/redact/rule"
)

// since is the version of jezero that brought the detectors.
const since = "0.1.0"

func newRule(id, kind, title, why string, c rule.Confidence) *rule.Rule {
	return &rule.Rule{ID: id, Kind: kind, Title: title, Why: why, Since: since, Detector: "detect", Confidence: c}
}

var (
	rulePassword = newRule("assigned-password", "password", "Value of a name that holds a password",
		"Whoever reads the value can log in as its owner. Change the password where it is used; deleting the line does not take it back.", rule.Medium)
	ruleSecret = newRule("assigned-secret", "secret", "Value of a name that holds a secret",
		"Client and signing secrets let their holder act as the application. Issue a new one and withdraw the old.", rule.Medium)
	ruleToken = newRule("assigned-token", "token", "Value of a name that holds a token",
		"A token is as good as a login until it expires or is revoked. Revoke it at its issuer.", rule.Medium)
	ruleKey = newRule("assigned-key", "api-key", "Value of a name that holds a key",
		"An API, access or signing key works for whoever has it. Rotate it at its issuer.", rule.Medium)
	ruleCredential = newRule("assigned-credential", "credential", "Value of a name that holds credentials",
		"The value authenticates by itself. Replace it where it is checked.", rule.Medium)
	ruleLoose = newRule("loose-secret", "secret", "Generated value beside a secret word",
		"A generated value that stands right after a word such as token or access key is most likely that token.", rule.Low)
	ruleSeed = newRule("otp-seed", "otp-seed", "Seed of one-time passwords or of a wallet",
		"With the seed anybody computes the same one-time codes or keys. Enrol again.", rule.Medium)
	ruleSession = newRule("session-cookie", "session", "Value of a session cookie",
		"A session cookie is a login without a password. Log out everywhere.", rule.Medium)
	ruleSignedURL = newRule("signed-url", "signature", "Signature in a pre-signed URL",
		"Until it expires the signature opens the address for everybody. Withdraw the key that signed it.", rule.Medium)
	ruleBearer = newRule("bearer-header", "bearer", "Credential in an Authorization header",
		"The header's value authenticates every request it is sent with. Revoke the token.", rule.Medium)
	ruleBasic = newRule("basic-header", "basic-auth", "User and password in Basic form",
		"Base64 is no protection: the value decodes to user and password. Change the password.", rule.High)
	ruleURL = newRule("url-password", "password", "Password inside a URL",
		"A URL with user:password@ logs in whoever opens it and ends up in histories and logs. Change the password.", rule.High)
	rulePrivateKey = newRule("private-key", "private-key", "Private key",
		"Whoever has the private key is its owner for every server and signature. Make a new pair and withdraw the old.", rule.Certain)
	ruleJWT = newRule("jwt", "jwt", "JSON Web Token",
		"A signed token logs in its holder until it expires. Revoke the session or rotate the signing key.", rule.High)
	ruleJWK = newRule("jwk-private", "private-key", "Private member of a JSON Web Key",
		"The private members of a JWK are the private key. Make a new key and publish the new set.", rule.High)
	ruleHash = newRule("password-hash", "password-hash", "Password hash",
		"Hashes can be guessed offline; weak passwords fall in hours. Change the password.", rule.High)
	ruleCommand = newRule("command-password", "password", "Password on a command line",
		"Command lines stand in histories, process lists and logs. Change the password, hand it over in a file or on stdin.", rule.High)
	ruleKube = newRule("kubernetes-secret", "kubernetes-secret", "Value in a Kubernetes Secret",
		"The values are only base64. Rotate what they hold; keep manifests of secrets sealed.", rule.High)
	ruleNetrc = newRule("netrc-password", "password", "Password in a .netrc, .pgpass or similar file",
		"The file logs in wherever it is copied. Change the password.", rule.High)
	ruleCode = newRule("recovery-code", "recovery-code", "Recovery code of a second factor",
		"Each code logs in once without the second factor. Make a new set; that withdraws the old one.", rule.Medium)
	ruleEncoded = newRule("encoded-secret", "encoded-secret", "Credential in base64",
		"Base64 is no protection: whoever reads the text decodes it. Rotate what it holds.", rule.High)
	ruleMask = newRule("masked-value", "secret", "Value handed to a log mask",
		"The command that registers a mask prints the value before masking starts. Rotate it.", rule.High)
)

// Rules returns one rule for each thing the detectors find.
func Rules() []*rule.Rule {
	return []*rule.Rule{
		rulePassword, ruleSecret, ruleToken, ruleKey, ruleCredential, ruleLoose, ruleSeed, ruleSession, ruleSignedURL,
		ruleBearer, ruleBasic, ruleURL, rulePrivateKey, ruleJWT, ruleJWK, ruleHash, ruleCommand, ruleKube, ruleNetrc, ruleCode, ruleMask, ruleEncoded,
	}
}

// foreignWords are passwords, and some keys, in the languages of those who talk to
// agents; capitals that are not ASCII stand for themselves.
var foreignWords = [...]string{"Пароль", "ПАРОЛЬ", "hasło", "heslo", "lösenord", "şifre", "parola", "jelszó", "salasana", "adgangskode",
	"口令", "암호", "비번", "密钥", "令牌", "סיסמה", "รหัสผ่าน", "पासवर्ड", "پسورد", "motdepasse", "mot de passe", "mật khẩu", "kata sandi", "كلمة المرور"}

// Anchors returns the literals and their detectors.
func Anchors() []scan.Anchor {
	var as []scan.Anchor
	fold := func(d scan.Detector, lits ...string) []scan.Anchor {
		n := len(as)
		for _, l := range lits {
			as = append(as, scan.Anchor{Lit: l, Fold: true, Detect: d})
		}
		return as[n:]
	}
	// idle says of literals what tells that they are worth no call.
	idle := func(q scan.Idle, of []scan.Anchor) {
		for i := range of {
			of[i].Idle = q
		}
	}
	exact := func(d scan.Detector, lits ...string) []scan.Anchor {
		n := len(as)
		for _, l := range lits {
			as = append(as, scan.Anchor{Lit: l, Detect: d})
		}
		return as[n:]
	}
	names := fold(word, "pass", "pwd", "pswd", "secret", "token", "key", "cred", "auth", "mnemonic", "sessid", "sessionid", "kennwort", "senha",
		"contrase", "wachtwoord", "пароль", "密码", "密碼", "パスワード", "비밀번호", "_pw", "_psk", "\"psk", "otp_", "_otp", "phrase", "bindpw", "rootpw", "pw:", "pw=", " pw ", "seed", "salt", "sig=", "signature=", "psk=", "sid=", "_pat=", "_pat =", "_pat:", "_pat\"", "_pat'")
	idle(idleWord, names)
	for i := range names {
		if l := names[i].Lit; alnum(l[0]) && alnum(l[len(l)-1]) {
			names[i].Told = toldWord
		}
	}
	fold(word, foreignWords[:]...)
	fold(loginPair, "login: ", "creds: ", "credentials: ")
	idle(idleLone, fold(loneWord, "access ", "private "))
	idle(idleScheme, fold(bearer, "bearer", "basic "))
	idle(idleHeader, fold(bearer, "authorization"))
	idle(idleCookie, fold(cookie, "cookie:", "cookie\"", "cookie'", "document.cookie"))
	exact(jarLine, "\tTRUE\t", "\tFALSE\t", "\\tTRUE\\t", "\\tFALSE\\t")
	fold(jarField, `session","value":"`, `session", "value": "`, `sid","value":"`, `sid", "value": "`)
	fold(pipedTwice, "| passwd", "| sudo passwd")
	exact(authDefault, "AUTH default ")
	fold(command, "oathtool", "sp_addlogin")
	idle(noUser, exact(urlUser, "://"))
	exact(keyBlock, "-----BEGIN", "---- BEGIN SSH2 ENC")
	exact(puttyKey, "PuTTY-User-Key-File-")
	as = append(as, scan.Anchor{Lit: "eyJ", Run: rule.Base64URL, Least: leastJWTHeader, Then: '.', Detect: jwt})
	exact(jwk, "\"kty\"", "\\\"kty\\\"")
	exact(hash, "$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$7$", "$apr1$", "{SSHA", "{SHA}", "$argon2", "$pbkdf2", "pbkdf2_sha", "$scrypt", "scrypt:3")
	exact(pgpass, ":5432:", ":5433:", ":6432:", ":*:", "*:*:")
	fold(kube, "kind: secret", "\"kind\": \"secret\"", "\"kind\":\"secret\"", "kind: \"secret\"")
	exact(addMask, "::add-mask::", "add-mask]", "task.setvariable")
	idle(idleCommand, fold(command, "curl", "mysql", "mariadb", "redis-cli", "sshpass", "docker login", "podman login", "net use", "smbclient",
		"mongo", "ldapsearch", "ldapmodify", "ldapadd", "psexec", "winexe", "rpcclient", "helm registry login", "az login",
		"unrar", "openssl", "aws configure set", "htpasswd", "7z ", "zip -", "unzip -", "convertto-securestring", "sqlcmd", "cqlsh", "chpasswd", "identified by", "identified with"))
	idle(idleLogin, fold(command, "networkcredential", "setbasicauth", "basicauth(", "httpbasicauth("))
	idle(idleCommand, fold(command, "snmpwalk", "snmpget", "snmpset", "snmpbulk", "http -", "https -", "gh secret set"))
	idle(idleCommand, fold(command, "rar ", "7za ", "7zz ", "xfreerdp", "wlfreerdp", "rabbitmqctl", "ipmitool", "mosquitto_pub", "mosquitto_sub", "doctl auth init", "etcdctl",
		"security add-generic", "security add-internet", "security unlock-key", "security create-key", "security import", "twine upload", "poetry publish", "lftp",
		"wpa_passphrase", "aws ssm put-parameter"))
	idle(idleCall, fold(positional, signatureCalls()...))
	idle(idleTyped, fold(typed, typedCalls[:]...))
	fold(argv, listedAnchors()...)
	idle(idleCommand, fold(command, "certutil", "oc login", "cf login", "cypher-shell", "evil-winrm", "crackmapexec", "schtasks", "nuget add source"))
	fold(community, "rocommunity", "rwcommunity", "snmp-server community")
	fold(oracleLogin, "jdbc:oracle:", "sqlplus ")
	exact(goDSN, "@tcp(", "@unix(")
	idle(noAddress, fold(hostPair, "dsn=", "dsn:", "dsn\"", "proxy=", "proxy:", "connect"))
	fold(insertInto, "insert into", "replace into")
	fold(recoveryCodes, "recovery code", "recovery_code", "recovery-code", "recoverycode", "backup code", "backup_code", "backup-code", "backupcode", "scratch code")
	exact(sendPassword, "send \"", "send -- \"", "sendline(")
	fold(fromLiteral, "--from-literal")
	exact(encoded, encodedAnchors()...)
	fold(stdinPassword, "password-stdin")
	fold(pipedSecret, "kinit", "sudo -", "passwd --stdin", "smbpasswd -s", "pass insert", "secret-tool store", "cryptsetup", "npm login", "wrangler secret put",
		"gh auth login", "gh secret set ", "docker secret create", "podman secret create", "gcloud secrets ", "vercel env add")
	exact(hereString, "<<<")
	fold(ftpLogin, "ftp -", "ftp <<")
	fold(netUser, "net user ")
	fold(vaultPut, "vault kv put", "vault kv patch")
	return as
}

// RuleOf names the rule that covers a name's kind.
func RuleOf(k name.Kind) *rule.Rule {
	switch k {
	case name.Password, name.Passphrase:
		return rulePassword
	case name.Secret:
		return ruleSecret
	case name.Token:
		return ruleToken
	case name.Key:
		return ruleKey
	case name.Seed:
		return ruleSeed
	case name.Session:
		return ruleSession
	case name.Signature:
		return ruleSignedURL
	}
	return ruleCredential
}

// KindOf is what the placeholder of a value under a name of that kind says.
func KindOf(k name.Kind) string { return RuleOf(k).Kind }
