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
	others, err := a.sharing(ctx, filepath.Dir(src.Path), t.firstUUID)
	if err != nil {
		return nil, err
	}
	copied := map[string]bool{}
	for _, path := range others {
		if path == src.Path {
			continue
		}
		var rep connectors.Report
		other := newSketch()
		if err := connectors.ReadJSONL(ctx, path, &rep, other.record); err != nil {
			return nil, err
		}
		if !older(other, strings.TrimSuffix(filepath.Base(path), ".jsonl"), t) {
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

// folder is what is remembered of a folder: looking at every neighbour of every
// file would take the square of their number.
type folder struct {
	changed time.Time           // of the folder: files came or went
	byFirst map[string][]string // paths by the first uuid
	blank   []string            // paths without a uuid so far
}

// settled is how long a folder must have been quiet for its time to tell that
// nothing came since.
const settled = 2 * time.Second

// sharing returns the transcripts of a folder that begin with the uuid.
func (a *Agent) sharing(ctx context.Context, dir, first string) ([]string, error) {
	fi, err := os.Stat(dir)
	if err != nil {
		return nil, nil // the file itself was read; copies are then found later
	}
	a.mu.Lock()
	f := a.folders[dir]
	a.mu.Unlock()
	if f == nil || !f.changed.Equal(fi.ModTime()) || time.Since(fi.ModTime()) < settled {
		if f, err = a.folder(ctx, dir, fi.ModTime()); err != nil {
			return nil, err
		}
	}
	out := f.byFirst[first]
	for _, path := range f.blank {
		uuid, err := a.first(ctx, path)
		if err != nil {
			return nil, err
		}
		if uuid == first {
			out = append(out[:len(out):len(out)], path)
		}
	}
	return out, nil
}

// folder looks at every transcript of a folder; those that were seen before are
// not opened again.
func (a *Agent) folder(ctx context.Context, dir string, changed time.Time) (*folder, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return &folder{}, nil
	}
	f := &folder{changed: changed, byFirst: map[string][]string{}}
	for _, d := range files {
		path := filepath.Join(dir, d.Name())
		if !d.Type().IsRegular() || !strings.HasSuffix(d.Name(), ".jsonl") {
			continue
		}
		if _, _, sub := identity(path); sub {
			continue
		}
		first, err := a.first(ctx, path)
		if err != nil {
			return nil, err
		}
		if first == "" {
			f.blank = append(f.blank, path)
		} else {
			f.byFirst[first] = append(f.byFirst[first], path)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.folders) > 10_000 {
		clear(a.folders)
	}
	a.folders[dir] = f
	return f, nil
}

// maxHead is how far the first record with a uuid is looked for, in lines.
const maxHead = 50

// first returns the first uuid of a file, remembered while the file keeps its
// first record (it is only ever appended to).
func (a *Agent) first(ctx context.Context, path string) (string, error) {
	a.mu.Lock()
	h, ok := a.heads[path]
	a.mu.Unlock()
	if ok && h.first != "" {
		return h.first, nil
	}
	fi, err := os.Lstat(path)
	if err != nil {
		return "", nil
	}
	change := connectors.Change(fi.ModTime(), fi.Size())
	if ok && h.change == change {
		return "", nil
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
