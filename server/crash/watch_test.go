package crash

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// pace is how an undisturbed command went: the moments of kills are drawn from it.
type pace struct {
	took    time.Duration
	changes int // of the files that are watched
}

// moment is when a command is killed: after so many changes of the watched
// files, or after so much time.
type moment struct {
	changes int // 0: by time
	after   time.Duration
}

// draw chooses a moment: in most cases at a change of a file, which is when
// something is under way; else at any time, with more weight on the end, where
// what was written is put in place.
func (p pace) draw(rng *rand.Rand) moment {
	switch r := rng.Float64(); {
	case r < 0.6 && p.changes > 0:
		return moment{changes: 1 + rng.IntN(p.changes), after: time.Duration(rng.Int64N(int64(2 * time.Millisecond)))}
	case r < 0.75:
		return moment{after: time.Duration((0.7 + 0.3*rng.Float64()) * float64(p.took))}
	}
	return moment{after: time.Duration(rng.Float64() * float64(p.took))}
}

// quicker is the pace after a command that ended before its moment: the machine
// was busier when it was measured.
func (p pace) quicker() pace { return pace{p.took * 7 / 8, p.changes * 7 / 8} }

// watched is what the files in the folders look like.
func watched(dirs []string) string {
	var b strings.Builder
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if info, err := e.Info(); err == nil && !strings.HasSuffix(e.Name(), "-shm") {
				fmt.Fprintf(&b, "%s %d %d\n", e.Name(), info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String()
}

// eachChange calls f at every change of the folders until stop is closed or f
// returns false.
func eachChange(dirs []string, stop <-chan struct{}, f func() bool) {
	last := watched(dirs)
	for {
		select {
		case <-stop:
			return
		case <-time.After(200 * time.Microsecond):
		}
		if now := watched(dirs); now != last {
			last = now
			if !f() {
				return
			}
		}
	}
}

// measure runs a command to its end.
func measure(t *testing.T, cmd *exec.Cmd, dirs []string) (p pace) {
	t.Helper()
	began := time.Now()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		eachChange(dirs, stop, func() bool { p.changes++; return true })
	}()
	out, err := cmd.CombinedOutput()
	took := time.Since(began)
	close(stop)
	<-done
	if err != nil {
		t.Fatalf("undisturbed: %v\n%s", err, out)
	}
	p.took = took
	return p
}

// killAt starts a command and kills it at the moment. ended reports that it had
// come to its end before.
func killAt(t *testing.T, cmd *exec.Cmd, dirs []string, m moment) (ended bool, out string) {
	t.Helper()
	var text strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &text
	stop, done := make(chan struct{}), make(chan struct{})
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(done)
		if left := m.changes; left > 0 {
			eachChange(dirs, stop, func() bool { left--; return left > 0 })
		}
		select {
		case <-stop:
		case <-time.After(m.after):
			cmd.Process.Kill() //nolint:errcheck // it may have ended
		}
	}()
	err := cmd.Wait()
	close(stop)
	<-done
	if err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("%v ended by itself: %v\n%s", cmd.Args[1:], err, &text)
	}
	return err == nil, text.String()
}
