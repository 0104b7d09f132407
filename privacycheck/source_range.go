package privacycheck

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
)

// Range looks at commits one by one: the lines that each adds to any of its
// parents' versions, its file names and its message. It is what CI runs for a
// pull request. rng is git's notation, such as main..HEAD; a single revision
// means from there to HEAD.
func Range(r *Repo, rng string) Source {
	if rng != "" && !strings.Contains(rng, "..") {
		rng += "..HEAD"
	}
	return &rangeSource{repo: r, name: "range", target: rng, revs: []string{rng}}
}

type rangeSource struct {
	repo   *Repo
	name   string
	target string
	revs   []string
	whole  bool
	tags   []string // what pushed tags name
	names  []string // of refs on the other side
}

func (s *rangeSource) mode() (string, string) { return s.name, s.target }

func (s *rangeSource) read(ctx context.Context, in *intake, yield func(*document) error) error {
	st := s.repo.store
	v := &versions{store: st, limit: in.c.cfg.maxFile(), yield: yield, strict: true, whole: s.whole, people: map[string]bool{}}
	seen := map[string]bool{}
	// The objects of a window of commits are read together, so that memory stays
	// bounded however long the range is.
	const window = 2048
	read := func() error {
		err := v.read(ctx)
		v.jobs = v.jobs[:0]
		return err
	}
	for _, name := range s.names {
		if d := refLabel(name); d != nil {
			if err := yield(d); err != nil {
				return err
			}
		}
	}
	for _, t := range s.tags {
		if err := v.tag(ctx, t); err != nil {
			return err
		}
	}
	err := st.log(ctx, s.revs, func(cc commitChanges) error {
		in.commits++
		v.message(cc.id)
		for i := range cc.changes {
			c := &cc.changes[i]
			// The same change may come by several ways (cherry-picks, both sides of a merge).
			key := c.new + " " + c.path + " " + strings.Join(c.olds, " ")
			if seen[key] {
				continue
			}
			seen[key] = true
			v.add(c, cc.id)
		}
		if len(v.jobs) >= window {
			return read()
		}
		return nil
	})
	if err != nil {
		err = rangeError(err, st.facts(ctx)) // told behind what was found until then
	}
	if rerr := read(); err == nil {
		err = rerr
	}
	noteFacts(in, st.facts(ctx))
	return err
}

// rangeError adds what to do when a range reaches beyond a shallow clone.
func rangeError(err error, f facts) error {
	if f.shallow {
		return fmt.Errorf("%w\nthis clone is shallow; fetch the history first: git fetch --unshallow (in CI: fetch-depth: 0)", err)
	}
	return err
}

func noteFacts(in *intake, f facts) {
	if f.shallow {
		in.note("this clone is shallow: commits beyond its edge were not seen")
	}
	if f.partial {
		in.note("this is a partial clone: what it did not fetch was not seen")
	}
}

// Push looks at the commits that a push would publish. remote is its name, and
// lines what git gives a pre-push hook on standard input:
// <local ref> <local id> <remote ref> <remote id>.
func Push(ctx context.Context, r *Repo, remote string, lines io.Reader) (Source, error) {
	data, err := io.ReadAll(io.LimitReader(lines, 64<<20))
	if err != nil {
		return nil, fmt.Errorf("reading what is pushed: %w", err)
	}
	s := &rangeSource{repo: r, name: "push", target: "to " + remote}
	var not []string
	for n, line := range bytes.Split(data, []byte{'\n'}) {
		f := strings.Fields(string(line))
		if len(f) == 0 {
			continue
		}
		if len(f) != 4 || len(f[1]) < 40 || len(f[3]) < 40 {
			return nil, fmt.Errorf("line %d on standard input is not what git gives a pre-push hook", n+1)
		}
		if zeroID(f[1]) {
			continue // a branch is deleted
		}
		s.revs = append(s.revs, f[1])
		s.names = append(s.names, f[2])
		if strings.HasPrefix(f[0], "refs/tags/") {
			s.tags = append(s.tags, f[1])
		}
		if !zeroID(f[3]) && r.store.has(ctx, f[3]) {
			not = append(not, f[3])
		}
	}
	if len(s.revs) == 0 {
		return &nothing{"push", s.target, "nothing is pushed but deletions"}, nil
	}
	s.revs = append(append(s.revs, "--not"), not...)
	if remote != "" && !strings.ContainsAny(remote, "/:\\ *?[") {
		s.revs = append(s.revs, "--remotes="+remote)
	} else {
		// A push to an address: whatever any remote holds is published already.
		s.revs = append(s.revs, "--remotes")
	}
	return s, nil
}

// nothing is a source that has nothing to look at, and says so.
type nothing struct{ name, target, why string }

func (s *nothing) mode() (string, string) { return s.name, s.target }
func (s *nothing) read(_ context.Context, in *intake, _ func(*document) error) error {
	in.note(s.why)
	return nil
}

// tag plans what a tag brings along besides commits: its message, those of tags
// that it is for, and a tree or a blob that is in no commit.
func (v *versions) tag(ctx context.Context, id string) error {
	tags, last, kind, err := peel(ctx, v.store, id)
	if err != nil {
		return err
	}
	for _, t := range tags {
		v.message(t)
	}
	switch kind {
	case "tree":
		return v.store.tree(ctx, last, func(e entry) error {
			v.add(&change{status: "A", mode: e.mode, new: e.id, path: e.path}, "")
			return nil
		})
	case "blob":
		v.add(&change{status: "A", mode: modeFile, new: last, path: messagePath("blob", last)}, "")
	}
	return nil
}

// message is the text of a commit or tag object, behind its header.
func message(obj []byte) []byte {
	if _, text, ok := bytes.Cut(obj, []byte("\n\n")); ok {
		return text
	}
	return nil
}
