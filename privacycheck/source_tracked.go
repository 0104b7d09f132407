package privacycheck

import (
	"context"
	"sync"
)

// Tracked looks at every file that git tracks, as the index holds it; in a bare
// repository as HEAD holds it.
func Tracked(r *Repo) Source { return &trackedSource{r} }

type trackedSource struct{ repo *Repo }

func (s *trackedSource) start(ctx context.Context) { s.repo.store.expect(ctx) }

func (s *trackedSource) mode() (string, string) { return "tracked", "" }

// emptyBlobs are the ids of no content, which intent-to-add entries carry.
var emptyBlobs = map[string]bool{
	"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391":                         true,
	"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": true,
}

func (s *trackedSource) read(ctx context.Context, in *intake, yield func(*document) error) error {
	st := s.repo.store
	var docs docQueue // those that wait for their object, in order
	seen := map[string]bool{}
	var plain, empty []*document
	list := func(send func(string) error) error {
		return st.tracked(ctx, func(e entry) error {
			d := &document{path: e.path, place: InFile, checkName: e.stage == "0" || !seen[e.path], blob: e.id}
			if e.stage != "0" {
				seen[e.path] = true
			}
			switch {
			case e.mode == modeGitlink:
				d.skip, d.expected = "submodule: check it in its own repository", true
			case e.mode == modeTree:
				// A sparse index folds what is not checked out.
				d.skip = "folder of a sparse index that git did not expand"
			case emptyBlobs[e.id]:
				d.hasData = true
				empty = append(empty, d)
				return nil
			default:
				if e.mode == modeSymlink {
					d.place = InSymlink
				}
				docs.push(d)
				return send(e.id)
			}
			plain = append(plain, d)
			return nil
		})
	}
	v := &versions{store: st, limit: in.c.cfg.maxFile()}
	err := st.objects(ctx, list, v.limit, func(o rawObject) error {
		d := docs.pop()
		v.take(ctx, d, o)
		return yield(d)
	})
	if err != nil {
		return err
	}
	var ita map[string]bool
	if len(empty) > 0 {
		if ita, err = st.intentToAdd(ctx); err != nil {
			return err
		}
	}
	for _, d := range empty {
		if ita[d.path] {
			d.hasData, d.skip, d.expected = false, "intent to add: the index holds no content yet", true
		}
		plain = append(plain, d)
	}
	for _, d := range plain {
		if err := yield(d); err != nil {
			return err
		}
	}
	return nil
}

// docQueue hands documents from the list of files to the reader of their
// objects. It has no bound: git may hold an answer back until it has more
// questions, so neither side may wait for the other.
type docQueue struct {
	mu   sync.Mutex
	list []*document
}

func (q *docQueue) push(d *document) {
	q.mu.Lock()
	q.list = append(q.list, d)
	q.mu.Unlock()
}

// pop returns the oldest document; every object that is read was pushed before
// it was asked for.
func (q *docQueue) pop() *document {
	q.mu.Lock()
	defer q.mu.Unlock()
	d := q.list[0]
	q.list[0] = nil
	q.list = q.list[1:]
	return d
}
