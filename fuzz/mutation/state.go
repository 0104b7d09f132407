package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// state is a sample that can be interrupted: a file with a line for what it
// is a sample of, and one for every mutant with its verdict.
type state struct {
	path string
	head head
	done map[string]entry // by place and fault
}

// head says which sample a file holds, and what the tests take.
type head struct {
	Sources string // digest of what is mutated and of what tests it
	Seed    uint64
	N       int
	Groups  []group
	Bad     []int // those of the built ones that do not compile
}

// entry is the verdict on a mutant.
type entry struct {
	Mutant  string
	Start   int
	New     string
	Verdict verdict
	By      string
}

func (e entry) key() string { return fmt.Sprint(e.Mutant, " ", e.Start, " ", e.New) }

// load reads the file; one that is not there is a sample not yet begun.
func load(path string) (*state, error) {
	s := &state{path: path, done: map[string]entry{}}
	src, err := os.ReadFile(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return s, nil
	} else if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(src))
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		if n == 0 {
			if err := json.Unmarshal(lines.Bytes(), &s.head); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			continue
		}
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
		}
		s.done[e.key()] = e
	}
	return s, lines.Err()
}

// begin writes the head of a new file.
func (s *state) begin(h head) error {
	s.head = h
	return s.write(h, os.O_TRUNC)
}

// add writes a verdict behind the others.
func (s *state) add(e entry) error {
	s.done[e.key()] = e
	return s.write(e, os.O_APPEND)
}

func (s *state) write(v any, how int) error {
	if s.path == "" {
		return nil
	}
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(s.path, os.O_CREATE|os.O_WRONLY|how, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// digest of all files in some folders: verdicts hold for these only.
func digest(dir string, folders ...string) (string, error) {
	h := sha256.New()
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%s %d\n", path, len(src))
			h.Write(src)
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}

// survivors are the mutants of a sample that no test noticed, in order.
func (s *state) survivors() (out []string) {
	for _, e := range s.done {
		if e.Verdict == survived {
			out = append(out, e.Mutant)
		}
	}
	slices.Sort(out)
	return out
}
