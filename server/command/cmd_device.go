package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jezero/connectors/all"
	"jezero/server/app"
	"jezero/server/keys"
)

type deviceCommand struct {
	Approve deviceApproveCommand `cmd:"" help:"Let a device in, by the digest of its key."`
	List    deviceListCommand    `cmd:"" help:"List the devices, revoked ones too."`
	Enable  deviceEnableCommand  `cmd:"" help:"Read what a device uploads from now on."`
	Disable deviceDisableCommand `cmd:"" help:"Read no more of what a device uploads."`
	Rotate  deviceRotateCommand  `cmd:"" help:"Replace a device's key; name and sources stay."`
	Revoke  deviceRevokeCommand  `cmd:"" help:"Stop a device's key."`
	Undo    deviceUndoCommand    `cmd:"" help:"Take the last change of a device back."`
}

// Help is the manual of the command.
func (deviceCommand) Help() string {
	return `A device is another computer that may read over MCP and send its agents' sessions. Its key is made there and never comes here: only its SHA-256 does, into clients.d/NAME.toml beside the configuration. A server that is running takes every change up within a second.

Exit codes: 0 done; 2 could not run, and nothing was changed.`
}

// devices are those of the configuration that is meant.
func (r *run) devices() (*keys.Devices, error) {
	path, err := app.Find(r.config, r.env())
	if err != nil {
		return nil, err
	}
	return app.Devices(path, r.env()), nil
}

type deviceApproveCommand struct {
	Name   string   `arg:"" help:"Its name: lower-case letters, digits and hyphens."`
	SHA256 string   `arg:"" name:"SHA256" help:"The digest that jezero-client init printed on the device."`
	Prefix string   `name:"source-prefix" placeholder:"PREFIX" help:"Name its sources PREFIX-AGENT-NAME instead of agent-AGENT-NAME, so that readers of agent-* do not see them."`
	Read   bool     `name:"read-only" help:"It may read and cannot upload."`
	Agents []string `placeholder:"AGENT,…" help:"Only the sessions of these agents; all when none is named (see jezero agents)."`
	JSON   bool     `name:"json" help:"Print the device as JSON."`
}

func (c *deviceApproveCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	if len(c.Agents) > 0 {
		if c.Read {
			return errors.New("--read-only goes without --agents: nothing is uploaded")
		}
		for _, a := range c.Agents {
			if _, ok := all.Agent(a); !ok {
				return fmt.Errorf("no agent is called %q; jezero agents lists them", a)
			}
		}
		d.Agents = slices.Compact(slices.Sorted(slices.Values(c.Agents)))
	}
	v, err := d.Approve(c.Name, c.SHA256, keys.ApproveOptions{SourcePrefix: c.Prefix, ReadOnly: c.Read})
	if err != nil {
		return err
	}
	if c.JSON {
		return r.out.json(v)
	}
	r.out.line("%s is let in.", v.Name)
	r.out.paragraph("", "It may read "+sourcesText(v)+".")
	if !v.Upload {
		r.out.line("It cannot upload.")
	} else {
		r.out.line("It may upload; %s, all disabled: nothing of it is read yet.", count(len(v.Connectors), "connector"))
		r.out.heading("Next", "")
		r.out.line("  on the device   jezero-client status")
		if len(v.Connectors) > 0 {
			c := v.Connectors[0]
			prefix := strings.TrimSuffix(c.Name, c.Agent+"-"+v.Name)
			r.out.line("  look at some    jezero run %sAGENT-%s --pilot 3", prefix, v.Name)
		}
		r.out.line("  read them       jezero device enable %s", v.Name)
	}
	r.undoHint(v.Name)
	return nil
}

// sourcesText is what a device may read, its own sources as one.
func sourcesText(v keys.Device) string {
	var shared []string
	own := 0
	for _, s := range v.Sources {
		if slices.ContainsFunc(v.Connectors, func(c keys.DeviceConnector) bool { return c.Name == s }) {
			own++
		} else {
			shared = append(shared, s)
		}
	}
	if own > 0 {
		shared = append(shared, fmt.Sprintf("its own %s", count(own, "source")))
	}
	return strings.Join(shared, " and ")
}

func (r *run) undoHint(name string) {
	r.out.line("")
	r.out.line("To take this back: jezero device undo %s", name)
}

type deviceListCommand struct {
	JSON bool `name:"json" help:"Print the devices as JSON."`
}

func (c *deviceListCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	list, err := d.List()
	if c.JSON {
		if list == nil {
			list = []keys.Device{}
		}
		if jsonErr := r.out.json(list); jsonErr != nil {
			return jsonErr
		}
		return err
	}
	if len(list) == 0 && err == nil {
		r.out.line("No device was approved yet. On one, jezero-client init prints the command for it.")
		return nil
	}
	var rows [][]string
	for _, v := range list {
		rows = append(rows, []string{v.Name, deviceState(v), enabledAgents(v), sourcesText(v)})
	}
	if len(rows) > 0 {
		r.out.table("", []string{"device", "state", "read from", "may read"}, rows)
	}
	return err
}

func deviceState(v keys.Device) string {
	switch {
	case v.Revoked:
		return "revoked"
	case !v.Upload:
		return "read-only"
	}
	return "in"
}

// enabledAgents are the agents whose uploads are read.
func enabledAgents(v keys.Device) string {
	var on []string
	for _, c := range v.Connectors {
		if c.Enabled {
			on = append(on, c.Agent)
		}
	}
	switch {
	case len(v.Connectors) == 0:
		return "-"
	case len(on) == 0:
		return "nothing yet"
	case len(on) > 4:
		return count(len(on), "agent")
	}
	return strings.Join(on, ", ")
}

type deviceEnableCommand struct {
	Name   string   `arg:"" help:"The device."`
	Agents []string `arg:"" optional:"" name:"AGENT" help:"The agents; all that it has sent something of when none is named."`
}

func (c *deviceEnableCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	agents := c.Agents
	if len(agents) == 0 {
		// The others have no folder yet: reading them would fail each time.
		if agents, err = app.Uploaded(d.Path, r.env(), c.Name); err != nil {
			return err
		}
		list, _ := d.List() // a file that cannot be read is told by Enable
		if i := slices.IndexFunc(list, func(v keys.Device) bool { return v.Name == c.Name }); i >= 0 {
			agents = slices.DeleteFunc(agents, func(a string) bool {
				return !slices.ContainsFunc(list[i].Connectors, func(k keys.DeviceConnector) bool { return k.Agent == a })
			})
			if len(agents) == 0 && len(list[i].Connectors) > 0 {
				return fmt.Errorf("nothing has come from %s yet: send its sessions by PUT /inbox/v1/AGENT/PATH (docs/server.md shows how), or name the agents to read", c.Name)
			}
		}
	}
	v, err := d.Enable(c.Name, agents, true)
	if err != nil {
		return err
	}
	r.out.line("%s: read from now on are %s.", v.Name, enabledAgents(v))
	r.out.line("Next: jezero run (or wait for the timer that runs \"jezero run --due\")")
	r.undoHint(v.Name)
	return nil
}

type deviceDisableCommand struct {
	Name   string   `arg:"" help:"The device."`
	Agents []string `arg:"" optional:"" name:"AGENT" help:"The agents; all when none is named."`
}

func (c *deviceDisableCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	v, err := d.Enable(c.Name, c.Agents, false)
	if err != nil {
		return err
	}
	r.out.line("%s: read from now on: %s. What is stored stays.", v.Name, enabledAgents(v))
	r.undoHint(v.Name)
	return nil
}

type deviceRotateCommand struct {
	Name   string `arg:"" help:"The device."`
	SHA256 string `arg:"" name:"SHA256" help:"The digest of its new key."`
}

func (c *deviceRotateCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	v, err := d.Rotate(c.Name, c.SHA256)
	if err != nil {
		return err
	}
	r.out.line("%s: the new key works, the old one has stopped.", v.Name)
	r.undoHint(v.Name)
	return nil
}

type deviceRevokeCommand struct {
	Name string `arg:"" help:"The device."`
}

func (c *deviceRevokeCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	v, err := d.Revoke(c.Name)
	if err != nil {
		return err
	}
	r.out.line("%s: its key has stopped. What it sent stays; its connectors are as they were.", v.Name)
	r.out.line("To let it in again: jezero device approve %s SHA256", v.Name)
	r.undoHint(v.Name)
	return nil
}

type deviceUndoCommand struct {
	Name string `arg:"" help:"The device."`
}

func (c *deviceUndoCommand) Run(r *run) error {
	d, err := r.devices()
	if err != nil {
		return err
	}
	v, err := d.Undo(c.Name)
	if err != nil {
		return err
	}
	if v.Digest == "" {
		r.out.line("%s is no device any more, as it was before.", v.Name)
		return nil
	}
	r.out.line("%s is as it was before: %s; read from: %s.", v.Name, deviceState(v), enabledAgents(v))
	return nil
}
