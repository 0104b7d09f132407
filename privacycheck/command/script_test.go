package command

import (
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/testscript"

	"jezero/githooks"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"privacy_check": func() {
			c := &Command{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ()}
			os.Exit(c.Main())
		},
	})
}

// token assembles a credential, so that none stands in this repository: the
// shape of a GitHub token without a right checksum.
func token() string {
	const letters = "aZ3kQ9xB7mT2pR8vL5nW1cY6dH4jF0gS"
	var b strings.Builder
	b.WriteString("ghp_")
	for i := range 36 {
		b.WriteByte(letters[(i*7+3)%len(letters)])
	}
	return b.String()
}

// keyBlock assembles a private key block, whose content is no key.
func keyBlock() string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + "PRIVATE KEY-----\n")
	const letters = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
	for i := range 4 {
		b.WriteString(letters[i:] + letters[:i] + "\n")
	}
	b.WriteString("-----END " + "PRIVATE KEY-----\n")
	return b.String()
}

func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("these stories need a real git on PATH")
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, ".home")
			if err := os.MkdirAll(home, 0o755); err != nil {
				return err
			}
			e.Setenv("HOME", home)
			e.Setenv("TOKEN", token())
			e.Setenv("MARKER", "privacy:"+" allow")
			e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			e.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
			for _, who := range []string{"AUTHOR", "COMMITTER"} {
				e.Setenv("GIT_"+who+"_NAME", "Tester")
				e.Setenv("GIT_"+who+"_EMAIL", "tester@example.com")
				e.Setenv("GIT_"+who+"_DATE", "2026-01-02T03:04:05Z")
			}
			// The hooks of this repository, as people get them.
			hooks := filepath.Join(e.WorkDir, "hooks")
			if err := os.MkdirAll(hooks, 0o755); err != nil {
				return err
			}
			for _, name := range githooks.Names {
				data, err := githooks.Script(name)
				if err != nil {
					return err
				}
				if err := os.WriteFile(filepath.Join(hooks, name), data, 0o755); err != nil {
					return err
				}
			}
			config := "[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n[advice]\n\tdetachedHead = false\n[core]\n\tautocrlf = false\n"
			return os.WriteFile(filepath.Join(home, "gitconfig"), []byte(config), 0o644)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"expand":  cmdExpand,
			"utf16":   cmdUTF16,
			"exits":   cmdExits,
			"lacks":   cmdLacks,
			"lines":   cmdLines,
			"bytes":   cmdBytes,
			"nogit":   cmdNoGit,
			"newline": cmdNewline,
		},
	})
}

// cmdExpand replaces $TOKEN and $KEY in files, and @allow by the marker: written
// out, the check of this repository would take it for one.
func cmdExpand(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		data := ts.ReadFile(name)
		data = strings.NewReplacer("@al", "privacy: al", "@policy", "privacy policy", "$TOKEN", token(), "$KEY\n", keyBlock(), "$KEY", strings.TrimSpace(keyBlock()), "$WORK", ts.Getenv("WORK")).Replace(data)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(data), 0o644))
	}
}

// cmdUTF16 rewrites a file: utf16 le|be|le-bom|be-bom FILE.
func cmdUTF16(ts *testscript.TestScript, _ bool, args []string) {
	var order binary.AppendByteOrder = binary.LittleEndian
	if strings.HasPrefix(args[0], "be") {
		order = binary.BigEndian
	}
	text := ts.ReadFile(args[1])
	if strings.HasSuffix(args[0], "-bom") {
		text = "\ufeff" + text
	}
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, u)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out, 0o644))
}

// cmdBytes writes a file from Go-quoted text: bytes FILE 'a\x00b'.
func cmdBytes(ts *testscript.TestScript, _ bool, args []string) {
	r := strings.NewReplacer(`\0`, "\x00", `\n`, "\n", `\r`, "\r", `\xe9`, "\xe9", `\xff`, "\xff", `\xfe`, "\xfe", "$TOKEN", token())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(r.Replace(args[1])), 0o644))
}

// cmdNewline creates a file whose name holds a newline and quotes.
func cmdNewline(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(filepath.Join(ts.MkAbs("."), "a\n\"b\" c\tü.txt"), []byte(args[0]+"\n"), 0o644))
}

// cmdExits runs a program and demands an exit code: exits 2 privacy_check --all.
func cmdExits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = "?"
		if _, after, ok := strings.Cut(err.Error(), "exit status "); ok {
			code = after
		}
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// cmdLacks demands that neither output holds a secret of these stories.
func cmdLacks(ts *testscript.TestScript, _ bool, args []string) {
	all := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	if len(args) == 0 {
		args = []string{token(), "quillon", "192.168.77", "100.101.102.103"}
	}
	for _, a := range args {
		if strings.Contains(strings.ToLower(all), strings.ToLower(a)) {
			ts.Fatalf("the output repeats %q", a)
		}
	}
}

// cmdLines demands a number of findings in the text report: lines 3.
func cmdLines(ts *testscript.TestScript, _ bool, args []string) {
	if got := strconv.Itoa(findings(ts.ReadFile("stdout"))); got != args[0] {
		ts.Fatalf("%s findings, want %s", got, args[0])
	}
}

// cmdNoGit takes git off PATH.
func cmdNoGit(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(".nogit")
	ts.Check(os.MkdirAll(dir, 0o755))
	for _, d := range filepath.SplitList(ts.Getenv("PATH")) {
		for _, name := range []string{"privacy_check", "sh", "timeout", "mkfifo"} {
			if _, err := os.Stat(filepath.Join(d, name)); err == nil {
				os.Symlink(filepath.Join(d, name), filepath.Join(dir, name))
			}
		}
	}
	ts.Setenv("PATH", dir)
}

// JZ-59: this repository passes its own check, with the rules that CI has.
func TestThisRepository(t *testing.T) {
	// Whatever repository the environment names, as in a hook.
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
	git := exec.Command("git", "ls-files", "--error-unmatch", "go.mod")
	git.Dir, git.Env = "../..", env
	if err := git.Run(); err != nil {
		t.Skip("the source was unpacked without its repository, or git is missing or refuses it: what is tracked, and so to be checked, is not known")
	}
	var out, errs strings.Builder
	c := &Command{Args: []string{"--all"}, Stdout: &out, Stderr: &errs, Env: env, Dir: "../.."}
	if code := c.Run(context.Background()); code != Clean {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
}
