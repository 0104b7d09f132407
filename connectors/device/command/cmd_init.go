package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jezero/connectors/device/client"
)

type initCommand struct {
	URL     string `arg:"" name:"URL" help:"The server, as https://memory.example.org or http://127.0.0.1:8765."`
	Name    string `placeholder:"DEVICE" help:"What the server is to call this computer; default its host name."`
	KeyFile string `name:"key-file" placeholder:"FILE" help:"Where the key is kept; default $JEZERO_KEY_FILE, else ~/.jezero/client.key."`
	NewKey  bool   `name:"new-key" help:"Make a new key for this device, in the place of the one that is there."`
	Moved   bool   `help:"The server has moved to URL: keep the key, and show it there from now on."`
}

// Help is the manual of the command.
func (initCommand) Help() string {
	return `Makes a key for this computer, keeps it in a file that only this user can read, and prints the line with which the server's owner lets it in. Only the key's SHA-256 is in that line; the key itself leaves this computer in no other way than as the header of a request to that server.

Run again, it makes nothing anew and prints the same line. A key of another server is never overwritten.

Exit codes: 0 the key is there and the server was reached; 1 the key is there, but the server was not reached, or is not well; 2 could not run.`
}

// probeTime is how long a server may take to answer a sign of life.
const probeTime = 5 * time.Second

func (c *initCommand) Run(r *run) error {
	url := strings.TrimSuffix(strings.TrimRight(strings.TrimSpace(c.URL), "/"), "/mcp")
	origin, err := client.Origin(url)
	if err != nil {
		return err
	}
	if strings.Contains(strings.TrimPrefix(strings.TrimPrefix(url, "https://"), "http://"), "/") {
		return errors.New("the server's address has no path: it is served at the root of its host")
	}
	if c.NewKey && c.Moved {
		return errors.New("--new-key and --moved: choose one")
	}
	file, err := r.keyFile(c.KeyFile)
	if err != nil {
		return err
	}
	creds, state, err := c.prepare(file, url, origin)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Stdout, "%s %s (mode 0600), for %s.\n", state, file, creds.URL)
	if strings.HasPrefix(origin, "http://") && !loopback(origin) {
		fmt.Fprintln(r.Stderr, "note: http:// is not encrypted: whoever is on the way can read the key and the sessions. Use https://, a tunnel or a VPN.")
	}
	if state == madeAnew {
		fmt.Fprintf(r.Stdout, "The key before is kept in %s until the new one is let in.\n", file+oldKey)
	}
	err = client.Probe(r.ctx, creds.URL, probeTime)
	if err == nil && letIn(r.ctx, creds) {
		fmt.Fprintf(r.Stdout, "The server knows it: %s is let in. To see what it may do: jezero-client status\n", creds.Device)
		return nil
	}
	verb := "approve"
	if err == nil && knownBefore(r.ctx, file, origin) {
		verb = "rotate"
	}
	fmt.Fprintf(r.Stdout, "\nTo let it in, the server's owner runs there:\n\n    jezero device %s %s %s\n\nThen, to see that it is: jezero-client status\n", verb, creds.Device, client.Digest(creds.Key))
	if err != nil {
		fmt.Fprintf(r.Stderr, "jezero-client: %s: %s\n", creds.URL, err)
		fmt.Fprintln(r.Stderr, "hint: the key is made all the same. Is the address right, and does jezero serve run there? Then: jezero-client status")
		return errNotGood
	}
	return nil
}

// What init did about the key file, as a person reads it.
const (
	made     = "Made a key in"
	madeAnew = "Made a new key in"
	kept     = "There is a key in"
	rebound  = "The key stays, in"
	oldKey   = ".old"
)

// prepare makes sure that the file holds a key for the server at url.
func (c *initCommand) prepare(file, url, origin string) (creds client.Credentials, state string, err error) {
	if c.Name != "" && !client.ValidDevice(c.Name) {
		return creds, "", fmt.Errorf("--name: a device is called by lower-case letters, digits and hyphens, at most 63, and not local")
	}
	before, err := client.LoadKeyFile(file, "")
	if errors.Is(err, client.ErrNoKeyFile) {
		if c.Moved {
			return creds, "", fmt.Errorf("%w at %s: leave --moved out to make a key", client.ErrNoKeyFile, file)
		}
		creds = client.Credentials{URL: url, Key: client.NewKey(), Device: cmp.Or(c.Name, thisDevice())}
		return creds, made, create(file, creds)
	}
	if err != nil {
		return creds, "", err
	}
	creds, state = before, kept
	creds.Device = cmp.Or(c.Name, creds.Device, thisDevice())
	own, _ := client.Origin(before.URL) // checked by LoadKeyFile
	switch {
	case c.NewKey && own == origin:
		creds.Key, state = client.NewKey(), madeAnew
		if err := keepOld(file, before); err != nil {
			return creds, "", fmt.Errorf("keeping the key before: %w", err)
		}
	case c.Moved && own != origin:
		creds.URL, state = url, rebound
	case own != origin:
		return creds, "", fmt.Errorf("%w: the key in %s is for %s.\nFor a second server, name another file:   --key-file FILE\nThat server has moved to this address:   --moved\nThe key before is of no use any more:    move %s away", client.ErrOtherURL, file, own, file)
	}
	if creds != before {
		err = client.ReplaceKeyFile(file, creds)
	}
	return creds, state, err
}

// create writes the first key file and the folder it is in.
func create(file string, creds client.Credentials) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("making the folder of the key: %w", err)
	}
	err := client.WriteKeyFile(file, creds)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s has come into being meanwhile, or is a link to nothing: look at it, and run init again", file)
	}
	return err
}

// keepOld keeps a key beside its file, so that a new one can be taken back.
func keepOld(file string, before client.Credentials) error {
	old := file + oldKey
	err := client.WriteKeyFile(old, before)
	if errors.Is(err, fs.ErrExist) {
		err = client.ReplaceKeyFile(old, before)
	}
	return err
}

// thisDevice is what this computer is called unless its user says otherwise.
func thisDevice() string {
	host, _ := os.Hostname()
	return cmp.Or(client.DeviceName(host), "device")
}

// knownBefore reports whether the server lets the key in that --new-key
// replaced.
func knownBefore(ctx context.Context, file, origin string) bool {
	before, err := client.LoadKeyFile(file+oldKey, origin)
	return err == nil && letIn(ctx, before)
}

// letIn reports whether the server knows the key.
func letIn(ctx context.Context, creds client.Credentials) bool {
	cl, err := client.New(creds, probeTime)
	if err != nil {
		return false
	}
	defer cl.CloseIdle()
	var sources client.Sources
	return cl.Call(ctx, "list_sources", struct{}{}, &sources) == nil
}
