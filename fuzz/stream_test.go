package fuzz

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
)

// chunks reads in pieces of the given lengths, in turn.
type chunks struct {
	rest  []byte
	sizes []byte
	n     int
}

func (c *chunks) next() int {
	size := 1
	if len(c.sizes) > 0 {
		size = 1 + int(c.sizes[c.n%len(c.sizes)])
		c.n++
	}
	return min(size, len(c.rest))
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, c.rest[:c.next()])
	c.rest = c.rest[n:]
	return n, nil
}

// FuzzStream splits any text anywhere: what is written, what is read and what
// is found in pieces is what the whole gives.
func FuzzStream(f *testing.F) {
	seed(f, func(s string) { f.Add([]byte(s), []byte{6, 0, 30}) })
	f.Add([]byte("\xff\xfep\x00a\x00s\x00s\x00"), []byte{0})
	f.Add([]byte("-----BEGIN RSA PRIVATE"+" KEY-----\nMII"), []byte{1, 2})
	f.Add([]byte(strings.Repeat("token ", 4000)), []byte{255})
	f.Fuzz(func(t *testing.T, src, sizes []byte) {
		if len(src) > 64<<10 || len(sizes) > 64 {
			return
		}
		r, _ := shared()
		want := r.Bytes(src)

		var out bytes.Buffer
		w := r.Writer(&out)
		for c := (&chunks{rest: src, sizes: sizes}); len(c.rest) > 0; {
			n := c.next()
			if m, err := w.Write(c.rest[:n]); err != nil || m != n {
				t.Fatalf("writing %d bytes: %d, %v", n, m, err)
			}
			c.rest = c.rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("written in pieces:\n got %q\nwant %q", out.Bytes(), want)
		}

		got, err := io.ReadAll(&reads{r.Reader(&chunks{rest: src, sizes: sizes}), sizes, 0})
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("read in pieces: %v\n got %q\nwant %q", err, got, want)
		}

		var found []redact.Finding
		if err := r.FindStream(&chunks{rest: src, sizes: sizes}, func(f redact.Finding) { found = append(found, f) }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r.Find(src), found); diff != "" {
			t.Errorf("found in pieces (-whole +pieces):\n%s", diff)
		}
	})
}

// reads asks for pieces of the given lengths.
type reads struct {
	r     io.Reader
	sizes []byte
	n     int
}

func (r *reads) Read(p []byte) (int, error) {
	if len(r.sizes) > 0 {
		p = p[:min(len(p), 1+int(r.sizes[r.n%len(r.sizes)]))]
		r.n++
	}
	return r.r.Read(p)
}
