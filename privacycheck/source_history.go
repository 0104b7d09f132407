package privacycheck

import (
	"bytes"
	"context"
	"path"
	"runtime"
	"slices"
	"sort"
	"sync"
)

// History looks at every version of every file, each once, at all commit and
// tag messages and all file names; then it tells which commits brought in what
// was found. Without a range it reads everything that refs reach; with one, what
// the commits of that range brought in, whole files.
func History(r *Repo, rng string) Source { return &historySource{repo: r, rng: rng} }

type historySource struct {
	repo *Repo
	rng  string
}

func (s *historySource) mode() (string, string) { return "history", s.rng }

// holdersShown is how many commits are listed for a finding.
const holdersShown = 5

// held is a blob of which something must be told, and where it is.
type held struct {
	paths   []string // distinct, newest first
	holders []Holder
	more    int
}

func (h *held) add(commit, path string) {
	if !slices.Contains(h.paths, path) {
		h.paths = append(h.paths, path)
	}
	if len(h.holders) < holdersShown {
		h.holders = append(h.holders, Holder{commit, path})
	} else {
		h.more++
	}
}

func (s *historySource) read(ctx context.Context, in *intake, yield func(*document) error) error {
	noteFacts(in, s.repo.store.facts(ctx))
	if s.rng != "" {
		return s.readRange(ctx, in, yield)
	}
	// Reading what is there does not tell what is not, so git walks beside it.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	whole := make(chan error, 1)
	go func() { whole <- s.repo.store.whole(ctx) }()
	sus, err := s.sift(ctx, in)
	if err != nil {
		cancel()
		<-whole
		return err
	}
	if err := <-whole; err != nil {
		return err
	}
	if len(sus.blobs)+len(sus.messages)+len(sus.names) == 0 {
		return nil
	}
	return s.tell(ctx, in, sus, yield)
}

// suspects are the objects in which something stands, before it is known where
// they are held.
type suspects struct {
	blobs    map[string]*held
	messages map[string]bool // commits and tags
	names    map[string]bool // file names, without their folders
}

// sift reads every object once and keeps the ids of those that matter.
func (s *historySource) sift(ctx context.Context, in *intake) (*suspects, error) {
	c := in.c
	sus := &suspects{blobs: map[string]*held{}, messages: map[string]bool{}, names: map[string]bool{}}
	type tally struct {
		files int
		bytes int64
	}
	work := make(chan rawObject, 64)
	var mu sync.Mutex
	var wg sync.WaitGroup
	var total tally
	workers := c.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var t tally
			var blobs, messages []string
			for o := range work {
				switch {
				case o.kind == "blob":
					scanned, suspect := c.siftBlob(o)
					if scanned {
						t.files++
						t.bytes += o.size
					}
					if suspect {
						blobs = append(blobs, o.id)
					}
				default:
					text := message(o.data)
					t.files++
					t.bytes += int64(len(text))
					if c.suspect(text) {
						messages = append(messages, o.id)
					}
				}
				release(o)
			}
			mu.Lock()
			defer mu.Unlock()
			total.files += t.files
			total.bytes += t.bytes
			for _, id := range blobs {
				sus.blobs[id] = &held{}
			}
			for _, id := range messages {
				sus.messages[id] = true
			}
		}()
	}
	names := map[string]bool{}
	err := s.repo.store.allObjects(ctx, c.cfg.maxFile(), func(o rawObject) error {
		switch o.kind {
		case "tree":
			eachName(o.data, len(o.id)/2, func(name []byte) {
				if !names[string(name)] {
					n := string(name)
					names[n] = true
					if n == path.Base(c.denyPath) || len(c.scanWords(name, nil)) > 0 {
						sus.names[n] = true
					}
				}
			})
			release(o)
			return nil
		case "commit":
			in.commits++
		}
		select {
		case work <- o:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	close(work)
	wg.Wait()
	in.files, in.bytes, in.names = total.files, total.bytes, len(names)
	return sus, err
}

// siftBlob tells whether a blob was scanned, and whether something must be told
// about it: a match, or that it was skipped.
func (c *Checker) siftBlob(o rawObject) (scanned, suspect bool) {
	if o.tooBig {
		return false, true
	}
	text, enc, _ := decodeText(o.data)
	if enc == encBinary {
		return false, true
	}
	return true, isLFSPointer(text) || c.suspect(text)
}

func (c *Checker) suspect(text []byte) bool {
	ms, _ := c.scan(text)
	return len(ms) > 0
}

// eachName calls fn for the names of a tree object: "<mode> <name>\0<id>".
func eachName(tree []byte, idLen int, fn func([]byte)) {
	for len(tree) > 0 {
		sp := bytes.IndexByte(tree, ' ')
		nul := bytes.IndexByte(tree, 0)
		if sp < 0 || nul < sp || nul+1+idLen > len(tree) {
			return
		}
		fn(tree[sp+1 : nul])
		tree = tree[nul+1+idLen:]
	}
}

// tell finds the commits that hold the suspects and hands them out with paths.
func (s *historySource) tell(ctx context.Context, in *intake, sus *suspects, yield func(*document) error) error {
	st := s.repo.store
	revs := []string{"--all"}
	if st.has(ctx, "HEAD") {
		revs = append(revs, "HEAD")
	}
	named := map[string]bool{}
	var told []*document
	reached := map[string]bool{}
	err := st.log(ctx, revs, func(cc commitChanges) error {
		if sus.messages[cc.id] {
			reached[cc.id] = true
		}
		for i := range cc.changes {
			c := &cc.changes[i]
			if h := sus.blobs[c.new]; h != nil && c.mode != modeGitlink {
				h.add(cc.id, c.path)
			}
			if len(sus.names) > 0 && !zeroID(c.new) && !named[c.path] && hasName(c.path, sus.names) {
				named[c.path] = true
				told = append(told, &document{path: c.path, checkName: true, holders: []Holder{{cc.id, c.path}}})
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range told {
		if err := yield(d); err != nil {
			return err
		}
	}
	tags, err := st.tags(ctx)
	if err != nil {
		return err
	}
	var messages []string
	for id := range sus.messages {
		if reached[id] || tags[id] {
			messages = append(messages, id)
		}
	}
	sort.Strings(messages)
	var blobs []string
	lost := len(sus.messages) - len(messages)
	for id, h := range sus.blobs {
		if len(h.paths) > 0 {
			blobs = append(blobs, id)
		} else {
			lost++
		}
	}
	sort.Slice(blobs, func(i, j int) bool {
		a, b := sus.blobs[blobs[i]], sus.blobs[blobs[j]]
		return a.paths[0] < b.paths[0] || a.paths[0] == b.paths[0] && blobs[i] < blobs[j]
	})
	if lost > 0 {
		in.note(describe(lost, "object", "objects") + " with findings or unread content in no commit that a ref reaches: not published by a push, dropped by git gc in time, not reported")
	}
	return s.hand(ctx, in, blobs, sus.blobs, messages, true, yield)
}

// hand reads what will be told and hands it out, one document for each path.
func (s *historySource) hand(ctx context.Context, in *intake, blobs []string, held map[string]*held, messages []string, counted bool, yield func(*document) error) error {
	v := &versions{store: s.repo.store, limit: in.c.cfg.maxFile()}
	ids := slices.Concat(blobs, messages)
	if len(ids) == 0 {
		return nil
	}
	k := 0
	err := s.repo.store.objects(ctx, func(send func(string) error) error {
		for _, id := range ids {
			if err := send(id); err != nil {
				return err
			}
		}
		return nil
	}, v.limit, func(o rawObject) error {
		id := ids[k]
		k++
		h := held[id]
		if h == nil {
			d := &document{path: messagePath("commit", id), place: InMessage, blob: id, counted: counted}
			v.take(ctx, d, o)
			return yield(d)
		}
		data := append([]byte(nil), o.data...)
		release(o)
		o.release = nil
		for _, p := range h.paths {
			d := &document{path: p, place: InFile, blob: id, holders: h.holders, more: h.more, counted: counted || p != h.paths[0], checkName: !counted}
			o.data = data
			v.take(ctx, d, o)
			if err := yield(d); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && k < len(ids) {
		return errShort
	}
	return err
}

func hasName(p string, names map[string]bool) bool {
	for p != "" {
		dir, base := path.Split(p)
		if names[base] {
			return true
		}
		p = path.Clean(dir)
		if p == "." || p == "/" {
			return false
		}
	}
	return false
}

// readRange reads what the commits of a range brought in.
func (s *historySource) readRange(ctx context.Context, in *intake, yield func(*document) error) error {
	st := s.repo.store
	all := map[string]*held{}
	var blobs, messages []string
	var subs []*document
	links := map[string]bool{}
	err := st.log(ctx, []string{s.rng}, func(cc commitChanges) error {
		in.commits++
		messages = append(messages, cc.id)
		for i := range cc.changes {
			c := &cc.changes[i]
			switch {
			case zeroID(c.new):
				continue
			case c.mode == modeGitlink:
				if !links[c.path] {
					links[c.path] = true
					subs = append(subs, &document{path: c.path, skip: "submodule: check it in its own repository", expected: true})
				}
				continue
			}
			if all[c.new] == nil {
				all[c.new] = &held{}
				blobs = append(blobs, c.new)
			}
			all[c.new].add(cc.id, c.path)
		}
		return nil
	})
	if err != nil {
		return rangeError(err, st.facts(ctx))
	}
	for _, d := range subs {
		if err := yield(d); err != nil {
			return err
		}
	}
	return s.hand(ctx, in, blobs, all, messages, false, yield)
}
