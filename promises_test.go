package jezero_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/promises.md")

// promiseID is how a test names a promise it proves, in a comment or, in a
// corpus case, in a header. "JZ-04…08" and "JZ-04, 05" name several.
var promiseID = regexp.MustCompile(`\b(J[ZLA])-(\d{2,3})((?:\s*(?:,|…|\.\.\.|-|to|and)\s*(?:J[ZLA]-)?\d{2,3}\b)*)`)

var promiseMore = regexp.MustCompile(`(,|…|\.\.\.|-|to|and)\s*(?:(J[ZLA])-)?(\d{2,3})`)

// notYet are promises that are due and that nothing proves yet. The list may
// only get shorter.
var notYet = strings.Fields(`
	JZ-85 JZ-86 JZ-87
	JZ-161 JZ-162 JZ-163 JZ-164 JZ-165 JZ-166 JZ-167 JZ-168 JZ-169 JZ-170 JZ-171 JZ-172 JZ-173 JZ-174
`)

// promisesIn lists the ids that a text names.
func promisesIn(s string) []string {
	var ids []string
	for _, m := range promiseID.FindAllStringSubmatch(s, -1) {
		group, last := m[1], m[2]
		ids = append(ids, group+"-"+last)
		for _, x := range promiseMore.FindAllStringSubmatch(m[3], -1) {
			if x[2] != "" {
				group = x[2]
			}
			if x[1] == "," || x[1] == "and" {
				ids = append(ids, group+"-"+x[3])
			} else {
				for n := number(last) + 1; n <= number(x[3]); n++ {
					ids = append(ids, fmt.Sprintf("%s-%02d", group, n))
				}
			}
			last = x[3]
		}
	}
	return ids
}

func number(s string) (n int) {
	fmt.Sscan(s, &n)
	return n
}

// mention is a promise that is named in the code of a test, or at something
// that tests use.
type mention struct{ id, file, name string }

// testPackage is the test files of one folder.
type testPackage struct {
	uses     map[string][]string // names that a declaration uses, by its own
	mentions []mention
}

// read parses a test file. A promise that is named outside of any declaration is
// a fault: nobody could say which test proves it.
func (p *testPackage) read(t *testing.T, file string, src []byte) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return
	}
	type declaration struct {
		name     string
		from, to int // offsets of its comment and its end
	}
	var all []declaration
	add := func(name string, doc *ast.CommentGroup, n ast.Node) {
		d := declaration{name, set.Position(n.Pos()).Offset, set.Position(n.End()).Offset}
		if doc != nil {
			d.from = set.Position(doc.Pos()).Offset
		}
		all = append(all, d)
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				p.uses[name] = append(p.uses[name], id.Name)
			}
			return true
		})
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name.Name, d.Doc, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				doc := d.Doc // of a group it is that of each
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					add(spec.Names[0].Name, doc, spec)
				case *ast.TypeSpec:
					add(spec.Name.Name, doc, spec)
				}
			}
		}
	}
	for _, at := range promiseID.FindAllIndex(src, -1) {
		i := slices.IndexFunc(all, func(d declaration) bool { return d.from <= at[0] && at[0] < d.to })
		if i < 0 {
			t.Errorf("%s names %s outside of any test", file, src[at[0]:at[1]])
			continue
		}
		for _, id := range promisesIn(string(src[at[0]:at[1]])) {
			p.mentions = append(p.mentions, mention{id, file, all[i].name})
		}
	}
}

// tested are the declarations that tests reach, the tests themselves included.
func (p *testPackage) tested() map[string]bool {
	reached := map[string]bool{}
	var reach func(name string)
	reach = func(name string) {
		if reached[name] {
			return
		}
		reached[name] = true
		for _, n := range p.uses[name] {
			reach(n)
		}
	}
	for name := range p.uses {
		if strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Fuzz") || name == "init" {
			reach(name)
		}
	}
	return reached
}

// docs/promises.md says which test proves each promise. The column of tests is
// written from the tests (go test -run Promises . -update); the promises are
// written by hand. A promise that is due and that no test names is a fault.
func TestPromises(t *testing.T) {
	const page = "docs/promises.md"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	proofs := map[string]map[string]bool{}
	proves := func(id, name string) {
		if proofs[id] == nil {
			proofs[id] = map[string]bool{}
		}
		proofs[id][name] = true
	}
	packages := map[string]*testPackage{}
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard").Output()
	if err != nil || len(out) == 0 {
		t.Skip("the list of test files comes from git, and this is no checkout")
	}
	for f := range strings.Lines(string(out)) {
		f = strings.TrimSpace(f)
		isCase := strings.HasPrefix(f, "corpus/cases/")
		if f == "promises_test.go" || !strings.HasSuffix(f, "_test.go") && !strings.Contains(f, "/testdata/") && !isCase {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			continue // deleted and not yet committed
		}
		switch {
		case isCase:
			for _, id := range promisesIn(string(b)) {
				proves(id, "corpus/cases")
			}
		case strings.HasSuffix(f, "_test.go"):
			dir := path.Dir(f)
			if packages[dir] == nil {
				packages[dir] = &testPackage{uses: map[string][]string{}}
			}
			packages[dir].read(t, f, b)
		default:
			for _, id := range promisesIn(string(b)) {
				proves(id, f)
			}
		}
	}
	for _, p := range packages {
		tested := p.tested()
		for _, m := range p.mentions {
			if !tested[m.name] {
				t.Errorf("%s names %s at %s, which no test of its package uses", m.file, m.id, m.name)
			}
			proves(m.id, m.file+":"+m.name)
		}
	}
	var b strings.Builder
	later := false
	var missing []string
	known := map[string]bool{}
	for line := range strings.Lines(string(old)) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "## ") {
			later = strings.Contains(line, "later")
		}
		cells := strings.Split(line, " | ")
		if id := strings.TrimPrefix(cells[0], "| "); promiseID.MatchString(id) && len(cells) >= 2 {
			known[id] = true
			tests := slices.Sorted(maps.Keys(proofs[id]))
			if len(tests) == 0 && !later && !strings.Contains(cells[1], "*later*") {
				missing = append(missing, id)
			}
			line = fmt.Sprintf("| %s | %s | %s |", id, strings.TrimSuffix(strings.TrimSpace(cells[1]), " |"), strings.Join(tests, ", "))
			if len(tests) == 0 {
				line = fmt.Sprintf("| %s | %s | |", id, strings.TrimSuffix(strings.TrimSpace(cells[1]), " |"))
			}
		}
		b.WriteString(line + "\n")
	}
	for id := range proofs {
		if !known[id] {
			t.Errorf("tests name %s, which %s does not hold", id, page)
		}
	}
	if len(known) < 100 {
		t.Fatalf("%s holds %d promises", page, len(known))
	}
	for _, id := range missing {
		if !slices.Contains(notYet, id) {
			t.Errorf("no test names %s", id)
		}
	}
	for _, id := range notYet {
		if len(proofs[id]) > 0 {
			t.Errorf("%s has a test now: take it off notYet", id)
		}
	}
	if b.String() == string(old) {
		return
	}
	if !*update {
		t.Errorf("%s is out of date: go test -run TestPromises . -update", page)
		return
	}
	if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
