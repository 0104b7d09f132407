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
