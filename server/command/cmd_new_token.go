package command

import (
	"path/filepath"

	"jezero/connectors/device/client"
	"jezero/server/keys"
)

type newTokenCommand struct {
	KeyFile string `name:"key-file" placeholder:"FILE" help:"Write the key into FILE, mode 0600, as the bridge reads it, instead of printing it."`
	URL     string `name:"url" default:"http://127.0.0.1:8765" help:"With --key-file: the server that the key is for."`
	JSON    bool   `name:"json" help:"Print key and digest as JSON."`
}

// Help is the manual of the command.
func (newTokenCommand) Help() string {
	return `Prints a fresh key once, and its SHA-256. Only the digest goes into the configuration:

  [[clients]]
  name = "laptop"
  token_sha256 = "…"
  sources = ["agent-*"]

The key itself goes to the client, best into a file that only its user can read. Nothing keeps it here; a lost key is replaced by a new one.

Exit codes: 0 done; 2 could not run (FILE exists or cannot be written).`
}

func (c *newTokenCommand) Run(r *run) error {
	token, digest := keys.New()
	if c.KeyFile != "" {
		file := c.KeyFile
		if !filepath.IsAbs(file) {
			file = filepath.Join(r.Dir, file)
		}
		if err := client.WriteKeyFile(file, client.Credentials{URL: c.URL, Key: token}); err != nil {
			return err
		}
		if c.JSON {
			return r.out.json(map[string]string{"key_file": file, "sha256": digest})
		}
		r.out.line("key     in %s", file)
		r.out.line("sha256  %s", digest)
		return nil
	}
	if c.JSON {
		return r.out.json(map[string]string{"key": token, "sha256": digest})
	}
	r.out.line("key     %s", token)
	r.out.line("sha256  %s", digest)
	return nil
}
