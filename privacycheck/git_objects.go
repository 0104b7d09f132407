package privacycheck

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
)

// readObjects parses `cat-file --batch` output to its end. limit is for files'
// content.
func readObjects(r *slabReader, limit int64, fn func(rawObject) error) error {
	defer r.close()
	for {
		o, err := readObject(r, limit)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := fn(o); err != nil {
			return err
		}
	}
}

// readObject parses one answer of `cat-file --batch`.
func readObject(r *slabReader, limit int64) (o rawObject, err error) {
	line, err := r.line()
	if err != nil {
		return o, err
	}
	o, ok := objectHeader(line)
	if !ok {
		return o, errCatFile
	}
	switch {
	case o.kind == "missing":
	case o.overLimit(limit):
		o.tooBig = true
		err = r.skip(o.size + 1)
	default:
		if o.data, o.release, err = r.take(int(o.size) + 1); err == nil {
			o.data = o.data[:o.size] // without the line's end behind it
		}
	}
	return o, err
}

var errCatFile = errors.New("git cat-file printed what cannot be understood")

// objectHeader reads "<id> <kind> <size>" or "<id> missing".
func objectHeader(line []byte) (o rawObject, ok bool) {
	id, rest, _ := bytes.Cut(line, []byte{' '})
	kind, size, sized := bytes.Cut(rest, []byte{' '})
	o.id = string(id)
	switch string(kind) { // constants, so that no object has its own copy
	case "blob":
		o.kind = "blob"
	case "tree":
		o.kind = "tree"
	case "commit":
		o.kind = "commit"
	case "tag":
		o.kind = "tag"
	case "missing":
		o.kind = "missing"
		return o, len(id) > 0 && !sized
	default:
		return o, false
	}
	if len(id) == 0 || len(size) == 0 || len(size) > 18 {
		return o, false
	}
	for _, c := range size {
		if !isDigit(c) {
			return o, false
		}
		o.size = 10*o.size + int64(c-'0')
	}
	return o, true
}

func (g *gitStore) objects(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error {
	if g.facts(ctx).partial {
		return g.presentObjects(ctx, ids, limit, fn)
	}
	if g.here != nil {
		return g.objectsHere(ctx, ids, limit, fn)
	}
	return g.catFile(ctx, ids, limit, fn)
}

// objectsHere reads objects from their files, and from the first that it cannot
// read on through git.
func (g *gitStore) objectsHere(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error {
	defer g.here.close()
	var names []string
	err := ids(func(id string) error {
		names = append(names, id)
		return nil
	})
	if err != nil {
		return err
	}
	g.here.readFiles()
	for i, id := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		o, ok := g.here.object(id, limit)
		if !ok {
			g.here.close() // git needs files to be open, too
			return g.catFile(ctx, func(send func(id string) error) error {
				for _, id := range names[i:] {
					if err := send(id); err != nil {
						return err
					}
				}
				return nil
			}, limit, fn)
		}
		if err := fn(o); err != nil {
			return err
		}
	}
	return nil
}

// presentObjects asks a partial clone only for what it holds: git ends with an
// error at the first object that it would have to fetch.
func (g *gitStore) presentObjects(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error {
	here := map[string]bool{}
	err := g.lines(ctx, func(line string) error {
		here[line] = true
		return nil
	}, "cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)")
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var queue []string // what was asked for and not answered, in order
	gone := func(until string) error {
		for {
			mu.Lock()
			if len(queue) == 0 || queue[0] == until {
				if len(queue) > 0 {
					queue = queue[1:]
				}
				mu.Unlock()
				return nil
			}
			id := queue[0]
			queue = queue[1:]
			mu.Unlock()
			if err := fn(rawObject{id: id, kind: "missing"}); err != nil {
				return err
			}
		}
	}
	err = g.catFile(ctx, func(send func(string) error) error {
		return ids(func(id string) error {
			mu.Lock()
			queue = append(queue, id)
			mu.Unlock()
			if !here[id] {
				return nil
			}
			return send(id)
		})
	}, limit, func(o rawObject) error {
		if err := gone(o.id); err != nil {
			return err
		}
		return fn(o)
	})
	if err != nil {
		return err
	}
	return gone("")
}

// expect starts what reads objects, so that it is ready when they are known.
func (g *gitStore) expect(ctx context.Context) {
	if g.ready != nil || g.facts(ctx).partial {
		return // it is started; or other things come first
	}
	ready := make(chan *process, 1)
	g.ready = ready
	go func() {
		p, err := g.begin(ctx, true, catFileArgs...)
		if err != nil {
			p = nil // catFile tries again, and tells
		}
		ready <- p
	}()
}

var (
	catFileArgs = []string{"cat-file", "--batch", "--buffer"}
	catNowArgs  = []string{"cat-file", "--batch"} // answers before it is asked again
)

// catter is the process that expect or staged started, or a new one.
func (g *gitStore) catter(ctx context.Context) (*process, error) {
	if ready := g.ready; ready != nil {
		g.ready = nil
		if p := <-ready; p != nil {
			return p, nil
		}
	}
	return g.begin(ctx, true, catFileArgs...)
}

// catFile reads objects in the order in which they are asked for.
func (g *gitStore) catFile(ctx context.Context, ids func(send func(id string) error) error, limit int64, fn func(rawObject) error) error {
	p, err := g.catter(ctx)
	if err != nil {
		return err
	}
	return p.cat(func(w *bufio.Writer) error {
		return ids(func(id string) error {
			if _, err := w.WriteString(id); err != nil {
				return err
			}
			return w.WriteByte('\n')
		})
	}, limit, fn)
}

// cat reads the objects that ask writes the ids of.
func (p *process) cat(ask func(*bufio.Writer) error, limit int64, fn func(rawObject) error) error {
	asked := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(p.in, 32<<10)
		err := ask(w)
		if ferr := w.Flush(); err == nil {
			err = ferr
		}
		p.in.Close()
		asked <- err
	}()
	rerr := readObjects(p.reader(), limit, fn)
	if rerr != nil {
		p.cancel()
	}
	aerr := <-asked
	if aerr != nil && !errors.Is(aerr, os.ErrClosed) && !isPipe(aerr) {
		p.end(aerr)
		return aerr
	}
	return p.end(rerr)
}

func isPipe(err error) bool { return strings.Contains(err.Error(), "broken pipe") }

func (g *gitStore) allObjects(ctx context.Context, limit int64, fn func(rawObject) error) error {
	p, err := g.begin(ctx, false, "cat-file", "--batch-all-objects", "--unordered", "--batch", "--buffer")
	if err != nil {
		return err
	}
	return p.end(readObjects(p.reader(), limit, fn))
}
