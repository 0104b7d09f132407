package value

import "math/bits"

// placeholder: every word of it says that something else belongs here, or
// talks about secrets: your-api-key-here, changeme, my_secret, TODO.
func placeholder(f *facts) bool {
	v := f.v
	if len(v) > 120 || !f.has(markLower|markUpper) || len(v) >= 12 && f.score() >= 14 {
		return false
	}
	i, told, words, digs := 0, 0, 0, 0
	for i < len(v) {
		c := v[i]
		switch {
		case lower(c) || upper(c):
			j := i + 1
			for j < len(v) && (lower(v[j]) || upper(v[j])) && !(lower(v[j-1]) && upper(v[j])) {
				j++
			}
			words++
			w := v[i:j]
			switch l := listsOf(w); {
			case l&inStrongHints != 0:
				told += 2
			case l&inHints != 0:
				told++
			case l&inNeutral != 0:
			case len(w) == 1 || repetitive(w):
				// x, xx
			default:
				return words == 1 && j == len(v) && gluedHint(w)
			}
			i = j
		case digit(c):
			j := i
			for j < len(v) && digit(v[j]) {
				j++
			}
			if j-i > 5 && !sequence(v[i:j]) {
				return false
			}
			digs += j - i
			i = j
		case c == '_' || c == '-' || c == '.' || c == ' ' || c == '!' || c == '?' || c == '*' || c == ':' || c == '\'' || c == '/' || c == '<' || c == '>' || c == '"':
			i++
		default:
			return false
		}
	}
	// One hint alone with digits behind it (password123, secret1) is a weak
	// password, not a placeholder.
	if digs > 0 && told < 2 {
		return false
	}
	return told > 0
}

// sequence: 12345, 123456789, 00000, 54321.
func sequence(b []byte) bool {
	for i := 1; i < len(b); i++ {
		d := int(b[i]) - int(b[i-1])
		if d != 0 && d != 1 && d != -1 && d != -9 {
			return false
		}
	}
	return true
}

// gluedHint: changeme, yourtokenhere, secretkey, mypassword: hints written together.
func gluedHint(w []byte) bool {
	if len(w) > 24 {
		return false
	}
	told := false
	for len(w) > 0 {
		// The longest word that it begins with.
		k := 0
		var l lists
		for at := beginnings[begins(w)] & (2<<len(w) - 1) &^ 3; at != 0 && k == 0; {
			j := bits.Len32(at) - 1
			at &^= 1 << j
			if l = listsOf(w[:j]); l&(inStrongHints|inHints|inNeutral) != 0 {
				k = j
			}
		}
		if k == 0 {
			return false
		}
		told = told || l&inNeutral == 0
		w = w[k:]
	}
	return told
}

// strongHints tell a placeholder by themselves.
const strongHints = `your short pw changeme change replace replaceme insert enter example sample dummy placeholder todo fixme redacted hidden
	masked removed omitted here xxx foo bar baz foobar fake mock tbd none empty unset undefined
	snip truncated elided sanitized filtered censored goes paste fill provide specify somewhere notreal`

// hints are words that stand in placeholders and never make a secret alone.
const hints = `my api key keys token tokens secret secrets password passwords passwd pass pwd passphrase credential credentials auth
	access private public client username login id value string text
	test tests testing valid invalid default
	bearer basic jwt oauth webhook url sk pk super secure secured random generated
	subscription license code hash signature session cookie refresh encryption signing confirm`

// neutral words stand in placeholders beside hints and tell nothing alone.
const neutral = `me in to with before deploy deploying deployment the a an this that is not no by some any new old real actual own demo please it
	name app application service server account user admin or and of for from on at be as set put very long
	bot live prod dev staging production development google azure aws github gitlab slack openai anthropic stripe twilio
	sendgrid postmark discord telegram hub maps record database db mysql postgres redis one two three abc shared master root hex base`

// keywords are literals and type names of languages and schemas.
const keywords = `int8array uint8array uint8clampedarray int16array uint16array int32array uint32array float32array float64array bigint64array biguint64array
	true false yes no on off null nil none undefined nan void any object string str int integer number bool boolean
	bytes byte char varchar text float double long short uint8 unknown never symbol self this super optional required
	option nullable hidden secretstr securestring &str list dict map array tuple func function lambda interface
	enabled disabled always never auto default prompt ask stdin file env keyring keychain
	varbinary uuid blob json jsonb []byte []string *string string? email tel url search
	and or not if in is else then end do for var let const type new return await async defer
	required| hashed encrypted missing incorrect wrong expired mandatory present absent set unset changed
	compat files public private protected static final readonly internal override virtual data nonnull
	0 1`

const units = `k m g kb mb gb b s ms us ns h d min sec px em rem pt % x i f l u ul ll n`

const extensions = `pem key crt cer der p12 pfx jks json yaml yml toml ini cfg conf config txt md html htm css js mjs ts tsx jsx go py rb rs java
	php c h cc cpp cs sh bash ps1 bat xml csv log lock env properties db sqlite pub asc gpg pgp svg png jpg jpeg gif ico
	local internal com org net io dev example test vue kt swift scala lua pl sql tf hcl proto zip gz tar tgz keystore`
