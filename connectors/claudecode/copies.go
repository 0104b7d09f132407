package claudecode

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jezero/connectors"
)

// head is what is remembered of a file, to find copies without reading it
// again: a fork or a resume writes the whole chain again from its first
// record, so copies share the first uuid.
type head struct {
	change string
	first  string
}

// copied returns the uuids of t that belong to an older file of the same
// folder.
func (a *Agent) copied(ctx context.Context, src connectors.Source, t *transcript) (map[string]bool, error) {
	if t.firstUUID == "" {
		return nil, nil
	}
	a.remember(src.Path, src.Change, t.firstUUID)
	dir := filepath.Dir(src.Path)
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil // the file itself was read; copies are then found later
	}
	copied := map[string]bool{}
	for _, d := range files {
		path := filepath.Join(dir, d.Name())
		if !d.Type().IsRegular() || !strings.HasSuffix(d.Name(), ".jsonl") || path == src.Path {
			continue
		}
		if _, _, sub := identity(path); sub {
			continue
		}
		first, err := a.first(ctx, path, d)
		if err != nil {
			return nil, err
		}
		if first != t.firstUUID {
			continue
		}
		var rep connectors.Report
		other := newSketch()
		if err := connectors.ReadJSONL(ctx, path, &rep, other.record); err != nil {
			return nil, err
		}
		if !older(other, strings.TrimSuffix(d.Name(), ".jsonl"), t) {
			continue
		}
		for uuid := range other.uuids {
			if _, ok := t.index[uuid]; ok {
				copied[uuid] = true
			}
		}
	}
	return copied, nil
}

// sketch is a file's records without their content.
type sketch struct {
	uuids map[string]time.Time
	loose time.Time
}

func newSketch() *sketch { return &sketch{uuids: map[string]time.Time{}} }

func (s *sketch) record(line connectors.Line) (connectors.Verdict, error) {
	var r record
	if !r.parse(line.Data) {
		return connectors.Unknown, nil
	}
	at := r.when()
	if r.UUID != "" {
		s.uuids[r.UUID] = at
	} else if s.loose.IsZero() {
		s.loose = at
	}
	return connectors.Understood, nil
}

// older reports whether the other file is the one t was copied from: the one
// that has the earlier record of its own. Records without a uuid are never
// copied, so they count as its own. A file without any is the one that went
// on elsewhere; between equals the name decides, so that both sides agree.
func older(other *sketch, name string, t *transcript) bool {
	var mine, theirs time.Time
	earlier := func(at *time.Time, b time.Time) {
		if !b.IsZero() && (at.IsZero() || b.Before(*at)) {
			*at = b
		}
	}
	for i := range t.entries {
		if e := &t.entries[i]; e.uuid != "" {
			if _, shared := other.uuids[e.uuid]; !shared {
				earlier(&mine, e.at)
			}
		}
	}
	for uuid, at := range other.uuids {
		if _, shared := t.index[uuid]; !shared {
			earlier(&theirs, at)
		}
	}
	earlier(&mine, t.loose)
	earlier(&theirs, other.loose)
	switch {
	case mine.IsZero() && theirs.IsZero():
		return name < t.id
	case mine.IsZero():
		return false
	case theirs.IsZero():
		return true
	case mine.Equal(theirs):
		return name < t.id
	}
	return theirs.Before(mine)
}

// maxHead is how far the first record with a uuid is looked for, in lines.
const maxHead = 50

// first returns the first uuid of a file, remembered while the file keeps its
// first record (it is only ever appended to).
func (a *Agent) first(ctx context.Context, path string, d os.DirEntry) (string, error) {
	fi, err := d.Info()
	if err != nil {
		return "", nil
	}
	a.mu.Lock()
	h, ok := a.heads[path]
	a.mu.Unlock()
	change := connectors.Change(fi.ModTime(), fi.Size())
	if ok && (h.first != "" || h.change == change) {
		return h.first, nil
	}
	f, _, err := connectors.Open(path)
	if err != nil {
		return "", nil
	}
	defer f.Close()
	first := ""
	lines := connectors.NewLineReader(f)
	for range maxHead {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		line, err := lines.Next()
		if err != nil {
			break
		}
		var r record
		if r.parse(line.Data) && r.UUID != "" {
			first = r.UUID
			break
		}
	}
	a.remember(path, change, first)
	return first, nil
}

func (a *Agent) remember(path, change, first string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.heads) > 100_000 {
		clear(a.heads)
	}
	a.heads[path] = head{change: change, first: first}
}
