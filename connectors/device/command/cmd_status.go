package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"

	"jezero/connectors/device/client"
)

type statusCommand struct {
	KeyFile string `name:"key-file" placeholder:"FILE" help:"The key file; default $JEZERO_KEY_FILE, else ~/.jezero/client.key."`
	JSON    bool   `name:"json" help:"Print it as JSON."`
}

// Help is the manual of the command.
func (statusCommand) Help() string {
	return `Says which server this computer's key is for, whether that can be reached, whether it lets the key in, and what the key may do there.

Exit codes: 0 all is well; 1 the server cannot be reached, is not well, or does not let the key in; 2 could not run.`
}

// status is what --json prints.
type status struct {
	Server  string `json:"server"`
	KeyFile string `json:"key_file"`
	Digest  string `json:"digest"`
	Device  string `json:"device"`
	Reached bool   `json:"reached"`
	LetIn   bool   `json:"let_in"`
	Uploads bool   `json:"uploads"`
	Sources int    `json:"sources"`
	Items   int    `json:"items"`
	Problem string `json:"problem,omitempty"`
}

func (c *statusCommand) Run(r *run) error {
	file, err := r.keyFile(c.KeyFile)
	if err != nil {
		return err
	}
	creds, err := client.LoadKeyFile(file, "")
	if errors.Is(err, client.ErrNoKeyFile) {
		return fmt.Errorf("%w at %s: make one with jezero-client init URL", client.ErrNoKeyFile, file)
	}
	if err != nil {
		return err
	}
	s := status{Server: creds.URL, KeyFile: file, Digest: client.Digest(creds.Key), Device: cmp.Or(creds.Device, thisDevice())}
	err = s.ask(r, creds)
	if err != nil {
		s.Problem = err.Error()
	}
	if c.JSON {
		enc := json.NewEncoder(r.Stdout)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			return err
		}
	} else {
		s.print(r, err)
	}
	if err != nil {
		return errNotGood
	}
	return nil
}

// ask fills in what the server says.
func (s *status) ask(r *run, creds client.Credentials) error {
	if err := client.Probe(r.ctx, creds.URL, probeTime); err != nil {
		return err
	}
	s.Reached = true
	cl, err := client.New(creds, probeTime)
	if err != nil {
		return err
	}
	defer cl.CloseIdle()
	var sources client.Sources
	if err := cl.Call(r.ctx, "list_sources", struct{}{}, &sources); err != nil {
		return err
	}
	s.LetIn, s.Sources = true, len(sources.Sources)
	for _, src := range sources.Sources {
		s.Items += src.Items
	}
	s.Uploads, err = cl.MayUpload(r.ctx)
	return err
}

func (s *status) print(r *run, err error) {
	out := r.Stdout
	fmt.Fprintf(out, "server   %s\nkey      %s\ndigest   %s\ndevice   %s\n", s.Server, s.KeyFile, s.Digest, s.Device)
	switch {
	case s.LetIn && err == nil:
		may := "may not upload"
		if s.Uploads {
			may = "may upload"
		}
		fmt.Fprintf(out, "let in   yes; reads %s of %s, %s\n", number(s.Items, "item"), number(s.Sources, "source"), may)
	case errors.Is(err, client.ErrUnknownKey):
		fmt.Fprintf(out, "let in   no: the server's owner runs\n\n    jezero device approve %s %s\n\nApproved or rotated a moment ago? It counts within a second: run this again.\n", s.Device, s.Digest)
	default:
		fmt.Fprintf(r.Stderr, "jezero-client: %s: %s\n", s.Server, err)
	}
}

// number is a count with its noun.
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// loopback reports whether a server's origin is on this computer.
func loopback(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	a, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || err == nil && a.IsLoopback()
}
