package opencode

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jezero/connectors"
)

// listFiles lists the sessions of the JSON generation. Their files are
// rewritten in place, so the change of a session is that of all its files;
// those of sessions that are taken are not looked at.
func listFiles(ctx context.Context, root string, taken map[string]bool) ([]connectors.Source, []connectors.Warning, error) {
	docs, warns, err := connectors.Walk(ctx, root, []string{"storage/session"}, nil, sessionDoc.MatchString)
	if err != nil {
		return nil, nil, err
	}
	for i := range docs {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		id := sessionDoc.FindStringSubmatch(docs[i].Key)[1]
		if taken[id] {
			continue
		}
		latest, files, bytes := docs[i].ModTime, int64(1), docs[i].Size
		count := func(dir string, each func(name string)) {
			entries, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(dir)))
			if err != nil {
				return // seen again, and said, when the session is read
			}
			for _, e := range entries {
				fi, err := e.Info()
				if err != nil || !fi.Mode().IsRegular() {
					continue
				}
				files, bytes = files+1, bytes+fi.Size()
				if fi.ModTime().After(latest) {
					latest = fi.ModTime()
				}
				if each != nil {
					each(strings.TrimSuffix(e.Name(), ".json"))
				}
			}
		}
		count("storage/message/"+id, func(msg string) { count("storage/part/"+msg, nil) })
		docs[i].ModTime, docs[i].Size = latest, bytes
		docs[i].Change = connectors.Change(latest, files, bytes)
	}
	return docs, warns, nil
}

// readFiles reads a session of the JSON generation. Ids come from the paths:
// in the files they may be those of a session that was copied.
func readFiles(ctx context.Context, root string, src connectors.Source, rep *connectors.Report) (*connectors.Session, error) {
	id := strings.TrimSuffix(path.Base(src.Key), ".json")
	s := &session{}
	raw, err := connectors.ReadFile(src.Path)
	if err != nil {
		rep.Warnings = append(rep.Warnings, connectors.Unreadable(src.Path, err))
		return nil, nil
	}
	if json.Unmarshal(raw, s) != nil {
		rep.Records++
		rep.Warn(src.Path, connectors.WarnFormat)
		return nil, nil
	}
	s.ID = id
	msgs, bad := objects(ctx, filepath.Join(root, "storage", "message", id), rep, func(name string, raw []byte) (*message, bool) {
		m := &message{}
		if json.Unmarshal(raw, m) != nil {
			return nil, false
		}
		m.ID = name
		return m, true
	})
	rep.Records++
	if s.Directory == "" && s.Title == "" && s.Time.Created == 0 && len(msgs) == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
		return nil, nil
	}
	slices.SortStableFunc(msgs, func(a, b *message) int {
		if c := time.UnixMilli(a.Time.Created).Compare(time.UnixMilli(b.Time.Created)); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	understood := 0
	b := s.builder(src, rep)
	for _, m := range msgs {
		if m.Role == "user" || m.Role == "assistant" {
			understood++
		}
		parts, _ := objects(ctx, filepath.Join(root, "storage", "part", m.ID), rep, func(name string, raw []byte) (part, bool) {
			var p part
			ok := json.Unmarshal(raw, &p) == nil
			p.ID = name
			p.shrink()
			return p, ok
		})
		m.parts = parts
		s.add(b, m)
	}
	if (len(msgs) > 0 || bad > 0) && understood == 0 {
		rep.Warn(src.Path, connectors.WarnFormat)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return b.Done(src.ModTime), nil
}

// objects reads the JSON files of a folder in the order of their names.
func objects[T any](ctx context.Context, dir string, rep *connectors.Report, parse func(name string, raw []byte) (T, bool)) (out []T, bad int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if !os.IsNotExist(err) {
			rep.Warnings = append(rep.Warnings, connectors.Unreadable(dir, err))
		}
		return nil, 0
	}
	for _, e := range entries {
		if ctx.Err() != nil {
			return out, bad
		}
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || e.Type()&fs.ModeType != 0 {
			continue
		}
		file := filepath.Join(dir, e.Name())
		fi, err := e.Info()
		if err != nil {
			continue
		}
		rep.Records++
		if fi.Size() > connectors.MaxLine {
			rep.Note(0, 0, connectors.NoteLongRecord)
			continue
		}
		raw, err := connectors.ReadFile(file)
		if err != nil {
			rep.Warnings = append(rep.Warnings, connectors.Unreadable(file, err))
			continue
		}
		v, ok := parse(name, raw)
		if !ok {
			bad++
			rep.Note(0, 0, connectors.NoteBadRecord)
			continue
		}
		out = append(out, v)
	}
	return out, bad
}
