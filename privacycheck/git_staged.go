package privacycheck

import (
	"bufio"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
)

// staged compares the index with HEAD's tree here: git diff --cached takes longer
// than all the rest of a small commit. The trees are read from their files, or by
// the process that reads the files' content afterwards. Where neither decides,
// git compares.
func (g *gitStore) staged(ctx context.Context) func() ([]change, error) {
	if g.repo.Bare {
		return func() ([]change, error) {
			return nil, errors.New("a bare repository has no index: use --all, --history or --diff")
		}
	}
	if g.facts(ctx).partial { // trees may not be here
		return g.diffCached(ctx)
	}
	type listed struct {
		changes []change
		err     error
		here    *diskObjects
	}
	done := make(chan listed, 1)
	ready := make(chan *process, 1)
	g.ready = ready
	go func() {
		var l listed
		var p *process
		if l.here, l.changes, l.err = g.compareFiles(); l.err != nil {
			p, l.changes, l.err = g.compareIndex(ctx)
		}
		if l.err != nil {
			if l.err = ctx.Err(); l.err == nil {
				l.changes, l.err = g.diffCached(ctx)()
			}
		}
		ready <- p
		done <- l
	}()
	return func() ([]change, error) {
		l := <-done
		g.here = l.here
		return l.changes, l.err
	}
}

// compareFiles lists what is staged without git. An error means that it cannot;
// else the objects can be read in the same way.
func (g *gitStore) compareFiles() (*diskObjects, []change, error) {
	if !g.plain() {
		return nil, nil, errUnusual
	}
	index, err := readIndex(g.index)
	if err != nil {
		return nil, nil, err
	}
	d := &diskObjects{dir: filepath.Join(g.repo.CommonDir, "objects")}
	err = errUnusual
	var changes []change
	if root, ok := d.headTree(g.repo.GitDir, g.repo.CommonDir); ok {
		changes, err = index.run(root, d.trees)
	}
	if err != nil {
		d.close()
		return nil, nil, err
	}
	return d, changes, nil
}

// trees hands over the content of tree objects.
func (d *diskObjects) trees(names []string, fn func(data []byte) error) error {
	for _, name := range names {
		data, ok := d.tree(name)
		if !ok {
			return errUnusual
		}
		if err := fn(data); err != nil {
			return err
		}
	}
	return nil
}

// compareIndex lists what is staged with the help of the process that reads
// objects. An error means that git has to be asked, which also knows what is
// wrong. p is ready for further questions, or nil.
func (g *gitStore) compareIndex(ctx context.Context) (p *process, changes []change, err error) {
	if _, known := readConfig(g.repo.config); !known {
		return nil, nil, errUnusual // git might end at it
	}
	type parsed struct {
		diff *indexDiff
		err  error
	}
	read := make(chan parsed, 1)
	go func() {
		d, err := readIndex(g.index)
		read <- parsed{d, err}
	}()
	p, err = g.begin(ctx, true, catNowArgs...)
	index := <-read
	if err != nil || index.err != nil {
		return p, nil, errors.Join(err, index.err)
	}
	err = p.trees([]string{"HEAD^{tree}"}, func(root []byte) error {
		changes, err = index.diff.run(root, p.trees)
		return err
	})
	if err != nil && !errors.Is(err, errUnusual) { // its answers are not to be told from each other
		p.cancel()
		p = nil
	}
	return p, changes, err
}

// readIndex reads the index and prepares its comparison.
func readIndex(path string) (*indexDiff, error) {
	data, err := readRegular(path, maxIndex)
	if err != nil {
		return nil, err
	}
	x, err := parseIndex(data)
	if err != nil {
		return nil, err
	}
	return newIndexDiff(x)
}

// treesAtOnce bounds the questions that wait for their answers: both fit into
// the smallest of pipes, so neither side waits for the other.
const treesAtOnce = 64

// trees asks for tree objects and hands their content to fn, in order. It is
// errUnusual when one is not there, is something else or has no SHA-1 name; the
// process can be asked again then.
func (p *process) trees(names []string, fn func(data []byte) error) error {
	var failed error // the first; all answers are read nevertheless
	for len(names) > 0 && failed == nil {
		n := min(len(names), treesAtOnce)
		if _, err := p.in.Write([]byte(strings.Join(names[:n], "\n") + "\n")); err != nil {
			return err
		}
		for range n {
			o, err := readTree(p.reader())
			if err != nil {
				if err == io.EOF {
					err = io.ErrUnexpectedEOF
				}
				return err
			}
			switch {
			case o.kind != "tree" || len(o.id) != 2*sha1Size:
				failed = errUnusual
			case failed == nil:
				failed = fn(o.data)
			}
			release(o)
		}
		names = names[n:]
	}
	return failed
}

var errNoTree = errors.New("git printed something else than a tree")

// readTree parses the answer to a question for a tree. What is none is not read:
// of a damaged file git prints less than it announced, and then waits to be asked.
func readTree(r *slabReader) (o rawObject, err error) {
	line, err := r.line()
	if err != nil {
		return o, err
	}
	o, ok := objectHeader(line)
	switch {
	case !ok:
		return o, errCatFile
	case o.kind == "missing":
		return o, nil
	case o.kind != "tree" || o.overLimit(0):
		return o, errNoTree
	}
	if o.data, o.release, err = r.take(int(o.size) + 1); err == nil {
		o.data = o.data[:o.size]
	}
	return o, err
}

// diffCached begins to have git compare, and returns what waits for its list.
func (g *gitStore) diffCached(ctx context.Context) func() ([]change, error) {
	p, err := g.begin(ctx, false, append([]string{"diff", "--cached"}, g.rawArgs(ctx)...)...)
	return func() (out []change, _ error) {
		if err != nil {
			return nil, err
		}
		err := p.read(func(r *bufio.Reader) error {
			return readRaw(r, nil, func(c change) error { out = append(out, c); return nil })
		})
		return out, err
	}
}
