package privacycheck

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zlib"
)

// diskObjects reads objects from the repository's files, without a process. Its
// answers are certain: what does not make the name by which it was asked for is
// taken for missing, as is all that it cannot read.
type diskObjects struct {
	dir    string // the repository's objects
	zip    io.ReadCloser
	sum    hash.Hash
	read   bytes.Buffer // one file
	pack   packReader
	packs  []*packFile
	opened bool // packs is filled

	files    bool  // what is read is files' content
	unpacked int   // objects that were looked for in packs
	loosely  int64 // bytes of those that had files of their own
}

const (
	looseHeader  = 32       // the most that stands before an object's content
	maxHere      = 16 << 20 // bytes of the largest object that is read here
	mostHere     = 64 << 20 // bytes of all of them
	maxFileHere  = 1 << 20  // the same for files' content: with more git is faster,
	mostFiles    = 4 << 20  // as it reads beside the scan
	mostInflated = 1100     // bytes that a compressed one can stand for
	worthGit     = 512      // objects in packs after which git, which remembers what they build on, is faster
)

// close closes what is open. After it, packs are not read.
func (d *diskObjects) close() {
	for _, p := range d.packs {
		p.close()
	}
	d.packs, d.opened = nil, true
}

// bounds are the bytes of the largest object and of all of them. With more, git
// has to be asked.
func (d *diskObjects) bounds() (largest, all int64) {
	if d.files {
		return maxFileHere, mostFiles
	}
	return maxHere, mostHere
}

// readFiles is told before files' content is read, which has bounds of its own.
func (d *diskObjects) readFiles() { d.files, d.loosely, d.pack.work = true, 0, 0 }

// object reads one object. It is false when git has to be asked: the object is
// not here, or larger than limit, which holds for files' content.
func (d *diskObjects) object(id string, limit int64) (o rawObject, ok bool) {
	if _, all := d.bounds(); !sha1Name(id) || d.loosely+d.pack.work > all {
		return o, false
	}
	if o, ok = d.loose(id, limit); ok {
		return o, true
	}
	if d.unpacked++; d.unpacked > worthGit {
		return o, false
	}
	return d.packed(id, limit)
}

// loose reads an object that has a file of its own, as new ones do.
func (d *diskObjects) loose(id string, limit int64) (o rawObject, ok bool) {
	f, st, err := openRegular(filepath.Join(d.dir, id[:2], id[2:]))
	if err != nil {
		return o, false
	}
	defer f.Close()
	largest, _ := d.bounds()
	if st.Size() > largest {
		return o, false
	}
	d.read.Reset()
	d.read.Grow(int(st.Size()) + bytes.MinRead)
	if _, err := d.read.ReadFrom(io.LimitReader(f, largest)); err != nil {
		return o, false
	}
	if d.zip == nil {
		d.zip, err = zlib.NewReader(&d.read)
	} else {
		err = d.zip.(zlib.Resetter).Reset(&d.read, nil)
	}
	if err != nil {
		return o, false
	}
	var start [looseHeader]byte
	n, err := io.ReadFull(d.zip, start[:])
	if err != nil && err != io.ErrUnexpectedEOF {
		return o, false
	}
	head, content, found := bytes.Cut(start[:n], []byte{0})
	if !found {
		return o, false
	}
	o, ok = objectHeader(append([]byte(id+" "), head...))
	if !ok || o.kind == "missing" || o.overLimit(limit) || o.size > min(largest, st.Size()*mostInflated) || o.size < int64(len(content)) {
		return o, false
	}
	d.loosely += o.size
	o.data = make([]byte, o.size)
	copy(o.data, content)
	if _, err := io.ReadFull(d.zip, o.data[len(content):]); err != nil {
		return o, false
	}
	return o, atEnd(d.zip) && d.named(&o)
}

// atEnd tells whether all that was compressed is read, and has the sum behind it:
// git refuses an object whose sum is wrong.
func atEnd(zip io.Reader) bool {
	var more [1]byte
	n, err := io.ReadFull(zip, more[:])
	return n == 0 && err == io.EOF
}

// named tells whether an object's content makes its name.
func (d *diskObjects) named(o *rawObject) bool {
	if d.sum == nil {
		d.sum = sha1.New()
	}
	d.sum.Reset()
	fmt.Fprintf(d.sum, "%s %d\x00", o.kind, o.size)
	d.sum.Write(o.data)
	return hex.EncodeToString(d.sum.Sum(nil)) == o.id
}

// tree reads a tree object.
func (d *diskObjects) tree(id string) ([]byte, bool) {
	o, ok := d.object(id, 0)
	return o.data, ok && o.kind == "tree"
}

// headTree reads the tree of the commit that HEAD names, when HEAD names it as
// is usual: by its id, or by a branch. gitDir is the work tree's, common that of
// all of them.
func (d *diskObjects) headTree(gitDir, common string) ([]byte, bool) {
	head, err := lineOf(filepath.Join(gitDir, "HEAD"))
	if err != nil {
		return nil, false
	}
	if branch, ok := strings.CutPrefix(head, "ref: refs/heads/"); ok {
		if head, ok = branchTip(common, branch); !ok {
			return nil, false
		}
	}
	c, ok := d.object(head, 0)
	if !ok || c.kind != "commit" {
		return nil, false
	}
	tree, rest, _ := bytes.Cut(c.data, []byte{'\n'})
	id, ok := bytes.CutPrefix(tree, []byte("tree "))
	for ok && bytes.HasPrefix(rest, []byte("parent ")) {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte{'\n'})
		ok = sha1Name(string(line[len("parent "):]))
	}
	if !ok || !bytes.HasPrefix(rest, []byte("author ")) { // git may take it for no commit
		return nil, false
	}
	return d.tree(string(id))
}

// sha1Name tells whether id names an object in full.
func sha1Name(id string) bool {
	for i := range len(id) {
		if c := id[i]; !isDigit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(id) == 2*sha1Size
}
