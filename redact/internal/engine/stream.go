package engine

import (
	"cmp"
	"errors"
	"io"
)

// streamBuffer is how much of a stream is held at most, but for what one
// Write adds beyond it in an encoding of two bytes per character.
const streamBuffer = 512 << 10

// lag is how much must arrive before a stream that waits for nothing in
// particular is looked at again.
const lag = 4 << 10

// Stream redacts what is written to it and writes the result to a sink. The
// output is the same however the input is split, and the same as Append's.
type Stream struct {
	e    *Engine
	sink io.Writer
	s    *scanner
	buf  []byte // the visible input
	done int    // the input before this offset is written; negative inside a swallowed value
	base int    // of buf in the input
	out  []byte
	err  error
	// Found, when set, is called with each finding, in offsets of the input.
	Found func(Finding)

	next  *Stream // looks again at the result; nil for the second look
	sent  int     // how much was written
	union union   // of the second look

	closed bool
	wide   *wide // what the input is encoded in, if not bytes of ASCII and UTF-8
	begun  bool
	head   []byte // the first bytes, until they say whether there is a byte order mark
}

var errClosed = errors.New("redact: write after Close")

// NewStream returns a Stream that writes to sink. Close it to get the rest.
func (e *Engine) NewStream(sink io.Writer) *Stream {
	return &Stream{e: e, sink: sink}
}

// Write takes the next bytes of the input. It holds back what is not decided yet.
func (t *Stream) Write(p []byte) (int, error) {
	if t.closed {
		return 0, errClosed
	}
	if t.err != nil {
		return 0, t.err
	}
	n := len(p)
	if !t.begun {
		t.head = append(t.head, p...)
		if len(t.head) < bomLen || marked(t.head) && len(t.head) < bomLen+proof {
			return n, nil
		}
		p = t.begin()
	}
	for len(p) > 0 && t.err == nil {
		p = t.fill(p)
		if len(t.buf) >= t.s.wait {
			t.advance(false)
		}
	}
	if t.err != nil {
		return 0, t.err
	}
	return n, nil
}

// ReadFrom writes everything that r holds, read straight into the stream's own
// buffer: what goes through is copied once less. It does not close the stream.
func (t *Stream) ReadFrom(r io.Reader) (n int64, err error) {
	var head []byte
	for {
		var k int
		if direct := t.begun && t.wide == nil && !t.closed && t.err == nil; direct {
			if t.buf == nil {
				t.buf = make([]byte, 0, streamBuffer)
			}
			room := t.buf[len(t.buf):min(cap(t.buf), len(t.buf)+readSize)]
			k, err = r.Read(room)
			t.buf = t.buf[:len(t.buf)+k]
			if len(t.buf) >= t.s.wait {
				t.advance(false)
			}
			n += int64(k)
			err = cmp.Or(t.err, err)
		} else {
			if head == nil {
				head = make([]byte, lag)
			}
			k, err = r.Read(head)
			w, werr := t.Write(head[:k])
			n += int64(w)
			err = cmp.Or(werr, err)
		}
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// readSize is how much is read at once: what is read is still in the nearer
// caches when it is looked at.
const readSize = 128 << 10

// Close ends the input and writes what was held back. It does not close the
// sink. Closing again does nothing.
func (t *Stream) Close() error {
	if t.closed {
		return nil
	}
	t.closed = true
	if !t.begun {
		for p := t.begin(); len(p) > 0; {
			p = t.fill(p)
		}
	}
	if t.err == nil {
		t.advance(true)
	}
	if t.wide != nil {
		t.write(t.wide.odd)
	}
	if t.next != nil {
		t.err = cmp.Or(t.err, t.next.Close())
	} else {
		t.union.upTo(t.base + t.unit()*len(t.buf))
	}
	t.s.stop()
	t.s, t.buf, t.out = nil, nil, nil
	return t.err
}

// begin decides how the input is read, passes a byte order mark on as it is,
// and returns the rest of the head.
func (t *Stream) begin() []byte {
	p := t.head
	t.begun, t.head = true, nil
	t.s = t.e.start(nil, false)
	t.s.wait = lag
	if t.wide = wideOf(p); t.wide != nil {
		t.write(p[:bomLen])
		t.base = bomLen
		p = p[bomLen:]
	}
	t.next = t.again()
	return p
}

// again returns the stream that looks again at what t writes.
func (t *Stream) again() *Stream {
	n := &Stream{e: t.e, sink: t.sink, begun: true, base: t.base, done: 0}
	if t.wide != nil {
		n.wide = &wide{little: t.wide.little}
	}
	n.s = t.e.start(nil, false)
	n.s.wait, n.s.again = lag, true
	n.union.found = func(f Finding) {
		if t.Found != nil {
			t.Found(f)
		}
	}
	return n
}

// place takes note of the placeholder in [at,end) of the input, which stands
// for what the first look found. plain is that of mark.
func (t *Stream) place(at, end int, plain bool, f Finding) {
	t.union.marks = append(t.union.marks, mark{at: at, end: end})
	t.union.first = append(t.union.first, f)
	t.s.marks = append(t.s.marks, mark{at: (at - t.base) / t.unit(), end: (end - t.base) / t.unit(), plain: plain})
}

// unit is the number of bytes of a character.
func (t *Stream) unit() int {
	if t.wide != nil {
		return 2
	}
	return 1
}

// fill takes as much of p as there is room for and returns the rest.
func (t *Stream) fill(p []byte) []byte {
	if t.buf == nil {
		t.buf = make([]byte, 0, streamBuffer)
	}
	n := min(len(p), cap(t.buf)-len(t.buf))
	if t.wide != nil {
		t.buf = t.wide.narrow(t.buf, p[:n])
		return p[n:]
	}
	t.buf = append(t.buf, p[:n]...)
	return p[n:]
}

// advance lets the scanner see what has arrived and writes what is settled.
func (t *Stream) advance(final bool) {
	s := t.s
	s.slide(0, t.buf, final)
	for more := true; more; {
		more = s.step()
		for i := range s.ready {
			f := s.ready[i]
			t.plain(f.Start)
			t.value(&f)
			t.done = f.End
			if t.next == nil {
				t.union.add(t.absolute(f))
			}
		}
	}
	t.plain(s.settled())
	if t.next == nil {
		t.union.upTo(t.base + t.unit()*s.settled())
	}
	t.flush()
	if n := t.next; n != nil && n.err == nil && len(n.buf) >= n.s.wait {
		n.advance(false)
		t.err = n.err
	}
	if final {
		return
	}
	// What the next views may look back at stays.
	if n := s.next - t.e.back; n > 0 && len(t.buf)+lag > cap(t.buf) || t.wide != nil && n > lag {
		t.buf = t.buf[:copy(t.buf, t.buf[n:])]
		if t.wide != nil {
			t.wide.slide(n)
			t.base += 2 * n
		} else {
			t.base += n
		}
		t.done -= n
		s.slide(n, t.buf, false)
		s.wait -= n
	}
	// No sense in looking again at every byte; but what fills the buffer must be looked at.
	s.wait = min(max(s.wait, len(t.buf)+lag), cap(t.buf))
}

// plain writes the input from where the last piece ended up to offset end.
func (t *Stream) plain(end int) {
	if end <= t.done {
		return
	}
	b := t.buf[max(0, t.done):end]
	if t.wide != nil {
		b = t.wide.raw[2*max(0, t.done) : 2*end]
	}
	t.done = end
	if len(b) >= lag {
		// Long pieces are not copied.
		t.flush()
		t.write(b)
		return
	}
	t.out = append(t.out, b...)
}

// value writes what replaces a finding.
func (t *Stream) value(f *Finding) {
	n := len(t.out)
	var plain bool
	t.out, plain = t.s.replace(t.out, f)
	if t.wide != nil {
		t.out = t.wide.widen(t.out, n)
	}
	if t.next != nil {
		t.next.place(t.sent+n, t.sent+len(t.out), plain, t.absolute(*f))
	}
	if len(t.out) > 64<<10 {
		t.flush()
	}
}

func (t *Stream) flush() {
	if len(t.out) > 0 {
		t.write(t.out)
		t.out = t.out[:0]
	}
}

func (t *Stream) write(b []byte) {
	if t.err != nil {
		return
	}
	t.sent += len(b)
	if t.next != nil {
		t.next.take(b)
		t.err = t.next.err
		return
	}
	_, t.err = t.sink.Write(b)
}

// take is Write for the second look, which waits for all that the first one has to write:
// each needs the caches for itself.
func (t *Stream) take(p []byte) {
	for len(p) > 0 && t.err == nil {
		if p = t.fill(p); len(p) > 0 {
			t.advance(false)
		}
	}
}

func (t *Stream) absolute(f Finding) Finding {
	k := t.unit()
	f.Match, f.MatchEnd = t.base+k*f.Match, t.base+k*f.MatchEnd
	f.Start, f.End = t.base+k*f.Start, t.base+k*f.End
	return f
}
