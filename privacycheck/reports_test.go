package privacycheck

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"jezero/redact"
)

// report is one complaint about a checker of this kind, as an input and what is
// expected of it.
type reportCase struct {
	ID, Target, What, Input, Expect string
	Vanish, Keep                    []string
}

// checkReport runs a text through the real redactor and all rules.
func checkReport(t *testing.T, rc reportCase, deny string) {
	t.Helper()
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Catalog: NewCatalog(func() []Rule { return []Rule{{ID: "private-key"}} }), Finder: r}
	if deny != "" {
		if o.Denylist, err = ParseDenylist([]byte(deny), MatchAuto); err != nil {
			t.Fatal(err)
		}
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	res := c.check(&document{path: "a.txt", place: InFile, data: []byte(rc.Input), hasData: true}, false)
	var lines []string
	for _, f := range res.findings {
		lines = append(lines, strconv.Itoa(f.Line)+":"+f.Rule)
	}
	switch {
	case rc.Expect == "unchanged", strings.Contains(rc.Expect, "silences it"), strings.Contains(rc.Expect, "is honoured"), strings.Contains(rc.Expect, "next-line form works"), strings.Contains(rc.Expect, "outside the line"):
		if len(res.findings) > 0 {
			t.Errorf("%s: found %v, want nothing", rc.What, lines)
		}
	case countIn.MatchString(rc.Expect):
		want, _ := strconv.Atoi(countIn.FindStringSubmatch(rc.Expect)[1])
		if len(res.findings) != want {
			t.Errorf("%s: found %v, want %d", rc.What, lines, want)
		}
	case strings.HasPrefix(rc.Expect, "exactly "):
		if want := strings.Count(rc.Expect, ",") + 1; len(res.findings) != want {
			t.Errorf("%s: found %v, want %d", rc.What, lines, want)
		}
	case strings.HasPrefix(rc.Expect, "vanish"):
		if len(res.findings) == 0 {
			t.Errorf("%s: found nothing", rc.What)
		}
	default:
		t.Errorf("%s: expectation %q is not understood", rc.ID, rc.Expect)
	}
	// What is masked in excerpts: all of vanish, nothing of keep.
	ms, _ := c.scan([]byte(rc.Input))
	shown := maskPath(rc.Input, hidesOf(ms))
	for _, v := range rc.Vanish {
		if strings.Contains(shown, v) {
			t.Errorf("%s: %q is shown", rc.What, v)
		}
	}
	for _, k := range rc.Keep {
		if !strings.Contains(shown, k) {
			t.Errorf("%s: %q is masked", rc.What, k)
		}
	}
}

var countIn = regexp.MustCompile(`(?:^|; )(\d+) findings?`)

// TestReports holds complaints about checkers of this kind; those that need a
// repository are told in command/testdata/script.
func TestReports(t *testing.T) {
	token := "Lk9mQ2vTz81x" + "BnRw"
	key := "5fmZEUV3ZjMOWxN4t6Z6guE1xTfs8fPIz9vdmtEtcGgpkjGrSllwMsO/ICUepSDh\n"
	for _, rc := range []reportCase{
		{ID: "R52", What: "a redacted value is a finding", Input: "client_secret: \"_env:CRM_CLIENT_ID:REDACTED\"\npassword: [REDACTED:password]\n", Expect: "unchanged"},
		{ID: "R83", What: "lock files flood the report", Input: `"node_modules/a": {"resolved":"https://npm.example.org/a/-/a-1.0.0.tgz","integrity":"sha512-sCDfOCblakbKp50lGVEyESXyb3N5rKHVprqpdKfYeiDIwC8I31lIblbxOvsDG5ipqAkQZ5IO0OiE3ip2c2M3g0=="}` + "\n", Expect: "unchanged"},
		{ID: "R86", What: "a token in a lock file is silenced with its hashes", Input: "[[package]]\nsource = { registry = \"https://u:" + token + "@pypi.example.net/simple\" }\nhash = \"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0\"\n",
			Expect: "vanish", Vanish: []string{token}, Keep: []string{"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"}},
		{ID: "R101", What: "two equal secrets are told once", Input: "a\nb\nkey " + "AKIA" + "Z7QW3NT5XK2M9PLE\n\n\n\nkey " + "AKIA" + "Z7QW3NT5XK2M9PLE\n", Expect: "2 findings"},
		{ID: "R146", What: "a marker on the line before is ignored", Input: "# privacy: " + "allow-next-line\ndb.host=192.168.77.24\necho a && \\\necho \"x\"\n", Expect: "is honoured"},
		{ID: "R147", What: "a marker behind a block is ignored", Input: "K = \"\"\"-----BEGIN " + "PRIVATE KEY-----\n" + key + key + "-----END " + "PRIVATE KEY-----\"\"\"  # privacy: " + "allow\n", Expect: "silences it"},
		{ID: "R151", What: "a marker above is ignored", Input: "# privacy: " + "allow\nPEER=192.168.77.22\n", Expect: "next-line form works"},
		{ID: "R162", What: "home paths pass", Input: "cfg = \"/home/quillon/work/app.toml\"\nopen(\"/Users/quillon/app\")\nok = \"~/app\" \"$HOME/app\" \"/path/to/app\" \"/home/<user>/x\"\n", Expect: "2 findings", Vanish: []string{"/home/quillon/", "/Users/quillon/"}, Keep: []string{"~/app", "/home/<user>/x"}},
		{ID: "R163", What: "only macOS paths are known", Input: "log at /home/quillon/.local/share/x.log\n", Expect: "1 finding"},
		{ID: "R164", What: "Windows and WSL spellings pass", Input: `C:\Users\quillon\src /mnt/c/Users/quillon/src "C:\\Users\\quillon\\x" file:///C:/Users/quillon/y` + "\n", Expect: "4 findings on the line"},
		{ID: "R175", What: "wrong edges", Input: "100.63.255.255 100.64.0.1 100.118.9.9 100.127.255.254 100.128.0.1\n", Expect: "exactly a, b, c"},
		{ID: "R176", What: "tailnet addresses pass", Input: "peer = 100.101.102.103\ndoc = 192.0.2.7 198.51.100.9 203.0.113.5 127.0.0.1\nversion 10.4.2 build 192.168\n", Expect: "1 finding"},
		{ID: "R177", What: "synthetic names are found", Input: "/home/runner/work /Users/alice/x /home/example/y /home/quillon/z\n", Expect: "1 finding"},
	} {
		t.Run(rc.ID, func(t *testing.T) { checkReport(t, rc, "") })
	}
	t.Run("R171", func(t *testing.T) {
		checkReport(t, reportCase{What: "a name glued into an identifier passes", Input: "class NocturnecoClient: pass  # the nocturneco\nmyNocturneco = 1\n", Expect: "2 findings"}, "nocturneco")
	})
}

// TestReportsShared runs the rows of a shared collection, where it is there.
func TestReportsShared(t *testing.T) {
	f, err := os.Open("../../shared/cases/reports-dev.jsonl")
	if err != nil {
		t.Skip("the shared collection is not here; TestReports holds the same kinds")
	}
	defer f.Close()
	n := 0
	term := regexp.MustCompile(`# denylist term: (\S+)`)
	for s := bufio.NewScanner(f); s.Scan(); {
		var rc reportCase
		if err := json.Unmarshal(s.Bytes(), &rc); err != nil {
			t.Fatal(err)
		}
		if rc.Target != "privacycheck" || strings.HasPrefix(rc.Input, "SH:") || strings.HasPrefix(rc.Input, "GEN:") {
			continue
		}
		n++
		deny := ""
		if m := term.FindStringSubmatch(rc.Input); m != nil {
			deny = m[1]
		}
		t.Run(rc.ID, func(t *testing.T) { checkReport(t, rc, deny) })
	}
	if n == 0 {
		t.Error("no rows found")
	}
}
