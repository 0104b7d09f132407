// Package command is the command line of jezero-client.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"jezero/connectors/device"
	"jezero/connectors/device/client"
)

// Command runs jezero-client as exec.Cmd would run a program, in process.
type Command struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Env    []string // NAME=value
	Dir    string   // relative paths start here; "" is the process's own
}

const description = `The side of jezero that runs on the computers agents work on.

Nothing of it runs permanently. An agent starts "jezero-client mcp" as its MCP server; the key stays in a file of this user and never stands in an agent's configuration.

Exit codes: 0 done, 1 not good (the server was not reached, or does not let this computer in), 2 could not run (wrong usage, no usable key file).`

type grammar struct {
	Init    initCommand    `cmd:"" help:"Make a key for this computer, and say how it is let in."`
	Status  statusCommand  `cmd:"" help:"Say whether the server is reached, and what this computer may do there."`
	MCP     mcpCommand     `cmd:"" name:"mcp" help:"Carry an agent's MCP calls to the server (started by the agent, speaks on stdin and stdout)."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

type mcpCommand struct {
	URL     string `name:"url" placeholder:"URL" help:"The server, as http://127.0.0.1:8765; default $JEZERO_URL, else the one the key belongs to. A key is refused for any other."`
	KeyFile string `name:"key-file" placeholder:"FILE" help:"The key file, mode 0600; default $JEZERO_KEY_FILE, else ~/.jezero/client.key."`
}

// Help is the manual of the command.
func (mcpCommand) Help() string {
	return `Connect an agent once, with any of:

  claude mcp add --scope user jezero -- jezero-client mcp
  codex mcp add jezero -- jezero-client mcp

Calls made while the server is down are answered with an error that says so; the bridge goes on and tries the next call afresh.

A key file holds lines like an environment file: JEZERO_URL=…, JEZERO_KEY=… and, where it is known, JEZERO_DEVICE=…. "jezero-client init" and jezero write it.`
}

type versionCommand struct{}

// run is what a command needs.
type run struct {
	*Command
	ctx context.Context
}

// exit carries kong's wish to end the process up to Run.
type exit int

// Run parses the arguments, does what they say and returns the exit code.
func (c *Command) Run(ctx context.Context) (code int) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exit:
			code = int(p)
		default:
			panic(p)
		}
	}()
	var g grammar
	parser, err := kong.New(&g,
		kong.Name("jezero-client"),
		kong.Description(description),
		kong.Writers(c.Stdout, c.Stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 80}),
	)
	if err != nil {
		panic("jezero-client: internal error: " + err.Error())
	}
	parsed, err := parser.Parse(c.Args)
	if err == nil {
		err = parsed.Run(&run{Command: c, ctx: ctx})
	}
	if errors.Is(err, errNotGood) {
		return 1
	}
	if err != nil {
		fmt.Fprintln(c.Stderr, "jezero-client:", err)
		var usage *kong.ParseError
		if errors.As(err, &usage) {
			fmt.Fprintln(c.Stderr, "hint: jezero-client --help")
		}
		return 2
	}
	return 0
}

// errNotGood is exit code 1 without a message: everything was said already.
var errNotGood = errors.New("not good")

// keyFile is the key file that is meant: a flag, the environment, the default.
func (r *run) keyFile(flag string) (string, error) {
	if file := r.path(cmp.Or(flag, r.getenv("JEZERO_KEY_FILE"))); file != "" {
		return file, nil
	}
	home := r.getenv("HOME")
	if home == "" {
		home, _ = os.UserHomeDir()
	}
	if home == "" {
		return "", errors.New("no home folder: name the key file with --key-file")
	}
	return client.DefaultKeyFile(home), nil
}

func (c *Command) getenv(name string) string {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(c.Env[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}

func (c *Command) path(p string) string {
	if p == "" || filepath.IsAbs(p) || c.Dir == "" {
		return p
	}
	return filepath.Join(c.Dir, p)
}

func (m *mcpCommand) Run(r *run) error {
	file, err := r.keyFile(m.KeyFile)
	if err != nil {
		return err
	}
	load := func() (*client.Client, error) {
		creds, err := client.LoadKeyFile(file, cmp.Or(m.URL, r.getenv("JEZERO_URL")))
		if err != nil {
			return nil, err
		}
		return client.New(creds, 0)
	}
	cl, err := load()
	if err != nil {
		return err
	}
	b := device.Bridge{Client: cl, Reload: load, Hint: "Go on without the memory, and tell the user"}
	return b.Run(r.ctx, r.Stdin, r.Stdout)
}

func (versionCommand) Run(r *run) error {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	_, err := fmt.Fprintln(r.Stdout, "jezero-client", v)
	return err
}
