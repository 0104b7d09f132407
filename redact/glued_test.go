package redact_test

import (
	"strings"
	"testing"

	"jezero/fuzz/credgen"
	"jezero/redact/rule"
	"jezero/redact/rules"
)

// JZ-41: a token with a prefix of its own goes although it touches what looks
// like a placeholder, on either side or in its brackets, and nothing more goes
// the next time.
func TestTokensGluedToPlaceholders(t *testing.T) {
	r := newRedactor(t)
	rnd := credgen.New(41)
	tokens := map[string]string{"jwt": "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0." + credgen.Run(rnd, rule.Base64URL, 43)}
	for _, ru := range rules.All() {
		for i := range ru.Shapes {
			if s := &ru.Shapes[i]; len(ru.Near) == 0 && len(prefixOf(s)) >= 3 {
				if token, ok := credgen.Token(rnd, s); ok {
					tokens[ru.ID+string(rune('a'+i))] = token
				}
			}
		}
	}
	tried := 0
	for id, token := range tokens {
		found := r.Find([]byte("x " + token + " x"))
		if len(found) != 1 {
			continue // no random text is one, or it needs its place
		}
		tried++
		value := ("x " + token + " x")[found[0].Start:found[0].End]
		for _, text := range []string{
			"x [REDACTED:api-key]" + token + " x",
			"x " + token + "[REDACTED:api-key] x",
			"x [REDACTED]" + token + "[redacted:b] x",
			"x [REDACTED:" + token + "] x",
		} {
			out := r.String(text)
			if holdsHalf(out, value) {
				t.Errorf("%s stays in %q: %q", id, text, out)
			}
			if again := r.String(out); again != out {
				t.Errorf("%s: %q becomes %q", id, out, again)
			}
		}
	}
	if tried < 150 {
		t.Errorf("only %d tokens were tried", tried)
	}
}

// prefixOf is the literal that a shape begins with.
func prefixOf(s *rule.Shape) string {
	if len(s.Parts) == 0 || s.Parts[0].Opt {
		return ""
	}
	return s.Parts[0].Lit
}

// holdsHalf reports whether half of the token is still there.
func holdsHalf(out, token string) bool {
	n := (len(token) + 1) / 2
	for i := 0; i+n <= len(token); i++ {
		if strings.Contains(out, token[i:i+n]) {
			return true
		}
	}
	return false
}

// JZ-41: kinds of texts in which what was found once hid more from the first
// look: it touched it, cut it, stood between it and its name, or made it look
// like an example. %s is a token of the rule.
func TestSecondPassFindsNothing(t *testing.T) {
	r := newRedactor(t)
	rnd := credgen.New(43)
	byID := map[string]*rule.Rule{}
	for _, ru := range rules.All() {
		byID[ru.ID] = ru
	}
	hex32 := func() string { return credgen.Run(rnd, rule.Hex, 32) }
	b64 := func(n int) string { return credgen.Run(rnd, rule.Alnum62, n) }
	filler := func(n int) string { return strings.Repeat("q7Zk2mWx", n/8) }
	for _, k := range []struct {
		kind string
		text func(tok func(id string) string) string
	}{
		{"a token that ends in quotes before another", func(tok func(string) string) string {
			return `"test_` + b64(40) + `""` + tok("rootly-api-key") + `"`
		}},
		{"a token that stands as an example before a placeholder's word", func(tok func(string) string) string {
			return "endr+" + b64(16) + "_" + tok("apify-api-token") + "-example"
		}},
		{"a token before one whose end is an example", func(tok func(string) string) string {
			return "y_" + b64(80) + `""` + tok("contentful-pat") + "|bitrise"
		}},
		{"a short assignment before a token", func(tok func(string) string) string {
			return "password=00;cloudant " + strings.ToLower(credgen.Run(rnd, rule.Lower, 24)) + ":"
		}},
		{"words before a token under a wallet's name", func(tok func(string) string) string {
			return "mnemonic:token p<" + tok("ionic-pat")
		}},
		{"a value that a token takes the beginning of", func(tok func(string) string) string {
			return "AccountKey=" + tok("azure-ad-client-secret") + "[REDACTED]" + b64(17)
		}},
		{"a value of punctuation behind a token", func(tok func(string) string) string {
			return "Secret:" + tok("convex-deploy-key") + "_" + hex32()[:17]
		}},
		{"an Azure secret with a dash in its rest", func(tok func(string) string) string {
			return "Secret=" + tok("azure-ad-client-secret") + "-" + b64(12)
		}},
		{"a long value that a token takes a part of", func(tok func(string) string) string {
			return "password=" + filler(600) + tok("github-pat") + filler(600) + "!x"
		}},
		{"a key block in a key block", func(func(string) string) string {
			begin, end := "-----BEGIN RSA PRIVATE"+" KEY-----\n", "-----END RSA PRIVATE"+" KEY-----\n"
			return begin + b64(64) + "\n" + begin + b64(64) + "\n" + end + b64(64) + "\n" + end
		}},
		{"a cookie that holds a key block", func(func(string) string) string {
			return "Cookie: session=-----BEGIN PRIVATE" + " KEY-----\\n" + b64(64) + "\\n-----END PRIVATE" + " KEY-----; a=" + b64(30)
		}},
		{"a short password before words", func(func(string) string) string { return "password=00;word x" }},
		{"a password of an address that begins with a slash", func(func(string) string) string {
			return "https://u:/" + b64(12) + "@host/path"
		}},
		{"quotes behind an escaped end of line", func(tok func(string) string) string {
			return `{"a":"x\n` + tok("jetbrains-permanent-token") + `","b":"\"passw` + `:\"` + b64(9) + `"}`
		}},
		{"a name glued to an open brace and a token", func(tok func(string) string) string {
			return `"token":[{"a0e9r{\n` + b64(8) + `"passw` + `:"-sl` + tok("npm-access-token")
		}},
		{"tokens of other tokens' alphabets", func(tok func(string) string) string {
			return "ops_eyJ" + b64(70) + "_sdbx_apikey_" + b64(30) + "REDACTED"
		}},
		{"hashes one after the other", func(tok func(string) string) string {
			return "$krb5asrep$23$" + b64(20) + "$NT$" + hex32() + "REDACTED"
		}},
	} {
		for range 40 {
			src := k.text(func(id string) string {
				ru := byID[id]
				if ru == nil {
					t.Fatalf("there is no rule %s", id)
				}
				token, ok := credgen.Token(rnd, &ru.Shapes[0])
				if !ok {
					t.Fatalf("no token of %s", id)
				}
				return token
			})
			out := r.String(src)
			if again := r.String(out); again != out {
				t.Errorf("%s:\n in    %q\n once  %q\n twice %q", k.kind, src, out, again)
				break
			}
		}
	}
}
