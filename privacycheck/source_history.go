package privacycheck

import (
	"context"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
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

// at notes a path that no commit brought in.
func (h *held) at(path string) {
	if !slices.Contains(h.paths, path) {
		h.paths = append(h.paths, path)
	}
}

func (s *historySource) read(ctx context.Context, in *intake, yield func(*document) error) error {
	noteFacts(in, s.repo.store.facts(ctx))
	if s.rng != "" {
		return s.readRange(ctx, in, yield)
	}
	// What the refs name is asked while the objects are read.
	tips := s.repo.store.tips(ctx)
	sus, err := s.sift(ctx, in)
	if terr := tips(); err == nil {
		err = terr
	}
	// Something is missing, but perhaps only to what no ref reaches.
	if err == nil && !sus.whole {
		err = s.repo.store.whole(ctx)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// What was found in a damaged repository is told, and then the damage.
	if in.c.deny.Terms() > 0 {
		if rerr := s.tellRefs(ctx, yield); err == nil {
			err = rerr
		}
	}
	if len(sus.blobs)+len(sus.messages)+len(sus.names)+len(sus.people) > 0 {
		if terr := s.tell(ctx, in, sus, err != nil, yield); err == nil {
			err = terr
		}
	}
	return err
}

// tellRefs hands out the names of branches and tags.
func (s *historySource) tellRefs(ctx context.Context, yield func(*document) error) error {
	refs, err := s.repo.store.refs(ctx)
	for _, r := range refs {
		if d := refLabel(r.name); d != nil {
			if err := yield(d); err != nil {
				return err
			}
		}
	}
	return err
}

// suspects are the objects in which something stands, before it is known where
// they are held.
type suspects struct {
	blobs    map[string]*held
	messages map[string]bool     // commits and tags
	names    map[string]bool     // file names, without their folders
	people   map[string][]string // by commit or tag: who of those who wrote it
	tags     map[string]ref      // by tag: what it is for
	whole    bool                // every object that another one names was read
}

// sift reads every object once and keeps the ids of those that matter.
func (s *historySource) sift(ctx context.Context, in *intake) (*suspects, error) {
	f := &sieve{c: in.c, ctx: ctx, work: make(chan []rawObject, 16), met: keys{}, links: links{named: keys{}}, names: map[string]*objectKey{},
		people: map[string]bool{},
		sus:    &suspects{blobs: map[string]*held{}, messages: map[string]bool{}, names: map[string]bool{}, people: map[string][]string{}, tags: map[string]ref{}}}
	workers := in.c.workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(f.scan)
	}
	err := s.repo.store.allObjects(ctx, in.c.cfg.maxFile(), f.take)
	if serr := f.send(); err == nil {
		err = serr
	}
	close(f.work)
	wg.Wait()
	f.sus.whole = f.links.met(f.met)
	in.files, in.bytes, in.names, in.commits = f.files, f.bytes, len(f.names), f.commits
	return f.sus, err
}

// sieve is sift at work: one goroutine takes the objects, several scan them.
type sieve struct {
	c    *Checker
	ctx  context.Context
	work chan []rawObject
	sus  *suspects

	// The next batch. Handing over each object would take longer than scanning some.
	batch []rawObject
	size  int64

	met     keys
	links   links
	names   map[string]*objectKey // with what each stood for last
	people  map[string]bool       // and whether a term stands in who it is
	commits int

	mu    sync.Mutex // of what follows, and of the suspects while scan runs
	files int
	bytes int64
}

// batchBytes is how much is scanned in one go.
const batchBytes = 128 << 10

// take looks at the names in trees, and passes on what has a text.
func (f *sieve) take(o rawObject) error {
	switch {
	case o.kind == "missing":
		return nil // it is not among what was met
	case o.tooBig && o.kind != "blob":
		return fmt.Errorf("%s %s is larger than %s, so it was not read", o.kind, o.id, Bytes(maxOther))
	}
	f.met.add([]byte(o.id))
	switch o.kind {
	case "tree":
		f.tree(o)
		release(o)
		return nil
	case "commit":
		f.commits++
		f.links.header(o.data)
		f.persons(o)
	case "tag":
		id, kind := target(o.data)
		f.sus.tags[o.id] = ref{id: id, kind: kind}
		f.links.header(o.data)
		f.persons(o)
	}
	f.batch = append(f.batch, o)
	f.size += int64(len(o.data)) + 128
	if f.size < batchBytes {
		return nil
	}
	return f.send()
}

// persons looks at who wrote a commit or tag.
func (f *sieve) persons(o rawObject) {
	if f.c.deny.Terms() == 0 {
		return
	}
	persons(o.data, func(who []byte) {
		hit, known := f.people[string(who)]
		if !known {
			hit = len(f.c.deny.find(who, nil)) > 0
			f.people[string(who)] = hit
		}
		if hit && !slices.Contains(f.sus.people[o.id], string(who)) {
			f.sus.people[o.id] = append(f.sus.people[o.id], string(who))
		}
	})
}

// send hands the batch over.
func (f *sieve) send() error {
	list := f.batch
	f.batch, f.size = make([]rawObject, 0, len(list)), 0
	select {
	case f.work <- list:
		return nil
	case <-f.ctx.Done():
		return f.ctx.Err()
	}
}

// tree looks at the names of files and folders, each once.
func (f *sieve) tree(o rawObject) {
	ok := eachEntry(o.data, len(o.id)/2, func(mode, name, id []byte) {
		if last := f.names[string(name)]; last != nil {
			f.links.entry(mode, id, last)
			return
		}
		n := string(name)
		f.names[n] = new(objectKey)
		f.links.entry(mode, id, f.names[n])
		if n == path.Base(f.c.denyPath) || len(f.c.scanWords(name, nil)) > 0 {
			f.sus.names[n] = true
		}
	})
	f.links.damaged = f.links.damaged || !ok
}

// scan looks into what is handed over.
func (f *sieve) scan() {
	var files int
	var bytes int64
	var blobs, messages []string
	for list := range f.work {
		for _, o := range list {
			if o.kind == "blob" {
				scanned, suspect := f.c.siftBlob(o)
				if scanned {
					files++
					bytes += o.size
				}
				if suspect {
					blobs = append(blobs, o.id)
				}
			} else {
				text := message(o.data)
				files++
				bytes += int64(len(text))
				if f.c.suspect(text) {
					messages = append(messages, o.id)
				}
			}
			release(o)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files += files
	f.bytes += bytes
	for _, id := range blobs {
		f.sus.blobs[id] = &held{}
	}
	for _, id := range messages {
		f.sus.messages[id] = true
	}
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

// tell finds the commits that hold the suspects and hands them out with paths.
// In a damaged repository those whose commits cannot be found go by their ids;
// that it is one may show only here.
func (s *historySource) tell(ctx context.Context, in *intake, sus *suspects, damaged bool, yield func(*document) error) error {
	st := s.repo.store
	revs := []string{"--all"}
	if st.has(ctx, "HEAD") {
		revs = append(revs, "HEAD")
	}
	named := map[string]bool{}
	var told []*document
	name := func(p string, hs ...Holder) {
		if len(sus.names) > 0 && !named[p] && hasName(p, sus.names) {
			named[p] = true
			told = append(told, &document{path: p, checkName: true, holders: hs})
		}
	}
	people := crowd{}
	reached := map[string]bool{}
	err := st.log(ctx, revs, func(cc commitChanges) error {
		if sus.messages[cc.id] {
			reached[cc.id] = true
		}
		people.add("commit", cc.id, sus.people[cc.id])
		for i := range cc.changes {
			c := &cc.changes[i]
			if h := sus.blobs[c.new]; h != nil && c.mode != modeGitlink {
				h.add(cc.id, c.path)
			}
			if !zeroID(c.new) {
				name(c.path, Holder{cc.id, c.path})
			}
		}
		return nil
	})
	tags, terr := s.followTags(ctx, sus, name)
	if err == nil {
		err = terr
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	damaged = damaged || err != nil
	for _, id := range slices.Sorted(maps.Keys(tags)) {
		people.add("tag", id, sus.people[id])
	}
	if damaged {
		told = append(told, sus.unplaced(named)...)
	}
	for _, d := range append(told, people.documents()...) {
		if err := yield(d); err != nil {
			return err
		}
	}
	var messages []string
	for id := range sus.messages {
		if reached[id] || tags[id] || damaged {
			messages = append(messages, id)
		}
	}
	sort.Strings(messages)
	var blobs []string
	lost := len(sus.messages) - len(messages)
	for id, h := range sus.blobs {
		if len(h.paths) == 0 && damaged {
			h.paths = []string{messagePath("blob", id)}
		}
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
	if herr := s.hand(ctx, in, blobs, sus.blobs, messages, true, yield); err == nil {
		err = herr
	}
	return err
}

// followTags tells which tags the refs reach, also by other tags, and places what
// stands in trees and blobs that refs name without a commit.
func (s *historySource) followTags(ctx context.Context, sus *suspects, name func(string, ...Holder)) (map[string]bool, error) {
	refs, err := s.repo.store.refs(ctx)
	if err != nil {
		return nil, err
	}
	tags := map[string]bool{}
	for _, r := range refs {
		for r.kind == "tag" && !tags[r.id] {
			tags[r.id] = true
			r = sus.tags[r.id]
		}
		switch r.kind {
		case "blob":
			if h := sus.blobs[r.id]; h != nil {
				h.at(messagePath("blob", r.id))
			}
		case "tree":
			err := s.repo.store.tree(ctx, r.id, func(e entry) error {
				if h := sus.blobs[e.id]; h != nil && e.mode != modeGitlink {
					h.at(e.path)
				}
				name(e.path)
				return nil
			})
			if err != nil {
				return tags, err
			}
		}
	}
	return tags, nil
}

// crowd are those who wrote something, and what.
type crowd map[string]*document

func (c crowd) add(kind, id string, people []string) {
	for _, who := range people {
		switch d := c[who]; {
		case d == nil:
			c[who] = &document{path: messagePath(kind, id), place: InPerson, label: who}
		case len(d.holders) < holdersShown:
			d.holders = append(d.holders, Holder{Commit: id})
		default:
			d.more++
		}
	}
}

func (c crowd) documents() []*document {
	out := slices.Collect(maps.Values(c))
	sort.Slice(out, func(i, j int) bool { return out[i].label < out[j].label })
	return out
}

// unplaced are the names for which no path was found.
func (sus *suspects) unplaced(paths map[string]bool) []*document {
	placed := map[string]bool{}
	for p := range paths {
		for _, n := range strings.Split(p, "/") {
			placed[n] = true
		}
	}
	var out []*document
	for n := range sus.names {
		if !placed[n] {
			out = append(out, &document{path: n, checkName: true})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].path < out[j].path })
	return out
}

// hand reads what will be told and hands it out, one document for each path.
func (s *historySource) hand(ctx context.Context, in *intake, blobs []string, held map[string]*held, messages []string, counted bool, yield func(*document) error) error {
	v := &versions{store: s.repo.store, limit: in.c.cfg.maxFile()}
	if !counted {
		v.people = map[string]bool{} // else they were told already
	}
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
		err = rangeError(err, st.facts(ctx)) // told behind what was found until then
	}
	for _, d := range subs {
		if err := yield(d); err != nil {
			return err
		}
	}
	if herr := s.hand(ctx, in, blobs, all, messages, false, yield); err == nil {
		err = herr
	}
	return err
}
