package privacycheck

import (
	"context"
	"errors"
	"fmt"
)

// Staged looks at what the next commit holds: the blobs of the index that
// differ from HEAD. Only lines that the commit adds count, unless whole is true.
func Staged(r *Repo, whole bool) Source { return &stagedSource{repo: r, whole: whole} }

type stagedSource struct {
	repo  *Repo
	whole bool
	list  func() ([]change, error) // begun
}

func (s *stagedSource) start(ctx context.Context) {
	s.list = s.repo.store.staged(ctx)
	s.repo.store.expect(ctx)
}

func (s *stagedSource) mode() (string, string) {
	if s.whole {
		return "staged", "whole files"
	}
	return "staged", "added lines"
}

func (s *stagedSource) read(ctx context.Context, in *intake, yield func(*document) error) error {
	st := s.repo.store
	v := &versions{store: st, limit: in.c.cfg.maxFile(), yield: yield, whole: s.whole, strict: true}
	if s.list == nil {
		s.start(ctx)
	}
	changes, err := s.list()
	if err != nil {
		return err
	}
	for i := range changes {
		v.add(&changes[i], "")
	}
	return v.fetch(ctx) // without changes too, as it ends what was started
}

// versions turns changes into documents: it reads the new blob and, to tell
// what was added, the old ones.
type versions struct {
	store  store
	limit  int64
	yield  func(*document) error
	whole  bool
	strict bool            // a blob that cannot be read stops the check
	people map[string]bool // who was met; nil: people are not looked at
	jobs   []job
}

// job is a document on its way, and the objects it waits for.
type job struct {
	doc  *document
	want []string // the new blob first
}

// add plans one change; commit is "" for the index.
func (v *versions) add(c *change, commit string) {
	d := &document{path: c.path, place: InFile, checkName: true, commit: commit, blob: c.new}
	if commit != "" {
		d.holders = []Holder{{Commit: commit, Path: c.path}}
	}
	j := job{doc: d}
	switch {
	case c.status[0] == 'D' && len(c.olds) == 1, zeroID(c.new) && c.status[0] != 'U':
		return // what goes away publishes nothing
	case c.status[0] == 'U':
		d.skip = "unmerged: solve the conflict and stage the result"
	case c.mode == modeGitlink:
		d.skip, d.expected = "submodule: check it in its own repository", true
	default:
		if c.mode == modeSymlink {
			d.place = InSymlink
		}
		j.want = append(j.want, c.new)
		if !v.whole {
			for _, id := range c.olds {
				if !zeroID(id) {
					d.partial = true
				}
			}
		}
		if d.partial {
			for _, id := range c.olds {
				if !zeroID(id) {
					j.want = append(j.want, id)
				}
			}
		}
	}
	v.jobs = append(v.jobs, j)
}

// message plans a commit's message.
func (v *versions) message(commit string) {
	v.jobs = append(v.jobs, job{doc: &document{path: messagePath("commit", commit), place: InMessage, commit: commit, blob: commit}, want: []string{commit}})
}

// messagePath is what stands for a file where the message of a commit or tag is meant.
func messagePath(kind, id string) string { return kind + " " + id[:min(len(id), 12)] }

// read reads all objects in one go and hands the documents out.
func (v *versions) read(ctx context.Context) error {
	if len(v.jobs) == 0 {
		return nil
	}
	return v.fetch(ctx)
}

// fetch is read, for no jobs as well.
func (v *versions) fetch(ctx context.Context) error {
	k, got := 0, 0 // the job that is being read, and how many of its objects came
	var olds [][]byte
	next := func() error {
		for k < len(v.jobs) && len(v.jobs[k].want) == got {
			d := v.jobs[k].doc
			if d.hasData && d.partial {
				d.added = addedLines(d.data, olds)
			}
			olds, got = olds[:0], 0
			k++
			if err := v.yield(d); err != nil {
				return err
			}
		}
		return nil
	}
	err := v.store.objects(ctx, func(send func(string) error) error {
		for i := range v.jobs {
			for _, id := range v.jobs[i].want {
				if err := send(id); err != nil {
					return err
				}
			}
		}
		return nil
	}, v.limit, func(o rawObject) error {
		if err := next(); err != nil { // those before it that wait for nothing
			return err
		}
		if k >= len(v.jobs) {
			return errors.New("git cat-file printed more objects than were asked for")
		}
		d := v.jobs[k].doc
		got++
		if got == 1 {
			v.take(ctx, d, o)
		} else if o.kind == "blob" && !o.tooBig {
			olds = append(olds, append([]byte(nil), o.data...))
			release(o)
		} else if o.kind == "missing" {
			// Without the old version every line counts as added.
			release(o)
		}
		return next()
	})
	if err == nil {
		err = next()
	}
	if err == nil && k < len(v.jobs) {
		err = errShort
	}
	return err
}

var errShort = errors.New("git cat-file stopped early")

func release(o rawObject) {
	if o.release != nil {
		o.release()
	}
}

// take puts an object's content into its document.
func (v *versions) take(ctx context.Context, d *document, o rawObject) {
	switch {
	case o.kind == "missing":
		d.skip, d.expected = missing(ctx, v.store, v.strict)
	case o.tooBig:
		d.skip, d.expected = tooLarge(o.size, v.limit), true
	case o.kind == "commit", o.kind == "tag":
		d.path = messagePath(o.kind, o.id)
		d.data, d.hasData, d.release = message(o.data), true, o.release
		d.people = v.strangers(o.data)
	case o.kind != "blob":
		d.skip, d.expected = "is a "+o.kind+", not a file", true
		release(o)
	default:
		d.data, d.hasData, d.release = o.data, true, o.release
	}
}

// strangers are the people of a commit or tag who were not met before.
func (v *versions) strangers(obj []byte) (out []string) {
	if v.people == nil {
		return nil
	}
	persons(obj, func(who []byte) {
		if !v.people[string(who)] {
			v.people[string(who)] = true
			out = append(out, string(who))
		}
	})
	return out
}

// missing words an object that is not there: in a partial clone that is usual.
func missing(ctx context.Context, s store, strict bool) (reason string, expected bool) {
	if s.facts(ctx).partial {
		return "not in this partial clone: its content was not fetched", !strict
	}
	return "cannot be read: the object is missing from the repository", false
}

func describe(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
