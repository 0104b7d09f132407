package privacycheck

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/klauspost/compress/zlib"
)

// packFile is one pack of objects with its index, version 2 of both.
type packFile struct {
	index, data io.ReaderAt
	count       int   // objects
	size        int64 // of data
	files       []io.Closer
}

const (
	packFanout = 8                  // where the index's table of first bytes begins
	packNames  = packFanout + 4*256 // where the names begin
	packTail   = 2 * sha1Size       // what ends the index
	packEntry  = sha1Size + 4 + 4   // of an object in the index: name, sum, position
	maxPacks   = 24                 // open ones, each with two files
	mostWork   = 8                  // times the largest object is what one object may take
	maxDeltas  = 4096               // objects that stand for their difference to another, in a row
	packOffset = 6                  // kinds of such objects: the other stands before it,
	packRef    = 7                  // or has the name that is given
)

var packKinds = [5]string{1: "commit", 2: "tree", 3: "blob", 4: "tag"}

// openPacks opens the packs in a folder that can be read; others are left out.
// They are none when there are so many that files for other things might lack:
// git opens packs one after the other, and closes those that it no longer needs.
func openPacks(dir string) (out []*packFile) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, n := range names {
		base, ok := strings.CutSuffix(n.Name(), ".idx")
		if !ok {
			continue
		}
		p, err := openPack(filepath.Join(dir, base))
		if p != nil {
			out = append(out, p)
		}
		if len(out) > maxPacks || tooManyOpen(err) {
			for _, p := range out {
				p.close()
			}
			return nil
		}
	}
	return out
}

// openPack opens a pack; it is nil without an error when it is of another version.
func openPack(base string) (*packFile, error) {
	index, st, err := openRegular(base + ".idx")
	if err != nil {
		return nil, err
	}
	data, dst, err := openRegular(base + ".pack")
	if err != nil {
		index.Close()
		return nil, err
	}
	p := newPack(index, st.Size(), data, dst.Size())
	if p == nil {
		index.Close()
		data.Close()
		return nil, nil
	}
	p.files = []io.Closer{index, data}
	return p, nil
}

// tooManyOpen tells whether the process, or the system, has no more files to open.
func tooManyOpen(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// newPack looks at what git looks at before it uses a pack: how the pack and its
// index begin and end, and the index's table of first bytes. It is nil when they
// are of another version, damaged, or do not belong together.
func newPack(index io.ReaderAt, indexSize int64, data io.ReaderAt, size int64) *packFile {
	var head [packNames]byte
	var tail [packTail]byte
	var start [12]byte // signature, version, number of objects
	var end [sha1Size]byte
	_, err1 := index.ReadAt(head[:], 0)
	_, err2 := index.ReadAt(tail[:], max(0, indexSize-packTail))
	_, err3 := data.ReadAt(start[:], 0)
	_, err4 := data.ReadAt(end[:], max(0, size-sha1Size))
	if err := errors.Join(err1, err2, err3, err4); err != nil || string(head[:packFanout]) != "\xfftOc\x00\x00\x00\x02" || string(start[:8]) != "PACK\x00\x00\x00\x02" {
		return nil
	}
	n := int64(0)
	for b := head[packFanout:]; len(b) > 0; b = b[4:] {
		next := int64(binary.BigEndian.Uint32(b))
		if next < n {
			return nil
		}
		n = next
	}
	// Positions beyond 2 GB stand behind all others; one object has none.
	least := packNames + n*packEntry + packTail
	if n > math.MaxInt32 || indexSize < least || indexSize > least+8*max(0, n-1) ||
		n != int64(binary.BigEndian.Uint32(start[8:])) || !bytes.Equal(tail[:sha1Size], end[:]) {
		return nil
	}
	return &packFile{index: index, data: data, count: int(n), size: size}
}

func (p *packFile) close() {
	for _, f := range p.files {
		f.Close()
	}
}

// find looks an object up by the bytes of its name; at is its position in data.
func (p *packFile) find(name []byte) (at int64, ok bool) {
	var table [8]byte // how many names begin with a smaller byte, and with this one too
	from := packFanout + 4*(int64(name[0])-1)
	b := table[:]
	if name[0] == 0 {
		from, b = packFanout, table[4:]
	}
	if _, err := p.index.ReadAt(b, from); err != nil {
		return 0, false
	}
	lo, hi := int(binary.BigEndian.Uint32(table[:])), int(binary.BigEndian.Uint32(table[4:]))
	if lo >= hi || hi > p.count {
		return 0, false
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		var got [sha1Size]byte
		if _, err := p.index.ReadAt(got[:], packNames+int64(mid)*sha1Size); err != nil {
			return 0, false
		}
		switch c := bytes.Compare(got[:], name); {
		case c == 0:
			return p.position(mid)
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, false
}

// position reads where the object stands that has the number k in the index.
func (p *packFile) position(k int) (at int64, ok bool) {
	var b [8]byte
	positions := packNames + int64(p.count)*(sha1Size+4)
	if _, err := p.index.ReadAt(b[:4], positions+4*int64(k)); err != nil {
		return 0, false
	}
	at = int64(binary.BigEndian.Uint32(b[:]))
	if at >= 1<<31 { // it stands in the table of large positions
		if _, err := p.index.ReadAt(b[:], positions+4*int64(p.count)+8*(at-1<<31)); err != nil {
			return 0, false
		}
		at = int64(binary.BigEndian.Uint64(b[:]))
	}
	return at, at > 0 && at < p.size
}

// packReader reads objects from one pack.
type packReader struct {
	in   *bufio.Reader
	zip  io.ReadCloser
	work int64 // bytes that were made, of objects and differences
}

// object reads the object at a position: the one that stands there for itself,
// with all the differences that lead from it to the one wanted. No object on the
// way is larger than limit.
func (r *packReader) object(p *packFile, at, limit int64) (kind string, data []byte, ok bool) {
	var deltas [][]byte
	budget := mostWork * limit
	for {
		k, size, base, ok := r.header(p, at)
		if budget -= size; !ok || size > limit || budget < 0 {
			return "", nil, false
		}
		r.work += size
		b, ok := r.inflate(size, p.size-at)
		if !ok {
			return "", nil, false
		}
		if k < packOffset {
			data, kind = b, packKinds[k]
			break
		}
		if len(deltas) == maxDeltas || base >= at && k == packOffset {
			return "", nil, false
		}
		deltas = append(deltas, b)
		at = base
	}
	for i := len(deltas) - 1; i >= 0; i-- {
		if data, ok = applyDelta(data, deltas[i], min(limit, budget)); !ok {
			return "", nil, false
		}
		budget -= int64(len(data))
		r.work += int64(len(data))
	}
	return kind, data, true
}

// header reads what stands before an object's content. base is the position of
// the object to which it is the difference.
func (r *packReader) header(p *packFile, at int64) (kind int, size, base int64, ok bool) {
	if at <= 0 || at >= p.size {
		return 0, 0, 0, false
	}
	src := io.NewSectionReader(p.data, at, p.size-at)
	if r.in == nil {
		r.in = bufio.NewReaderSize(src, 4<<10)
	} else {
		r.in.Reset(src)
	}
	c, err := r.in.ReadByte()
	kind, size = int(c>>4&7), int64(c&15)
	for shift := 4; c >= 0x80 && err == nil; shift += 7 {
		if shift > 40 {
			return 0, 0, 0, false
		}
		c, err = r.in.ReadByte()
		size |= int64(c&0x7f) << shift
	}
	switch kind {
	case 1, 2, 3, 4:
	case packOffset:
		c, err = r.in.ReadByte()
		back := int64(c & 0x7f)
		for n := 0; c >= 0x80 && err == nil; n++ {
			if n > 6 {
				return 0, 0, 0, false
			}
			c, err = r.in.ReadByte()
			back = (back+1)<<7 | int64(c&0x7f)
		}
		base = at - back
	case packRef:
		var name [sha1Size]byte
		if _, err = io.ReadFull(r.in, name[:]); err == nil {
			if base, ok = p.find(name[:]); !ok {
				return 0, 0, 0, false
			}
		}
	default:
		return 0, 0, 0, false
	}
	return kind, size, base, err == nil
}

// inflate reads size bytes, which stand in the next packed ones or fewer.
func (r *packReader) inflate(size, packed int64) ([]byte, bool) {
	if size/mostInflated > packed {
		return nil, false
	}
	var err error
	if r.zip == nil {
		r.zip, err = zlib.NewReader(r.in)
	} else {
		err = r.zip.(zlib.Resetter).Reset(r.in, nil)
	}
	if err != nil {
		return nil, false
	}
	out := make([]byte, size)
	_, err = io.ReadFull(r.zip, out)
	return out, err == nil && atEnd(r.zip)
}

// applyDelta makes an object of another and the difference to it: pieces of the
// other, and new ones.
func applyDelta(base, delta []byte, limit int64) ([]byte, bool) {
	from, n := binary.Uvarint(delta)
	if n <= 0 || from != uint64(len(base)) {
		return nil, false
	}
	delta = delta[n:]
	size, n := binary.Uvarint(delta)
	if n <= 0 || size > uint64(limit) {
		return nil, false
	}
	out := make([]byte, 0, min(int(size), len(base)+len(delta)))
	for delta = delta[n:]; len(delta) > 0; {
		op := delta[0]
		delta = delta[1:]
		piece := delta
		if op < 0x80 {
			if op == 0 || int(op) > len(delta) {
				return nil, false
			}
			piece, delta = delta[:op], delta[op:]
		} else {
			var at, length uint32
			for i := range 7 {
				if op>>i&1 == 0 {
					continue
				}
				if len(delta) == 0 {
					return nil, false
				}
				if i < 4 {
					at |= uint32(delta[0]) << (8 * i)
				} else {
					length |= uint32(delta[0]) << (8 * (i - 4))
				}
				delta = delta[1:]
			}
			if length == 0 {
				length = 1 << 16
			}
			if uint64(at)+uint64(length) > uint64(len(base)) {
				return nil, false
			}
			piece = base[at : at+length]
		}
		if len(out)+len(piece) > int(size) {
			return nil, false
		}
		out = append(out, piece...)
	}
	return out, len(out) == int(size)
}

// packed reads an object from the packs.
func (d *diskObjects) packed(id string, limit int64) (o rawObject, ok bool) {
	name, err := hex.DecodeString(id)
	if err != nil {
		return o, false
	}
	if !d.opened {
		d.packs, d.opened = openPacks(filepath.Join(d.dir, "pack")), true
	}
	largest, _ := d.bounds()
	for _, p := range d.packs {
		at, ok := p.find(name)
		if !ok {
			continue
		}
		kind, data, ok := d.pack.object(p, at, largest)
		if !ok {
			continue
		}
		o = rawObject{id: id, kind: kind, size: int64(len(data)), data: data}
		if o.overLimit(limit) || !d.named(&o) {
			return o, false
		}
		return o, true
	}
	return o, false
}
