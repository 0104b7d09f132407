// Package golit writes Go values as composite literals of constants and
// addresses. Such variables are laid out by the linker: a program that holds
// them does nothing for them at its start.
package golit

import (
	"bytes"
	"fmt"
	"go/format"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Writer collects the declarations of one file. What pointers lead to becomes
// an element of an array, one array for each type, named by Pools.
type Writer struct {
	pkg   string
	body  bytes.Buffer
	known map[place]string
	pools []*pool
}

type place struct {
	p unsafe.Pointer
	t reflect.Type
}

type pool struct {
	name   string
	typ    string // as reflect writes it
	values []reflect.Value
}

// New returns a writer of a file of package pkg. pools names the arrays by
// type, as in "engine.class": "classes".
func New(pkg string, pools map[string]string) *Writer {
	w := &Writer{pkg: pkg, known: map[place]string{}}
	for t, n := range pools {
		w.pools = append(w.pools, &pool{name: n, typ: t})
	}
	// The same values give the same file.
	slices.SortFunc(w.pools, func(a, b *pool) int { return strings.Compare(a.name, b.name) })
	return w
}

// Name says that a pointer is written as the expression.
func (w *Writer) Name(ptr any, expr string) { w.name(reflect.ValueOf(ptr), expr) }

func (w *Writer) name(v reflect.Value, expr string) {
	w.known[place{v.UnsafePointer(), v.Type()}] = expr
}

// Var declares a variable with the value of v; pointers to it are written as
// its address from then on. Functions in it must be nil, and maps.
func (w *Writer) Var(name, comment string, v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		w.name(v, "&"+name)
		v = v.Elem()
	}
	if comment != "" {
		fmt.Fprintf(&w.body, "// %s\n", comment)
	}
	fmt.Fprintf(&w.body, "var %s = ", name)
	w.value(&w.body, v, true)
	w.body.WriteString("\n\n")
}

// Source is the formatted file, with a header before the declarations.
func (w *Writer) Source(header string) ([]byte, error) {
	parts := make([]bytes.Buffer, len(w.pools))
	done := make([]int, len(w.pools))
	for more := true; more; { // writing one value may bring others
		more = false
		for i, p := range w.pools {
			for ; done[i] < len(p.values); done[i]++ {
				more = true
				w.value(&parts[i], p.values[done[i]], false)
				parts[i].WriteString(",\n")
			}
		}
	}
	var out bytes.Buffer
	out.WriteString(header)
	out.Write(w.body.Bytes())
	for i, p := range w.pools {
		if len(p.values) > 0 {
			fmt.Fprintf(&out, "var %s = [...]%s{\n%s}\n\n", p.name, w.typeName(p.values[0].Type()), parts[i].Bytes())
		}
	}
	return format.Source(out.Bytes())
}

func (w *Writer) typeName(t reflect.Type) string {
	if t.Name() == "" {
		switch t.Kind() {
		case reflect.Pointer:
			return "*" + w.typeName(t.Elem())
		case reflect.Slice:
			return "[]" + w.typeName(t.Elem())
		case reflect.Array:
			return "[" + strconv.Itoa(t.Len()) + "]" + w.typeName(t.Elem())
		}
	}
	return strings.TrimPrefix(t.String(), w.pkg+".")
}

// value writes v; typed says whether a composite literal needs its type.
func (w *Writer) value(b *bytes.Buffer, v reflect.Value, typed bool) {
	t := v.Type()
	switch v.Kind() {
	case reflect.Bool:
		fmt.Fprint(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		fmt.Fprint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16:
		fmt.Fprint(b, v.Uint())
	case reflect.Uint32, reflect.Uint64:
		fmt.Fprintf(b, "%#x", v.Uint())
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(b, "%g", v.Float())
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	case reflect.Pointer:
		w.pointer(b, v)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			b.WriteString("nil")
			return
		}
		if typed {
			b.WriteString(w.typeName(t))
		}
		w.elements(b, v)
	case reflect.Struct:
		if typed {
			b.WriteString(w.typeName(t))
		}
		w.fields(b, v)
	default:
		if !v.IsZero() {
			panic("golit: a " + t.String() + " cannot be laid out")
		}
		b.WriteString("nil")
	}
}

func (w *Writer) pointer(b *bytes.Buffer, v reflect.Value) {
	if v.IsNil() {
		b.WriteString("nil")
		return
	}
	k := place{v.UnsafePointer(), v.Type()}
	if w.known[k] == "" {
		for _, p := range w.pools {
			if p.typ == v.Type().Elem().String() {
				w.known[k] = fmt.Sprintf("&%s[%d]", p.name, len(p.values))
				p.values = append(p.values, v.Elem())
			}
		}
	}
	if w.known[k] == "" {
		panic("golit: no name for a " + v.Type().String())
	}
	b.WriteString(w.known[k])
}

// perLine is how many plain values stand on a line.
const perLine = 12

// elements writes the elements of v; those of a thin array with their index.
func (w *Writer) elements(b *bytes.Buffer, v reflect.Value) {
	full := 0
	for i := range v.Len() {
		if !v.Index(i).IsZero() {
			full++
		}
	}
	keyed := v.Kind() == reflect.Array && full*3 < v.Len()*2
	plain := basic(v.Type().Elem())
	b.WriteString("{")
	n := 0
	for i := range v.Len() {
		e := v.Index(i)
		if keyed && e.IsZero() {
			continue
		}
		if !plain && v.Len() > 1 || plain && n%perLine == 0 && full > perLine {
			b.WriteString("\n")
		}
		n++
		if keyed {
			fmt.Fprintf(b, "%d: ", i)
		}
		w.value(b, e, false)
		b.WriteString(", ")
	}
	if !plain && v.Len() > 1 || plain && full > perLine {
		b.WriteString("\n")
	}
	b.WriteString("}")
}

// fields writes the fields of v that are not zero; those of a few plain ones
// without their names.
func (w *Writer) fields(b *bytes.Buffer, v reflect.Value) {
	t := v.Type()
	short := t.NumField() <= 4 && strings.HasPrefix(t.String(), w.pkg+".")
	for i := range t.NumField() {
		short = short && basic(t.Field(i).Type)
	}
	b.WriteString("{")
	for i := range t.NumField() {
		if f := v.Field(i); short {
			w.value(b, f, false)
			b.WriteString(", ")
		} else if !f.IsZero() {
			b.WriteString(t.Field(i).Name + ": ")
			w.value(b, f, true)
			b.WriteString(", ")
		}
	}
	b.WriteString("}")
}

func basic(t reflect.Type) bool { return t.Kind() <= reflect.Float64 && t.Kind() != reflect.Uintptr }
