package command

import (
	"path/filepath"

	"jezero/server/app"
)

type chainCommand struct {
	Rotate chainRotateCommand `cmd:"" help:"Let a fresh key sign from now on."`
	Export chainExportCommand `cmd:"" help:"Copy the keys to a file, to be kept elsewhere."`
	Import chainImportCommand `cmd:"" help:"Put copied keys where [chain] says that they are kept."`
	New    chainNewCommand    `cmd:"" help:"Make keys for a variable (key_env)."`
}

type chainRotateCommand struct {
	To   string `placeholder:"FILE" help:"For keys in a variable (key_env): write them and the fresh one to FILE."`
	JSON bool   `name:"json" help:"Print the ids of the keys as JSON."`
}

// Help is the manual of the command.
func (chainRotateCommand) Help() string {
	return `Adds a fresh key where [chain] keeps them and signs with it from now on. Nothing that is stored is signed anew: every event names its key, and the older keys stay to check them. The head is signed by the new key at once.

Keys in a variable are not written back: with --to they and the fresh one go into a file, and sign once you have put its line into the variable.

Exit codes: 0 done; 2 could not run (no library, no keys, another run is in progress).`
}

func (c *chainRotateCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	rot, err := l.RotateKeys(r.ctx, r.path(c.To))
	if err != nil {
		return err
	}
	if c.JSON {
		return r.out.json(map[string]string{"before": rot.Before, "current": rot.After, "place": rot.Place})
	}
	if c.To != "" {
		r.out.line("%s signs once the line in %s is in %s; %s stays to check what it signed.", rot.After, rot.Place, l.Config.Chain.Place(), rot.Before)
		r.out.line("Next: put it there, keep a copy elsewhere, and remove the file.")
		return nil
	}
	r.out.line("%s signs from now on; %s stays to check what it signed.", rot.After, rot.Before)
	if file := l.Config.Chain.KeyFile; file != "" {
		r.out.line("Next: copy %s to where your copy of it is. A backup made from now on needs it.", file)
	} else {
		r.out.line("Next: jezero chain export FILE, to where your copy of the keys is. A backup made from now on needs it.")
	}
	return nil
}

type chainExportCommand struct {
	File string `arg:"" name:"FILE" help:"Where to; it must not exist, and gets mode 0600."`
}

// Help is the manual of the command.
func (chainExportCommand) Help() string {
	return `Writes the chain keys, old ones too, to a file, in clear and on one line. It is the copy without which no backup can be restored when the keys are lost; whoever holds it can write history.

Exit codes: 0 done; 2 could not run (no keys, FILE exists).`
}

func (c *chainExportCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	to := r.path(c.File)
	if err := l.ExportKeys(to); err != nil {
		return err
	}
	r.out.line("%s holds the keys of %s, in clear: keep it where the library is not.", to, l.Config.Chain.Place())
	return nil
}

type chainImportCommand struct {
	File string `arg:"" name:"FILE" help:"What jezero chain export wrote."`
}

// Help is the manual of the command.
func (chainImportCommand) Help() string {
	return `Puts exported keys where [chain] says that they are kept: after they were lost, or to move them, say from a plain file to a sealed one or to the system's keychain. Keys that are there already are not overwritten, and where there is a library, FILE must hold the keys that signed it.

Exit codes: 0 done; 2 could not run (FILE is no key file, there are keys already, they do not fit).`
}

func (c *chainImportCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	if err := l.ImportKeys(r.ctx, r.path(c.File)); err != nil {
		return err
	}
	r.out.line("The chain keys are in %s now.", l.Config.Chain.Place())
	return nil
}

type chainNewCommand struct {
	File string `arg:"" name:"FILE" help:"Where to; it must not exist, and gets mode 0600."`
}

// Help is the manual of the command.
func (chainNewCommand) Help() string {
	return `Writes fresh chain keys to a file, on one line: what the variable that key_env names is to hold, before there is a library. Everywhere else keys are made by themselves.

Exit codes: 0 done; 2 could not run (FILE exists).`
}

func (c *chainNewCommand) Run(r *run) error {
	to := r.path(c.File)
	if err := app.NewKeys(to); err != nil {
		return err
	}
	r.out.line("%s holds fresh chain keys: put its line into the variable that key_env names.", to)
	return nil
}

// path is a path from the command line.
func (r *run) path(p string) string {
	if p == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(r.Dir, p)
}
