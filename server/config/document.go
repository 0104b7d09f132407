package config

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Pos is a place in a file; the zero Pos is no place.
type Pos struct{ Line, Col int }

// document is a parsed TOML file that still knows where every key stood.
//
// The decoder of go-toml stops at the first value of a wrong type and keeps no
// positions of what it accepted. A person who repairs a configuration wants
// all problems at once, so the file is parsed into plain values, the places
// are taken from the syntax tree, and decode.go walks both.
type document struct {
	file string
	root map[string]any
	pos  map[string]Pos
}

// pathSep joins the parts of a path in document.pos. A TOML key may hold any
// other character.
const pathSep = "\x00"

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + pathSep + key
}

func index(path string, i int) string { return join(path, "#"+strconv.Itoa(i)) }

// parse reads the TOML text of one file. A syntax error is added to ps and
// yields nil: TOML cannot be read on behind one.
func parse(file string, text []byte, ps *problems) *document {
	d := &document{file: file, pos: map[string]Pos{}}
	if err := toml.Unmarshal(text, &d.root); err != nil {
		var at Pos
		var de *toml.DecodeError
		if errors.As(err, &de) {
			at.Line, at.Col = de.Position()
		}
		ps.add(file, at, "not valid TOML: "+syntaxReason(err), "mend the line; https://toml.io shows the form")
		return nil
	}
	if d.root == nil {
		d.root = map[string]any{}
	}
	d.locate(text)
	return d
}

// syntaxReason is go-toml's message without anything it took from the file:
// a token pasted where a key belongs must not reach a log.
func syntaxReason(err error) string {
	msg := strings.TrimPrefix(err.Error(), "toml: ")
	for _, cut := range []string{" but got U+", ": U+", " U+", ": strconv.", " \"", " '", " `"} {
		if i := strings.Index(msg, cut); i >= 0 {
			msg = msg[:i]
		}
	}
	switch {
	case strings.HasPrefix(msg, "table "), strings.HasPrefix(msg, "key "):
		// "table NAME already exists", "key NAME is already defined", …
		if strings.Contains(msg, "already") {
			return "a key or table is defined twice"
		}
		return "a key is used both as a value and as a table"
	}
	return msg
}

// locate walks the syntax tree and notes where every key and array element
// stands. The text is known to be valid.
func (d *document) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	at := func(n *unstable.Node) Pos {
		s := p.Shape(n.Raw).Start
		return Pos{Line: s.Line, Col: s.Column}
	}
	arrays := map[string]int{} // array tables: path → elements so far
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			path := ""
			var first *unstable.Node
			it := e.Key()
			for it.Next() {
				n := it.Node()
				if first == nil {
					first = n
				}
				path = join(path, string(n.Data))
				if e.Kind == unstable.ArrayTable && it.IsLast() {
					arrays[path]++
				}
				if c := arrays[path]; c > 0 {
					d.note(path, at(first))
					path = index(path, c-1)
				}
				d.note(path, at(first))
			}
			table = path
		case unstable.KeyValue:
			d.locateValue(table, e, at)
		}
	}
}

func (d *document) note(path string, at Pos) {
	if _, known := d.pos[path]; !known {
		d.pos[path] = at
	}
}

func (d *document) locateValue(table string, kv *unstable.Node, at func(*unstable.Node) Pos) {
	path := table
	it := kv.Key()
	for it.Next() {
		path = join(path, string(it.Node().Data))
		d.note(path, at(it.Node()))
	}
	d.locateInside(path, kv.Value(), at)
}

func (d *document) locateInside(path string, v *unstable.Node, at func(*unstable.Node) Pos) {
	switch v.Kind {
	case unstable.InlineTable:
		it := v.Children()
		for it.Next() {
			if n := it.Node(); n.Kind == unstable.KeyValue {
				d.locateValue(path, n, at)
			}
		}
	case unstable.Array:
		it := v.Children()
		for i := 0; it.Next(); {
			n := it.Node()
			if n.Kind == unstable.Comment {
				continue
			}
			el := index(path, i)
			i++
			if n.Raw.Length > 0 {
				d.note(el, at(n))
			} else {
				d.note(el, d.pos[path])
			}
			d.locateInside(el, n, at)
		}
	}
}

// at returns where the path stands, or the nearest enclosing place.
func (d *document) at(path string) Pos {
	for {
		if p, ok := d.pos[path]; ok {
			return p
		}
		i := strings.LastIndex(path, pathSep)
		if i < 0 {
			return Pos{}
		}
		path = path[:i]
	}
}
