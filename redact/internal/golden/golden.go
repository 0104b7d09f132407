// Package golden holds files of what is expected of many texts: of each a
// head, and under it the lines that a test makes of it.
package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Text is a text with the head that it has in a golden file.
type Text struct{ Head, In string }

// Compare compares what show says of the texts with a golden file, or writes
// the file. Texts that the file does not have are left alone until it is
// written anew, so that adding one is no fault; fewer than least that were
// compared are.
func Compare(t *testing.T, file string, write bool, show func(in string) string, texts []Text, least int) {
	t.Helper()
	want := map[string]string{}
	if !write {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head := ""
		for line := range strings.Lines(string(src)) {
			if !strings.HasPrefix(line, "\t") {
				head = strings.TrimSuffix(line, "\n")
				want[head] = ""
			} else {
				want[head] += line
			}
		}
	}
	var b strings.Builder
	compared := 0
	for _, text := range texts {
		w, ok := want[text.Head]
		if !ok && !write {
			continue
		}
		got := show(text.In)
		fmt.Fprintf(&b, "%s\n%s", text.Head, got)
		if compared++; !write && w != got {
			t.Errorf("%s\n%s-update writes the new state once it is looked at", text.Head, differing(w, got))
			if testing.Short() {
				t.FailNow() // whoever is in a hurry asks whether, not what
			}
		}
	}
	if write {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if compared < least {
		t.Errorf("only %d texts compared, want %d", compared, least)
	}
}

// differing lists the lines that only one of two blocks has.
func differing(was, now string) string {
	var b strings.Builder
	for _, side := range []struct{ mark, lines, other string }{{"-", was, now}, {"+", now, was}} {
		for line := range strings.Lines(side.lines) {
			if !strings.Contains("\n"+side.other, "\n"+line) {
				b.WriteString(side.mark + line)
			}
		}
	}
	return b.String()
}
