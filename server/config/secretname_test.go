package config

import (
	"strings"
	"testing"
)

// JZ-137, with the classifier that the redactor has.
func TestLoad_SecretOptionNames(t *testing.T) {
	for _, name := range []string{"api_token", "password", "client_secret", "apiKey", "auth_token", "secret", "db_password", "private_key", "imap_password", "access_key"} {
		for _, where := range []string{"options = { " + name + " = \"v\" }", "[connectors.options]\n" + name + " = \"v\"", name + " = \"v\""} {
			path := write(t, map[string]string{FileName: "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\n" + where + "\n"})
			_, err := Load(path, noEnv)
			if err == nil || !strings.Contains(err.Error(), "looks like a secret") || !strings.Contains(err.Error(), name+"_env") {
				t.Errorf("%q: %v", where, err)
			}
		}
	}
	for _, name := range []string{"depth", "token_url", "max_tokens", "folder", "mailbox", "public_key"} {
		path := write(t, map[string]string{FileName: "[[connectors]]\nname = \"a\"\ntype = \"codex\"\nroot = \"x\"\noptions = { " + name + " = \"v\", " + name + "_env = \"NAME\" }\n"})
		if _, err := Load(path, noEnv); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
