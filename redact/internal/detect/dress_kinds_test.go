package detect_test

// Dresses of the third kind: members between name and value, blanks that are
// none of ASCII, continued lines inside of strings, words that only a program's
// grammar makes a password. Twins that stay stand beside what goes.
//
// JZ-16…27, JA-21…37, JZ-30…38
func init() {
	dress["members between"] = []string{
		"{\"Name\":\"password\",\"Type\":\"x\",\"Value\":\"{P}\"}", "{\"name\":\"DB_PASSWORD\",\"type\":\"secret\",\"masked\":true,\"value\":\"{P}\"}", "[{\"key\":\"api_key\",\"type\":\"string\",\"description\":\"the key, for x\",\"value\":\"{T}\"}]",
		"{\"text\":\"{\\\"name\\\":\\\"password\\\",\\\"type\\\":\\\"x\\\",\\\"value\\\":\\\"{P}\\\"}\"}",
		"{\"Name\":\"password\",\"Type\":\"x\",\"Label\":\"Password\"}", "{\"name\":\"password\",\"colour\":\"red\",\"value\":\"dark\"}",
	}
	dress["blanks of Unicode"] = []string{
		"password\u00a0= {P}\n", "password\u202f: {P}\n", "API_TOKEN\u2009=\u2009{T}\n", "api_key:\u00a0{T}\n", "\"password\"\u3000: \"{P}\"",
		"Mot de passe\u00a0: oublié ?\n", "Passwort\u00a0vergessen?\n", "token\u00a0: see the wiki\n", "password\u2014none\n",
	}
	dress["continued inside of a string"] = []string{
		`{"cmd":"curl -X POST https://a.example \\\n  -H \"Accept: x\" \\\n  -u app:{P} \\\n  -d @f"}`, `{"cmd":"mysql -h db \\\n  -p{P} \\\n  shop"}`, "curl https://a.example \\\n  -u app:{P}\n",
		`{"cmd":"curl -X POST \\\n  -d @f\nuser -u app:x9"}`,
	}
	dress["by the program's grammar"] = []string{
		"smbclient //host/share {P} -U alice\n", "smbclient '\\\\host\\share' {P}\n", "rootpw --plaintext {W}\n", "lang en_US\nrootpw --allow-ssh --plaintext {W}\n", "rootpw {W} --plaintext\n",
		"curl -u \"{T}:\" https://a.example", "curl https://a.example -u {T}: -d a=b", "$password = {P};", "$db_password = {P};\n",
		"smbclient //host/share is what we run\n", "smbclient //host/share -U alice\n", "smbclient -L host\n", "rootpw --lock\n", "rootpw --plaintext\n", "use rootpw --plaintext in the file\n", "curl -u alice: https://a.example",
		"$password = shift;", "$password = $other2;", "$password = generate2();", "$password = PASS2;", "my $password = sha256_hex;", "password = reader2;",
	}
	dress["escapes at the start"] = []string{
		`{"t":"password: {E}"}`, `token={E}`,
		`{"t":"password: \u003cb\u003e"}`, `{"t":"password:\u0020\u0022\u0022"}`,
	}
	dress["beside the secret"] = []string{
		"{\"id\":\"ApiKey-{u}\"}", "apiKeyId: 'api-key-{u}'\n", "{\"id\": \"ApiToken_{u}\"}",
		"provider-access-token-{U}\n",
		"?X-Amz-Credential=EXAMPLEID%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&x=1",
	}
	dress["elements and calls"] = []string{
		"<Password><Value>{P}</Value><PlainText>true</PlainText></Password>", "<AdministratorPassword>\n  <Value>{P}</Value>\n</AdministratorPassword>", "Stripe::setApiKey('{T}');", "ansible_become_pass={P}\n",
		"<Password><Value></Value></Password>", "<Password><Hint>{p}</Hint></Password>", "Config::getApiKey('{t}');", "Token::Ident(x1)", "become_pass = ask2()\n",
	}
	dress["code and names"] = []string{
		"FTS5_TOKEN = \"{T}\"", "FTS5TOKEN = \"{P}\"", "password = {P}\n",
		"const FTS5TOKEN = \"fts5yyminor\"", "password = base64EncodingPrefix + base64.Encode(b)\n", "signingKeyHex = \"988d04{x}{x}{x}\"", "signingKeyHex = \"9901a204{x}{x}{x}\"",
	}
	values["E"] = `\u0071` + "7b1x9" + "kz4w2"
}
