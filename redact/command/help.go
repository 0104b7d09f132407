package command

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// help prints, behind the program's own help, that of the command that runs
// when none is named: its flags are what most people look for.
func help(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil || ctx.Selected() != nil {
		return err
	}
	filter, err := kong.Trace(ctx.Kong, []string{"filter"})
	if err != nil {
		return err
	}
	fmt.Fprintln(ctx.Stdout, "\nThe default command, which needs not be named:")
	fmt.Fprintln(ctx.Stdout)
	return kong.DefaultHelpPrinter(o, filter)
}
