package name

import (
	"maps"
	"slices"

	"jezero/redact/internal/ends"
)

// longest is the longest word that is compared; of longer ones the end counts.
const longest = 32

// core is what one word says when it is the last that counts.
type core struct {
	kind     Kind
	weak     bool // stands for many things
	bare     bool // the word alone, not a compound such as apikey
	plural   bool
	negative bool // a compound that only mentions: publickey
}

// cores are the secret words themselves.
func cores() map[string]core {
	return map[string]core{
		"password": {kind: Password}, "passwd": {kind: Password}, "passcode": {kind: Password},
		"passwort": {kind: Password}, "kennwort": {kind: Password}, "senha": {kind: Password},
		"contrasena": {kind: Password}, "contraseña": {kind: Password}, "wachtwoord": {kind: Password},
		"пароль": {kind: Password}, "密码": {kind: Password}, "密碼": {kind: Password}, "パスワード": {kind: Password}, "비밀번호": {kind: Password},
		"Пароль": {kind: Password}, "ПАРОЛЬ": {kind: Password}, "hasło": {kind: Password}, "heslo": {kind: Password}, "lösenord": {kind: Password}, "şifre": {kind: Password},
		"parola": {kind: Password}, "jelszó": {kind: Password}, "salasana": {kind: Password}, "adgangskode": {kind: Password}, "motdepasse": {kind: Password},
		"口令": {kind: Password}, "암호": {kind: Password}, "비번": {kind: Password}, "סיסמה": {kind: Password}, "รหัสผ่าน": {kind: Password},
		"पासवर्ड": {kind: Password}, "پسورد": {kind: Password}, "密钥": {kind: Key}, "令牌": {kind: Token},
		"pwd": {kind: Password}, "pswd": {kind: Password}, "passw": {kind: Password}, "pword": {kind: Password},
		"psw": {kind: Password}, "psk": {kind: Password},
		"pass": {kind: Password, weak: true}, "pw": {kind: Password, weak: true},
		"passphrase": {kind: Passphrase}, "mnemonic": {kind: Passphrase}, "phrase": {kind: Passphrase, weak: true},
		"storepass": {kind: Password}, "keypass": {kind: Password}, "srcstorepass": {kind: Password}, "deststorepass": {kind: Password}, "srckeypass": {kind: Password}, "destkeypass": {kind: Password},
		"requirepass": {kind: Password}, "masterauth": {kind: Password}, "bindpw": {kind: Password}, "rootpw": {kind: Password},
		"secret": {kind: Secret}, "secrete": {kind: Secret},
		"token": {kind: Token}, "pat": {kind: Token, weak: true}, "bearer": {kind: Token, weak: true}, "jwt": {kind: Token, weak: true},
		"key":        {kind: Key, weak: true},
		"credential": {kind: Credential, weak: true}, "cred": {kind: Credential, weak: true},
		"auth": {kind: Auth, weak: true}, "authorization": {kind: Auth, weak: true},
		"signature": {kind: Signature, weak: true}, "sig": {kind: Signature, weak: true},
		"sessionid": {kind: Session, weak: true}, "sid": {kind: Session, weak: true}, "sessid": {kind: Session, weak: true},
		"phpsessid": {kind: Session, weak: true}, "jsessionid": {kind: Session, weak: true},
		"cookie": {kind: Session, weak: true}, "sess": {kind: Session, weak: true},
		"seed": {kind: Seed, weak: true}, "otp": {kind: Seed, weak: true}, "totp": {kind: Seed, weak: true},
		"salt": {kind: Seed, weak: true},
	}
}

// plurals are secret words in the plural.
func plurals() map[string]core {
	return map[string]core{
		"passwords": {kind: Password, plural: true}, "secrets": {kind: Secret, plural: true},
		"tokens": {kind: Token, plural: true}, "keys": {kind: Key, weak: true, plural: true},
		"credentials": {kind: Credential, weak: true, plural: true}, "creds": {kind: Credential, weak: true, plural: true},
		"apikeys": {kind: Key, plural: true}, "cookies": {kind: Session, weak: true, plural: true},
	}
}

type gluedEnd struct {
	end  string
	core core
}

// gluedBy lists glued, in order, by their last byte.
var gluedBy = func() (t [256][]gluedEnd) {
	for _, g := range glued {
		last := g.end[len(g.end)-1]
		t[last] = append(t[last], g)
	}
	return t
}()

// glued are ends of words written together: dbpassword, authtoken, clientsecret.
var glued = []gluedEnd{
	{"password", core{kind: Password}}, {"passwd", core{kind: Password}}, {"passphrase", core{kind: Passphrase}},
	{"passwort", core{kind: Password}}, {"pwd", core{kind: Password}},
	{"密码", core{kind: Password}}, {"密碼", core{kind: Password}}, {"口令", core{kind: Password}}, {"パスワード", core{kind: Password}}, {"비밀번호", core{kind: Password}},
	{"secret", core{kind: Secret}}, {"token", core{kind: Token}},
	{"apikey", core{kind: Key}}, {"accesskey", core{kind: Key}}, {"secretkey", core{kind: Key}}, {"privatekey", core{kind: Key}},
	{"credential", core{kind: Credential, weak: true}}, {"sessionid", core{kind: Session, weak: true}},
	{"passwords", core{kind: Password, plural: true}}, {"tokens", core{kind: Token, plural: true}},
	{"secrets", core{kind: Secret, plural: true}}, {"credentials", core{kind: Credential, weak: true, plural: true}},
}

// words that end in "key" or "pass" and are none.
func innocent() map[string]bool {
	return map[string]bool{
		"monkey": true, "turkey": true, "donkey": true, "whiskey": true, "jockey": true, "hockey": true, "lackey": true,
		"flunkey": true, "mickey": true, "smokey": true, "keykey": true, "hotkey": true, "softkey": true, "hokey": true,
		"pokey": true, "disney": true, "okey": true, "passkey": true, "onkey": true, "iskey": true, "haskey": true,
		"bypass": true, "compass": true, "surpass": true, "trespass": true, "overpass": true, "underpass": true,
		"encompass": true, "askpass": true, "minipass": true, "sherpass": true, "multipass": true, "singlepass": true, "firstpass": true, "lowpass": true,
		"highpass": true, "bandpass": true, "renderpass": true, "allpass": true, "twopass": true, "subpass": true,
	}
}

// coreOf says what word w holds, which the lists say e of.
func coreOf(w []byte, e *entry) (core, bool) {
	if e.core.kind != NoKind {
		return e.core, true
	}
	if len(w) < 5 || e.innocent || !mayEnd[w[len(w)-1]] {
		return core{}, false
	}
	for _, g := range gluedBy[w[len(w)-1]] {
		if len(w) > len(g.end) && string(w[len(w)-len(g.end):]) == g.end {
			return glue(w[:len(w)-len(g.end)], g.core), true
		}
		if len(w) == len(g.end) && string(w) == g.end {
			return g.core, true
		}
	}
	if rest, ok := cut(w, "key"); ok {
		q := lookUp(rest).qual
		if q&(qualNever|qualNotKey) != 0 {
			return core{kind: Key, negative: true}, true
		}
		// An unknown word glued to "key" is a provider's name at best.
		return core{kind: Key, weak: q&qualStrong == 0}, true
	}
	if rest, ok := cut(w, "pass"); ok {
		return core{kind: Password, weak: lookUp(rest).qual&qualStrong == 0}, true
	}
	return core{}, false
}

func glue(rest []byte, c core) core {
	q := lookUp(rest).qual
	if q&(qualNever|takesAway(c.kind)) != 0 {
		c.negative = true
	}
	return c
}

func cut(w []byte, end string) ([]byte, bool) {
	if len(w) > len(end) && string(w[len(w)-len(end):]) == end {
		return w[:len(w)-len(end)], true
	}
	return nil, false
}

// coreKind reports whether w is itself a secret word, which makes a weak word
// after it strong: secret key, auth key, password pass.
func coreKind(w []byte, e *entry) bool {
	c, ok := coreOf(w, e)
	return ok && !c.negative && c.kind != Key && c.kind != Signature
}

// transparent words at the end of a name change nothing: numbers,
// environments, encodings, "value".
func transparent(w []byte, e *entry) bool {
	return digit(w[0]) || len(w) == 1 || e.suffix
}

func suffixes() map[string]bool {
	return set(`staging stage stg prod production prd dev devel development test testing tests qa uat local
	base old new bak backup live sandbox main default current previous prev secondary master root admin
	plain plaintext cleartext clear raw b64 base64 hex enc encoded str string text txt value val values data
	env env2 override here int ext internal external eu us uk emea apac east west north south
	primary release demo preprod preview canary shared global v ro rw readonly sec secure super`)
}

// entry is what the lists of words say of one word.
type entry struct {
	word     string
	core     core // kind is NoKind where the word holds nothing
	qual     qual
	innocent bool
	suffix   bool
}

const slots = 2048

//go:generate go test -run ^TestDictionary$ -update .

// build makes the dictionary, a table of all lists with open addressing, so
// that one look answers for all of them. Most words stand in none and meet an
// empty slot. It is written down in dictionary_gen.go, so that no program
// builds it at its start.
func build() *[slots]entry {
	var t [slots]entry
	of := func(w string) *entry {
		e := slot(&t, []byte(w), ends.Hash([]byte(w)))
		e.word = w
		return e
	}
	for _, cs := range [...]map[string]core{cores(), plurals()} {
		for _, w := range sorted(cs) {
			e := of(w)
			e.core = cs[w]
			e.core.bare = true
		}
	}
	for _, w := range sorted(innocent()) {
		of(w).innocent = true
	}
	for _, w := range sorted(suffixes()) {
		of(w).suffix = true
	}
	quals := qualifiers()
	for _, w := range sorted(quals) {
		of(w).qual = quals[w]
	}
	return &t
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// mayEnd has the last bytes of what the words written together end with.
var mayEnd = func() (t [256]bool) {
	for _, g := range glued {
		t[g.end[len(g.end)-1]] = true
	}
	t['y'], t['s'] = true, true // key, pass
	return t
}()

func lookUp(w []byte) *entry { return slot(&dictionary, w, ends.Hash(w)) }

// slot is where w stands or would stand.
func slot(t *[slots]entry, w []byte, hash uint64) *entry {
	for i := hash >> 48; ; i++ {
		e := &t[i%slots]
		if e.word == "" || e.word == string(w) {
			return e
		}
	}
}

type qual uint8

const (
	qualNever       qual = 1 << iota // with it the value is no secret
	qualNotKey                       // takes the secret from "key"
	qualNotToken                     // … from "token"
	qualNotPassword                  // … from "password"
	qualNotSecret                    // … from "secret"
	qualStrong                       // makes a weak word strong: api key
)

// qualifiers are the words before the deciding one.
func qualifiers() map[string]qual {
	m := map[string]qual{}
	add := func(q qual, words string) {
		for w := range set(words) {
			m[w] |= q
		}
	}
	add(qualNever, `public pub publishable max min num number total count csrf xsrf no has is use uses require required
		checksum checksums digest fingerprint thumbprint md5 sha sha1 sha256 sha512 etag
		requires enable enabled disable disabled allow missing invalid per`)
	add(qualNotKey, `primary foreign sort partition row range hash cache cached bucket map object index lookup unique
		composite shift arrow hot fn press pressed dict json group registry registration translation i18n message msg config setting
		settings field column col attribute attr prop property answer enter escape esc tab delete backspace meta alt ctrl control
		modifier keyboard piano site order merge join candidate surrogate natural business idempotency
		correlation dedupe event issue node tree leaf first last next any home end up down left right page space caps lock
		num pad f wildcard storage_ item list array label title name locale lang language template feature flag
		metric tag topic header form state react route reducer action context ns namespace parent child children
		entry data_ sorted sorting current_ ordering filter display symbol translate text metadata reg hkey conf
		option options param parameter env_ environment variable var class type style theme color image file path url
		autocomplete vi vim emacs bind binding mouse touch trigger command cmd menu soft dead compose print pause break insert
		help back call end_ power volume media wrong matching duplicate dup distinct shard sharding distribution cluster clustering
		routing cursor iteration iter loop recv receive verifier verify verification blob socket websocket vapid`)
	add(qualNotToken, `input output prompt completion reasoning cached page pagination continuation sync eos bos pad unk sep
		cls mask stop special end start peek lexer lex parse parser syntax op operator change keyword ident comment expected
		unexpected cancel cancellation word tag design color css theme speculative newline left right open close brace
		bracket paren comma dot semicolon action client idempotency lifecycle first last next cur current prev previous context generated used available remaining
		text budget request response image audio verification_ sub subword lookahead whitespace delimiter separator
		literal punctuation nth each every all unknown reserved begin opening closing eof punct sym symbol
		http_ content hash_ media set`)
	add(qualNotPassword, `forgot forgotten reset show hide toggle wrong incorrect bad without with ask prompt change update empty
		expired weak strong verify check validate need needs first second third two one single multi each per next last final
		initial_ by fall render boarding did will must can should cannot not tests test_ all`)
	add(qualNotSecret, `existing pull top open trade no not external sealed generic opaque tls image docker_ a the`)
	add(qualStrong, `api app application access secret private signing sign signature encryption encrypt encrypting decrypt decryption master auth
		account acct admin service svc deploy deployment license licence subscription write read server consumer
		shared storage hub become webhook ingest ingestion integration personal user session root team org organization
		workspace rest ssh hmac aes jwt crypto cipher cipher crypt security secure db database my ftp sftp smtp mail email mysql pg postgres
		redis proxy vpn wifi store trust ldap bind client super superuser sudo login rpc bot oauth oauth2 x authentication
		authorization http basic encryption cookie django flask rails laravel symmetric wrapping kek dek fernet
		tracking sdk sig push vault agent instrumentation insert_ ingest collector sync bearer totp otp mfa tfa twofactor
		seed mnemonic recovery backup wallet keystore truststore keytab pem rsa ecdsa ed25519 des sas dkim pgp gpg`)
	return m
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	start := -1
	for i := 0; i <= len(words); i++ {
		if i < len(words) && words[i] > ' ' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			m[words[start:i]] = true
			start = -1
		}
	}
	return m
}
