package command

import "jezero/server/app"

type versionCommand struct{}

func (*versionCommand) Run(r *run) error {
	r.out.line("jezero %s", app.Version())
	return nil
}
