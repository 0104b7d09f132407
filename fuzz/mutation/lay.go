package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// inForce names the variable that says which mutant is in force, and the
// environment variable that it is read from.
const inForce, inForceEnv = "mutantInForce", "MUTANT"

// inForceFile is laid beside the files of a package that has mutants.
func inForceFile(pkg string) []byte {
	return fmt.Appendf(nil, `package %s

import (
	"os"
	"strconv"
)

var %s = func() int { n, _ := strconv.Atoi(os.Getenv(%q)); return n }()
`, pkg, inForce, inForceEnv)
}

// edit puts text in the place of a range of bytes.
type edit struct {
	start, end int
	text       string
}

func edited(src []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		out.Write(src[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(src[last:])
	return out.Bytes()
}

// lay puts any number of mutants into one file, so that they are built
// together: each is a copy of its function with the fault in it, and the
// function begins with a switch to the copy that is in force. The lines of
// copy n are those of a file mutant_n.go, by which the compiler's complaints
// are told apart. It returns the new file and the name of its package.
func lay(name string, src []byte, ms map[int]mutant) ([]byte, string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, "", fmt.Errorf("parsing: %w", err)
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	var edits []edit
	var copies bytes.Buffer
	placed := 0
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		start, end := at(fn.Pos()), at(fn.End())
		var here []int
		for n, m := range ms {
			if m.Start >= start && m.End <= end {
				here = append(here, n)
			}
		}
		if len(here) == 0 {
			continue
		}
		slices.Sort(here)
		placed += len(here)
		call, named := forward(fn, at, src)
		edits = append(edits, named...)
		var choice strings.Builder
		fmt.Fprintf(&choice, " switch %s {", inForce)
		for _, n := range here {
			copied := fmt.Sprintf("%s_mutant%d", fn.Name.Name, n)
			with := call(copied)
			if fn.Type.Results == nil {
				with += "; return"
			} else {
				with = "return " + with
			}
			fmt.Fprintf(&choice, " case %d: %s;", n, with)
			m := ms[n]
			body := edited(src[start:end], []edit{
				{at(fn.Name.Pos()) - start, at(fn.Name.End()) - start, copied},
				{m.Start - start, m.End - start, m.New},
			})
			fmt.Fprintf(&copies, "\n//line mutant_%d.go:1\n%s\n", n, body)
		}
		choice.WriteString(" };")
		after := at(fn.Body.Lbrace) + 1
		edits = append(edits, edit{after, after, choice.String()})
	}
	if placed != len(ms) {
		return nil, "", fmt.Errorf("%d of %d mutants stand in no function", len(ms)-placed, len(ms))
	}
	return append(edited(src, edits), copies.Bytes()...), f.Name.Name, nil
}

// forward returns how a function calls another with what it was itself
// called with, and the edits that name those parameters that have no name.
func forward(fn *ast.FuncDecl, at func(token.Pos) int, src []byte) (call func(name string) string, named []edit) {
	unnamed := 0
	names := func(list *ast.FieldList) (out []string) {
		if list == nil {
			return nil
		}
		name := func(start, end int, after string) {
			unnamed++
			out = append(out, fmt.Sprintf("unnamed%d", unnamed))
			named = append(named, edit{start, end, out[len(out)-1] + after})
		}
		for _, p := range list.List {
			if len(p.Names) == 0 {
				name(at(p.Type.Pos()), at(p.Type.Pos()), " ")
			}
			for _, id := range p.Names {
				if id.Name == "_" {
					name(at(id.Pos()), at(id.End()), "")
				} else {
					out = append(out, id.Name)
				}
			}
			if _, ok := p.Type.(*ast.Ellipsis); ok {
				out[len(out)-1] += "..."
			}
		}
		return out
	}
	receiver := ""
	if r := names(fn.Recv); len(r) > 0 {
		receiver = r[0] + "."
	}
	types := ""
	if fn.Type.TypeParams != nil {
		var of []string
		for _, p := range fn.Type.TypeParams.List {
			for _, id := range p.Names {
				of = append(of, id.Name)
			}
		}
		types = "[" + strings.Join(of, ", ") + "]"
	}
	args := strings.Join(names(fn.Type.Params), ", ")
	return func(name string) string { return receiver + name + types + "(" + args + ")" }, named
}
