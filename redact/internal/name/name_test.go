package name

import (
	"slices"
	"strings"
	"testing"

	"jezero/corpus"
)

// JZ-25, JA-35, JA-17…19, JZ-38
func TestOf(t *testing.T) {
	holds := []string{
		"password", "DB_PASSWORD", "db-password", "db.password", "dbPassword", "DBPassword", "dbpassword", "MYSQL_PWD", "userPwd",
		"clientSecret", "client_secret", "CLIENT-SECRET", "SECRET_KEY", "SECRET_KEY_BASE", "APIToken", "APISecret", "apiKey", "api-key", "apikey",
		"X-Api-Key", "APP_KEY", "refresh_token", "accessToken", "GITHUB_TOKEN", "GITHUB_TOKEN_STAGING", "DB_PASSWORD_2", "password1",
		"AWS_SECRET_ACCESS_KEY", "private_key", "signingKey", "authToken", "_authToken", "npmtoken", "passphrase", "DB_PASS",
		"spring.datasource.password", "OAuthToken", "KEYSTORE_PASSWORD", "encryptionKey", "token", "secret", "STORAGE_KEY",
		"commercejs_key", "JWTSecret", "credentials", "smtpPass", "xApiKeyProd", "adminPasswordPlain", "HTTPAuthToken", "JWT",
	}
	for _, n := range holds {
		if got := Of([]byte(n)).Class; got != Holds {
			t.Errorf("Of(%q) = %v, want Holds", n, got)
		}
	}
	mentions := []string{
		"TOKEN_URL", "token_type", "max_tokens", "maxTokens", "PUBLIC_KEY", "SORT_KEY", "GITHUB_TOKEN_FILE", "passwordLabel", "secretName",
		"token_id", "primaryKey", "publicToken", "csrf-token", "key_down_event", "bucket_key", "issuerKeyHash", "tokenizationKeyId",
		"PASSWORD_MIN_LENGTH", "apiKeyName", "forgot_password", "token_budget", "kms_key_id", "credentialsId", "output_cost_per_token",
		"AUTH_METHOD", "existingSecret", "publickey", "nextPageToken_count",
	}
	for _, n := range mentions {
		if got := Of([]byte(n)).Class; got != Mentions {
			t.Errorf("Of(%q) = %v, want Mentions", n, got)
		}
	}
	none := []string{"", "monkey", "keyboard", "KEYBOARD_LAYOUT", "tokenizer", "TOKENIZER_PATH", "author", "OAuth", "bypass", "passed", "compass",
		"secretary", "turkey", "hockey", "ultraPictureBox", "authenticated", "tokenizationId", "tests", "x", "assignment"}
	for _, n := range none {
		if got := Of([]byte(n)).Class; got != None {
			t.Errorf("Of(%q) = %v, want None", n, got)
		}
	}
}

func TestOfKind(t *testing.T) {
	for _, c := range []struct {
		name string
		kind Kind
		weak bool
	}{
		{"password", Password, false}, {"pass", Password, true}, {"db_pass", Password, false}, {"key", Key, true},
		{"api_key", Key, false}, {"foo_key", Key, true}, {"secret_key", Key, false}, {"auth", Auth, true}, {"tokens", Token, true},
		{"access_token", Token, false}, {"client_secret", Secret, false}, {"otp_seed", Seed, false},
	} {
		v := Of([]byte(c.name))
		if v.Kind != c.kind || v.Weak != c.weak {
			t.Errorf("Of(%q) = kind %v weak %v, want %v %v", c.name, v.Kind, v.Weak, c.kind, c.weak)
		}
	}
}

func TestAnySecret(t *testing.T) { // JA-17, JA-19
	for n, want := range map[string]bool{
		"TOKEN_URL": true, "GITHUB_TOKEN_FILE": true, "API_KEY": true, "KEY": false, "KEYBOARD_LAYOUT": false,
		"TOKENIZER_PATH": false, "PATH": false, "SSH_AUTH_SOCK": true, "MONKEY": false, "DB_PASSWORD": true,
	} {
		if got := AnySecret([]byte(n)); got != want {
			t.Errorf("AnySecret(%q) = %v, want %v", n, got, want)
		}
	}
}

func TestOfDoesNotAllocate(t *testing.T) {
	b := []byte("SPRING_DATASOURCE_PASSWORD_STAGING")
	if n := testing.AllocsPerRun(100, func() { Of(b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"", "DB_PASSWORD", "APIToken", "key", "____", "\xff\x80", "aB1cD2"} {
		f.Add([]byte(s))
	}
	for _, c := range corpus.Sample(11) {
		// What stands before a value is its name more often than not.
		before, _, _ := strings.Cut(c.Text, slices.Concat(c.Secrets, c.Keep, []string{"="})[0])
		before = strings.TrimRight(before, "=: \"'")
		f.Add([]byte(before[strings.LastIndexAny(before, " \n\t{,\"'")+1:]))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v := Of(b)
		if v.Class == None {
			return
		}
		if v.Start < 0 || v.End > len(b) || v.Start >= v.End {
			t.Fatalf("word %d:%d outside of %q", v.Start, v.End, b)
		}
		if w := Of(b); w != v {
			t.Fatalf("not deterministic: %v, %v", v, w)
		}
	})
}

// What Ends says of the end of a name, Holder says of every name that ends so.
func TestEnds(t *testing.T) {
	for end, want := range map[string]bool{
		"keyName": true, "token_url": true, "PSK_WITH_AES_256_CBC_SHA384": true, "key.file": true, "secret-ref_2": true, "authPointer_value": true,
		"key": false, "tokenKey": false, "secret_prod": false, "password2": false, "keyboard": false, "x_2": false, "KEYs": false, "tokenOAuth": false, "": false, "..": false,
	} {
		if got := Ends([]byte(end)); got != want {
			t.Errorf("%q: %v", end, got)
		}
		for _, before := range []string{"", "a", "db", "DB_", "api-", "my.", "O", "max_", "2"} {
			if b := []byte(before + end); Ends([]byte(end)) && Holder(b).Class == Holds {
				t.Errorf("%q holds a secret", b)
			}
		}
	}
}
