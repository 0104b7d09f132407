package jezero_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
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
		name := f
		if isCase {
			name = "corpus/cases"
		}
		for _, id := range promisesIn(string(b)) {
			if proofs[id] == nil {
				proofs[id] = map[string]bool{}
			}
			proofs[id][name] = true
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
