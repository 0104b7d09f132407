package corpus

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed all:sessions
var sessionFiles embed.FS

// SessionTemplates are the sample sessions as they stand in the repository:
// with markers where a credential belongs. Golden files are made from them.
func SessionTemplates() fs.FS {
	sub, err := fs.Sub(sessionFiles, "sessions")
	if err != nil {
		panic("corpus: internal error: " + err.Error())
	}
	return sub
}

// Sessions are the sample sessions: a folder for each agent id, which is
// that agent's root, in the agent's true format. The credentials in them are
// synthetic and made on reading. SQLite stores are SQL scripts.
func Sessions() fs.FS { return sessionFS{SessionTemplates()} }

// ExtractSessions writes the sample sessions below dir, which is made when it
// is missing; the files get the time of the last record in them, as a real
// store would have.
func ExtractSessions(dir string) error {
	return extract(Sessions(), ".", dir)
}

// ExtractSessionTemplates writes the sample sessions of one agent with their
// markers, into the folder dir/agent.
func ExtractSessionTemplates(dir, agent string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return extract(SessionTemplates(), agent, dir)
}

// extract writes what is at and below the folder from.
func extract(fsys fs.FS, from, dir string) error {
	return fs.WalkDir(fsys, from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(path, 0o755)
		}
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			return fmt.Errorf("writing a sample session: %w", err)
		}
		at := lastTime(b)
		return os.Chtimes(path, at, at)
	})
}

var (
	rfc3339  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z`) })
	sampleAt = time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC) // for files that hold no time of that form
)

// lastTime is the latest time that stands in a file.
func lastTime(b []byte) time.Time {
	var last time.Time
	for _, m := range rfc3339().FindAll(b, -1) {
		if t, err := time.Parse(time.RFC3339Nano, string(m)); err == nil && t.After(last) {
			last = t
		}
	}
	if last.IsZero() {
		return sampleAt
	}
	return last.Add(time.Second)
}

// PlantedSecrets returns every credential that stands in the sample sessions,
// sorted; of a value of several lines each line of its body, because a store
// may keep the lines apart.
func PlantedSecrets() []string {
	var out []string
	fsys := SessionTemplates()
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		for _, m := range marker().FindAll(b, -1) {
			v, ok := fromMarker(m)
			if !ok {
				return fmt.Errorf("%s: unknown kind of credential", name)
			}
			for line := range strings.SplitSeq(v, "\n") {
				if !strings.HasPrefix(line, "-----") && len(line) >= 8 {
					out = append(out, line)
				}
			}
		}
		return nil
	})
	if err != nil {
		panic("corpus: internal error: " + err.Error())
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sessionFS puts the credentials into the files of the template.
type sessionFS struct{ fs.FS }

func (s sessionFS) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	if fi.IsDir() {
		dir, ok := f.(fs.ReadDirFile)
		if !ok {
			return f, nil
		}
		return sessionDir{dir, s, name}, nil
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	b = expand(name, b)
	return &sessionFile{Reader: bytes.NewReader(b), info: sessionInfo{fi, int64(len(b))}}, nil
}

type sessionFile struct {
	*bytes.Reader
	info sessionInfo
}

func (f *sessionFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *sessionFile) Close() error               { return nil }

// sessionInfo has the size with the credentials.
type sessionInfo struct {
	fs.FileInfo
	size int64
}

func (i sessionInfo) Size() int64 { return i.size }

type sessionDir struct {
	fs.ReadDirFile
	fsys sessionFS
	name string
}

func (d sessionDir) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := d.ReadDirFile.ReadDir(n)
	for i, e := range entries {
		if !e.IsDir() {
			entries[i] = sessionEntry{e, d.fsys, strings.TrimPrefix(d.name+"/"+e.Name(), "./")}
		}
	}
	return entries, err
}

type sessionEntry struct {
	fs.DirEntry
	fsys sessionFS
	path string
}

func (e sessionEntry) Info() (fs.FileInfo, error) { return fs.Stat(e.fsys, e.path) }
