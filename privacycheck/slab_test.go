package privacycheck

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// catOutput is what git cat-file prints for blobs of these sizes, each filled
// with a byte of its own.
func catOutput(sizes []int) []byte {
	var b bytes.Buffer
	for i, n := range sizes {
		fmt.Fprintf(&b, "%040x blob %d\n%s\n", i, n, bytes.Repeat([]byte{byte(i + 1)}, n))
	}
	return b.Bytes()
}

// Objects of every size come whole across the ends of slabs, and stay what they
// are while they are held.
func TestReadObjects(t *testing.T) {
	sizes := []int{0, 1, 100_000, slabSize - 1, 3, slabSize, slabSize + 1, 0, 5, 3 * slabSize}
	for range 200 {
		sizes = append(sizes, 4_099)
	}
	const limit = 2 * slabSize
	out := catOutput(sizes)
	for name, src := range map[string]io.Reader{
		"whole":  bytes.NewReader(out),
		"bytes":  iotest.OneByteReader(bytes.NewReader(out)),
		"halves": iotest.HalfReader(bytes.NewReader(out)),
		"ends":   iotest.DataErrReader(bytes.NewReader(out)),
	} {
		t.Run(name, func(t *testing.T) {
			var held []rawObject
			check := func(i int, o rawObject) {
				if o.id != fmt.Sprintf("%040x", i) || o.size != int64(sizes[i]) || o.tooBig != (sizes[i] > limit) {
					t.Fatalf("object %d: %s, %d bytes, too big: %v", i, o.id, o.size, o.tooBig)
				}
				if !o.tooBig && !bytes.Equal(o.data, bytes.Repeat([]byte{byte(i + 1)}, sizes[i])) {
					t.Fatalf("object %d is not what was written", i)
				}
			}
			n := 0
			err := readObjects(newSlabReader(src, false), limit, func(o rawObject) error {
				check(n, o)
				held = append(held, o)
				n++
				for len(held) > 7 { // what is given back may be used anew
					check(n-len(held), held[0])
					release(held[0])
					held = held[1:]
				}
				return nil
			})
			if err != nil || n != len(sizes) {
				t.Fatalf("%d objects, %v", n, err)
			}
		})
	}
}

// Output that ends early or is not cat-file's is an error.
func TestReadObjectsBroken(t *testing.T) {
	whole := string(catOutput([]int{10}))
	for _, out := range []string{whole[:20], whole[:len(whole)-1], whole[:len(whole)-5], whole + "x", "nonsense\n", strings.Repeat("x", 2_000)} {
		if err := readObjects(newSlabReader(strings.NewReader(out), false), 1<<20, func(rawObject) error { return nil }); err == nil {
			t.Errorf("%d bytes are taken for whole output", len(out))
		}
	}
	if err := readObjects(newSlabReader(strings.NewReader(whole[:len(whole)-3]), false), 5, func(rawObject) error { return nil }); err == nil {
		t.Error("an object over the limit that ends early is taken for whole")
	}
}
