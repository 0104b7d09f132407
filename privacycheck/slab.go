package privacycheck

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// slabSize is how much of git's output one slab holds. Larger objects get one of
// their own.
const slabSize = 256 << 10

// slab is a piece of git's output from which objects are cut. It is used anew
// when the last of them was released, so no object is copied on its way.
type slab struct {
	buf  []byte
	refs atomic.Int32
	free func() // drops one reference; made once, not for each object
}

var slabs sync.Pool // of slabSize

func newSlab(size int) *slab {
	s := &slab{buf: make([]byte, size)}
	s.free = func() {
		if s.refs.Add(-1) == 0 && len(s.buf) == slabSize {
			slabs.Put(s)
		}
	}
	return s
}

// slabReader reads git's output into slabs.
type slabReader struct {
	src      io.Reader
	cur      *slab // the reader holds a reference to it
	from, to int   // what of it is read and not yet used
	err      error // what ended the output
	wide     bool  // src holds pipeSize bytes
	total    int64 // read so far
	drained  bool  // the last read left nothing
}

// pause lets git write ahead when its output was read to the last byte. Without
// it each of git's writes, 4 KB long, would wake the reader: the time that takes
// is a fifth of all. In a millisecond git does not fill the pipe.
// pipeSize is how much of its output git may write ahead.
const pipeSize = 1 << 20

const pause = time.Millisecond

// newSlabReader reads from src, which is wide when it holds pipeSize bytes.
func newSlabReader(src io.Reader, wide bool) *slabReader {
	r := &slabReader{src: src, wide: wide}
	r.replace(slabSize)
	return r
}

// replace begins a slab that holds what is unused and has room for n bytes.
func (r *slabReader) replace(n int) {
	var next *slab
	if n <= slabSize {
		next, _ = slabs.Get().(*slab)
	}
	if next == nil {
		next = newSlab(max(n, slabSize))
	}
	next.refs.Store(1)
	old := r.cur
	if old != nil {
		copy(next.buf, old.buf[r.from:r.to])
		old.free()
	}
	r.cur, r.from, r.to = next, 0, r.to-r.from
}

// need sees to it that n unused bytes stand together.
func (r *slabReader) need(n int) error {
	for r.to-r.from < n {
		if r.err != nil {
			return r.err
		}
		if r.from+n > len(r.cur.buf) {
			r.replace(n)
		}
		r.fill()
	}
	return nil
}

// fill reads once.
func (r *slabReader) fill() {
	if r.drained {
		time.Sleep(pause)
	}
	room := r.cur.buf[r.to:]
	k, err := r.src.Read(room)
	r.to, r.err = r.to+k, err
	r.total += int64(k)
	r.drained = r.wide && k < len(room) && k < pipeSize/8 && r.total > pipeSize
}

// line returns a line without its end; it is valid until the next call. At the
// end of the output it is io.EOF.
func (r *slabReader) line() ([]byte, error) {
	const longest = 1 << 10 // of what git cat-file writes before an object
	for n := 0; n < longest; {
		if k := bytes.IndexByte(r.cur.buf[r.from+n:r.to], '\n'); k >= 0 {
			l := r.cur.buf[r.from : r.from+n+k]
			r.from += n + k + 1
			return l, nil
		}
		n = r.to - r.from
		if err := r.need(n + 1); err != nil {
			if err == io.EOF && n > 0 {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return nil, errCatFile
}

// take cuts n bytes out; the second result gives them back.
func (r *slabReader) take(n int) ([]byte, func(), error) {
	if err := r.need(n); err != nil {
		return nil, nil, io.ErrUnexpectedEOF
	}
	r.cur.refs.Add(1)
	b := r.cur.buf[r.from : r.from+n : r.from+n]
	r.from += n
	return b, r.cur.free, nil
}

// skip drops n bytes.
func (r *slabReader) skip(n int64) error {
	have := min(n, int64(r.to-r.from))
	r.from += int(have)
	if _, err := io.CopyN(io.Discard, r.src, n-have); err != nil {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// close drops the reader's own reference.
func (r *slabReader) close() { r.cur.free() }
