package command_test

import (
	"flag"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var kills = flag.Int("kills", 1, "how often the crash story kills each command")

// killed [-again] COMMAND...: the command is killed at random moments; after
// each, the library opens and verifies. With -again the command is run to its
// end first. A % in an argument is the number of the try.
func killed(ts *testscript.TestScript, neg bool, args []string) {
	again := args[0] == "-again"
	if again {
		args = args[1:]
	}
	// How long this computer takes for a command now, from start to end.
	began := time.Now()
	ts.Check(ts.Exec("jezero", "verify"))
	usual := time.Since(began)
	ended := 0
	for i := range *kills {
		try := make([]string, len(args))
		for k, a := range args {
			try[k] = strings.ReplaceAll(a, "%", strconv.Itoa(i))
		}
		cmd := exec.Command(try[0], try[1:]...)
		cmd.Dir = ts.MkAbs(".")
		for _, name := range []string{"HOME", "PATH", "HARBOUR_WORD"} {
			cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
		}
		ts.Check(cmd.Start())
		time.Sleep(time.Duration((0.3 + 1.7*rand.Float64()) * float64(usual)))
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		if cmd.Wait() == nil {
			ended++
		}
		if again {
			ts.Check(ts.Exec(try[0], try[1:]...))
		}
		if err := ts.Exec("jezero", "verify"); err != nil {
			ts.Fatalf("try %d of %v: verify: %v\n%s", i, args, err, ts.ReadFile("stdout")+ts.ReadFile("stderr"))
		}
	}
	ts.Logf("%v: %d tries, %d ended before they were killed", args, *kills, ended)
}

// anyway COMMAND...: whether or not it has anything left to do.
func anyway(ts *testscript.TestScript, neg bool, args []string) {
	if err := ts.Exec(args[0], args[1:]...); err != nil {
		ts.Logf("%v: %v", args, err)
	}
}
