package redact_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mostWork is how many statements a byte of hostile input may cost, and
// mostRepeated in one so long that it is known to repeat itself.
const (
	mostWork     = 300
	mostRepeated = 100
)

// phases are where in a period inputs begin: what costs more by a collision in some
// memory does so for few of them.
var phases = [...]int{0, 1, 5, 12}

var linear = flag.Bool("linear", false, "count the statements that hostile input costs")

// TestLinear holds the promise of linear time without a clock: over inputs made
// to have many starts and no end, ten times the input runs at most 1.3 times ten
// times the statements (1.5 times where numbers in it grow longer), and no byte costs
// more than mostWork of them, or mostRepeated. The statements of redact and its inner
// packages are counted, as coverage counts them; searches of the standard library are
// not.
func TestLinear(t *testing.T) {
	if !*linear {
		t.Skip("builds a program and counts its statements for some minutes: -linear")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "countwork")
	build := exec.Command("go", "build", "-buildvcs=false", "-cover", "-covermode=atomic", "-coverpkg=jezero/redact/...", "-o", program, "./testdata/countwork")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tool, err := exec.Command("go", "tool", "-n", "covdata").Output() // the go command itself takes longer than it
	if err != nil {
		t.Fatal(err)
	}
	covdata := strings.TrimSpace(string(tool))
	var files []string
	write := func(name string, b []byte) string {
		file := filepath.Join(dir, strings.ReplaceAll(name, " ", "_"))
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		return file
	}
	// The first input also pays for what is made once.
	write("nothing", []byte("nothing"))
	const small = 48 << 10
	type input struct {
		name    string
		phases  []string // files of small inputs
		ten     string
		mostTen float64 // statements a byte of ten times the input
		grows   int     // and how many times as many in all
	}
	var inputs []input
	for kind, fill := range fills {
		for name, period := range periods {
			in := input{name: name + kind, ten: write(name+kind+" 10", fill(period, 10*small)), mostTen: mostWork, grows: 15}
			if kind == "" {
				in.mostTen, in.grows = mostRepeated, 13
			}
			for _, k := range phases {
				in.phases = append(in.phases, write(fmt.Sprint(in.name, " from ", k), fill(period, small+2*k)[k:]))
			}
			inputs = append(inputs, in)
		}
	}
	slices.SortFunc(inputs, func(a, b input) int { return strings.Compare(a.name, b.name) })
	if out, err := exec.Command(program, files...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, in := range inputs {
		t.Run(in.name, func(t *testing.T) {
			t.Parallel()
			var most, first int
			for i, file := range in.phases {
				n := statements(t, covdata, file)
				if i == 0 {
					first = n
				}
				most = max(most, n)
			}
			ten := statements(t, covdata, in.ten)
			perByte, atTen := float64(most)/small, float64(ten)/(10*small)
			line := fmt.Sprintf("%-20s %8.1f statements a byte, %.1f at ten times the input", in.name, perByte, atTen)
			if ten > first*in.grows || perByte > mostWork || atTen > in.mostTen {
				t.Error(line)
			} else {
				t.Log(line)
			}
		})
	}
}

// statements is how many ran over the file.
func statements(t *testing.T, covdata, file string) (n int) {
	t.Helper()
	text := file + ".txt"
	if out, err := exec.Command(covdata, "textfmt", "-i", file+".cov", "-o", text).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		// file.go:1.2,3.4 statements count
		f := strings.Fields(lines.Text())
		if len(f) != 3 {
			continue
		}
		in, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		times, err := strconv.Atoi(f[2])
		if err != nil {
			t.Fatal(err)
		}
		n += in * times
	}
	if n == 0 {
		t.Fatalf("nothing counted over %s", filepath.Base(file))
	}
	return n
}
