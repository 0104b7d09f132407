package scan

import (
	"fmt"
	"testing"
)

// The words of several programs are remembered side by side; of too many, those of
// the one that was not used for longest go.
func TestCommands(t *testing.T) {
	var w Walked
	v := &View{Walked: &w}
	read := func(program string, at int) int {
		words := v.Words([]byte(program))
		return words.Next(v, at)
	}
	name := func(k int) string { return fmt.Sprintf("program%d", k) }
	for k := range mostPrograms {
		read(name(k), 10)
		w.Commands.words[w.Commands.of([]byte(name(k)))].Next(v, 40+k)
	}
	for k := range mostPrograms {
		if got := read(name(k), 10); got != 40+k {
			t.Errorf("%s: goes on at %d, want %d", name(k), got, 40+k)
		}
	}
	if before, after := w.Commands.State([]byte(name(3)), 10), w.Commands.State([]byte("none"), 10); before == 0 || after != 0 {
		t.Errorf("states %d and %d", before, after)
	}
	read("one more", 10)
	if got := read(name(1), 10); got != 41 {
		t.Errorf("the second goes on at %d", got)
	}
	if got := read(name(0), 10); got != 10 {
		t.Errorf("the first is still known, and goes on at %d", got)
	}
	if got := w.Commands.Begun(); got != 2*mostPrograms+3 {
		t.Errorf("%d commands were read", got)
	}
	w.Reset()
	if got := read(name(1), 10); got != 10 {
		t.Errorf("not forgotten: goes on at %d", got)
	}
	if v.Ends([]byte("curl")) == nil || (&View{}).Ends([]byte("curl")) != nil {
		t.Error("ends are remembered where a buffer is, and nowhere else")
	}
}
