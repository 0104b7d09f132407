package command

import (
	"fmt"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"jezero/redact"
)

// versionFlag is --version. It makes the redactor, which nothing else has to wait for.
type versionFlag bool

// BeforeReset prints both versions and ends the program.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	r, err := redact.New()
	if err != nil {
		return err
	}
	fmt.Fprintf(app.Stdout, "redact %s\nrules %s (equal ones redact equally)\n", version(), r.Version())
	app.Exit(0)
	return nil
}

// version is that of the module, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return "devel"
}
