package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"jezero/connectors"
	"jezero/server"
	"jezero/server/chain"
	"jezero/server/config"
	"jezero/server/health"
	"jezero/server/ingest"
	"jezero/server/sqlite"
)

// Grade is how serious a finding of Doctor is.
type Grade string

// The grades, the good one first.
const (
	Fine Grade = "fine"
	Note Grade = "note" // worth knowing; nothing is lost by it today
	Bad  Grade = "bad"  // something is lost, open to others, or will be
)

// Finding is one thing that Doctor looked at. It names files, variables and
// counts, never content.
type Finding struct {
	Grade Grade  `json:"grade"`
	About string `json:"about"`
	What  string `json:"what"`
	Do    string `json:"do,omitempty"` // what to do about it
}

// Diagnosis is what Doctor found.
type Diagnosis struct {
	Findings []Finding        `json:"findings"`
	Agents   []AgentDiagnosis `json:"agents"`
}

// Good reports whether nothing is bad.
func (d *Diagnosis) Good() bool {
	for _, f := range d.Findings {
		if f.Grade == Bad {
			return false
		}
	}
	return true
}

func (d *Diagnosis) add(g Grade, about, what, do string) {
	d.Findings = append(d.Findings, Finding{g, about, what, do})
}

// minFree is how much room on the disk is too little, in bytes.
const minFree = 512 << 20

// Doctor looks at everything that could go wrong: configuration, keys, file
// modes, disk, library, every agent of this user, and the settings by which
// agents remove their sessions. It reads, and changes nothing; now is the
// clock.
func (l *Library) Doctor(ctx context.Context, now time.Time) (*Diagnosis, error) {
	d := &Diagnosis{Findings: []Finding{}, Agents: []AgentDiagnosis{}}
	l.doctorConfig(d)
	l.doctorModes(d)
	l.doctorDisk(d)
	if err := l.doctorLibrary(ctx, d); err != nil {
		return nil, err
	}
	report, err := l.Health(ctx, now)
	if err != nil {
		return nil, err
	}
	if err := l.doctorAgents(ctx, d, report); err != nil {
		return nil, err
	}
	l.doctorRetention(d)
	return d, ctx.Err()
}

func (l *Library) doctorConfig(d *Diagnosis) {
	for _, w := range l.Config.Warnings {
		d.add(Note, "configuration", w.String(), "")
	}
	missing := 0
	for _, v := range l.Config.Check().Variables {
		if !v.Set {
			missing++
			d.add(Bad, "configuration", fmt.Sprintf("%s, which %s names, is not set", v.Name, v.Where), "set it, or put it into "+config.DotEnv(l.Config.Path))
		}
	}
	if missing == 0 {
		d.add(Fine, "configuration", l.Config.Path+" can be used", "")
	}
}

// doctorModes looks whether others of this computer can open what is private.
func (l *Library) doctorModes(d *Diagnosis) {
	if runtime.GOOS == "windows" {
		return // access is not in the mode there
	}
	db := l.Config.Server.Database
	paths := []string{db, db + "-wal", sqlite.HeadPath(db), l.Config.Chain.KeyFile, config.DotEnv(l.Config.Path), l.Config.Inbox.Dir}
	if list, err := l.Backups(); err == nil {
		paths = append(paths, list...)
	}
	open := 0
	for _, p := range paths {
		fi, err := os.Stat(p)
		if err != nil || fi.Mode().Perm()&0o077 == 0 {
			continue
		}
		open++
		mode := "600"
		if fi.IsDir() {
			mode = "700"
		}
		d.add(Bad, "file modes", fmt.Sprintf("%s has mode %04o: others of this computer can open it", p, fi.Mode().Perm()), fmt.Sprintf("chmod %s %s", mode, p))
	}
	for _, p := range []string{filepath.Dir(l.Config.Path), config.ManagedDir(l.Config.Path), filepath.Dir(db)} {
		if mode, ok := config.WritableByOthers(p); ok {
			open++
			d.add(Bad, "file modes", fmt.Sprintf("%s has mode %04o: others of this computer can put files there", p, mode), "chmod go-w "+p)
		}
	}
	if open == 0 {
		d.add(Fine, "file modes", "library, keys and variables are this user's alone", "")
	}
	if file := l.Config.Chain.KeyFile; file != "" && l.Config.Chain.PassphraseEnv == "" && sameFolder(filepath.Dir(file), filepath.Dir(db)) {
		d.add(Note, "chain keys", "they lie in the library's folder: who copies that folder can write history", "move the file and set [chain] key_file, or seal it with passphrase_env")
	}
}

func sameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func (l *Library) doctorDisk(d *Diagnosis) {
	dir := filepath.Dir(l.Config.Server.Database)
	for !exists(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	free, err := diskFree(dir)
	if err != nil {
		d.add(Note, "disk", "how much room there is cannot be found out", "")
		return
	}
	need := uint64(minFree)
	if fi, err := os.Stat(l.Config.Server.Database); err == nil {
		need = max(need, uint64(fi.Size())) // redact-stored and vacuum build the file anew
	}
	what := fmt.Sprintf("%d MiB free in %s", free>>20, dir)
	if free < need {
		d.add(Bad, "disk", fmt.Sprintf("%s; redact-stored and vacuum need %d MiB", what, need>>20), "make room, or move the library")
		return
	}
	d.add(Fine, "disk", what, "")
}

func (l *Library) doctorLibrary(ctx context.Context, d *Diagnosis) error {
	const about = "library"
	if !exists(l.Config.Server.Database) {
		d.add(Note, about, "there is none yet", "jezero run")
		return nil
	}
	_, keysErr := l.loadKeys()
	switch {
	case errors.Is(keysErr, chain.ErrNoKeys):
		d.add(Bad, "chain keys", keysErr.Error(), "put them back from your copy: without them nothing can be stored or proved")
	case keysErr != nil: // it says what to do
		d.add(Bad, "chain keys", keysErr.Error(), "")
	default:
		d.add(Fine, "chain keys", l.keyStore().String()+": can be read; keep a copy elsewhere", "")
	}
	r, err := l.Reader()
	if err != nil {
		d.add(Bad, about, err.Error(), "")
		return nil
	}
	defer r.Close()
	st, err := r.Stats(ctx)
	if err != nil {
		d.add(Bad, about, err.Error(), "jezero restore FILE brings a backup back")
		return ctx.Err()
	}
	d.add(Fine, about, fmt.Sprintf("%d items, %d events", st.Items, st.Events), "")
	if err := r.Guards(ctx); err != nil {
		d.add(Bad, about, err.Error(), "jezero verify")
	}
	if _, err := chain.ReadHead(sqlite.HeadPath(l.Config.Server.Database)); err != nil {
		d.add(Bad, about, err.Error(), "jezero verify")
	}
	if st.Scrub {
		d.add(Bad, about, "old bytes may stand in the files", "jezero redact-stored")
	}
	if n := st.Items - st.Rules[l.Redactor.Version()]; n > 0 {
		d.add(Note, about, fmt.Sprintf("%d items were last looked at under other redaction rules than today's", n), "jezero redact-stored")
	}
	stones, err := r.Tombstones(ctx)
	if err != nil {
		d.add(Bad, about, err.Error(), "")
		return ctx.Err()
	}
	projects := 0
	for _, s := range stones {
		if s.Scope == sqlite.ForgetProject {
			projects++
		}
		if i := slices.IndexFunc(l.connectors, func(c ingest.Connector) bool { return c.Name == s.Source && c.Enabled }); i >= 0 && s.Scope == sqlite.ForgetSource {
			d.add(Note, "connector "+s.Source, "its source was forgotten on purpose: it is read, and nothing of it is stored", "set enabled = false, or give it another name")
		}
	}
	if projects > 0 {
		d.add(Note, about, server.Count(projects, "project")+" forgotten on purpose: sessions of them are read, and nothing of them is stored", "")
	}
	if list, err := l.Backups(); err == nil && len(list) == 0 {
		d.add(Note, "backups", "none was made here, or all were moved away", "jezero backup FILE")
	}
	if keysErr != nil {
		d.add(Note, about, "search index: not checked, as that takes the chain keys", "")
		return ctx.Err()
	}
	switch index, err := l.checkIndex(ctx); {
	case err != nil:
		d.add(Bad, about, "search index: "+err.Error(), "jezero vacuum")
	case index == IndexBad:
		d.add(Bad, about, "the search index does not fit the items", "jezero vacuum")
	case index != IndexGood:
		d.add(Note, about, "search index: "+index, "")
	}
	return ctx.Err()
}

// healthFindings tells of connectors that are not good.
func healthFindings(d *Diagnosis, report health.Report) {
	if len(report.Connectors) == 0 {
		d.add(Bad, "connectors", "none is enabled: nothing is being read", "jezero up, or enable one in the configuration")
	}
	for _, c := range report.Connectors {
		what := strings.ReplaceAll(c.What, "\n", "; ")
		switch c.State {
		case health.Good:
		case health.Failing:
			if !strings.Contains(what, connectors.ErrNoRoot.Error()) { // look tells of that
				d.add(Bad, "connector "+c.Name, string(c.State)+": "+what, "")
			}
		case health.Never:
			d.add(Note, "connector "+c.Name, "it never ran", "jezero run "+c.Name)
		default:
			d.add(Bad, "connector "+c.Name, string(c.State)+": "+what, "")
		}
	}
}
