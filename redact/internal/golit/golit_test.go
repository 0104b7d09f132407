package golit

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type leaf struct{ A, B int }

type tree struct {
	Name   string
	Thin   [8]uint16
	Flags  []bool
	Leaf   *leaf
	Leaves []*leaf
	Same   *leaf
	Mask   uint64
	Fn     func()
}

func TestSource(t *testing.T) {
	known, pooled := &leaf{1, 2}, &leaf{3, 4}
	v := tree{Name: "a\"b", Thin: [8]uint16{5: 7}, Flags: []bool{true, false}, Leaf: known, Leaves: []*leaf{pooled, {0, 0}, pooled}, Same: pooled, Mask: 255}
	w := New("golit", map[string]string{"golit.leaf": "leaves"})
	w.Name(known, "&other.Known")
	w.Var("grown", "grown is a tree.", reflect.ValueOf(&v))
	got, err := w.Source("package golit\n\n")
	if err != nil {
		t.Fatal(err)
	}
	want := `package golit

// grown is a tree.
var grown = tree{Name: "a\"b", Thin: [8]uint16{5: 7}, Flags: []bool{true, false}, Leaf: &other.Known, Leaves: []*leaf{
	&leaves[0],
	&leaves[1],
	&leaves[0],
}, Same: &leaves[0], Mask: 0xff}

var leaves = [...]leaf{
	{3, 4},
	{0, 0},
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWhatCannotBeLaidOut(t *testing.T) {
	for name, v := range map[string]any{
		"a function":             &tree{Fn: func() {}},
		"a pointer without name": &tree{Leaf: &leaf{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it was written")
				}
			}()
			New("golit", nil).Var("v", "", reflect.ValueOf(v))
		})
	}
}
