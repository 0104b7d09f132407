package command_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	devicecommand "jezero/connectors/device/command"
	"jezero/corpus"
	"jezero/server/command"
	"jezero/server/ingest"
	"jezero/server/web/webtest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"jezero":        jezero,
		"jezero-client": jezeroClient,
		// As a user who is bound by permissions, also where tests run as root.
		"unprivileged-jezero": func() {
			dropPrivileges()
			jezero()
		},
	})
}

func jezero() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	signal.Ignore(syscall.SIGPIPE)
	out := command.Pipe{File: os.Stdout, Broken: stop}
	c := command.Command{Args: os.Args[1:], Stdin: os.Stdin, Stdout: out, Stderr: os.Stderr, Env: os.Environ()}
	os.Exit(c.Run(ctx))
}

func jezeroClient() {
	c := devicecommand.Command{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ()}
	os.Exit(c.Run(context.Background()))
}

// TestScripts runs the stories in testdata/script: every command, as a person
// runs it, in a home folder of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("NL", "\n")
			// A proxy that cannot be reached: whoever tries the network fails.
			for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
				env.Setenv(name, "http://127.0.0.1:1")
			}
			for dir, top := env.WorkDir, filepath.Clean(os.TempDir()); len(dir) > len(top); dir = filepath.Dir(dir) {
				if err := os.Chmod(dir, 0o755); err != nil { // for unprivileged-jezero
					return err
				}
			}
			return os.MkdirAll(home, 0o700)
		},
		Condition: func(name string) (bool, error) {
			if name != "unprivileged" {
				return false, fmt.Errorf("no condition %s", name)
			}
			return canDrop(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"samples":   samples,
			"old":       old,
			"nosecrets": noSecrets,
			"empty":     empty,
			"mode":      mode,
			"freeport":  freePort,
			"replace":   replace,
			"bigline":   bigLine,
			"truncate":  truncate,
			"latin1":    latin1,
			"waitport":  waitPort,
			"waitserve": waitServe,
			"until":     until,
			"columns":   columns,
			"tally":     tally,
			"digest":    digest,
			"uploaded":  uploaded,
			"nobytes":   noBytes,
			"held":      held,
			"setenv":    setEnv,
			"fromfile":  fromFile,

			"secretservice": startSecretService,
			"rename-in":     renameIn,
			"damage":        damage,
			"halve":         halve,
		},
	})
}

// samples DIR: the sample sessions as this user's own, in DIR/.claude and DIR/.codex.
func samples(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.MkAbs(args[0])
	tmp := filepath.Join(dir, ".samples")
	ts.Check(corpus.ExtractSessions(tmp))
	ts.Check(os.Rename(filepath.Join(tmp, "claude-code"), filepath.Join(dir, ".claude")))
	ts.Check(os.Rename(filepath.Join(tmp, "codex"), filepath.Join(dir, ".codex")))
	ts.Check(os.RemoveAll(tmp))
}

// old FILE...: the files were last changed long ago, so they are quiet.
func old(ts *testscript.TestScript, neg bool, args []string) {
	for _, a := range args {
		when := time.Now().Add(-48 * time.Hour)
		ts.Check(os.Chtimes(ts.MkAbs(a), when, when))
	}
}

// nosecrets PATH...: no byte of any file there is of a planted credential;
// stdout and stderr are what the last command printed.
func noSecrets(ts *testscript.TestScript, neg bool, args []string) {
	planted := corpus.PlantedSecrets()
	if len(planted) < 15 {
		ts.Fatalf("only %d planted credentials", len(planted))
	}
	files := 0
	check := func(name string, data []byte) {
		files++
		for i, s := range planted {
			if bytes.Contains(data, []byte(s)) {
				ts.Fatalf("%s holds planted credential %d", name, i)
			}
		}
	}
	for _, a := range args {
		if a == "stdout" || a == "stderr" {
			check(a, []byte(ts.ReadFile(a)))
			continue
		}
		ts.Check(filepath.WalkDir(ts.MkAbs(a), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			check(path, data)
			return err
		}))
	}
	if files == 0 {
		ts.Fatalf("nothing was looked at")
	}
}

// empty DIR: there is nothing in it.
func empty(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	for _, e := range entries {
		ts.Fatalf("%s holds %s", args[0], e.Name())
	}
}

// mode FILE PERM: the file has these permissions.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[1] {
		ts.Fatalf("%s has mode %s, want %s", args[0], got, args[1])
	}
}

// freeport NAME: sets the variable to a port that nobody listens at.
func freePort(ts *testscript.TestScript, neg bool, args []string) {
	port, err := webtest.FreePort()
	ts.Check(err)
	ts.Setenv(args[0], strconv.Itoa(port))
}

// replace FILE OLD NEW: in the file's text.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

// bigline FILE MIB: appends one line of that size.
func bigLine(ts *testscript.TestScript, neg bool, args []string) {
	mib, err := strconv.Atoi(args[1])
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	_, err = io.WriteString(f, `{"type":"user","message":{"role":"user","content":"`)
	ts.Check(err)
	part := bytes.Repeat([]byte("needle and thread, "), 1<<20/19)
	for range mib + 1 {
		_, err = f.Write(part)
		ts.Check(err)
	}
	_, err = io.WriteString(f, "\"}}\n")
	ts.Check(err)
	ts.Check(f.Close())
}

// truncate FILE: half of its last line is gone.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	text := strings.TrimRight(ts.ReadFile(args[0]), "\n")
	i := strings.LastIndexByte(text, '\n')
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text[:i+(len(text)-i)/2]), 0o600))
}

// halve FILE: only its first half is left.
func halve(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[0])
	fi, err := os.Stat(path)
	ts.Check(err)
	ts.Check(os.Truncate(path, fi.Size()/2))
}

// latin1 FILE: a byte that no UTF-8 text has stands for every @.
func latin1(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, "@", "\xe9")), 0o600))
}

// waitport PORT: until somebody listens there.
func waitPort(ts *testscript.TestScript, neg bool, args []string) {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+args[0]); err == nil {
			c.Close()
			return
		}
	}
	ts.Fatalf("nobody listens at %s", args[0])
}

// waitserve PORT: until a server there says that it serves.
func waitServe(ts *testscript.TestScript, neg bool, args []string) {
	client := http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if resp, err := client.Get("http://127.0.0.1:" + args[0] + "/healthz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
	}
	ts.Fatalf("nobody serves at %s", args[0])
}

// until PATTERN COMMAND...: runs the command again and again until its stdout
// matches. What counts within a second may take longer here; that it is a second
// is for tests with a clock of their own.
func until(ts *testscript.TestScript, neg bool, args []string) {
	re := regexp.MustCompile("(?m)" + args[0])
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		// Its exit code tells that it is not there yet.
		if _ = ts.Exec(args[1], args[2:]...); re.MatchString(ts.ReadFile("stdout")) {
			return
		}
	}
	ts.Fatalf("%v never says %s", args[1:], args[0])
}

// columns N: no line of stdout is longer, but for those that hold a path or an
// address, which stay whole, and but for what this computer's name is longer
// than a usual one: sources are called by it.
func columns(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	host, err := os.Hostname()
	ts.Check(err)
	n += max(0, len(host)-len("laptop"))
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		if line = strings.TrimSuffix(line, "\n"); len([]rune(line)) > n && !strings.Contains(line, "://") && !strings.Contains(line, string(filepath.Separator)) {
			ts.Fatalf("%d columns: %s", len([]rune(line)), line)
		}
	}
}

// tally NAME N: stdout holds a table of connectors with a total that is their
// sum, and in it what is new; sets the variable to the total's column N.
func tally(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	sum, total := 0, -1
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		f := strings.Fields(line)
		if len(f) <= n || !strings.HasPrefix(f[0], "agent-") && f[0] != "total" {
			continue
		}
		v, err := strconv.Atoi(f[n])
		switch {
		case err != nil:
		case f[0] == "total":
			total = v
		default:
			sum += v
		}
	}
	if total != sum || total < 10 {
		ts.Fatalf("the total is %d, the sum of the connectors %d", total, sum)
	}
	ts.Setenv(args[0], strconv.Itoa(total))
}

// digest VAR TEXT: sets the variable to a digest as of a key.
func digest(ts *testscript.TestScript, neg bool, args []string) {
	ts.Setenv(args[0], fmt.Sprintf("%x", sha256.Sum256([]byte(args[1]))))
}

// uploaded DIR AGENT: the samples of the agent lie where a device's uploads do.
func uploaded(ts *testscript.TestScript, neg bool, args []string) {
	dir := ts.MkAbs(args[0])
	tmp := filepath.Join(dir, ".samples")
	ts.Check(corpus.ExtractSessions(tmp))
	ts.Check(os.Rename(filepath.Join(tmp, args[1]), filepath.Join(dir, args[1])))
	ts.Check(os.RemoveAll(tmp))
}

// nobytes TEXT FILE...: no file there holds the text, in any case of letters.
func noBytes(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args[1:] {
		data, err := os.ReadFile(ts.MkAbs(name))
		ts.Check(err)
		if found := bytes.Contains(bytes.ToLower(data), bytes.ToLower([]byte(args[0]))); found != neg {
			ts.Fatalf("%s holds the text: %v", name, found)
		}
	}
}

// held FILE COMMAND...: the command fails with "another run is in progress"
// while the lock is taken. JZ-150
func held(ts *testscript.TestScript, neg bool, args []string) {
	release, err := ingest.AcquireLock(ts.MkAbs(args[0]))
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	ts.Check(release())
	if err == nil || !strings.Contains(ts.ReadFile("stderr"), "another run is in progress") {
		ts.Fatalf("%v: %v", args[1:], err)
	}
}

// setenv VAR PATTERN: sets the variable to what the pattern's group matches in
// stdout.
func setEnv(ts *testscript.TestScript, neg bool, args []string) {
	m := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if m == nil {
		ts.Fatalf("stdout does not match %s", args[1])
	}
	ts.Setenv(args[0], m[1])
}

// fromfile VAR FILE: sets the variable to what the file holds.
func fromFile(ts *testscript.TestScript, neg bool, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

// damage FILE: one event of the library there was signed by nobody.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	name := ts.MkAbs(args[0])
	data, err := os.ReadFile(name)
	ts.Check(err)
	i := bytes.Index(data, []byte(`{"body":"`)) // an event's commitments
	if i < 0 {
		ts.Fatalf("%s holds no event", name)
	}
	c := &data[i+len(`{"body":"`)]
	*c = map[bool]byte{true: 'B', false: 'A'}[*c == 'A']
	ts.Check(os.WriteFile(name, data, 0o600))
}

// rename-in DIR OLD NEW: the text in every file below.
func renameIn(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, bytes.ReplaceAll(data, []byte(args[1]), []byte(args[2])), 0o600)
	}))
}
