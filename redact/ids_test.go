package redact_test

import (
	"strings"
	"testing"
)

// twins runs lines in which {h} stands for 32 digits of hex, {t} for a token
// of letters and digits and {u} for a UUID: what stands between << and >> has
// to go, everything else to stay.
func twins(t *testing.T, lines []string) {
	t.Helper()
	r := newRedactor(t)
	fill := strings.NewReplacer(
		"{h}", "9f31c07be5a2"+"4d68b1f09c3e7a52d84b",
		"{t}", "k3Vw9Qz7Lm2X"+"r8Tc5Bn4Hd6Gf1Js",
		"{u}", "3fa1135c-61ed-"+"4881-9361-bdfa2fbe6b07")
	for _, l := range lines {
		in, keep, rest := "", []string{}, fill.Replace(l)
		var secrets []string
		for {
			before, after, ok := strings.Cut(rest, "<<")
			in, keep = in+before, append(keep, before)
			if !ok {
				break
			}
			secret, after, _ := strings.Cut(after, ">>")
			in, secrets, rest = in+secret, append(secrets, secret), after
		}
		out := r.String(in)
		for _, s := range secrets {
			if strings.Contains(out, s) {
				t.Errorf("%s: the secret stays", l)
			}
		}
		for _, k := range keep {
			if !strings.Contains(out, k) {
				t.Errorf("%s: %q, want %q kept", l, out, k)
			}
		}
	}
}

// An id of Twilio's says sid and opens no session.
func TestIDs_SessionIDs(t *testing.T) {
	twins(t, []string{
		"TWILIO_ACCOUNT_SID=AC{h}",
		"TWILIO_VERIFY_SERVICE_SID=VA{h}",
		"messageSid=SM{h}&NumMedia=0",
		`{"MessageSid": "SM{h}"}`,
		"Cookie: sid=AC{h}",
		"SYNC_SERVICE_SID={t}",
		"sid=<<{t}>>; theme=dark",
		"connect.sid=<<s%3A{t}.{t}>>",
		"SESSION_SID=<<{t}>>",
		"Cookie: PHPSESSID=<<{h}>>; JSESSIONID=<<{h}>>; connect.sid=<<s%3A{t}>>",
	})
}

// A word that ends in token says nothing of the assignment behind it.
func TestIDs_AssignmentBehindAWord(t *testing.T) {
	twins(t, []string{
		"export TWINE_USERNAME=__token__ TWINE_PASSWORD=<<pypi" + "-AgEIcHlwaS5vcmc{t}{t}{t}>>",
		"USER=x-token DEPLOY_PASSWORD=<<{t}>> make",
		"the token MY_AUTH_TOKEN=<<{t}>> is odd",
		"access token <<{t}>>",
	})
}

// A value with an ellipsis in the place of its body shows a token cut for display.
func TestIDs_CutForDisplay(t *testing.T) {
	twins(t, []string{
		"STRIPE_READ_KEY=rk_live_...",
		"OPENROUTER_API_KEY=sk-or-v1-…",
		"SENDGRID_API_KEY=SG.xxxxx.yyyyy",
		`{"api_key": "xai-...b14o"}`,
		"x-api-key: PMAK-65f0...c41d rejected",
		"API_TOKEN=<<tr_dev_{t}...>>",
		"API_TOKEN=<<SG.{t}.yyyyy>>",
		`{"api_key": "<<xai-...{t}>>"}`,
	})
}

// What its own place says is public or an id.
func TestIDs_Public(t *testing.T) {
	twins(t, []string{
		`Sentry.init({ dsn: "https://{h}@o450123.ingest.us.sentry.io/4505" })`,
		"SENTRY_DSN=https://<<{h}>>:<<{t}>>@sentry.io/12",
		"https://<<{h}>>@git.example.com/shop.git",
		"https://<<{t}>>@o450123.ingest.sentry.io/4505",
		`{accountID:"1234567",trustKey:"1234567"}`,
		`{accountID:"1234567",apiKey:"<<7349201>>"}`,
		`{"id": "apikey_01{t}", "name": "ci"}`,
		`{"secret": "<<apikey_01{t}>>", "name": "ci"}`,
		`param("secure:token", "credentialsJSON:{u}")`,
		`param("secure:token", "<<{u}>>")`,
		"POSTMARK_SERVER_TOKEN=POSTMARK_API_TEST",
		`{"key": "AYkdMbC4sF_H14MKZSwn", "rule": "java:S1192"}`,
		`{"apiKey": "<<AYkdMbC4sF_H14MKZSwn>>"}`,
	})
}
