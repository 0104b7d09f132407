package name_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"jezero/redact/internal/golden"
	"jezero/redact/internal/name"
)

var update = flag.Bool("update", false, "write golden files")

// TestJudgements holds what every byte of a name is worth to what it says of
// its value. See package golden for how the file reads.
func TestJudgements(t *testing.T) {
	names := strings.Fields(`
password DB_PASSWORD db-password db.password dbPassword DBPassword dbpassword MYSQL_PWD userPwd clientSecret client_secret CLIENT-SECRET SECRET_KEY SECRET_KEY_BASE
APIToken APISecret apiKey api-key apikey X-Api-Key APP_KEY refresh_token accessToken GITHUB_TOKEN GITHUB_TOKEN_STAGING DB_PASSWORD_2 password1 AWS_SECRET_ACCESS_KEY
private_key signingKey authToken _authToken npmtoken passphrase DB_PASS spring.datasource.password OAuthToken encryptionKey token secret STORAGE_KEY JWTSecret credentials
smtpPass xApiKeyProd adminPasswordPlain HTTPAuthToken JWT auth key pass pw psk otp_seed totp_secret mnemonic seed salt sid sessionid connect.sid signature X-Amz-Signature sig
TOKEN_URL token_type max_tokens maxTokens PUBLIC_KEY SORT_KEY GITHUB_TOKEN_FILE passwordLabel secretName token_id primaryKey publicToken csrf-token key_down_event bucket_key
issuerKeyHash tokenizationKeyId PASSWORD_MIN_LENGTH apiKeyName forgot_password token_budget kms_key_id credentialsId output_cost_per_token AUTH_METHOD existingSecret publickey
nextPageToken_count monkey keyboard KEYBOARD_LAYOUT tokenizer TOKENIZER_PATH author OAuth bypass passed compass secretary turkey hockey authenticated tests x assignment
пароль 密码 contraseña Kennwort wachtwoord senha tokens secrets keys passwords api_keys key1 aB1cD2 __password__ password-- A B_C a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.password
sha256_password NO_PASSWORD password_hash hashed_password reset_password_token invite_token webhook_secret shared_access_key storage_account_key connection_string license_key`)
	judge := func(s string) string {
		v := name.Of([]byte(s))
		what := []string{"none", "mentions", "holds"}[v.Class]
		if v.Class != name.None {
			what += fmt.Sprintf(" %d-%d kind %d", v.Start, v.End, v.Kind)
		}
		for _, also := range []struct {
			name string
			is   bool
		}{{"weak", v.Weak}, {"bare", v.Bare}, {"plural", v.Plural}, {"any", name.AnySecret([]byte(s))}} {
			if also.is {
				what += " " + also.name
			}
		}
		return what
	}
	golden.Judgements(t, "testdata/judgements.txt", *update, judge, names, len(names))
}
