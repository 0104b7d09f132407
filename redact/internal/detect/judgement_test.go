package detect

import (
	"flag"
	"fmt"
	"sort"
	"strings"
	"testing"

	"jezero/redact/internal/golden"
	"jezero/redact/internal/scan"
)

// part cuts a text at its bars: the places are where they stood.
func part(s string) (b []byte, at []int) {
	for p := range strings.SplitSeq(s, "|") {
		b = append(b, p...)
		at = append(at, len(b))
	}
	return b, at[:len(at)-1]
}

// atMark asks at the bar, or at the start where there is none.
func atMark(ask func(s []byte, i int) string) func(string) string {
	return func(s string) string {
		b, at := part(s)
		if len(at) == 0 {
			return ask(b, 0)
		}
		return ask(b, at[0])
	}
}

// yes names the questions that are answered by yes.
func yes(asks map[string]func(b []byte) bool) func(string) string {
	var names []string
	for name := range asks {
		names = append(names, name)
	}
	sort.Strings(names)
	return func(s string) string {
		var out []string
		for _, name := range names {
			if asks[name]([]byte(s)) {
				out = append(out, name)
			}
		}
		return strings.Join(out, " ")
	}
}

func some(ask func(b []byte) bool) func(b []byte) bool {
	return func(b []byte) bool { return len(b) > 0 && ask(b) }
}

// unseen asks without a view.
func unseen(ask func(v *scan.View, b []byte) bool) func(b []byte) bool {
	return func(b []byte) bool { return ask(nil, b) }
}

// judges are the small questions that detectors ask, and texts that stand for
// what they are asked of. A bar marks the place.
var judges = map[string]struct {
	ask   func(s string) string
	texts []string
}{
	"values": {
		yes(map[string]func(b []byte) bool{
			"digits": digitsOnly, "spaced": spaced, "lower": allLower, "mixed": mixed, "humps": mixedCase, "base32": base32, "path": some(pathlike), "pairs": hexPairs, "selector": selector,
			"basic": basicPair, "host": hostname, "assigned": assigned, "public": publicID, "mail": mail, "holds a pair": holdsPair, "position": position, "identifier": identifier, "token": tokenBytes,
			"six": func(b []byte) bool { return hasAlnum(b, 6) }, "words": func(b []byte) bool { return words(b) > 1 }, "symbols": func(b []byte) bool { return symbols(b) > 1 }, "any lower": anyLower,
			"printable": printable, "flat": flat, "key": keyLike, "label": privateLabel, "stop": stopWord, "crypt": crypt, "camel": some(camel), "dotted": dotted, "letter": hasLetter, "variable": some(unseen(variable)),
			"names": unseen(namesSecret), "command": some(unseen(commandValue)), "url": some(unseen(urlPassword)), "letters": letters, "user": userWord, "lead": leadWord, "entry": publicEntry, "plain": func(b []byte) bool { return kubeValue(nil, b, true) },
			"data": func(b []byte) bool { return kubeValue(nil, b, false) }, "ruled": ruledRow, "lines": linesOfSecret, "block": keyBlockIn, "glue": some(glue), "open": openPGP, "pgp": pgpName, "encoded": encodedWords,
			"upper digits": upperDigits, "setter": setter, "digit": digitIn, "hashed": hashed, "upper or hex": mixedOrUpper, "scheme": knownScheme, "article": article, "placeholder pair": placeholderPair,
			"session": sessionName, "unbroken": unbroken,
		}),
		[]string{
			"12345", "ab cd", "ab\u00a0cd", "abcdef", "aB3", "getHTTPToken", "JBSWY3DPEHPK3PXP", "jbsw y3dp-ehpk 3pxp==", "a/b/c", `a\b`, "abcdefghijkl/abcdefghijkl", "abcdefghijkl/abcdefghijk=", "23:5c:64:40:79:ac:26:a5", "#add-password", ".token-input", "[name='x']", "#a",
			"YWRtaW46c2VjcmV0", "YWRtaW4tc2VjcmV0", "YTpiOmM9ZGVm", "dXNlcjpwYXNz==", "h.example.com", "h.example.com:80", "a.b", "x.internal", "NAME=value", "N=v", "AB==x", "AC" + "0123456789abcdef0123456789abcdef", "me@h.example.com", "@h.com", "one=two&three=four", "xuser=abc", "48:1", "48:1:", "a_b$", "9ab", "(a,b)", "p@ss!w",
			"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc", "kQ3xT9vBzA1mWfR7", "RSA PRIVATE KEY", "$2a$10$abcdefghijklmnopqrstuv", "$1$abc$def", "$6$x", "getToken", "a.b.c", "testRSA2048PrivateKey", "myPassword1", "dbPassword", "api_token2", "$VAR", "${VAR}", "$(cmd)", "$x1Qz9vB2", "%VAR%", "%41bc", "{x}", "admin", "dbuser", "db-username", "export", "readonly",
			"tls.crt", "namespace", "db_host", "smtp-port", `"user"`, "c2VjcmV0", "aHVudGVyMg==", "swordfish", "sword1", "----", "-+-|=:", "kQ3xT9vBzA1mWfR7\nzA1mWfR7kQ3xT9vB", "one two\nthree", "-----BEGIN RSA PRIVATE" + " KEY-----", "-", "_", "0123456789ABCDEF0123456789ABCDEF01234567", "VALIDPGPKEYS", "gpg_key", "setPassword", "a.withToken", "password", "getPassword", "keyOf", "username/password", "sha256", "bcrypt:x", "Bearer", "Digest", "AWS4-HMAC-SHA256", "the", "your", "dXNlcjpwYXNzd29yZA==", "sessionid", "connect.sid", "PHPSESSID", "theme", "ABC123", "hello-world", "YWJjIGRlZmc=", "YWJjIGRlZmdo", "x\x7fy", "é",
		},
	},
	"line breaks": {
		atMark(func(s []byte, i int) string {
			m, q := entity(s, i)
			return fmt.Sprintf("%d %d %d %d %d %d %q", newline(s, i), ansi(s, i), skipDress(s, i), lineEnd(s, i, 12), scan.Backslashes(s, i), m, q)
		}),
		[]string{"\n", "\r", "\r\n", "\rx", `\n`, `\r\n`, `\r\\n`, `\\\\n`, `\\\\\\\\n`, `\\\\\\\n`, `\x`, "\x1b[32m", `\x1b[0m`, `\u001b[1;31mx`, `\033[0m`, `\e[0m`, `\e0`, "\x1b[", "\x1b[?25h", "\x1b[1:2mx", "\x1b[-m", " \t\x1b[1m \x1b[0mx", "&quot;", "&#34;", "&#x22;", "&#39;", "&#x27;", "&apos;", `\u0022`, `\\u0027`, "%22", "%27", "&amp;", `abc\\|"`, "0123456789|abcdefghijklmn", "abc\\n"},
	},
	"gaps": {
		func(s string) string {
			b, at := part(s)
			if len(at) == 0 {
				at = []int{0}
			}
			var out []string
			for _, flag := range []bool{false, true} {
				out = append(out, fmt.Sprint(gapAfter(b, at[0], flag)))
			}
			if out[0] == out[1] {
				return out[0]
			}
			return strings.Join(out, " flag ")
		},
		[]string{
			"pw|: x", "pw|:x", "pw|=x", "pw| = x", "pw|:=x", "pw|::x", "pw|:::=x", "pw|==x", "pw|===x", "pw|=>x", "pw|=~x", "pw|!=x", "pw|!==x", "pw|?=x", "pw|+=x", "pw|.=x", "pw|||=x", "pw||x", "pw| | x", "pw|<=x", "pw|<-x", "pw|->x", "pw| -> x", "pw|~>x", "pw|^>x", "pw|, x", `"pw|", x`, "pw|(x", "pw| (x", "pw|>x", `pw|{"x`, `pw|{ "x`, "pw| { get; set; } = x", "pw|{get;x", "pw|&#61;x", "pw|&gt;x", "pw| &gt;x", "pw|：x", "pw|＝x", "pw|%3Dx", "pw|%3ax", "pw|%3bx", `pw|\u003dx`, `pw|\u003ex`,
			`"pw|": x`, `"pw|" :x`, `'pw|'='x`, "`pw|` x", "pw|]x", "pw|}=x", "*pw|*=x", "**pw|**: x", "pw|**:** x", "pw|?: x", "pw|!: x", "pw|? x", "pw|[0]=x", "pw|[]=x", "pw|[a b]=x", "pw|[REDACTED:x]=y", `"pw|"[REDACTED:x]`, `pw|\": x`, `pw|\\\": x`, "pw|&quot;: x", "pw|%22=x", "pw|\x1b[0m=x", `pw|\x1b[0m: x`, "pw|\nx", `pw|\nx`, "pw| x", "pw|\tx", "pw|x", "pw| - x", "pw| -x", "pw| – x", "pw| — x", "pw| is x", "pw| is: x", "pw| was x", "pw| wasx", "pw| string = x", "pw| []byte = x", "pw| char *= x", "pw| a b c = x", "pw| string =x", `pw| string ="x`, "pw|: string = x", "pw|: 'a | b' = x", "pw|: !!str x", "pw|: &pw x", "pw|: !vault x", "pw|: &1 x", "pw|: ! x", "pw|:</b> x", "pw|:</b", "pw|:* x", "pw|:*** x", "pw|:**** x", "pw|:\n  \"x", "pw| =\n'x", "pw|= \\\n  'x", "pw|:\n  x", `pw|:\n  "x`, "pw|", "pw| ", "pw|.", "pw|;x",
		},
	},
	"quoted": {
		atMark(func(s []byte, i int) string {
			var out []string
			if l, ok := quotedAt(&scan.View{Src: s}, i); ok {
				out = append(out, fmt.Sprintf("%+v", l))
			}
			if l, ok := perlQuoted(&scan.View{Src: s}, i); ok {
				out = append(out, fmt.Sprintf("perl %+v", l))
			}
			return strings.Join(append(out, fmt.Sprint(literalPrefix(s, i))), " ")
		}),
		[]string{`"abc" x`, `'abc'`, "`abc`", `"a\"b"`, `"a\\"b`, `'it''s'`, `''`, `'''abc'''x`, "\"\"\"\nabc\n\"\"\"", `"""abc`, `\"abc\" x`, `\\\"abc\\\"x`, `\"abc"`, "\"abc\ndef\";", "\"abc\ndef\" x", "'abc\n  def'\n", "'abc\nb='c'", "\"a\r\nb", "\"abc", "&quot;abc&quot;x", "&quot;abc\"", `\u0022abc\u0022`, "%22abc%22", "q{abc}", "qq(abc)", "q|abc|"[0:2] + "/abc/", "q[abc]", "q!abc!", "qqq{a}", "q{}", "q{abc", `r"x"`, `b'x'`, `u8"x"`, `@"x"`, `$"x"`, `abc"x"`, `N'x'`, "\"a b\nc d e f\"\n", "\"a b\nc d\"\n"},
	},
	"bare": {
		func(s string) string {
			b, at := part(s)
			if len(at) == 0 {
				at = []int{0}
			}
			v := &scan.View{Src: b}
			ends := []int{bareAt(v, at[0], bare{}), bareAt(v, at[0], bare{url: true}), bareAt(v, at[0], bare{encoded: true}), bareAt(v, at[0], bare{inside: '\''})}
			return fmt.Sprint(ends, tailAt(b, ends[0]), endOfToken(b, at[0]), escapeEnds(b, at[0]), entityAt(b, at[0]), pairAfter(b, at[0]), assignmentAt(b, at[0]), escapedByte(b, at[0]), joiner(b, at[0]))
		},
		[]string{"abc def", "abc'def", "abc' ", `abc\n`, `abc\q`, "abc&def=1", "abc&d=1", "abc&amp;x", "abc&& x", "abc#def", "abc %22", "abc%0ad", "abc%26d", "abc%20d", "abc<d", "abc</d", "abc<1", "abc;d=1", "abc, d", "abc,d", "abc|d", "abc| d", "abc(d)e", "abc)", "a[b]c", "abc]", "a{b}c", "abc}", "abc,name: x", "abc\x7fd", "abc\u00a0d", "abc“d", "abc # c", "abc // c", "abc /d", "abc >x", "abc * d", "'x", "<b", "</", "&nbsp;x", "%2Bx", "%3Dx", "%2Ax", "a-b_c=", "ab: ", `\u2028`, `\u0041`, `\u3041`, "|| x", "or 'x'", "?? x", "&& x", "and x"},
	},
	"rows and cells": {
		func(s string) string {
			b, at := part(s)
			if len(at) < 2 {
				return "no cell"
			}
			sep := separator(b, 0, at[0], at[1], len(b))
			if sep == 0 {
				sep = ';'
			}
			n := count(b[:at[0]], sep)
			x, y := cell(b, 0, len(b), sep, n)
			return fmt.Sprintf("%q %v %d %d %d", sep, heading(b, sep), n, x, y)
		},
		[]string{"a,|b|,c", "a;|b|", "\t|a|\tb", "a\t|b|", "a , |b| ; c", "\"a\",|\"b\"|,c", "|a|", "|a|,", "a1,|b|", "a.b,|c-d|,e_f", "a,|b c|,d", "a,|b|,(c)", "a,,|b|,"},
	},
	"lists and codes": {
		atMark(func(s []byte, i int) string {
			e, ok := codeAt(s, i)
			return fmt.Sprint(skipBullets(s, i), e, ok, skipBetween(s, i), overField(s, i), phraseEnd(s, i), passphraseEnd(s, i))
		}),
		[]string{"1. abc123", "12) x", "123. x", "1234. x", "- x", "-x", ", \"x", "* [x", `\nx`, "abc123 x", "abc-123", "ab1-", "1234 5678", "1234 56789", "1234 567", "2026-01-31", "20260131", "abcdef", "a1b2c", "abcdefghijklmnopqrstuvwxyz012345", "abc12x;", "</key> <string>x", "</key", "<string>", "&quot;x", "{ 'x", "-- x", "- x", `"a,b", c`, "a\nb", "\"a\" b", "a}", "a</b>", "abc", "one two three four five", "correct horse battery staple", "correct horse battery staple\n", "the horse battery staple\n", "abandon ability able about above absent absorb abstract absurd abuse access accident\n", "abandon ability able about above absent absorb abstract absurd abuse access\n", "ab cd ef gh\n"},
	},
	"what stands before": {
		func(s string) string {
			b, at := part(s)
			if len(at) == 0 || at[0] >= len(b) {
				return "nothing there"
			}
			i := at[0]
			start, flag := nameStart(b, i)
			var out []string
			for name, is := range map[string]bool{
				"flag": flag, "field": inField(b, i), "redacted": redactedBefore(b, i), "inside": insideRedacted(b, i), "environment": environment(b, i), "parsed": parsed(b, i), "statement": sqlBefore(b, i), "promising": promising(b, i),
				"user": besideUser(&scan.View{Src: b}, i), "switch": i > 0 && flagBefore(b, i),
			} {
				if is {
					out = append(out, name)
				}
			}
			sort.Strings(out)
			return fmt.Sprint(start, nameBegin(b, i), newlineBefore(b, i), ansiEnd(b, i), strings.Join(out, " "))
		},
		[]string{"my-|token x", "--my|token x", "x --|token", ")--|token=", "a--b|token", `\n|token x`, `\nmy|token`, "\x1b[1m|token", "key: |x1", "key = \"|x1", "k&quot;|x1", "<a>|x1", "variable \"|x1", "param |x1", "say \"|x1", "[REDACTED:x]|y", "[REDACTED:x] |y", "[REDACTED:|x]", "env |X=1", "setenv  |X", "myenv |X", "unexpected |token", "next|token", "create user a |identified", "; user; |x", "grant a |x", "role |x", "user=a |pw", "login a; |pw", "a b |pw", "\r\n|x", "\n|x", `\\n|x`, "|token = 1", "|a", "x| is y", "x| was y", "x| as y", "x| word", "x| word1 y", "x| wordWord y", "x| word = y", "x|(y", "x|.y", "x|.=y", "x| averylongword1 y"},
	},
	"keys": {
		func(s string) string {
			b, at := part(s)
			if len(at) == 0 {
				at = []int{0}
			}
			i := at[0]
			prefix, decorated := decoration(b, i)
			stop, closed := keyEnd(b, i, nil)
			return fmt.Sprintf("%q %v %d %v %d %d %v %v %d", prefix, decorated, stop, closed, bodyEnd(b, i, nil), stripPrefix(b, i, prefix), lineOver(b, i), headerLine(b, i), tab(b, i))
		},
		[]string{"+|-----", "  12\t|x", "x = |y", "\"|x", "> > |x", `\n  |x`, `\t|x`, "\x1b[32m+|x", "8→|x", "# |x", "kQ3xT9vBzA1mWfR7\nzA1m=\n-----END X-----\n", "kQ3xT9vBzA1mWfR7\\nzA1mWfR7kQ3xT9vB\\n-----END X", "kQ3xT9vBzA1mWfR7\n-----BEGIN", "kQ3xT9vBzA1mWfR7\nthe end of it", "Proc-Type: 4\nkQ3xT9vBzA1mWfR7\n", "kQ3xT9vBzA1mWfR7\" +\n\"zA1mWfR7kQ3xT9vB\"", "---- END SSH2 X ----\n", "---- end", "--- end", " x", "\n", "  \tx", `\\tx`, "x-y: 1", "comment: x"},
	},
	"commands": {
		func(s string) string {
			b, at := part(s)
			if len(at) == 0 {
				at = []int{0}
			}
			i := at[0]
			end := commandEnd(&scan.View{Src: b}, i, []byte("curl"))
			a, z, next := argument(b, i, end)
			var out []string
			for _, o := range []option{{flag: "-u", pair: ':', sep: true, glue: true}, {flag: "--user", pair: ':', sep: true}, {flag: "-p", glue: true}} {
				n, apart := o.match(b[a:z])
				out = append(out, fmt.Sprint(n, apart))
			}
			return fmt.Sprint(end, plainEnd(&scan.View{Src: b}, i), a, z, next, out)
		},
		[]string{"curl| -u a:b h", "curl| x; y", "curl| x | y", "curl| x && y", "curl| x & y", "curl| 'a;b' c", "curl| \"a|b\"", "curl| x \\\n y", "curl| x \\\r\n y", "curl| x\ny", `curl| x\ny`, `curl| x \\\ny`, `curl| x \\\n y`, "curl| x curl y", "curl| [REDACTED:x] y", "|-ua:b", "|-sSu a", "|-s1u a", "|--user=a", "|--user a", "|--users=a", "|-p'x'", "|-px", "|-p=x", "|'a b' c", `|\"a b\" c`, `|\\\"a\" b\\\" c`, "|\"ab", "| \\\n x", "|a\"b", `|a\"b`, "|a\tb", "|x`y"},
	},
}

// TestJudgements holds what every byte is worth to the detectors' small
// questions. See package golden for how the files read.
func TestJudgements(t *testing.T) {
	update := flag.Lookup("update").Value.String() == "true" // TestSensitivity's
	for name, j := range judges {
		t.Run(name, func(t *testing.T) {
			golden.Judgements(t, "testdata/judgements/"+strings.ReplaceAll(name, " ", "_")+".txt", update, j.ask, j.texts, len(j.texts))
		})
	}
}

// A value that goes on behind the view takes what its quotes cannot be.
func TestSwallowed(t *testing.T) {
	const any = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
	for _, tt := range []struct {
		name string
		lit  literal
		not  string // of any
	}{
		{"without quotes", literal{}, "!\"#$%&'()*,:;<>?@[\\]^`{|}~"},
		{"in quotes", literal{quoted: true, mark: '"'}, "\""},
		{"in single quotes", literal{quoted: true, mark: '\''}, "'"},
		{"in a string of a string", literal{quoted: true, mark: '\'', level: 1}, "'\"\\"},
		{"in quotes that are spelt", literal{quoted: true, mark: '\'', spelled: true}, "'\"&%\\"},
	} {
		c := swallowed(tt.lit)
		for b := range 256 {
			want := strings.IndexByte(any, byte(b)) >= 0 && strings.IndexByte(tt.not, byte(b)) < 0 && b < 128
			if c.Has(byte(b)) != want {
				t.Errorf("%s: %q is %v", tt.name, byte(b), !want)
			}
		}
		var sp scan.Span
		if openSpan(&sp, tt.lit); !sp.Open || sp.Alphabet != c || sp.Deeper != 0 {
			t.Errorf("%s: %+v", tt.name, sp)
		}
	}
	var sp scan.Span
	if openSpan(&sp, literal{quoted: true, block: true, indent: 2}); !sp.Open || sp.Deeper != 3 || !sp.Alphabet.IsZero() {
		t.Errorf("a block: %+v", sp)
	}
}
