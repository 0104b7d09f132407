package command_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jezero/redact/command"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"redact": func() {
			c := command.Command{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ()}
			os.Exit(c.Run(context.Background()))
		},
	})
}

// pat is a synthetic GitHub token with a right checksum; it stands nowhere in
// the repository.
func pat(n int) string {
	const alnum = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	var body []byte
	for x := uint32(n+1) * 2654435761; len(body) < 30; {
		x = x*1664525 + 1013904223
		body = append(body, alnum[x>>16%62])
	}
	sum := crc32.ChecksumIEEE(body)
	check := make([]byte, 6)
	for i := 5; i >= 0; i-- {
		check[i] = alnum[sum%62]
		sum /= 62
	}
	return "gh" + "p_" + string(body) + string(check)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			for i := range 4 {
				env.Setenv(fmt.Sprintf("PAT%d", i), pat(i))
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// expand FILE...: puts the tokens in place of @PAT0@ … in files
			"expand": func(ts *testscript.TestScript, neg bool, args []string) {
				for _, f := range args {
					s := ts.ReadFile(f)
					for i := range 4 {
						s = strings.ReplaceAll(s, fmt.Sprintf("@PAT%d@", i), pat(i))
					}
					s = strings.ReplaceAll(s, "@BEGIN@", "-----BEGIN "+"RSA PRIVATE KEY-----")
					s = strings.ReplaceAll(s, "@END@", "-----END "+"RSA PRIVATE KEY-----")
					ts.Check(os.WriteFile(ts.MkAbs(f), []byte(s), 0o640))
					ts.Check(os.Chmod(ts.MkAbs(f), 0o640))
				}
			},
			// nosecret: no output so far holds a token
			"nosecret": func(ts *testscript.TestScript, neg bool, args []string) {
				for _, f := range []string{"stdout", "stderr"} {
					s := ts.ReadFile(f)
					for i := range 4 {
						if strings.Contains(s, pat(i)) || strings.Contains(s, pat(i)[8:24]) {
							ts.Fatalf("%s holds a token", f)
						}
					}
				}
			},
		},
	})
}
