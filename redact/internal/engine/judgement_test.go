package engine

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"jezero/redact/internal/golden"
)

var update = flag.Bool("update", false, "write golden files")

// barred parts a text at its bars: what stands before the first, and up to the
// second. Where there are fewer, the rest counts as before the first.
func barred(s string) (src []byte, at, to int) {
	p := strings.SplitN(s, "|", 3)
	at, to = len(p[0]), len(p[0])
	if len(p) > 2 {
		to += len(p[1])
	}
	return []byte(strings.Join(p, "")), at, to
}

// judges are the small questions that the engine asks of the bytes around and
// in a match, and texts that stand for what they are asked of. Bars mark a place.
var judges = map[string]struct {
	ask   func(s string) string
	texts []string
}{
	"escape ends": {
		func(s string) string { return fmt.Sprint(escapeEnds([]byte(s))) },
		[]string{`a\n`, `a\t`, `\0`, `\x`, `x%3D`, `x%41`, `x=3D`, `x=41`, `%253A`, `%2541`, `%263A`, `\x27`, `\x41`, `\u0022`, `\U003d`, `\u0041`, `\u1022`, "\x1b[31m", `\033[0;1m`, `\e[K`, `\u001b[1m`, `\u001B[m`, `\x1b[m`, `\x1B[38:5m`, "^[[1m", "[1m", "abc[1m", `a\\e[1J`, "m", "\x1b[1234567890123456789012m"},
	},
	"escape letters": {
		func(s string) string { b, at, _ := barred(s); return fmt.Sprint(escapeLetters(b, at)) },
		[]string{`\|nabc`, `\|uabcd`, `\u|00e9x`, `\u00|e9x`, `\u00e|9`, `\u00e9|x`, `\|u00g9`, `\|u00e`, `%|3Dx`, `%3|Dx`, `%3D|x`, `%|41x`, `%|3`, `=|3D`, `x|n`, `\|x41`, `\|r`, `\|b`, `\|fx`, `|n`, `\u|`},
	},
	"joined": {
		func(s string) string { return fmt.Sprint(joined([]byte(s))) },
		[]string{"a+", "a@", "a#", "x--", "a-", "_ZN9namespace", "__ZN4abc", "_Z1", "x_ZN9", "arn:aws:iam::12:user/", "arn:aws:a:", "xarn:aws:iam::", "arn:a/b:", "sha256:", "SHA-512=", "md5 \"", "commit ", "x commit  ", "xcommit ", "requestId=", "requestid=", "RequestID: ", "userId\": \"", "tree\n", "hash    :", "hash     :", "h1:", "h1:Abc3/", "pkg h1:yeRUT3mUE13jL1tGwvoQsKdVbAsQx9AJ+fqahKveP04=,", "BgEFBQcDATAPBgNVHRMBAf8EBTADAQH/", "abcDEFGH1/", "aaaABCDEabcd12/", "aaaABCDEabcd1/", "kQ3xT9vBzA1mWAaa=, ", "k=,", "=,", "name] ", "[REDACTED:x] ", "[REDACTED:x]", "[REDACTED:x]/", "commit[REDACTED:a] ", ""},
	},
	"joined after": {
		func(s string) string { return fmt.Sprint(joinedAfter([]byte(s))) },
		[]string{"", "=", "+x", "@x", "#x", "/a", "/jVu5BB4Kq9GOM7ZQ0", "/jVu5BB4Kq9GOM7", "/abc[REDACTED:x]", "/[REDACTED:x]", "%3D", "%3d", "%2B", "%2f", "%2F%2F", "%20", "%3", ".a", "..", "-a", "--", "_1", "~x", "~", ".[REDACTED:a]", "-[redacted]", " a", "\n", "\"", ":x"},
	},
	"embedded": {
		func(s string) string { return fmt.Sprint(embedded(barred(s))) },
		[]string{"|okta|_token=", "my|Twilio|AuthToken", "kanieruchomoscientistreakusercontentrvarggatrysilja|zapier|newayxnd5qv7z876chungnamdalseidfjord", "Pcu1SCOhGnqmKrs0aDAbBgNV|okx|HREEFDASgRBpbmZvQGUtc3ppZ25v", "[REDACTED:x]|okta|", "[REDACTED:x] |okta|", "|okta|[redacted]", "a/b/|okta|/c+d", "aaaABCDE123456789012345678901234567|abc|"},
	},
	"spelled": {
		func(s string) string {
			b, at, to := barred(s)
			if at == to {
				return "no word"
			}
			return fmt.Sprint(spelled(b, at, to))
		},
		[]string{"|hibp|", "|HIBP|_KEY", "|hibp|ApiKey", "my|Hibp|Key", "x-|hibp|-key", "|hibp|key=", "my|hibp|key", "MY|HIBP|KEY", "|hibp|2 ", "|hibp|234", "|hibp|2345", "|hibp|2x", "|DeepAI|Key", `\n|hibp|_key`, "use|Pyowm|", "zl|JhIBp|2pU", "k|hibp|", "|hibp|ster", "a9|Hibp|Q", "X|HIBP|Q", "|HIBP|x", "aQ|Hibp|X7", "aQ7-|hibp|", "a7|Hibp|", "aB7|Hibp|Key", "the|hibp|", "xthe|hibp|", "api|hibp|id", "kanie|calendly|x", "|aBcDe|", "|ABc|"},
	},
	"kind": {
		func(s string) string { return fmt.Sprint(kindLike([]byte(s))) },
		[]string{"", "github-pat", "DB_PASS", "a.b-c_d", "aB7", "ABC7", "abc7", "aB-c7", "a-B7c", strings.Repeat("a", 24), strings.Repeat("a", 25), "abcdefghijkl-abcdefghijklmnopqrstu", "_", "aBc"},
	},
	"placeholder": {
		func(s string) string { b, at, _ := barred(s); return fmt.Sprint(placeholderEnd(b, at)) },
		[]string{"|[REDACTED]", "|[redacted:x]", "a|[Redacted:DB_PASS]b", "|[REDACTED:]", "|[REDACTED:x", "|[REDACTE]", "|[REDACTED:a b]", "|[REDACTED: x]", "|(REDACTED)", "|[REDACTED:" + strings.Repeat("a-", 31) + "a]", "|[REDACTED:" + strings.Repeat("a-", 32) + "]", "|[REDACTED:" + strings.Repeat("a-", 32) + "a]", "|[REDACTED.x]", "|[REDACTED:aB7]", "|[REDACTED:é]", "[|"},
	},
	"redacted": {
		func(s string) string {
			b, at, to := barred(s)
			if at >= len(b) {
				return "nothing there"
			}
			return fmt.Sprint(redacted(b, at, to))
		},
		[]string{"|[REDACTED:x]|", "|[REDACTED:x][REDACTED]|", "|[REDACTED:x] |", "[RED|ACTED:x|]", "a|[REDACTED:x]|", "a |b[REDACTED:x]|", "|[a][REDACTED:x]|", "[REDACTED:" + strings.Repeat("a-", 30) + "|bcd|]", "[x]|abc|", "[REDACTED:x|]|", "|" + strings.Repeat("[REDACTED:aaaaaa]", 15) + "|", "|" + strings.Repeat("[REDACTED:aaaaaa]", 16) + "|"},
	},
	"glued": {
		func(s string) string {
			b, at, _ := barred(s)
			if at >= len(b) {
				return "nothing there"
			}
			i := at
			for i > 0 && at-i <= maxKind && kindBytes[b[i-1]]&inGlue != 0 {
				i--
			}
			k := at
			for k > 0 && at-k <= maxKind && kindBytes[b[k-1]]&inKind != 0 {
				k--
			}
			return fmt.Sprint(gluedToPlaceholder(b, i, at), insidePlaceholder(b, k, at))
		},
		[]string{"[REDACTED:x]|token", "[REDACTED:x] |token", "[REDACTED]my-|token", "[REDACTED:x]a/b.|token", "[[REDACTED:x]]|token", "[REDACTED:x]]]|token", "]|token", "x]|token", "[x]|token", "[REDACTED:|token]", "[REDACTED:my-|token]", "[REDACTED:|token", "[REDACTED |token]", "[redacted:a.|token.b]", "[REDACTED:x]é|token", "[REDACTED:x]|=", "[REDACTED:" + strings.Repeat("a-", 31) + "]|token"},
	},
	"dressed": {
		func(s string) string {
			if s == "" {
				return "nothing there"
			}
			c, n := dressedAt([]byte(s), 0)
			return fmt.Sprint(c, n, joint([]byte(s), 0))
		},
		[]string{`\/x`, `\\/x`, `\\\\/`, `\\\\\/`, `\u002f`, `\\u002F`, `\u012f`, `\u102f`, `\n`, `\`, `%2F`, `%252F`, `%25`, `%2`, `%262F`, `&#x2F;`, `&#X2f;`, `&#47;`, `&#x2;`, `&#4;`, `&#47`, `&amp;`, "a", "\\\nx", "\\\r\nx", `\\nx`, `\\\nx`, `\"\"x`, `\\\"\\\"x`, `""x`, `''x`, `""`, `"'x`},
	},
	"ruled": {
		func(s string) string {
			return fmt.Sprint(ruledIn([]byte(s)))
		},
		[]string{"abc----d", "ab---c", "----", "a====", "a____", "aaaaa", "----a----", "a-_-_-"},
	},
	"escape length": {
		func(s string) string { return fmt.Sprint(escapeLen([]byte(s))) },
		[]string{`\n`, `\r`, `\tx`, `\x`, `\\n`, `\\\\n`, `\\x`, `\u0022`, `\u002`, `\u001b[1mx`, `\u001B[0;31mx`, `\u001bx`, "\x1b[1mx", "\x1b[mx", "\x1b[1;31x", "\x1b[12345678901234m", "\x1b[123456789012345m", "\x1b[1-m", "\x1bx", "\x1b", `\`, "a", "\x1b[1Z", "\x1b[@"},
	},
	"whole escape": {
		func(s string) string { b, at, _ := barred(s); return fmt.Sprint(wholeEscape(b, at)) },
		[]string{`\|u00e9`, `\\|u00e9`, `\\\|u00e9`, `a|u00e9`, `\|u00g9`, `\|ug0e9`, `\|u00e`, `\|n`, `|u00e9`, `x\|u00e9y`},
	},
	"wide": {
		func(s string) string {
			return fmt.Sprint(narrowText([]byte(s)), wideOf([]byte("\xff\xfe"+s)) == nil, wideOf([]byte("\xfe\xff"+s)) == nil, wideOf([]byte("\xff\xff"+s)) == nil)
		},
		[]string{"", "abc", "abcd", "a\x00b\x00", "abcdefghi\x80", "abcdefgh\x80\x80", "abcdefghijklmnopqr\x80\x80", "a\t\n\r \x7f~", "\x00\x00\x00\x00", "\x1f\x1f  "},
	},
	"example": {
		func(s string) string { return fmt.Sprint(repeats([]byte(s)), saysExample([]byte(s)), blob([]byte(s))) },
		[]string{"aaaaaaaa", "xaaaaaaaay", "xxaaaaaaaay", "xxxaaaaaaaay", "xaaaaaaay", "AAAAAAAA", "========", "--------", "an-example1", "EXAMPLE", "1example", "placeHolder", "xchangeme", "redacted", "your_x", "your-x", "yourx", "yourtokenx", "ayourkey", "yoursecret", "yourapi", "12yourap", "aaaABCDEabcd12", "aaABCDEabcd123", "aaaABCDabcd123", "aaaABCDEabcdef"},
	},
	"continues": {
		func(s string) string {
			return fmt.Sprint(continues([]byte(s)), numbered([]byte(s)), gluedAfter([]byte(s)), gluedBefore([]byte(s)))
		},
		[]string{"live_x", "test_", "prod", "key_", "api_", "ptr_", "12", "123x", "123", "1234", "1-", "key", "xkey", "my", "amy", "_my", "config", "tokens"},
	},
}

// ruledIn asks ruled of a whole text.
func ruledIn(b []byte) int {
	s := &scanner{src: b}
	return s.ruled(len(b), 0)
}

// TestJudgements holds what every byte is worth to the engine's small
// questions. See package golden for how the file reads.
func TestJudgements(t *testing.T) {
	for name, j := range judges {
		t.Run(name, func(t *testing.T) {
			golden.Judgements(t, "testdata/judgements/"+strings.ReplaceAll(name, " ", "_")+".txt", *update, j.ask, j.texts, len(j.texts))
		})
	}
}
