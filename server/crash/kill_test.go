package crash

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// story is a command that is killed.
type story struct {
	name  string
	share int // of 500 kills
	// begin is where the command starts; args is the command.
	begin *home
	args  []string
	// finish runs the command to its end after a kill; nil means that it must
	// end with exit code 0. end looks at what the rerun came to.
	finish func(h *home)
	end    func(h *home)
	// repaired says that between the kill and the rerun the library may be away
	// or not fit its head, as docs/operations.md has it of restore.
	repaired bool
}

// JZ-124, JZ-146, JL-07: killed with SIGKILL at any moment, the library opens
// and verifies, and running again ends in the state of an undisturbed run.
func TestKill(t *testing.T) {
	program(t)
	t.Logf("seed %d", *seed)
	for _, s := range stories(t) {
		t.Run(s.name, func(t *testing.T) {
			s.kill(t, max(1, s.share**kills/500))
		})
	}
}

// random is a story's own source, so that a story can be run alone by the seed.
func random(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(*seed, h.Sum64()))
}

func (s *story) kill(t *testing.T, n int) {
	calm := s.begin.copy(t)
	folders := func(h *home) []string { return []string{h.dir, h.path("library")} }
	p := measure(t, calm.command(s.args...), folders(calm))
	want := dump(t, calm.library())
	wantFiles := append(files(t, calm.dir), files(t, calm.path("library"))...)
	if _, err := os.Stat(s.begin.library()); err == nil && s.end == nil && slices.Equal(want, dump(t, s.begin.library())) {
		t.Fatal("the undisturbed command changed nothing")
	}
	t.Logf("undisturbed: %v, %d changes of files, %d lines", p.took, p.changes, len(want))
	rng := random(s.name)
	killed, early := 0, 0
	for killed < n && early < 3*n+10 {
		h := s.begin.copy(t)
		// Now and then what comes back is killed again.
		for again := true; again; again = rng.IntN(4) == 0 && killed < n {
			ended, _ := killAt(t, h.command(s.args...), folders(h), p.draw(rng))
			if ended {
				early++
				p = p.quicker()
				break
			}
			killed++
			s.opens(h)
		}
		h.age()
		if s.finish != nil {
			s.finish(h)
		} else {
			h.must(s.args...)
		}
		h.must("verify")
		if diff := differ(want, dump(t, h.library())); diff != "" {
			t.Fatalf("kill %d: the rerun ends elsewhere:\n%s", killed, diff)
		}
		if diff := differ(wantFiles, append(files(t, h.dir), files(t, h.path("library"))...)); diff != "" {
			t.Errorf("kill %d: other files stand in the folders:\n%s", killed, diff)
		}
		if killed%5 == 1 { // it reads every text anew, which is dear
			checkIndex(t, h.library(), h.path("chain.keys"))
		}
		if s.end != nil {
			s.end(h)
		}
		if t.Failed() {
			return
		}
		os.RemoveAll(h.dir)
	}
	if killed < n {
		t.Fatalf("killed %d times only: the command ended before in %d tries", killed, early)
	}
	t.Logf("%d kills, and %d ends before the kill", killed, early)
}

// opens checks what a kill left: the library opens and verifies, if it is there
// already.
func (s *story) opens(h *home) {
	h.t.Helper()
	if _, err := os.Stat(h.library()); err != nil {
		if _, was := os.Stat(s.begin.library()); was == nil && !s.repaired {
			h.t.Fatal("the library is gone")
		}
		return
	}
	code, out := h.run("verify")
	switch {
	case code == 0:
	case s.repaired && code == 1 && strings.Contains(out, "the head names"):
	case s.begun(h):
	default:
		h.t.Fatalf("after a kill: verify: exit code %d\n%s", code, out)
	}
}

// begun reports that there was no library before and that the kill came before
// there was a first event: nothing is there to be verified yet.
func (s *story) begun(h *home) bool {
	if _, err := os.Stat(s.begin.library()); err == nil {
		return false
	}
	_, err := os.Stat(h.library() + ".head")
	return err != nil
}
