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
	mostWork     = 400
	mostRepeated = 100
)

var linear = flag.Bool("linear", false, "count the statements that hostile input costs")

// TestLinear holds the promise of linear time without a clock: over inputs made
// to have many starts and no end, ten times the input runs at most 1.3 times ten
// times the statements, and no byte costs more than mostWork of them, or
// mostRepeated. The
// statements of redact and its inner packages are counted, as coverage counts
// them; searches of the standard library are not.
func TestLinear(t *testing.T) {
	if !*linear {
		t.Skip("builds a program and counts its statements for a minute or two: -linear")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "countwork")
	build := exec.Command("go", "build", "-buildvcs=false", "-cover", "-covermode=atomic", "-coverpkg=jezero/redact/...", "-o", program, "./testdata/countwork")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const small = 48 << 10
	var names, files []string
	for name := range hostile(1) {
		names = append(names, name)
	}
	slices.Sort(names)
	write := func(name string, b []byte) string {
		file := filepath.Join(dir, strings.ReplaceAll(name, " ", "_"))
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		return file
	}
	at := map[string][2]string{}
	lesser, greater := hostile(small), hostile(10*small)
	for _, name := range names {
		at[name] = [2]string{write(name+" 1", lesser[name]), write(name+" 10", greater[name])}
	}
	// The first input also pays for what is made once.
	warm := write("nothing", []byte("nothing"))
	if out, err := exec.Command(program, append([]string{warm}, files[:len(files)-1]...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range names {
		one, ten := statements(t, at[name][0]), statements(t, at[name][1])
		perByte, repeated := float64(one)/small, float64(ten)/(10*small)
		line := fmt.Sprintf("%-20s %8.1f statements a byte, %.1f at ten times the input", name, perByte, repeated)
		if ten > one*13 || perByte > mostWork || repeated > mostRepeated {
			t.Error(line)
		} else {
			t.Log(line)
		}
	}
}

// statements is how many ran over the file.
func statements(t *testing.T, file string) (n int) {
	t.Helper()
	text := file + ".txt"
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i", file+".cov", "-o", text).CombinedOutput(); err != nil {
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
