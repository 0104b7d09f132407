package command

type chainCommand struct {
	Rotate chainRotateCommand `cmd:"" help:"Let a fresh key sign from now on."`
}

type chainRotateCommand struct {
	JSON bool `name:"json" help:"Print the ids of the keys as JSON."`
}

// Help is the manual of the command.
func (chainRotateCommand) Help() string {
	return `Adds a fresh key to [chain] key_file and signs with it from now on. Nothing that is stored is signed anew: every event names its key, and the older keys stay in the file to check them. The head is signed by the new key at once.

Exit codes: 0 done; 2 could not run (no library, no keys, another run is in progress).`
}

func (c *chainRotateCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	before, after, err := l.RotateKeys(r.ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return r.out.json(map[string]string{"before": before, "current": after, "key_file": l.Config.Chain.KeyFile})
	}
	r.out.line("%s signs from now on; %s stays to check what it signed.", after, before)
	r.out.line("Next: copy %s to where your copy of it is. A backup made from now on needs it.", l.Config.Chain.KeyFile)
	return nil
}
