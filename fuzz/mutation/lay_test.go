package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// everyKind has a seven in every kind of function that there is.
const everyKind = `package main

import "fmt"

type number int

func plain() int { return 7 }
func (number) unnamed() int { return 7 }
func (_ number) blank() int { return 7 }
func (n *number) pointer(a int) int { return a + 7 }
func types(int, string) int { return 7 }
func blanks(_ int, a, _ int) int { return a + 7 }
func rest(a int, more ...int) int { return a + len(more) + 7 - 2 }
func unnamedRest(...int) int { return 7 }
func two() (int, error) { return 7, nil }
func named() (n int) { n = 7; return }
func generic[T any, U fmt.Stringer](list []T) int { return len(list) + 7 }
func inside() int { f := func() int { return 7 }; return f() }
func deferred() (n int) { defer func() { recover(); n = 7 }(); panic("x") }
func nothing(p *int) {
	*p = 7
}

type list[T any] []T

func (l list[T]) of() int { return len(l) + 7 }

var atStart = plain()

func init() { inInit = 7 }

var inInit int

func main() {
	var n number
	var p int
	nothing(&p)
	t, _ := two()
	fmt.Println(n.unnamed(), n.blank(), n.pointer(0), types(1, ""), blanks(1, 0, 1), rest(0, 1, 2), unnamedRest(1, 2), t, named(),
		generic[int, fmt.Stringer](nil), inside(), deferred(), p, list[int](nil).of(), inInit, plain(), atStart)
}
`

// Each mutant changes its own function and no other, and none does when none
// is in force.
func TestLay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "main.go": everyKind} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := mutants("main.go", []byte(everyKind))
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[int]mutant{}
	for i, m := range all {
		if m.What == "7 becomes 8" {
			chosen[i+1] = m
		}
	}
	if n := strings.Count(everyKind, "7"); len(chosen) != n {
		t.Fatalf("%d mutants, want %d", len(chosen), n)
	}
	r := newRunner(dir, "m", t.TempDir(), nil, 0)
	files, err := r.files(chosen)
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := r.overlay(files)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(r.scratch, "program")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	say := func(n int) []string {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), inForceEnv+"="+strconv.Itoa(n))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return strings.Fields(string(out))
	}
	if got := say(0); strings.Trim(strings.Join(got, ""), "7") != "" || len(got) != 17 {
		t.Fatalf("without a mutant: %q", got)
	}
	for n, m := range chosen {
		want := 1
		if strings.Contains(strings.Split(everyKind, "\n")[m.Line-1], "func plain") {
			want = 2 // it is called at the start, too
		}
		if got := say(n); strings.Count(strings.Join(got, " "), "8") != want {
			t.Errorf("%s: %q", m.String(), got)
		}
	}
}
