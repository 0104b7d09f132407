package value

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jezero/redact/internal/golden"
)

// questions are the small ones that a look is made of.
var questions = map[string]func(v []byte) bool{
	"inner": inner, "version": version, "colour": colour, "pattern": ofFacts(pattern), "constraints": constraints, "escapes": ofFacts(escapes), "number": number, "hex number": HexNumber, "verifier": verifier, "digest": colonDigest, "prose": prose, "plain word": plainWord, "composite": composite, "ident": identLike, "url": url, "segment": segment,
	"lowerish": lowerish, "extension": extension, "repetitive": repetitive, "various": various, "sequence": sequence, "glued hint": gluedHint, "sparse": tooSparse, "hashed": hashed, "mixed": mixedCase,
	"public key": ofFacts(publicKey), "wordy": ofFacts(wordy), "expression": ofFacts(expression), "path": ofFacts(path), "placeholder": ofFacts(placeholder),
	"hex": Hex, "strong": Strong, "likely": Likely,
	"dollar": func(v []byte) bool { _, ok := dollar(v); return ok }, "bracketed": func(v []byte) bool { l, ok := bracketed(v); return ok && l == Placeholder }, "closes": func(v []byte) bool { return closesAtEnd(v, '{', '}') }, "packet": func(v []byte) bool { return len(v) > 8 && publicPacket(v) },
}

func ofFacts(ask func(f *facts) bool) func(v []byte) bool {
	return func(v []byte) bool {
		var f facts
		f.read(v)
		return ask(&f)
	}
}

// textsOfQuestions are as short as each answer allows, and a little longer.
var textsOfQuestions = []string{
	"<%ab", "<?ab", "{{a", "{{ab}}", "{a}", "[a]", "[pwd]x", "%a%", "%s", "%(a", "%{a", "%+v", "#{a}", "#{a}b", "@a@", "@{a", "!!a", "!Ref", ":a", "?", "()", "(a", "__a__", "_ab__", "__ab_", "%+", "%(", "%{", "*a", "&a", "${a}", "${a:-b}", "$a", "$1", "$12", "$123", "$(a)", "$(a)b", "$a-b", "$a.b", "$$", "$a=b", "$2y$10$abcdefghijklmnop", "$aB3xQ9zT7kLm", "pre$VAR", "pre${a}post", "x{{a}}", "a%{b}c", "<%a%>b",
	"1.2.3", "v1.2", "^1.0", "1.2.3-b", "1.2.3+b", "~1.2.x", "1.2.3.4", ">=1.2.3 <2", "#fff", "#ffff", "#0a0b0c", "#0a0b0c0d", "#0a0b0", "[0-9]+", "[a-z]{8}", "\\d{3}", "(?i)a", ".+[a]", "[^a]{2}", "required|min:8", "a|b", "ab|cd", "ab|cd:123456789012", `\x41\x42`, `\u0041\u0042`, `\n\n\n\n`, `\U0001f600a`, "0", "-1", "1.5", "1_000", "1,000", "1e5", "1e-10", "1e123", "10MB", "10xx", "0x1f", "0xdead_beef", "0x", "1.2.3e", "1..2",
	"name+0a1b2c3d+A" + strings.Repeat("b", 44), "PRIVATE+KEY+a", "23:5c:64:40:79:ac:26:a5:cb:f7:49:2c:8a:cd:c0:e8", "two words", "it's a word.", "(x) y1", "a1b2 c3d4 word", "one 12345 two", "one 1234 two", "key2", "config.v1", "a1b2c", "not-a-uuid", "key12345", "key1234", "a.b()", "f(x)", "f(1", "a[0]", "a->b", "a::b", "a?.b", "a!.b", "a!b", "A<b>", "a+b", "a|b|c", "a%b", "T{a, 1}", "T{", "T{{}}", "a)", "a;", "&a.b", "a => b", "urn:a", "ab://", "a://", "h2+x-y.z://a", "abcdefghijklmnopqrstuvw://x", "/a", "~/a", "./a", "../a", "C:\\a", `\\a`, `\ab`, `\abc`, "a/b", "a/b/c", "a/B/c", "a.txt", "a.verylongext", "/a/b/c/d/kQ3xT9vB", "/a/kQ3xT9vB", "a/kQ3xT9vBzA1mWfR7/b/c.go", "a=b/c",
	"aaaa", "aaa", "aa", "1111", "111111", "a1a1a1a1a1a1", "ababababcccc", "aaaaaabc", "aaaaaaabcdefg", "********", "…", "xX", "12345", "54321", "00000", "90123", "13579", "changeme", "yourtokenhere", "mypassword", "passwordx", "secretkey1", "my_api_key", "password123", "your-api-key-123456", "your-api-key-918273", "x_x", "todo", "insert key here", "invalidinvalid", "abcabcabc", "testtest", "ABABABAB", "kQ3xT9vBzA1mWfR7", "kQ3xT9vB", "deadbeef", "dead-beef", "..a..b", "a.......b.......", "AVEncVideoMax", "é", "日本語の文", "ภาษาไทย", "9804" + "0a0b", "a!b#c$D%e^f&g*h(i)J_k+l m@o~q;r?t", "a!b#c$D%e^f&g*h(i)J_k+l m@o~q;r?7", "a!b#c$d%e^f&g*h(i)j_k+l m@o~q;r?7", "A!B#C$D%E^F&G*H(I)J_K+L M@O~Q;R?7", "ssh-rsa A", "MCowBQYDK2Vx",
}

// TestQuestions holds what every byte is worth to them. See package golden for
// how the file reads.
func TestQuestions(t *testing.T) {
	var names []string
	for name := range questions {
		names = append(names, name)
	}
	slices.Sort(names)
	ask := func(s string) string {
		if s == "" {
			return "nothing"
		}
		v := []byte(s)
		var out []string
		for _, name := range names {
			if questions[name](v) {
				out = append(out, name)
			}
		}
		return strings.Join(out, ", ")
	}
	update := flag.Lookup("update").Value.String() == "true" // TestJudgements'
	golden.Judgements(t, "testdata/questions.txt", update, ask, textsOfQuestions, len(textsOfQuestions))

	// The same for what is counted, of every beginning of a text.
	var texts []golden.Text
	for _, s := range textsOfQuestions {
		texts = append(texts, golden.Text{Head: fmt.Sprintf("%q", s), In: s})
	}
	count := func(s string) string {
		var b strings.Builder
		last := ""
		for i := 1; i <= len(s); i++ {
			v := []byte(s[:i])
			line := fmt.Sprint("look ", Of(v), ", score ", Score(v), ", chant ", Chant(v), ", ideographs ", ideographs(v), ", outside ", len(outside(v, i/2)), ", around ", sameAround(v, i/2), ", digits ", DigitCount(v), ", redacted ", RedactedLen(v))
			if line != last {
				fmt.Fprintf(&b, "\t%d: %s\n", i, line)
			}
			last = line
		}
		return b.String()
	}
	golden.Compare(t, "testdata/counts.txt", update, count, texts, len(texts))
}
