package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// mutant is one small fault: a range of a file's bytes and what to put there.
type mutant struct {
	File       string // as it was given to mutants
	Line       int
	Start, End int
	New        string
	What       string // kind of change
	InFunc     bool   // stands in a function, not in a constant
}

// apply returns the source with the fault in it.
func (m *mutant) apply(src []byte) []byte {
	out := make([]byte, 0, len(src)+len(m.New))
	out = append(out, src[:m.Start]...)
	out = append(out, m.New...)
	return append(out, src[m.End:]...)
}

func (m *mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.What) }

// mutants lists every fault that can be put into a file, in order of place.
// Some do not compile, as types are not looked at: whoever runs them finds out.
func mutants(name string, src []byte) ([]mutant, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("parsing: %w", err)
	}
	if ast.IsGenerated(f) {
		return nil, nil // data, and its generator's affair
	}
	l := &lister{file: name, src: src, fset: fset}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				l.inFunc = true
				l.fn(d.Type, d.Body)
				l.inFunc = false
			}
		case *ast.GenDecl:
			if d.Tok == token.CONST {
				ast.Inspect(d, l.visit)
			}
		}
	}
	return l.out, nil
}

// lister walks one file. Tables of variables are left alone: the rules and
// word lists in them are data, and have cases of their own.
type lister struct {
	file string
	src  []byte
	fset *token.FileSet
	out  []mutant
	// inFunc is set within functions.
	inFunc bool
	res    []string // types of the results of the function that is walked, as written
}

func (l *lister) fn(t *ast.FuncType, body *ast.BlockStmt) {
	outer := l.res
	l.res = nil
	if t.Results != nil {
		for _, f := range t.Results.List {
			for range max(1, len(f.Names)) {
				l.res = append(l.res, l.text(f.Type))
			}
		}
	}
	ast.Inspect(body, l.visit)
	l.res = outer
}

func (l *lister) text(n ast.Node) string { return string(l.src[l.at(n.Pos()):l.at(n.End())]) }

func (l *lister) at(p token.Pos) int { return l.fset.Position(p).Offset }

func (l *lister) add(start, end token.Pos, with, format string, args ...any) {
	p := l.fset.Position(start)
	l.out = append(l.out, mutant{File: l.file, Line: p.Line, Start: p.Offset, End: l.at(end), New: with, What: fmt.Sprintf(format, args...), InFunc: l.inFunc})
}

// swaps are the operators and what takes their place.
var swaps = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

func (l *lister) swap(at token.Pos, op token.Token) {
	for _, with := range swaps[op] {
		l.add(at, at+token.Pos(len(op.String())), with.String(), "%s becomes %s", op, with)
	}
}

func (l *lister) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		l.fn(n.Type, n.Body)
		return false
	case *ast.BinaryExpr:
		l.swap(n.OpPos, n.Op)
	case *ast.IncDecStmt:
		l.swap(n.TokPos, n.Tok)
		l.drop(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			l.add(n.Pos(), n.X.Pos(), "", "! left out")
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			l.add(n.Pos(), n.End(), "false", "true becomes false")
		case "false":
			l.add(n.Pos(), n.End(), "true", "false becomes true")
		}
	case *ast.BasicLit:
		l.number(n)
	case *ast.IfStmt:
		l.add(n.Cond.Pos(), n.Cond.End(), "!("+l.text(n.Cond)+")", "condition turned round")
	case *ast.ForStmt:
		if n.Cond != nil {
			l.add(n.Cond.Pos(), n.Cond.End(), "false && ("+l.text(n.Cond)+")", "loop never entered")
		}
	case *ast.AssignStmt:
		l.assign(n)
	case *ast.ExprStmt, *ast.BranchStmt:
		l.drop(n.(ast.Stmt))
	case *ast.ReturnStmt:
		l.returned(n)
	}
	return true
}

// number moves a whole number by one each way.
func (l *lister) number(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	v, err := strconv.ParseInt(n.Value, 0, 64)
	if err != nil {
		return
	}
	l.add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10), "%s becomes %d", n.Value, v+1)
	if v > 0 {
		l.add(n.Pos(), n.End(), strconv.FormatInt(v-1, 10), "%s becomes %d", n.Value, v-1)
	}
}

func (l *lister) drop(s ast.Stmt) {
	what := "call"
	switch s := s.(type) {
	case *ast.IncDecStmt:
		what = s.Tok.String()
	case *ast.BranchStmt:
		what = s.Tok.String()
	}
	l.add(s.Pos(), s.End(), "{}", "%s left out", what)
}

// assign keeps what is computed and throws it away.
func (l *lister) assign(s *ast.AssignStmt) {
	if len(swaps[s.Tok]) > 0 {
		l.swap(s.TokPos, s.Tok)
	}
	if s.Tok == token.DEFINE {
		return
	}
	blanks := strings.TrimSuffix(strings.Repeat("_, ", len(s.Lhs)), ", ")
	with := blanks + " = " + string(l.src[l.at(s.Rhs[0].Pos()):l.at(s.Rhs[len(s.Rhs)-1].End())])
	if with != l.text(s) {
		l.add(s.Pos(), s.End(), with, "assignment left out")
	}
}

// returned gives back another value of the type.
func (l *lister) returned(s *ast.ReturnStmt) {
	if len(s.Results) != len(l.res) {
		return
	}
	for i, r := range s.Results {
		was, with := l.text(r), ""
		switch t := l.res[i]; {
		case t == "bool" && was != "true" && was != "false": // those are turned round anyway
			with = "!(" + was + ")"
		case t == "int":
			with = "(" + was + ") + 1"
		case t == "string" && was != `""`:
			with = `""`
		case (strings.HasPrefix(t, "[]") || t[0] == '*' || t == "error") && was != "nil":
			with = "nil"
		}
		if with != "" {
			l.add(r.Pos(), r.End(), with, "returns %s", with)
		}
	}
}
