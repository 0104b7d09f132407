package command

import (
	"errors"

	"jezero/server/app"
	"jezero/server/sqlite"
)

type backupCommand struct {
	File string `arg:"" help:"Where to write it; must not exist yet."`
	JSON bool   `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (backupCommand) Help() string {
	return `Writes a consistent copy of the library to FILE, and its signed head to FILE.head, both mode 0600. It may run at any time: nothing else has to stop, and nothing waits for it. The copy holds live rows only.

Keep the chain keys ([chain] key_file) with neither of them: who has keys and copy can write history. Without the keys a backup cannot be restored, so keep a copy of those elsewhere.

The backup is listed beside the library, so that "jezero redact-stored --backups" and "jezero forget --backups" reach it. A copy that you move away they do not reach.

Exit codes: 0 done; 2 could not run, and there is no FILE.`
}

func (c *backupCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	progress, clear := r.newByteBar("copying")
	res, err := l.Backup(r.ctx, c.File, progress)
	clear()
	if err != nil {
		return err
	}
	if c.JSON {
		return r.out.json(map[string]any{"path": res.Path, "head": res.Head, "bytes": res.Bytes})
	}
	r.out.line("%s: %s, with its head in %s", res.Path, size(res.Bytes), res.Head)
	return nil
}

type restoreCommand struct {
	File   string `arg:"" help:"The backup; FILE.head is read, too."`
	NoHead bool   `name:"without-head" help:"Accept a backup whose head is missing or another's: that its tail was cut could not be seen."`
	Yes    bool   `short:"y" help:"Do not ask."`
	JSON   bool   `name:"json" help:"Print the outcome as JSON; goes with --yes."`
}

// Help is the manual of the command.
func (restoreCommand) Help() string {
	return `Copies the backup beside the library, proves it there with the chain keys and its head, and then puts it in the library's place, with a head of its own. The library that was there is kept beside it. What was forgotten since the backup was made goes again.

Sessions that were read since then are not read again by themselves when their files did not change: the cursor comes from the backup, so the next "jezero run" brings what the backup does not hold, as long as the agents still have it.

A server that is running goes on with the old library: start it anew afterwards.

Exit codes: 0 done; 1 the backup does not verify, or it is restored but old bytes may remain; 2 could not run. Unless it says otherwise nothing was changed.`
}

func (c *restoreCommand) Run(r *run) error {
	if c.JSON && !c.Yes {
		return errors.New("--json goes with --yes")
	}
	l, err := r.library()
	if err != nil {
		return err
	}
	if !c.Yes {
		if err := r.confirm("Put this backup in the library's place?"); err != nil {
			return err
		}
	}
	res, err := l.Restore(r.ctx, c.File, c.NoHead)
	var bad *app.BadBackupError
	if errors.As(err, &bad) {
		r.err.line("jezero: %s", visible(bad.Error()))
		if more := bad.Report.Total - 1; more > 0 {
			r.err.line("and %s", count(more, "more problem"))
		}
		return notGood
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return r.out.json(map[string]any{"items": res.Items, "events": res.Events, "before": res.Before, "forgotten_again": res.Buried, "tombstones_unread": res.Unread})
	}
	r.out.line("Restored: %s, %s, as they were signed.", count(res.Items, "item"), count(res.Events, "event"))
	if res.Before != "" {
		r.out.line("The library that was there is %s", res.Before)
	}
	if res.Buried > 0 {
		r.out.line("%s had been forgotten since, and went again.", count(res.Buried, "item"))
	}
	if res.Unread {
		r.err.line("warning: the library that was there cannot be read, so what was forgotten since the backup may be back")
	}
	r.out.line("Next: start jezero serve anew, if it is running.")
	return nil
}

type vacuumCommand struct {
	JSON bool `name:"json" help:"Print the outcome as JSON."`
}

// Help is the manual of the command.
func (vacuumCommand) Help() string {
	return `Builds the library's file anew without the room that deleted and rewritten items left, and merges the search index; an index that does not fit the items is made anew. It needs free space of the library's size for a while. Old bytes are gone afterwards.

Exit codes: 0 done; 1 another program is reading the library right now, so that it could not be done; 2 could not run.`
}

func (c *vacuumCommand) Run(r *run) error {
	l, err := r.library()
	if err != nil {
		return err
	}
	res, err := l.Vacuum(r.ctx)
	if errors.Is(err, sqlite.ErrOldBytes) {
		r.err.line("jezero: %s", sqlite.ErrOldBytes)
		return notGood
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return r.out.json(map[string]any{"before": res.Before, "after": res.After, "reindexed": res.Reindexed})
	}
	if res.Reindexed {
		r.err.line("warning: the search index did not fit the items; it was made anew")
	}
	r.out.line("%s before, %s now.", size(res.Before), size(res.After))
	return nil
}
