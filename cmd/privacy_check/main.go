// Command privacy_check stops names, home paths, private addresses and
// credentials before they are committed. See privacy_check --help.
package main

import (
	"os"
	"runtime/debug"

	"golang.org/x/term"

	"jezero/privacycheck/command"
)

func main() {
	// Most runs end before they hold 30 MB: collecting garbage for them is lost time.
	debug.SetGCPercent(800)
	c := &command.Command{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ(),
		Terminal: func() bool { return term.IsTerminal(int(os.Stdout.Fd())) },
	}
	os.Exit(c.Main())
}
