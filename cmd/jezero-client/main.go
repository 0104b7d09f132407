// Jezero-client is the part of jezero that runs on the computers agents work
// on; see jezero-client --help.
package main

import (
	"context"
	"os"

	"jezero/connectors/device/command"
)

func main() {
	c := command.Command{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ()}
	os.Exit(c.Run(context.Background()))
}
