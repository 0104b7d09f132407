package privacycheck

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"
)

// privateRanges are what the address rules look for, written as a reader would.
var privateRanges = func() (out []netip.Prefix) {
	for _, s := range []string{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "fc00::/7", "fe80::/10"} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}()

func private(a netip.Addr) bool {
	for _, p := range privateRanges {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// slowIPv4 tries every substring: the reference for the scanner's anchors.
func slowIPv4(src []byte) (starts []int) {
	for i := range src {
		if i > 0 && !v4Start(src, i) {
			continue
		}
		for j := min(len(src), i+15); j > i+6; j-- {
			a, err := netip.ParseAddr(string(src[i:j]))
			if err != nil || !a.Is4() || !private(a) || !v4End(src, i, j) || versionBefore(src, i) {
				continue
			}
			if p, ok := mask4(src, j); ok && netip.PrefixFrom(a, p).Masked().Addr() == a && wholeBlock(a, p) {
				continue
			}
			starts = append(starts, i)
			break
		}
	}
	return starts
}

func mask4(src []byte, j int) (bits int, ok bool) {
	var n int
	if _, err := fmt.Sscanf(string(src[j:min(len(src), j+4)]), "/%d", &n); err != nil || src[j+1] == '+' || src[j+1] == '-' {
		return 0, false
	}
	k := j + 1
	for k < len(src) && isDigit(src[k]) {
		k++
	}
	return n, k-j <= 3 && n <= 32 && (k == len(src) || !words[src[k]] && src[k] != '/')
}

func wholeBlock(a netip.Addr, bits int) bool {
	for _, p := range privateRanges {
		if p.Addr() == a && p.Bits() == bits {
			return true
		}
	}
	return false
}

func starts(ms []match) (out []int) {
	for _, m := range ms {
		out = append(out, m.start)
	}
	return out
}

func FuzzIPv4(f *testing.F) {
	for _, s := range []string{"10.1.2.3", "a10.1.2.3 100.64.0.1/16", "192.168.1.1.1 172.31.0.0/12 172.16.0.0/12", "%2010.1.2.3\\n10.1.2.3", "version 10.1.2.3", "1.10.1.2.3", "169.254.0.1x 10.1.2.300", "110.1.2.3 10.1.2.3-10.1.2.4"} {
		f.Add([]byte(s))
	}
	c := &Checker{v4: true}
	c.trigger = c.newTriggers()
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		ms, _ := c.scanPlaces(src, nil)
		if got, want := fmt.Sprint(starts(ms)), fmt.Sprint(slowIPv4(src)); got != want {
			t.Errorf("%q: found at %s, the reference at %s", src, got, want)
		}
	})
}

// slowIPv6 tries every start and takes the longest run.
func slowIPv6(src []byte) (out []int) {
	for i := 0; i < len(src); i++ {
		if !isHex(src[i]) || i > 0 && (isAlnum(src[i-1]) || src[i-1] == '_') && !afterEscape(src, i) {
			continue
		}
		if i > 1 && src[i-1] == ':' && (isHex(src[i-2]) || src[i-2] == ':') {
			continue
		}
		j := i
		for j < len(src) && j-i < 46 && strings.IndexByte("0123456789abcdefABCDEF:.", src[j]) >= 0 {
			j++
		}
		if j < len(src) && (isAlnum(src[j]) || src[j] == '_') {
			continue
		}
		text := strings.TrimRight(string(src[i:j]), ".")
		if strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "::") {
			text = strings.TrimRight(text[:len(text)-1], ".")
		}
		a, err := netip.ParseAddr(text)
		if err != nil || !a.Is6() || !private(a) || a.Is4In6() {
			continue
		}
		if end := i + len(text); end+1 < len(src) && src[end] == '/' {
			k := end + 1
			for k < len(src) && isDigit(src[k]) {
				k++
			}
			if p, err := netip.ParsePrefix(string(src[i:k])); err == nil && k-end <= 4 && (k == len(src) || !words[src[k]]) {
				whole := false
				for _, w := range whole6 {
					whole = whole || w == p
				}
				if whole {
					continue
				}
			}
		}
		out = append(out, i)
		i += len(text) - 1
	}
	return out
}

func FuzzIPv6(f *testing.F) {
	for _, s := range []string{"fe80::1", "fd7a:115c:a1e0::/48 fd7a:115c:a1e0::1/64", "[fd00:1::5]:80", "fc00::.", "1:fe80::1", "fdab:cdef", "fd00::x FEBF::1", "\\nfe80::2: a", "fe80::192.0.2.1"} {
		f.Add([]byte(s))
	}
	c := &Checker{v6: true}
	c.trigger = c.newTriggers()
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		ms, _ := c.scanPlaces(src, nil)
		if got, want := fmt.Sprint(starts(ms)), fmt.Sprint(slowIPv6(src)); got != want {
			t.Errorf("%q: found at %s, the reference at %s", src, got, want)
		}
	})
}

// FuzzHome plants a home folder: it is found in every surrounding that ends a
// word, and whatever stands around it, matches stay inside the text.
func FuzzHome(f *testing.F) {
	f.Add("x = ", "quillon", "/y", uint8(0))
	f.Add("\\n", "q.uillon", "\"", uint8(1))
	f.Add("/mnt", "jürgenq", " ", uint8(2))
	c := newChecker(f, nil, "")
	forms := []string{"/home/%s", "/Users/%s", `C:\Users\%s`, `C:\\Users\\%s`, "/mnt/c/Users/%s", "%%2Fhome%%2F%s", "file:///home/%s"}
	f.Fuzz(func(t *testing.T, before, name, after string, form uint8) {
		path := fmt.Sprintf(forms[int(form)%len(forms)], name)
		text := before + "\n" + path + "\n" + after
		ms, _ := c.scan([]byte(text))
		hit := false
		from := len(before) + 1
		for _, m := range ms {
			if m.start < 0 || m.end > len(text) || m.hide < m.start || m.hideEnd > m.end || m.hide >= m.hideEnd {
				t.Fatalf("%q: bad match %+v", text, m)
			}
			hit = hit || m.rule == ruleHome && m.start >= from && m.hideEnd == from+len(path)
		}
		for _, r := range name {
			if r >= utf8.RuneSelf || !isAlnum(byte(r)) {
				return // what a name ends at is the table's business
			}
		}
		if len(name) > 2 && len(name) < 40 && !c.placeholderName([]byte(name)) && !routeName([]byte(name), 0, len(name)) && !hit {
			t.Errorf("%q is not found", path)
		}
	})
}

// FuzzDenylist compares the search with a plain one over folded text.
func FuzzDenylist(f *testing.F) {
	f.Add("nocturneco", "class NOCTURNECOclient")
	f.Add("müller x", "MULLER X")
	f.Add("re:a+", "caab")
	f.Add("# c\n\nword:ann", "ann")
	f.Fuzz(func(t *testing.T, list, text string) {
		d, err := ParseDenylist([]byte(list), MatchAny)
		if err != nil {
			return
		}
		ms := d.find([]byte(text), nil)
		for _, m := range ms {
			if m.start < 0 || m.start >= m.end || m.end > len(text) {
				t.Fatalf("bad match %+v in %q", m, text)
			}
		}
		folded := string(fold([]byte(text)).text)
		for i := range d.terms {
			tm := &d.terms[i]
			if len(tm.parts) != 1 || tm.word {
				continue
			}
			n := 0
			for _, m := range ms {
				if m.term == i+1 {
					n++
				}
			}
			want := 0
			for at := 0; at+len(tm.parts[0]) <= len(folded); at++ {
				if folded[at:at+len(tm.parts[0])] == string(tm.parts[0]) {
					want++
				}
			}
			if n != want {
				t.Errorf("term %q in %q: found %d, want %d", tm.parts[0], text, n, want)
			}
		}
	})
}

// FuzzBaseline: what is written is read back as it was.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte("series 00112233445566778899aabbccddeeff\ncredential github-pat 00112233445566778899aabbccddeeff\ncount home-path 2 a b.txt\n"))
	f.Add([]byte("count x 1 \"a\\nb\"\r\n# c\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBaseline(data)
		if err != nil {
			return
		}
		again, err := ParseBaseline(b.Format())
		if err != nil {
			t.Fatalf("%v in %q", err, b.Format())
		}
		if fmt.Sprint(b.salts, b.credentials, b.counts) != fmt.Sprint(again.salts, again.credentials, again.counts) {
			t.Errorf("%q became %q", data, again.Format())
		}
		// Union of lines with itself changes nothing.
		both, err := ParseBaseline(append(append([]byte{}, b.Format()...), b.Format()...))
		if err != nil || both.Entries() != b.Entries() {
			t.Errorf("a union with itself has %d entries, not %d: %v", both.Entries(), b.Entries(), err)
		}
	})
}

// FuzzConfig: no panic, and every problem has a place.
func FuzzConfig(f *testing.F) {
	f.Add([]byte("[rules]\nenable = [\"email\"]\n[[allow]]\nrule = \"address\"\ncidr = \"192.0.2.0/24\"\nreason = \"r\"\n"))
	f.Add([]byte("[[path]]\npaths = [\"**\"]\nskip = true\n"))
	f.Add([]byte("x = 1\n[limits]\nmax_file_bytes = -1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cat := NewCatalog(func() []Rule { return nil })
		cfg, err := ParseConfig("f", data, cat)
		if err == nil {
			for _, r := range cat.Rules() {
				cfg.on(r, "a/b.txt")
			}
			cfg.skips("a/b.txt")
			return
		}
		var ce *ConfigError
		if !errors.As(err, &ce) {
			t.Errorf("%v is no ConfigError", err)
		}
	})
}

// FuzzMarkers: no panic; markers stand on lines of the text; a text without the
// word has none.
func FuzzMarkers(f *testing.F) {
	f.Add([]byte("# privacy" + ": allow home-path\n/home/quillon/x"))
	f.Add([]byte("privacy" + ": allow-next-line\r\n10.1.2.3 // privacy" + ": alow"))
	f.Add([]byte("`privacy" + ": allow` PRIVACY" + ": ALLOW address, path -- reason"))
	c := newChecker(f, nil, "")
	f.Fuzz(func(t *testing.T, text []byte) {
		idx := newLineIndex(text)
		ms := findMarkers(text, idx, c.cat)
		for _, m := range ms {
			if m.line < 1 || m.line > bytes.Count(text, []byte{'\n'})+1 {
				t.Errorf("line %d in %q", m.line, text)
			}
			for _, n := range m.names {
				if !c.cat.Known(n) {
					t.Errorf("the marker names %q", n)
				}
			}
		}
		if len(ms) > 0 && !bytes.Contains(bytes.ToLower(text), []byte("rivacy")) {
			t.Errorf("markers in %q", text)
		}
		c.check(&document{path: "a", place: InFile, data: text, hasData: true}, false)
	})
}

// FuzzRaw reads lists of changes as git writes them, and as it never would.
func FuzzRaw(f *testing.F) {
	id := strings.Repeat("a1", 20)
	f.Add([]byte(":100644 100644 " + id + " " + id + " M\x00a b\nc\x00"))
	f.Add([]byte(":100644 100644 " + id + " " + id + " R100\x00old\x00new\x00"))
	f.Add([]byte("\x01" + id + "\x00\x00::100644 100644 100644 " + id + " " + id + " " + id + " MM\x00p\x00"))
	f.Add([]byte(":100644 100644 " + id + " " + id))
	f.Fuzz(func(t *testing.T, data []byte) {
		var out []change
		err := readRaw(bufio.NewReader(bytes.NewReader(data)), func(string) error { return nil }, func(c change) error { out = append(out, c); return nil })
		if err != nil {
			return
		}
		var again bytes.Buffer
		for _, c := range out {
			if len(c.olds) == 0 || c.status == "" {
				t.Fatalf("bad change %+v", c)
			}
			again.WriteString(strings.Repeat(":", len(c.olds)))
			for range c.olds {
				again.WriteString("100644 ")
			}
			again.WriteString(c.mode + " " + strings.Join(c.olds, " ") + " " + c.new + " " + c.status + "\x00")
			if len(c.olds) == 1 && (c.status[0] == 'R' || c.status[0] == 'C') {
				again.WriteString("old\x00")
			}
			again.WriteString(c.path + "\x00")
		}
		var second []change
		if err := readRaw(bufio.NewReader(&again), nil, func(c change) error { second = append(second, c); return nil }); err != nil || fmt.Sprint(out) != fmt.Sprint(second) {
			t.Errorf("%q is read as %v, then as %v (%v)", data, out, second, err)
		}
	})
}

// FuzzAdded: a line is added exactly when no old version has it often enough.
func FuzzAdded(f *testing.F) {
	f.Add([]byte("a\nb\n"), []byte("b\na\nc\n"))
	f.Add([]byte("a\r\n"), []byte("a\na\n"))
	f.Fuzz(func(t *testing.T, old, now []byte) {
		if bytes.IndexByte(old, 0) >= 0 || bytes.IndexByte(now, 0) >= 0 || bytes.HasPrefix(old, []byte{0xef}) || bytes.HasPrefix(now, []byte{0xef}) ||
			bytes.HasPrefix(old, []byte{0xff}) || bytes.HasPrefix(now, []byte{0xff}) || bytes.HasPrefix(old, []byte{0xfe}) || bytes.HasPrefix(now, []byte{0xfe}) {
			return
		}
		set := addedLines(now, [][]byte{old})
		count := map[string]int{}
		for _, l := range strings.Split(string(old), "\n") {
			count[strings.TrimSuffix(l, "\r")]++
		}
		for i, l := range strings.Split(strings.TrimSuffix(string(now), "\n"), "\n") {
			l = strings.TrimSuffix(l, "\r")
			count[l]--
			want := count[l] < 0
			if got := set.touches(i+1, i+1); got != want && !(l == "" && want != got) {
				t.Errorf("line %d of %q over %q: added %v, want %v", i+1, now, old, got, want)
			}
		}
	})
}

// FuzzNoLeak: whatever surrounds a term, a home folder or an address, no part of
// a result repeats it.
func FuzzNoLeak(f *testing.F) {
	f.Add([]byte("a "), []byte(" b"))
	f.Add([]byte("\xff\xfe\n\x1b[1m"), []byte("\r\n\u202e"))
	c := newChecker(f, nil, "zyxwvut")
	f.Fuzz(func(t *testing.T, before, after []byte) {
		if bytes.Contains(bytes.ToLower(append(append([]byte{}, before...), after...)), []byte("zyxw")) {
			return
		}
		text := bytes.Join([][]byte{before, []byte(" ZyxwvuT /home/qqquillon/x 10.99.98.97 "), after}, nil)
		r := c.check(&document{path: "d/zyxwvut.txt", place: InFile, data: text, hasData: true, checkName: true}, false)
		all := fmt.Sprint(r.findings, r.skips, r.warnings)
		for _, s := range []string{"zyxwvut", "qqquillon", "10.99.98.97"} {
			if strings.Contains(strings.ToLower(all), s) {
				t.Errorf("%s is repeated: %s", s, all)
			}
		}
		for _, fd := range r.findings {
			for _, x := range fd.Excerpt {
				if x < ' ' || x == 0x7f || x == 0x1b || x == 0x202e {
					t.Errorf("control character %q in an excerpt", x)
				}
			}
		}
	})
}
