package detect_test

// dress holds, for each language and format, what must go ({P}, {T} …) and
// beside it the twins that must stay, byte for byte.
//
// JZ-16…27, JA-21…37, JZ-30…38, JA-35, JA-36
var dress = map[string][]string{
	"shell": {
		"export DB_PASSWORD={P}\n", "DB_PASSWORD='{S}' ./run --port 8080\n", "API_TOKEN=\"{T}\" && deploy\n", "PGPASSWORD={P} psql -h db\n",
		"set -x\n+ API_TOKEN={T}\n++ export SECRET_KEY={T}\n", "echo TOKEN={T} >> .env", "readonly GH_TOKEN={T}", "DB_PASSWORD='{P}'\n", "declare -x CI_TOKEN=\"{T}\"",
		"TOKEN=$TOKEN\n", "TOKEN=${TOKEN}\n", "TOKEN=${TOKEN:-none}\n", "TOKEN=$(cat /run/secrets/token)\n", "TOKEN=`cat token`\n", "PASSWORD_FILE=/run/secrets/db\n",
		"read -s PASSWORD\n", "PWD=/home/me/src\n", "if [ -z \"$PASSWORD\" ]; then\n", "PASSWORD=\"$1\"\n", "unset TOKEN\n", "for key in a1 b2 c3; do\n",
		"TOKEN_URL=https://id.example.net/token\n", "MAX_TOKENS=32768\n", "HISTFILE=~/.x TOKENIZERS_PARALLELISM=false\n",
	},
	"env file": {
		"DB_PASSWORD={P}\r\nPORT=8080\r\n", "DB_PASS={W}\n", "SECRET_KEY_BASE={X}\n", "JWT_SECRET='{S}'\n", "API_KEY={U}\n", "MAIL_PASSWORD=\"{S}\" # smtp\n", "PIN_PASSWORD={N}\n",
		"#DB_PASSWORD={P}\n", "GITHUB_TOKEN_STAGING={T}\nDB_PASSWORD_2={P}\n",
		"API_KEY=\nDB_PASSWORD=\n", "API_KEY=your-api-key-here\n", "DB_PASSWORD=changeme\n", "DB_PASSWORD=<your password>\n", "TOKEN=xxxxxxxxxxxx\n", "API_KEY=${VAULT_KEY}\n", "SECRET=********\n",
		"MYSQL_ALLOW_EMPTY_PASSWORD=yes\n", "PUBLIC_KEY={t}\n", "SORT_KEY=created_at\n", "TOKEN_TTL=3600\n", "COLOR=token\n", "API_KEY=short\n",
	},
	"yaml": {
		"db:\n  password: {P}\n  port: 5432\n", "password: \"{S}\"\n", "password: '{S}'  # rotate\n", "api_key: {T}\n", "- token: {T}\n", "  password: &pw {P}\n  other: *pw\n",
		"password: |\n  {S}\nnext: 1\n", "client_secret: >-\n    {T}\nx: 1\n", "{user: app, password: {P}, port: 1}\n", "password: {W}\n", "password: {N}\n", "token: {U}\n",
		"password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n", "password: {{ vault_db_password }}\n", "password: \"{{ lookup('env', 'X') }}\"\n", "password: ${DB_PASSWORD}\n", "password: null\n", "password: ~\n",
		"password: string\n", "password: *pw\n", "tokens: 128\n", "secretName: storefront-cert\n", "token: true\n", "key: value\n", "keys:\n  - a1b2\n", "existingSecret: my-db-secret1\n", "passwordPolicy: strong9\n",
		"password: [REDACTED:password]\n", "Password: see the team vault\n",
	},
	"kubernetes": {
		"env:\n- name: DB_PASSWORD\n  value: {P}\n- name: PORT\n  value: \"8080\"\n", "- name: API_TOKEN\n  value: \"{T}\"\n", "{\"name\":\"API_TOKEN\",\"value\":\"{T}\"}",
		"apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque\ndata:\n  db: {B}\n  tls.crt: {b}\nstringData:\n  pw: {S}\n", "apiVersion: v1\ndata:\n  token: {B}\nkind: Secret\n",
		"{\"kind\":\"Secret\",\"data\":{\"a\":\"{B}\"},\"x\":\"{b}\"}",
		"- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db\n      key: password\n", "kind: SecretStore\ndata:\n  db: {b}\n", "- secretKey: smtp-relay-password\n  remoteRef: {key: apps/shop, property: smtp-relay-password}\n",
		"kind: Secret\ndata:\n  db: {{ .Values.db | b64enc }}\n", "imagePullSecrets:\n- name: registry-cred1\n", "kind: ConfigMap\ndata:\n  blob: {b}\n", "serviceAccountName: token-reader1\n",
	},
	"toml": {
		"password = \"{S}\"\n", "token = '{T}'\n", "password = \"\"\"{P}\"\"\"\n", "[db]\npassword = \"{P}\" # x\nport = 1\n", "api_keys = [\"{t}\", \"b\"]\n"[0:0] + "secret_key = '''{T}'''\n",
		"password = \"\"\n", "token_type = \"bearer1\"\n", "keyring = \"x1y2\"\n",
	},
	"ini and properties": {
		"[db]\npassword={P}\nuser=app\n", "password={W}\n", "spring.datasource.password={S}\n", "spring.datasource.password: {P}\n", "db.password = {S}\n", "jwt.secret={T}\n", "javax.net.ssl.keyStorePassword={P}\n",
		"password=\nuser=x\n", "password=${DB_PASSWORD}\n", "password=@db.password@\n", "security.user.name=admin1\n", "spring.jpa.key=x\n",
	},
	"xml": {
		"<password>{S}</password>", "<password>\n  {P}\n</password>", "<db password=\"{S}\" user=\"x\"/>", "<add key=\"ClearTextPassword\" value=\"{S}\" />", "<entry name=\"apiToken\" value='{T}'/>",
		"<string name=\"api_key\">{T}</string>", "<key>AuthToken</key>\n\t<string>{T}</string>", "<property>\n<name>fs.secret.key</name>\n<value>{T}</value>\n</property>", "<secret>{provider AQAAABAAA {T}}</secret>"[0:0] + "<secret>provider AQAAABAAA {T}</secret>",
		"<password><![CDATA[{S}]]></password>", "<clientSecret>{U}</clientSecret>", "&lt;password&gt;x"[0:0] + "<hubspotToken>\n    {U}\n</hubspotToken>",
		"<password></password>", "<password>${db.password}</password>", "<input type=\"password\" name=\"password\" placeholder=\"Password\">", "<UserSecretsId>{u}</UserSecretsId>", "<label for=\"password\">Password</label>",
		"<token>identifier</token>", "<add key=\"theme\" value=\"{t}\"/>",
	},
	"json": {
		"{\"user\":\"u\",\"password\":\"{S}\"}", "{\"clientSecret\": \"{T}\", \"v\": 2}", "{\"APIToken\":\"{T}\",\"APIVersion\":\"v2\"}", "{\"token\":\"{U}\"}", "{\"password\":\n   \"{P}\"}", "{\"auth\": \"{A}\"}",
		"{\"password\": \"{S}", // cut off
		"{\"a\": \"{\\\"password\\\": \\\"{P}\\\", \\\"n\\\": 3}\", \"f\": \"x\"}", "{\"a\":\"{\\\\\\\"token\\\\\\\":\\\\\\\"{T}\\\\\\\"}\"}", "{\"text\":\"export API_KEY=\\\"{T}\\\"\\ndone\"}", "{\"text\":\"DB_PASSWORD={P}\\nPORT=1\\n\"}",
		"{\"text\":\"password: {P}\\n\"}", "{\"cmd\":\"curl -u app:{S} https://x.example\"}",
		"{\"password\":\"\"}", "{\"password\":null,\"token\":true}", "{\"primaryKey\":\"{t}\"}", "{\"key\":\"{x}\"}", "{\"token_type\":\"Bearer\"}", "{\"thinkingSignature\":\"{b}\"}", "{\"tokens\":1812}", "{\"max_tokens\":4096}",
		"{\"sessionId\":\"{u}\",\"uuid\":\"{u}\"}", "{\"password\":\"Passwort\",\"forgot\":\"Passwort vergessen?\"}", "{\"password\":\"Mot de passe\"}", "{\"publicKey\":\"{b}\"}", "{\"type\":\"password\",\"name\":\"password\",\"label\":\"Password\"}",
		"{\"integrity\":\"sha512-{b}\"}", "{\"password\":\"required|min:8\"}"[0:0] + "{\"password\":\"required\"}", "{\"message\":\"User authenticated\",\"logger\":\"web\"}", "{\"credentialId\": \"{t}\"}",
	},
	"go": {
		"password := \"{S}\"", "const apiKey = \"{T}\"", "const apiKey string = \"{T}\"", "var token = []byte(\"{T}\")", "cfg.Password = \"{P}\"", "Config{Password: \"{P}\", Port: 1}", "req.Header.Set(\"X-Api-Key\", \"{T}\")",
		"req.SetBasicAuth(\"app\", \"{P}\")", "os.Setenv(\"API_TOKEN\", \"{T}\")", "if password == \"{S}\" {", "token: \"{T}\",", "secret := `{T}`",
		"password := os.Getenv(\"DB_PASSWORD\")", "Token token.Token", "token := getToken(ctx)", "func f(password string) error", "case token.IDENT:", "key, value := m[\"k1\"]", "password: cfg.Password,", "Password string `json:\"password\"`",
		"fmt.Println(\"password:\", p)", "errors.New(\"invalid token: unexpected end\")", "flag.String(\"password\", \"\", \"the password\")", "for key, val := range m {", "keys[i] = \"a1\"", "token = tokens[0]", "return token, nil",
		"PrivateKey:  testRSA2048PrivateKey,", "t.Fatalf(\"token = %q, want %q\", got, want)", "log.Printf(\"token %s expired\", id)",
	},
	"python": {
		"password = '{S}'", "password=\"{P}\"", "client = Client(api_key='{T}', timeout=3)", "SECRET_KEY = b'{S}'", "headers = {'Authorization': 'Bearer {T}', 'Accept': 'x'}", "d['password'] = '{P}'", "password: str = \"{P}\"", "os.environ['API_TOKEN'] = \"{T}\"",
		"auth=('app', '{P}')", "token = \"\"\"{T}\"\"\"", "conn = connect(user='x', passwd='{P}')",
		"password = None", "password=None, token=None", "def f(self, password='', token=None):", "password = os.environ['PASSWORD']", "password = os.environ.get(\"DB_PASSWORD\")", "password = getpass.getpass()", "client = Client(api_key=api_key, secret=self.secret)",
		"token = get_access_token()", "password: str", "password: Optional[str] = None", "self.password = password", "tokenizer.pad_token = tokenizer.eos_token", "max_tokens=4096,", "token_budget=budget,", "sorted(d, key=lambda x: x[1])", "key=lambda r: r.x1",
		"parser.add_argument('--password', '-p', help='the password')", "API_TOKEN = compute_token(seed)", "for key in ('a1', 'b2'):", "if not token: raise ValueError('token missing')", "print('Password: ')", "password = input(\"Password: \")",
	},
	"javascript": {
		"const password = '{S}';", "let apiKey: string = \"{T}\";", "{ apiKey: '{T}', x: 1 }", "process.env.API_KEY || '{T}'"[0:0] + "const key = process.env.API_KEY || '{T}';", "headers: { 'x-api-key': '{T}' }", "secret: `{T}`,", "axios.defaults.headers['Authorization'] = 'Bearer {T}'",
		"const apiKey = Buffer.from('{T}')", "password: '{P}',",
		"const password = process.env.DB_PASSWORD;", "password: string;", "password?: string", "token: user.token,", "const { token } = await login();", "onKeyPress={handleKey1}", "key={item.id}", "token = response.data.token;", "password.value = ''",
		"import { token } from './t1'", "passwordLabel:\"Password:\",rememberMeLabel:\"Remember me:\"", "this.addPassword = '#add-password';", "t('password.reset')", "secret: process.env.SECRET!", "if (token === undefined) {", "type: 'password'",
		"localStorage.getItem('token')", "case 'token': return 1", "const STORAGE_KEY = 'app.settings.v1'",
	},
	"java and kotlin": {
		"String password = \"{S}\";", "private static final String API_KEY = \"{T}\";", "val apiToken: String = \"{T}\"", "props.put(\"password\", \"{P}\");", ".password(\"{P}\")", "ds.setPassword(\"{P}\");", "System.setProperty(\"db.password\", \"{P}\");", "char[] password = \"{P}\".toCharArray();",
		"String password = System.getenv(\"DB_PASSWORD\");", "String password = null;", "public void setPassword(String password) {", "this.password = password;", "@Value(\"${db.password}\") String p;", "getPassword(\"label1\")", "private String token;", "val token = repository.findToken(id1)",
		"map.put(\"key\", \"value1\");", "Token token = new Token(x1);",
	},
	"c family": {
		"char *password = \"{S}\";", "char password[] = \"{P}\";", "static const char *TOKEN = \"{T}\";", "#define API_KEY \"{T}\"", "const char password[32] = \"{P}\";", "string apiKey = \"{T}\";", "var secret = @\"{S}\";", "std::string token{\"{T}\"};"[0:0] + "std::string token = R\"({T})\";"[0:0] + "NSString *token = @\"{T}\";",
		"new NetworkCredential(\"app\", \"{P}\")", "server->password = \"{P}\";",
		"char *password = NULL;", "char password[64];", "password = argv[1];", "token = strtok(s, \"x1\");", "if (key == 0x1b) {", "case KEY_F1: return 1;", "pIdxKey->default_rc==0", "int pass = 1;", "#define KEY_LEN 32",
	},
	"php": {
		"$password = '{S}';", "'password' => '{P}',", "define('DB_PASSWORD', '{P}');", "define( 'AUTH_KEY', '{T}' );", "$config['db_password'] = '{P}';", "$this->token = \"{T}\";",
		"'password' => env('DB_PASSWORD', ''),", "$password = $_POST['password'];", "$pwd = $config->get('pwd');", "'password' => 'required|string|min:8',"[0:0] + "'password' => 'required',", "password_hash($password, PASSWORD_DEFAULT)",
	},
	"ruby": {
		"password = '{S}'", ":password => '{P}'", "password: '{P}',", "ENV['API_TOKEN'] = '{T}'", "config.secret_key_base = '{X}'", "api_key ||= '{T}'",
		"password = ENV['PASSWORD']", "password: ENV.fetch('PASSWORD')", "validates :password, presence: true", "attr_accessor :token", "password = params[:password]", "text << \"Password=#{password}, \"",
	},
	"rust swift scala": {
		"let password = \"{S}\";", "let token: &str = \"{T}\";", "const API_KEY: &'static str = \"{T}\";", "let apiKey = \"{T}\"", "val secret = \"{T}\"", "password: Some(\"{S}\".into()),"[0:0] + "let secret: String = \"{T}\".to_string();",
		"if let token = frameObserverToken { view.remove(token) }", "let secret = makeSecret()", "password: String,", "let token = env::var(\"TOKEN\")?;", "fn check(password: &str) -> bool {", "guard let token = token else { return }", "token: Option<Token>,", "Token::new(x1)",
	},
	"lua and perl": {
		"local password = \"{S}\"", "[\"password\"] = \"{P}\",", "my $password = '{S}';", "password => '{P}',", "$h{password} = '{P}';", "our $api_key = q{x};"[0:0] + "our $api_key = \"{T}\";",
		"local token = os.getenv(\"TOKEN\")", "my $password = shift;", "my ($user, $password) = @_;", "$pass = $ENV{PASS};",
	},
	"powershell and cmd": {
		"$password = \"{S}\"", "$env:API_TOKEN = '{T}'", "Connect-It -Password \"{P}\" -User x", "Connect-It -Password {P}", "ConvertTo-SecureString \"{P}\" -AsPlainText -Force", "set DB_PASSWORD={P}", "setx API_TOKEN {T}", "SET \"TOKEN={T}\"", "net use Z: \\\\host\\share {P} /user:app", "net use \\\\host\\share /user:app {P}",
		"$password = Read-Host -AsSecureString", "-Password $password", "-Password \"$password\"", "set TOKEN=%TOKEN%", "net use Z: \\\\host\\share /user:app *", "param([string]$Password)", "$token = Get-Token -Name x1",
	},
	"sql": {
		"CREATE USER app WITH PASSWORD '{P}';", "ALTER ROLE app PASSWORD '{S}';", "CREATE USER 'a'@'%' IDENTIFIED BY '{P}';", "ALTER USER a IDENTIFIED WITH mysql_native_password BY '{P}';", "SET PASSWORD = '{P}';", "GRANT ALL ON *.* TO 'a'@'%' IDENTIFIED BY '{P}'", "CREATE LOGIN x WITH PASSWORD = N'{S}';",
		"DECLARE @password NVARCHAR(50) = '{P}'",
		"SELECT password FROM users WHERE id = 1", "password VARCHAR(255) NOT NULL", "PRIMARY KEY (id1)", "FOREIGN KEY (a1) REFERENCES b(c)", "ALTER TABLE t ADD COLUMN token TEXT", "the row identified by `name` is", "IDENTIFIED BY PASSWORD",
	},
	"terraform": {
		"password = \"{S}\"", "variable \"db_password\" {\n  type    = string\n  default = \"{P}\"\n}\n", "variable \"api_token\" { default = \"{T}\" }", "secret_key = \"{T}\"", "password = <<-EOT\n  {T}\nEOT\n", "master_password = \"{P}\"",
		"password = var.db_password", "password = random_password.db.result", "token = data.vault_generic_secret.x.data[\"token\"]", "variable \"db_password\" {\n  type = string\n  sensitive = true\n}\n", "key_name = \"deploy-key1\"", "kms_key_id = \"{u}\"", "secret_id = aws_secretsmanager_secret.x.id",
	},
	"docker and compose": {
		"ENV DB_PASSWORD={P}\n", "ENV API_TOKEN {T}\n", "ARG NPM_TOKEN={T}\n", "environment:\n  - DB_PASSWORD={P}\n  - PORT=1\n", "environment:\n  POSTGRES_PASSWORD: {P}\n", "docker run -e API_TOKEN={T} -p 8080:80 img\n", "docker login -u app -p {P} registry.example.net\n", "\"auths\": {\"r\": {\"auth\": \"{A}\"}}",
		"docker run -p 8080:80 img\n", "ENV DB_PASSWORD=${DB_PASSWORD}\n", "secrets:\n  db_password:\n    file: ./db_password.txt\n", "docker login -u app --password-stdin\n",
	},
	"ci and services": {
		"env:\n  API_TOKEN: {T}\n", "Environment=\"DB_PASSWORD={P}\"\n", "Environment=API_TOKEN={T}\n", "echo \"::add-mask::{T}\"\n", "##vso[task.setvariable variable=X;issecret=true]{T}\n", "ansible_ssh_pass={P}\n", "ansible_become_password: {P}\n", "proxy_set_header Authorization \"Bearer {T}\";\n", "proxy_set_header X-Api-Key {T};\n",
		"  token: ${{ secrets.GITHUB_TOKEN }}\n", "API_TOKEN: ${{ secrets.API_TOKEN }}\n", "ssl_certificate_key /etc/ssl/private/x.key;\n", "withCredentials([string(credentialsId: 'nexus-deploy-2027', variable: 'PW')])\n", "proxy_set_header Authorization $http_authorization;\n", "EnvironmentFile=/etc/app/secrets.env\n",
	},
	"connection strings": {
		"Server=tcp:db.example.net,1433;User ID=app;Password={S};Encrypt=True", "\"Main\": \"Server=x;Uid=app;Pwd={P};\"", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey={B};EndpointSuffix=core.example", "Endpoint=sb://x.example/;SharedAccessKeyName=r;SharedAccessKey={B}",
		"DRIVER={ODBC};SERVER=h;UID=sa;PWD={A;b2sbxr3xK}}x};TrustServerCertificate=yes"[0:0] + "jdbc:sqlserver://h:1433;user=sa;password={P};encrypt=false", "host=h user=app password={P} dbname=x", "jdbc:mysql://h/db?user=a&password={P}&useSSL=false", "h.example:6380,password={B},ssl=True",
		"Server=x;Uid=app;Pwd=${DB_PW};", "Integrated Security=True;PersistSecurityInfo=false",
	},
	"netrc and friends": {
		"machine h.example login app password {P}\n", "machine h.example\n  login app\n  password {X}\n", "db.example.net:5432:app:svc:{P}\n*:*:*:svc:{P}\n", "//r.example.net/:_authToken={T}\n", "_auth={A}\n", "[pypi]\nusername = x\npassword = {T}\n", "https://app:{P}@git.example.net\n",
		"requirepass {P}\n", "bindpw {P}\n", "username admin password 7 0822{N}\n"[0:0] + "masterauth {P}\n", "git clone https://x-access-token:{T}@g.example/x\n",
		"machine h.example login app\n", "daemon:*:17431:0:99999:7:::\n", "127.0.0.1:5432:5432\n", "root:x:0:0:root:/root:/bin/sh\n",
	},
	"commands": {
		"curl -u app:{S} https://x.example", "curl --user 'app:{S}' https://x.example", "curl -H 'Authorization: Bearer {T}' https://x.example", "curl -H \"X-Api-Key: {T}\" -p 8080", "wget --password={P} --user=x u", "wget --user x --password {P} u", "mysql -u root -p{P} inventory", "mysqldump --password={P} db", "redis-cli -h c -a {P} PING",
		"sshpass -p {P} ssh h", "sshpass -p'{S}' ssh h", "aws configure set aws_secret_access_key {B}", "smbclient //h/s -U app%{P}", "ldapsearch -D cn=x -w {P} -b y", "mytool --token {T} --verbose", "mytool --password={S}", "mytool --api-key \"{T}\"", "helm install x --set auth.password={P}", "echo 'root:{P}' | chpasswd", "htpasswd -b file app {P}", "openssl rsa -passin pass:{P} -in k",
		"[\"--token\", \"{T}\"]", "vault login token={T}", "curl -b \"session={T}; theme=dark\" u", "openssl enc -k {P} -in x",
		"curl -sSLu \"admin:{S}\" x", "curl -uadmin:{P} x", "curl --user=app:{P} x", "mysql -uroot -p\"{P}\" db", "kubectl create secret generic db --from-literal=password={P} --from-literal=user=app", "curl -d \"a=b&password={P}&x=y\" u",
		"mysql -u root -p inventory", "ssh -p 2222 h", "rsync -a src/ dst/", "7z a -aoa out.7z in", "tar -p -xf x1.tar", "curl -u app https://x.example", "curl -u \"$USER:$PASS\" https://x.example", "mytool --token-file /x/y1", "mytool --password \"$PW\"", "mytool --password --verbose", "mytool --tokenizer=/models/x1 --max-tokens=4096",
		"use --password to set the password", "psql -p 5433 db1", "mkdir -p a1/b2", "serve --key server.key --cert server.crt", "curl -o token.json https://x.example/token", "ssh-keygen -t ed25519 -f key1",
	},
	"headers": {
		"Authorization: Bearer {T}\r\n", "authorization: token {X}\n", "Authorization: Basic {A}\n", "Authorization: {U}\n", "X-Api-Key: {T}\n", "X-Auth-Token: {T}\n", "Cookie: sid={T}; theme=dark\n", "Set-Cookie: session={T}; Path=/; HttpOnly\n", "Cookie: sid={T}; refresh={X}\n", "{\"headers\": {\"x-api-key\": \"{T}\", \"accept\": \"*/*\"}}",
		"\"Authorization\":\"Bearer {J}\"", "Authorization: ApiKey {T}", "authorization=Bearer%20{T}&model=m1", "Proxy-Authorization: Basic {A}", "PRIVATE-TOKEN: {T}",
		"Authorization: Bearer <token>\n", "Authorization: Bearer ${TOKEN}\n", "Authorization: Bearer $TOKEN\n", "Authorization: Bearer YOUR_TOKEN\n", "WWW-Authenticate: Basic realm=\"x1\"\n", "Cookie: theme=dark; lang=en\n", "uses bearer authentication\n", "Basic authentication is off\n", "ETag: \"{x}\"\n", "X-Request-Id: {u}\n", "csrf-token: {b}\n",
		"Sec-WebSocket-Key: {a}\n",
	},
	"urls": {
		"postgres://app:{P}@db.example.net/x", "mysql://etl:!qr{S}@w.example.net/dw"[0:0] + "mysql://etl:{S}@w.example.net/dw", "https://app:{Q}@h.example/x", "redis://:{P}@c.example:6379/0", "https://{T}@git.example.net/x", "https://x.example/a?token={T}&page=2", "https://x.example/a?access_token={T}#top", "https://x.example/b?sig={X}&se=1", "https://x.example/p?X-Amz-Date=1&X-Amz-Signature={X}\n",
		"amqp://app:{W}@h.example", "fatal: unable to access 'https://ci-bot:{P}@g.example/x.git/': 403\n", "otpauth://totp/x?secret={O}&issuer=y", "https://x.example/v1?key={T}", "ch://c.example/m?user=a&password={P}&secure=true", "mongodb+srv://app:{S}@c.example/x?retryWrites=true",
		"https://user:password@h.example", "https://${USER}:${PASS}@h.example", "https://<user>:<password>@h.example", "https://x.example:8443/a@b", "https://x.example/a?page_token=x1&sort=key", "see https://x.example/@me and user@h.example", "ssh://git@h.example:22/x", "{\"url\":\"https://a.example/login\",\"id\":null}\n{\"email\":\"so@h.example\"}", "mailto:a@h.example", "http://localhost:8080/",
		"https://x.example/i?token=TOKEN", "https://x.example/?v={x}",
	},
	"key blocks": {
		"{k}\n-----BEGIN CERTIFICATE-----\n{l}\n-----END CERTIFICATE-----\n", "-----BEGIN PUBLIC KEY-----\n{l}\n-----END PUBLIC KEY-----\n", "ssh-ed25519 {l} me@host\n",
		"     1\t-----BEGIN RSA PRIVATE KEY-----\n     2\t{K}\n     3\t{L}\n     4\t-----END RSA PRIVATE KEY-----\n", "+-----BEGIN RSA PRIVATE KEY-----\n+{K}\n+{L}\n+-----END RSA PRIVATE KEY-----\n", "> -----BEGIN RSA PRIVATE KEY-----\n> {K}\n> -----END RSA PRIVATE KEY-----\n",
		"PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: x\nPublic-Lines: 1\n{l}\nPrivate-Lines: 1\n{L}\nPrivate-MAC: {x}\n", "the text -----BEGIN RSA PRIVATE KEY----- starts a key\n", "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----\n",
	},
	"tokens and hashes": {
		"got {J} back", "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"{b}\",\"d\":\"{B}\"}"[0:0] + "{\"kty\":\"EC\",\"x\":\"{t}\",\"d\":\"{T}\",\"kid\":\"{t}\"}", "{\"d\":\"{T}\",\"kty\":\"RSA\",\"n\":\"{t}\",\"e\":\"AQAB\"}", "{\"kty\":\"oct\",\"k\":\"{T}\"}", "OTP_SEED={O}\n", "totp_secret: {O}\n",
		"eyJ not a token", "{\"kty\":\"EC\",\"x\":\"{t}\",\"y\":\"{t}\"}", "v = \"$1$2\"", "sha256:{x}", "commit {x}", "go-auth/auth v0.5.11 h1:{b}",
	},
	"loose": {
		"provider token - '{T}'\n", "provider SECRET {T}\n", "providerSECRET {T}\n", "x-key-{X}\n", "eventbrite private access key {T}", "the root password is {P} (rotate on Friday)\n", "The default Password is '{P}'\n", "coinapi ACCESS {T}\n", "-vaultToken s.{T}"[0:0] + "deploy key: {T}", "api key: {T}",
		"the password is expired\n", "token validation passed\n", "auth fixture loaded; token validation passed at Object.run (cookie jar:12)\n", "See the username/password documentation.\n", "3 tests PASS\n", "key issue 12345 found\n", "cache key {x}\n", "context token: 128k\n", "input tokens: 1812\n", "the token ring of 1985\n", "{1 {unrecognized token: \"x'012@45'\"}}", "unexpected token: '{t}'\n", "OAuth is fine\n", "SSH key ed25519 used\n",
		"use secret sauce2 here\n", "# OAuth tokens\nCLIENT_ID={t}\n", "provider token - 'ab3.example.com'\n", "provider token - 'Kq3xT9vB1@ab3.example.com'\n", "access the API v2\n", "private method1\n",
	},
	"dress": {
		"| DB_PASSWORD | {S} |\n", "| token | `{T}` |\n", "**Password:** {P}\n", "**Password**: `{P}`\n", "- Password: {P}\n", "`API_KEY={T}`\n", "> password: {P}\n", "\x1b[32mAPI_TOKEN\x1b[0m=\x1b[1m{T}\x1b[0m\n", "\\u001b[32mTOKEN={T}\\u001b[0m", "+API_TOKEN={T}\n-API_TOKEN={T}\n API_TOKEN={T}\n", "   12\tpassword: {P}\n", "+  \"password\": \"{S}\",\n",
		"密码：{S}\n", "パスワード: {P}\n", "Пароль: {P}\n"[0:0] + "пароль: {P}\n", "API token：{T}\n", "密码错误\n", "请输入密码: \n",
		"<td>password</td><td>{S}</td>", "<li><b>Password:</b> {P}</li>", "&lt;add key=&quot;Password&quot; value=&quot;{P}&quot;/&gt;", "{\"text\":\"kind: Secret\\ndata:\\n  db: {B}\\n\"}", "{\"args\":[\"--password\",\"{P}\",\"-v\"]}",
		"<td>key</td><td>value</td>", "<dt>Token</dt><dd>Bearer token for the API</dd>", "the label `<key>` stands for {u} in the text", "<th>Password</th><th>Role</th>", "<b>password</b><br>\nSteps (1)--(3) can be put in a file<br>", "(getpassword|int2str|setdir1)",
		"token%3D{T}%26x%3D1", "&quot;password&quot;: &quot;{P}&quot;", "{\\u0022token\\u0022: \\u0022{T}\\u0022}", "config.yml:12:  password: {P}\n", "password=\"{P}\"\r\n",
		"| password | description |\n", "| key | value |\n|---|---|\n", "**Token**: the bearer token\n", "### Password\n\nText follows here.\n", "want := []string{\"password: ***\"}\n", "token=<{T}>\n", "token=[REDACTED:token]\n", "pass\"[REDACTED:gitlab-pat] 000000a00aj1\n", "client_secret: \"_env:CRM_CLIENT_ID:REDACTED\"\n",
	},
}
