package privacycheck

import (
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// newChecker builds a Checker for tests, with every own rule on but those named off.
func newChecker(t testing.TB, cfg *Config, deny string) *Checker {
	t.Helper()
	o := Options{Config: cfg, Catalog: NewCatalog(func() []Rule { return []Rule{{ID: "fake-token", Title: "fake"}} })}
	if deny != "" {
		d, err := ParseDenylist([]byte(deny), MatchAuto)
		if err != nil {
			t.Fatal(err)
		}
		o.Denylist = d
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// found writes matches as "rule text".
func found(text string, ms []match) []string {
	var out []string
	for _, m := range ms {
		out = append(out, m.rule.ID+" "+text[m.start:m.end])
	}
	return out
}

func TestHomePaths(t *testing.T) {
	c := newChecker(t, &Config{Rules: RulesConfig{Enable: []string{"root-home"}}}, "")
	for _, tt := range []struct {
		name, text string
		want       []string // what is found, without "home-path "
	}{
		// JZ-48, JZ-49
		{"linux", "at /home/quillon/work", []string{"/home/quillon"}},
		{"mac", "at /Users/quillon/work", []string{"/Users/quillon"}},
		{"end of text", "HOME=/home/quillon", []string{"/home/quillon"}},
		{"quoted", `"/home/quillon"`, []string{"/home/quillon"}},
		{"sentence", "It is in /home/quillon.", []string{"/home/quillon"}},
		{"windows", `C:\Users\quillon\src`, []string{`C:\Users\quillon`}},
		{"windows, escaped", `"C:\\Users\\quillon\\src"`, []string{`C:\\Users\\quillon`}},
		{"windows, escaped twice", `"C:\\\\Users\\\\quillon"`, []string{`C:\\\\Users\\\\quillon`}},
		{"windows, forward", "C:/Users/quillon/y", []string{"C:/Users/quillon"}},
		{"windows, lower case", `c:\users\quillon\x`, []string{`c:\users\quillon`}},
		{"windows, no drive", `at \Users\quillon\x`, []string{`\Users\quillon`}},
		{"windows, share", `\\host\Users\quillon\x`, []string{`\Users\quillon`}},
		{"windows, long form", `\\?\C:\Users\quillon`, []string{`C:\Users\quillon`}},
		{"windows, name with blank", `C:\Users\Jane Quillon\src`, []string{`C:\Users\Jane Quillon`}},
		{"windows, blank ends the name", `C:\Users\quillon and more`, []string{`C:\Users\quillon`}},
		{"wsl", "/mnt/c/Users/quillon/src", []string{"/mnt/c/Users/quillon"}},
		{"wsl, lower case", "/mnt/c/users/quillon", []string{"/mnt/c/users/quillon"}},
		{"msys", "/c/Users/quillon/src", []string{"/c/Users/quillon"}},
		{"wsl seen from windows", `\\wsl$\Ubuntu\home\quillon\x`, []string{`\\wsl$\Ubuntu\home\quillon`}},
		{"file url", "file:///home/quillon/x file:///C:/Users/quillon/y", []string{"/home/quillon", "C:/Users/quillon"}},
		{"percent", "?p=%2Fhome%2Fquillon%2Fx&q=C%3A%5CUsers%5Cquillon", []string{"%2Fhome%2Fquillon", "C%3A%5CUsers%5Cquillon"}},
		{"json escape", `"a\n/home/quillon/x"`, []string{"/home/quillon"}},
		{"json slash", `"\/home\/quillon\/x"`, []string{`\/home\/quillon`}},
		{"colour", "\x1b[32m/home/quillon/x", []string{"/home/quillon"}},
		{"scp", "host:/home/quillon/x", []string{"/home/quillon"}},
		{"ssh url", "ssh://git@host/home/quillon/r.git", []string{"/home/quillon"}},
		{"compiler flag", "gcc -I/home/quillon/include", []string{"/home/quillon"}},
		{"list", "PATH=/usr/bin:/home/quillon/bin", []string{"/home/quillon"}},
		{"xml", "<p>/home/quillon/x</p>", []string{"/home/quillon"}},
		{"var home", "/var/home/quillon/x", []string{"/var/home/quillon"}},
		{"mac data volume", "/System/Volumes/Data/Users/quillon/x", []string{"/Data/Users/quillon"}},
		{"agent's project", "projects/-home-quillon-src-app", []string{"-home-quillon"}},
		{"dotted name", "/home/q.uillon-x_1/a", []string{"/home/q.uillon-x_1"}},
		{"not ascii", "/home/jürgenq/x", []string{"/home/jürgenq"}},
		{"doubled slash", "/home//quillon/x", []string{"/home//quillon"}},
		{"two", "/home/quillon/a:/home/quillon/b", []string{"/home/quillon", "/home/quillon"}},

		// JZ-50
		{"me", "/home/me/x /home/user/x /Users/you/x /home/example/x", nil},
		{"accounts of images", "/home/runner/work /home/node/app /home/ubuntu /home/vscode/x /home/linuxbrew/.linuxbrew", nil},
		{"people of examples", "/Users/alice/x /home/bob /home/jdoe /home/john.doe/x", nil},
		{"placeholders with digits and dashes", "/home/user1/x /home/your-name/x /home/YOUR_USERNAME/x /home/my_user/x", nil},
		{"variables", "/home/$USER/x /home/${USER} /home/<user>/x /home/%u/x /home/{user}/x /home/*/x /home/[^/]+/x", nil},
		{"dots", "/home/.../x /home/…", nil},
		{"tilde", "~/app $HOME/app /path/to/app", nil},
		{"windows accounts", `C:\Users\Public\x C:\Users\Default\x C:\Users\runneradmin\x C:\Users\%USERNAME%\x`, nil},
		{"x", "/home/xxx/a", nil},

		{"web address", "https://example.com/home/quillon/x https://example.com/Users/quillon", nil},
		{"doubled slash in a web address", "https://example.com//home/quillon", nil},
		{"relative", "./home/quillon ../home/quillon ~/home/quillon src/home/quillon", nil},
		{"after a variable", "$ROOT/home/quillon ${D}/home/quillon", nil},
		{"route", "GET /users/quillon", nil},
		{"page", `"/home/index.html"`, nil},
		{"ids", "/Users/2819c223-7f76-453a-919d-413861904646 /Users/12345", nil},
		{"words", "take-home-pay homework users homestead /home /home/ Users", nil},
		{"dash in a word", "x-home-quillon-y", nil},
		{"long", "/home/" + strings.Repeat("a", 80) + "/x", nil},

		{"root", "/root/.ssh /root/x", []string{"root-home /root/", "root-home /root/"}},
		{"not root", "/foo/root/x $A/root/x https://h/root/x", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ms, _ := c.scan([]byte(tt.text))
			var want []string
			for _, w := range tt.want {
				if !strings.HasPrefix(w, "root-home") {
					w = "home-path " + w
				}
				want = append(want, w)
			}
			if d := cmp.Diff(want, found(tt.text, ms)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestAddresses(t *testing.T) {
	c := newChecker(t, nil, "")
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		// JZ-51, R175: edges
		{"cgnat edges", "100.63.255.255 100.64.0.0 100.64.0.1 100.118.9.9 100.127.255.254 100.127.255.255 100.128.0.0 100.128.0.1",
			[]string{"cgnat-address 100.64.0.0", "cgnat-address 100.64.0.1", "cgnat-address 100.118.9.9", "cgnat-address 100.127.255.254", "cgnat-address 100.127.255.255"}},
		// JZ-53, JZ-54
		{"lan edges", "9.255.255.255 10.0.0.0 10.255.255.255 11.0.0.0 172.15.255.255 172.16.0.0 172.31.255.255 172.32.0.0 192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0",
			[]string{"private-address 10.0.0.0", "private-address 10.255.255.255", "private-address 172.16.0.0", "private-address 172.31.255.255", "private-address 192.168.0.0", "private-address 192.168.255.255"}},
		{"link-local edges", "169.253.255.255 169.254.0.0 169.254.255.255 169.255.0.0", []string{"link-local-address 169.254.0.0", "link-local-address 169.254.255.255"}},
		{"public and documentation", "127.0.0.1 192.0.2.7 198.51.100.9 203.0.113.5 8.8.8.8 0.0.0.0 255.255.255.255 2001:db8::1 ::1", nil},
		{"cidr", "192.168.7.0/24 10.0.0.0/16, 100.64.7.0/24", []string{"private-address 192.168.7.0/24", "private-address 10.0.0.0/16", "cgnat-address 100.64.7.0/24"}},
		{"whole blocks name nobody", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16 fc00::/7 fd00::/8 fe80::/10 fd7a:115c:a1e0::/48", nil},
		{"slash that is no mask", "10.1.2.3/99 10.1.2.3/path", []string{"private-address 10.1.2.3", "private-address 10.1.2.3"}},
		{"url", "http://192.168.7.1:8080/x ssh://me@10.1.2.3 http://[fd00:1::5]:80/", []string{"private-address 192.168.7.1", "private-address 10.1.2.3", "unique-local-address fd00:1::5"}},
		{"sentence and list", "at 10.1.2.3. or (10.1.2.4), 10.1.2.5; 10.1.2.6-10.1.2.9", []string{"private-address 10.1.2.3", "private-address 10.1.2.4", "private-address 10.1.2.5", "private-address 10.1.2.6", "private-address 10.1.2.9"}},
		{"escapes", `"a\n10.1.2.3" x%2010.1.2.3 ` + "\x1b[1m10.1.2.3", []string{"private-address 10.1.2.3", "private-address 10.1.2.3", "private-address 10.1.2.3"}},
		{"mapped", "::ffff:192.168.7.1", []string{"private-address 192.168.7.1"}},
		{"no address", "version 10.4.2 build 192.168 1.10.1.2.3 10.1.2.3.4 10.1.2.256 10.1.2.1234 v10.1.2.3 110.1.2.3 10.01.2.3 a10.1.2.3 10.1.2.3a", nil},
		{"versions", `version = "10.1.2.3" Version=10.0.0.0, libx-10.1.2.3.tar.gz AssemblyVersion("10.0.0.0")`, nil},
		{"host behind a dash", "host-10.1.2.3 is", []string{"private-address 10.1.2.3"}},
		{"tailnet", "fd7a:115c:a1e0::1 FD7A:115C:A1E0:ab12:4843:cd96:6258:b240", []string{"tailnet-address fd7a:115c:a1e0::1", "tailnet-address FD7A:115C:A1E0:ab12:4843:cd96:6258:b240"}},
		{"unique local", "fc00::1 fdff:ffff::1/64", []string{"unique-local-address fc00::1", "unique-local-address fdff:ffff::1/64"}},
		{"unique local edges", "fbff::1 fe00::1 fd::1", nil},
		{"link-local 6", "fe80::1%eth0 febf::1 fec0::1 fe7f::1 fe80::/64 fe80::/65", []string{"link-local-address fe80::1", "link-local-address febf::1", "link-local-address fe80::/65"}},
		{"no address 6", "fade::beef() feed::me fdab:cdef std::fd00::x x_fe80::1 fe80:1:2 1:fe80::1", nil},
		{"end of sentence 6", "at fe80::1. and fe80::2: x", []string{"link-local-address fe80::1", "link-local-address fe80::2"}},
		// JZ-52
		{"tailnet name", "https://box.tail1234.ts.net/x box.cat-dog.ts.net. BOX.CAT-DOG.TS.NET", []string{"tailnet-name box.tail1234.ts.net", "tailnet-name box.cat-dog.ts.net", "tailnet-name BOX.CAT-DOG.TS.NET"}},
		{"no tailnet name", "*.ts.net <host>.ts.net host.your-tailnet.ts.net a.ts.network a.ts.net.example x.ts.netto node.ts", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ms, _ := c.scan([]byte(tt.text))
			if d := cmp.Diff(tt.want, found(tt.text, ms)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestEmail(t *testing.T) {
	c := newChecker(t, &Config{Rules: RulesConfig{Enable: []string{"email"}}, Email: EmailConfig{Allow: []string{"@corp.dev", "one@other.dev"}}}, "")
	text := "a@corp.dev x@sub.corp.dev one@other.dev two@other.dev me@example.com 1+a@users.noreply.github.com git@host.dev:r.git logo@2x.png @scope/pkg@1.2.3 <q.u@mail.dev>. \\nz@mail.dev"
	ms, _ := c.scan([]byte(text))
	want := []string{"email-address two@other.dev", "email-address q.u@mail.dev", "email-address z@mail.dev"}
	if d := cmp.Diff(want, found(text, ms)); d != "" {
		t.Error(d)
	}
}

func TestDenylistMatching(t *testing.T) {
	for _, tt := range []struct {
		name, list, text string
		want             []string
	}{
		// JZ-56
		{"case", "Nocturneco", "NOCTURNECO nocturneco", []string{"NOCTURNECO", "nocturneco"}},
		// R171
		{"inside identifiers", "nocturneco", "class NocturnecoClient\nmyNocturneco = 1", []string{"Nocturneco", "Nocturneco"}},
		{"long ones anywhere", "nocturneco", "xnocturnecox", []string{"nocturneco"}},
		{"short ones as words", "ann", "annotation banner ann ANN_x myAnn annX joann", []string{"ann", "ANN", "Ann", "ann"}},
		{"word:", "word:nocturneco", "nocturnecos nocturneco", []string{"nocturneco"}},
		{"any:", "any:ann", "banner", []string{"ann"}},
		{"words joined", "jane quillon", "jane.quillon Jane_Quillon JaneQuillon jane  quillon jane/quillon", []string{"jane.quillon", "Jane_Quillon", "JaneQuillon", "jane  quillon"}},
		{"dashes joined", "acme-corp", "acme corp ACME_CORP acmecorp acme,corp", []string{"acme corp", "ACME_CORP", "acmecorp"}},
		{"accents", "José Müller", "jose muller JOSÉ MÜLLER José Müller", []string{"jose muller", "JOSÉ MÜLLER", "José Müller"}},
		{"decomposed", "Müllerin", "Mu\u0308llerin", []string{"Mu\u0308llerin"}},
		{"sharp s", "Großmann", "GROSSMANN großmann", []string{"GROSSMANN", "großmann"}},
		{"kelvin", "kelvinco", "\u212aelvinco", []string{"\u212aelvinco"}},
		{"full width", "acmecorp", "ａｃｍｅｃｏｒｐ", []string{"ａｃｍｅｃｏｒｐ"}},
		{"invisible", "acmecorp", "acme\u00adcorp ac\u200bmecorp", []string{"acme\u00adcorp", "ac\u200bmecorp"}},
		{"japanese", "田中", "株式会社田中です", []string{"田中"}},
		{"two letters", "qx", "qx aqx QX2", []string{"qx", "QX"}},
		{"signs", "c++x", "C++X c+x", []string{"C++X"}},
		{"pattern", `re:proj-\d+`, "PROJ-12 proj-x", []string{"PROJ-12"}},
		{"overlong gap", "jane quillon", "jane    quillon", nil},
		{"end of text", "abcdefg", "xx abcdef", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := ParseDenylist([]byte(tt.list), MatchAuto)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range tidy(d.find([]byte(tt.text), nil)) {
				got = append(got, tt.text[m.start:m.end])
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// The sample list of the documentation must stay readable.
func TestDenylistErrors(t *testing.T) {
	for _, tt := range []struct{ list, want string }{
		{"ok\nre:(", "line 2: bad pattern: missing closing )"},
		{"re:", "line 1: re: needs a pattern"},
		{"re:a*", "line 1: the pattern matches the empty text"},
		{"word:", "line 1: a term needs"},
		{"a\x00b\x00\x00", "binary"},
	} {
		_, err := ParseDenylist([]byte(tt.list), MatchAuto)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.list, err, tt.want)
		}
	}
	if _, _, err := LoadDenylist(t.TempDir()+"/none", nil, "", MatchAuto); err == nil {
		t.Error("a named list that is missing is no error")
	}
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/"+DenylistFile, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, _, err := LoadDenylist("", []string{dir}, "", MatchAuto); err == nil {
		t.Error("a list that cannot be read is no error")
	}
}

// BenchmarkScanPlaces measures the pass for paths and addresses alone.
func BenchmarkScanPlaces(b *testing.B) {
	c := newChecker(b, nil, "")
	text := []byte(strings.Repeat("\tif err := s.home.Open(\"a/b/c.go\"); err != nil { return fmt.Errorf(\"open: %w\", err) } // users, 1.10.2: x\n", 500))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if ms, _ := c.scanPlaces(text, nil); len(ms) > 0 {
			b.Fatal("found something")
		}
	}
}

// Text of other scripts in UTF-16 stays what it is, with its lines.
func TestDecodeKeepsScripts(t *testing.T) {
	text := strings.Repeat("上海一二三十上下文字処理と表示、漢字仮名交じり文。\nПривет, мир и všem čtenářům\n", 50)
	for _, big := range []bool{false, true} {
		data := []byte{0xff, 0xfe}
		if big {
			data = []byte{0xfe, 0xff}
		}
		for _, u := range utf16.Encode([]rune(text)) {
			if big {
				data = append(data, byte(u>>8), byte(u))
			} else {
				data = append(data, byte(u), byte(u>>8))
			}
		}
		if got, enc, err := decodeText(data); string(got) != text || enc != encUTF16 || err != nil {
			t.Errorf("big-endian %v: %q, %v", big, got, err)
		}
	}
}
