package detect

import (
	"strings"
	"testing"

	"jezero/redact/internal/scan"
)

// Where idleWord says that a word is worth no call, word finds nothing.
func TestIdleWord(t *testing.T) {
	pad := strings.Repeat("and so on ", 10)
	words := []string{"key", "password", "pass", "token", "tokens", "auth", "_psk", "secret", "pwd", "seed", "_pat=", "PASSWORD", "phrase", "mnemonic", "passphrase", "Token"}
	behind := []string{
		" is kQ3xT9vB2mW7pZ5n\n", " next word\n", " next, kQ3xT9vB2mW7pZ5n\n", " next = kQ3xT9vB2mW7pZ5n\n", " next=kQ3xT9vB2mW7pZ5n\n", " string  = \"kQ3xT9vB2mW7pZ5n\"\n",
		" kQ3xT9vB2mW7pZ5n\n", " kqvxbmwzpxq\n", " kqvxbmwzpxqzvwk\n", " for admin: kQ3xT9vB2mW7pZ5n\n", " as kQ3xT9vB2mW7pZ5n\n", " was kQ3xT9vB2mW7pZ5n\n", " es kQ3xT9vB2mW7pZ5n\n",
		" ist kQ3xT9vB2mW7pZ5n\n", " lautet kQ3xT9vB2mW7pZ5n\n", " to go on:\n\nkQ3xT9vB2mW7pZ5n\n", " hunter\n", " hunter --plaintext\n", " Hunter2 x\n", " (kQ3xT9vB2mW7pZ5n)\n",
		": kQ3xT9vB2mW7pZ5n\n", " :hunter\n", " is not there\n", " is hunter22 x\n", " is kqvxbmwzpxq x\n", " is bearer kQ3xT9vB2mW7pZ5n\n", " is word word word word word word word word word word word word\n", " is (kQ3xT9vB2mW7pZ5n)\n",
		" {\n\tcall()\n", " {\\n\\tcall()\\n", " { value: kQ3xT9vB2mW7pZ5n }\n", " {\n\tvalue: kQ3xT9vB2mW7pZ5n\n", " {\n\ttype: x,\n\tvalue: kQ3xT9vB2mW7pZ5n\n", " {\"value\": \"kQ3xT9vB2mW7pZ5n\"}\n", " {{ x }} kQ3xT9vB2mW7pZ5n\n", " {kQ3xT9vB2mW7pZ5n}\n", " { get; set; } = \"kQ3xT9vB2mW7pZ5n\"\n", " {get; set; } = \"kQ3xT9vB2mW7pZ5n\"\n", "] = f(x)\n", "] = f(\"kQ3xT9vB2mW7pZ5n\")\n", "\"] = f(\"kQ3xT9vB2m\")\n", " : hunter\n", "=kQ3xT9vB2mW7pZ5n\n", ", kQ3xT9vB2mW7pZ5n\n", ",b\n1,kQ3xT9vB2mW7pZ5n,2\n", ", \"kQ3xT9vB2mW7pZ5n\"}\n", ") {\n", "; kQ3xT9vB2mW7pZ5n\n", "/kQ3xT9vB2mW7pZ5n\n",
		"(\"kQ3xT9vB2mW7pZ5n\")\n", "(x, \"kQ3xT9vB2mW7pZ5n\")\n", "@kQ3xT9vB2mW7pZ5n\n", "-kQ3xT9vB2mW7pZ5nR8dL4\n", "_kQ3xT9vB2mW7pZ5nR8dL4\n", "-for-kQ3xT9vB2mW7pZ5nR8dL4\n", "_1b4e28ba-2fa1-11d2-883f-0016d3cca427\n",
		"Name: kQ3xT9vB2mW7pZ5n\n", "_name=kQ3xT9vB2mW7pZ5n\n", "_2=kQ3xT9vB2mW7pZ5n\n", "_value: kQ3xT9vB2mW7pZ5n\n", ".x = kQ3xT9vB2mW7pZ5n\n", "Prod = \"kQ3xT9vB2mW7pZ5n\"\n", "nameKey=kQ3xT9vB2mW7pZ5n\n",
		".\n", ". Then kQ3xT9vB2mW7pZ5n\n", "：kQ3xT9vB2mW7pZ5n, or so\n", "phrase: kQ3xT9vB2mW7pZ5n\n", "phrase is word word word word word word word word word word word word\n", "\": 17,\n",
		" := range kQ3xT9vB2mW7pZ5n {\n", " = word\n", " = hunter22\n", " = word + x\n", " = or \"kQ3xT9vB2mW7pZ5n\"\n", " = new Foo(\"kQ3xT9vB2mW7pZ5n\")\n", " = renew Foo(\"kQ3xT9vB2mW7pZ5n\")\n", " = token kQ3xT9vB2mW7pZ5n\n", " = bearer kQ3xT9vB2mW7pZ5n\n", " = hunter || \"kQ3xT9vB2mW7pZ5n\"\n", " = hunter ?? \"kQ3xT9vB2mW7pZ5n\"\n", " = hunter or \"kQ3xT9vB2mW7pZ5n\"\n", " = hunter {x} || \"kQ3xT9vB2mW7pZ5n\"\n", " = hunter ;\n", " = hunter ; Server = x;\n", " = hunter, x\n", " = hunter )\n", " = \n\"kQ3xT9vB2mW7pZ5n\"\n", " = legal winner thank year wave sausage worth useful legal winner thank yellow\n", " := legal winner thank year wave sausage worth useful legal winner thank yellow\n", " == legal winner thank year wave sausage worth useful legal winner thank yellow\n", ": legal winner thank year wave sausage worth useful legal winner thank yellow, x\n", " is legal winner thank year wave sausage worth useful legal winner thank yellow\n", " == kQ3xT9vB2mW7pZ5n\n", " == kQ3xT9vB2mW7pZ5nR8dL\n", " != kQ3xT9vB2mW7pZ5nR8dL \n", " == word {\n", " != new Foo(\"kQ3xT9vB2mW7pZ5n\")\n", " == token kQ3xT9vB2mW7pZ5nR8dL\n", " == \"kQ3xT9vB2mW7pZ5n\"\n", " :== word\n", " :=\n", " %s kQ3xT9vB2mW7pZ5n\n", " %q, x\n", " %sx9kQ3xT9vB2mW7p\n", ": %w\n", ": %s || \"kQ3xT9vB2mW7pZ5n\"\n", ": %s, x || \"kQ3xT9vB2mW7pZ5n\"\n", ": word, other\n", ": word}\n", ": word, x || \"kQ3xT9vB2mW7pZ5n\"\n", ": word,kQ3xT9vB2mW7pZ5n\n", ": word}kQ3xT9vB2mW7pZ5n\n", ":: word, x\n", ": string = \"kQ3xT9vB2mW7pZ5n\"\n", ": word\n", ": x, \"kQ3xT9vB2mW7pZ5n\"\n", "\n\t\tcall(x)\n", "\nshort kQ3xT9vB2mW7pZ5n\n", "\nshortkQ3xT9vB2mW7pZ5n\n", "\nvalue: kQ3xT9vB2mW7pZ5n\n", "\n\nkQ3xT9vB2mW7pZ5n\n", "\nletters_and_more\n", "\n  kQ3xT9vB2mW7pZ5n \n", "    string\n", "   kQ3xT9vB2mW7pZ5n\n", " word\t= \"kQ3xT9vB2mW7pZ5n\"\n", " word   = \"kQ3xT9vB2mW7pZ5n\"\n", " word\n= \"kQ3xT9vB2mW7pZ5n\"\n", " (admin): kQ3xT9vB2mW7pZ5n\n", " (the admin is kQ3xT9vB2mW7pZ5n\n", " (x) kQ3xT9vB2mW7pZ5n\n", ",b,c\nx,kQ3xT9vB2mW7pZ5n,3\n", ",b,c)\nx,kQ3xT9vB2mW7pZ5n,3)\n", "|b|c\nx|kQ3xT9vB2mW7pZ5n|3\n", ", b) = \"kQ3xT9vB2mW7pZ5n\"\n", "] = word\n", "] == word\n", "] = word || \"kQ3xT9vB2mW7pZ5n\"\n", "2 is legal winner thank year wave sausage worth useful legal winner thank yellow\n",
		"] {\n\tcall()\n", "] {Kq3xvbmw}\n", " {Kq3xvbmw}\n", "\n- kQ3xT9vB2mW7pZ5n\n", "]\n- kQ3xT9vB2mW7pZ5n\n", "\"] {\n\tvalue: kQ3xT9vB2mW7pZ5n\n", "[0] {\n\tcall()\n", "[cc] = x.y\n", "[6:]\n\tx\n", "]\nkQ3xT9vB2mW7pZ5n\n", "\"\nkQ3xT9vB2mW7pZ5n\n", "\"\n  value: kQ3xT9vB2mW7pZ5n\n", "\" {\n  value: kQ3xT9vB2mW7pZ5n\n", "[REDACTED:jwt] = kQ3xT9vB2mW7pZ5n\n", "[redacted] = \"kQ3xT9vB2mW7pZ5n\"\n", "[x\"y] = \"kQ3xT9vB2mW7pZ5n\"\n", "[0] = \"kQ3xT9vB2mW7pZ5n\"\n", " = e.value\n", " = xQzvKq\n", " = xqz.vkq\n", " = kQxTvBmWpZnRfLg\n", " = kqxtvbmwpznrflgq\n", " = newListOfThem\n", ": e.value, x\n", ": xQzvKq, x\n", ": kQxTvBmWpZnRfLg}\n", " follow\n", " was: kQ3xT9vB2mW7pZ5n\n", " \bkQ3xT9vB2mW7pZ5n\n", "\\n\\tcall(x)\n", "]\\nkQ3xT9vB2mW7pZ5n\n", "\\\"\\nkQ3xT9vB2mW7pZ5n\n",
		"\", \"kQ3xT9vB2mW7pZ5n\")\n", "\": \"kQ3xT9vB2mW7pZ5n\"\n", "\"] = \"kQ3xT9vB2mW7pZ5n\"\n", "']+=\"kQ3xT9vB2mW7pZ5n\"\n", "} , x = \"kQ3xT9vB2mW7pZ5n\"\n", "\"),\n", "}, nil\n", "]++\n", "]int)\n", "\\\")\n", "\\\": \\\"kQ3xT9vB2mW7pZ5n\\\"\n",
		"{\"kQ3xT9vB2mW7pZ5n\"}\n", "{get; set;} = \"kQ3xT9vB2mW7pZ5n\"\n", "{a, b}\n", "='[REDACTED:jwt]' x\n", "=[REDACTED:jwt]\n", "='[REDACTED:jwt]' + 'kQ3xT9vB2mW7pZ5n'\n",
		"\nkQ3xT9vB2mW7pZ5n\n", "\n}\n", "\n}kQ3xT9vB2mW7pZ5n\n", "\\n\\tkQ3xT9vB2mW7pZ5n\n", "\\n\\type: x\n  value: kQ3xT9vB2mW7pZ5n\n", "\n  value: kQ3xT9vB2mW7pZ5n\n", "\r\n}, kQ3xT9vB2mW7pZ5n\n", "\n}|kQ3xT9vB2mW7pZ5n|3\n", "\n)\tkQ3xT9vB2mW7pZ5n\n",
		" = f(x)\n", " := f(x, \"some\")\n", " = f(\"kQ3xT9vB2mW7pZ5n\")\n", " = f(\"a\", \"kQ3xT9vB2mW7pZ5n\")\n", " = f(\"a\", \"kQ3xT9vB2mW\")\n", " = f(x) || \"kQ3xT9vB2m\"\n", " = f(x) ?? \"kQ3xT9vB2m\"\n", " = f(x) or \"kQ3xT9vB2m\"\n", " = f('kQ3xT9vB2m''W7pZ5nR8dL')\n", " = f(\"\")\n", " = f(\"\"\"kQ3xT9vB2m\"x\"x\"W7pZ5nR8dL\"\"\")\n", " = f(\"\", \"kQ3xT9vB2mW7pZ5n\")\n", " = f(\"\"kQ3xT9vB2mW7pZ5n\"\")\n", " = f(x) or \"kQ3xT9vB2mW7pZ5n\"\n", " = or(\"x\", \"kQ3xT9vB2mW7pZ5n\")\n", " = f(x, [REDACTED:jwt])\n",
		" = q(kQ3xT9vB2mW7pZ5n)\n", " = kQ3xT9vB2mW7pZ5n\n", " = f(''kQ3xT9vB2mW7pZ5n')\n", " = f('a''kQ3xT9vB2mW7pZ5n')\n", " = f(\\\"a\\\", \\\"kQ3xT9vB2mW7pZ5n\\\")\n", " = f(\\\"some\\\")\n", " = f(x);\n", " = f(x)\\n\"kQ3xT9vB2mW7pZ5n\"\n", " = name(\"kQ3xT9vB2mW7pZ5n\n\")\n", "s\": 17,\n", "s\": \"kQ3xT9vB2mW7pZ5n\",\n",
	}
	idle := 0
	for _, before := range []string{"", "with ", "x = ", "x == ", "\"kQ3xT9vB2mW7pZ5n\" == ", "\"kQ3xT9vB2mW7pZ5n\" == the ", "use kQ3xT9vB2mW7 as ", "use kQ3xT9vB2mW7 as the new api ", "has kQ3xT9vB2mW7 ",
		"the following ", "a new ", "machine h.example login a ", "\nroot", "\nrequire", "login NAME ", "<", "</", "a/", "{", "$", "ENV ", "--", "\n", "a,", "\n1,", "\na,api ", "user/", "db_", "db", "DB_", "max_", "public ", "api ", "?", "'", "| ", "(ctx, ", "s.", "name: \"", "name: ", "\n- --", "env ", "x = \"", "\"Server = db; Uid = me; ", "Server=db;Uid=me;"} {
		for _, w := range words {
			for _, after := range behind {
				src := []byte(pad + before + w + after + pad + pad + pad)
				from := len(pad + before)
				to := from + len(w)
				if w == "passphrase" {
					to = from + len("pass")
				}
				if !idleWord(src, from, to) {
					continue
				}
				idle++
				var out scan.Out
				if word(&scan.View{Src: src, At: from, To: to}, &out); len(out.Spans) > 0 {
					t.Errorf("%q: %d values", src[len(pad):len(src)-3*len(pad)], len(out.Spans))
				}
			}
		}
	}
	if idle < 48000 {
		t.Errorf("only %d were idle", idle)
	}
}

// At the start of the input nothing stands before a name.
func TestIdleWordAtTheStart(t *testing.T) {
	for _, before := range []string{"", "x", "api_", "_", "--", " ", "\\n", strings.Repeat("a", 70)} {
		for _, after := range []string{", x", " = x", ": x", "; x", ") x", "(x", " so it", "\n}", "\"", ".x", "] x"} {
			text := before + "key" + after + strings.Repeat(" and so on", 60)
			idleWord([]byte(text), len(before), len(before+"key"))
		}
	}
}

func TestCounted(t *testing.T) {
	for text, want := range map[string]bool{
		`":1,`: true, `":12345678,`: true, `":12345678}`: true, `":123456789,`: true, `\":17,`: true, `":12345678901234,`: true,
		`":123456789012345,`: false, `":1234567890123456,`: false, `":,`: false, `":"1"`: false, `":1 `: false, `":1a,`: false, `":12345678/`: false, `": 1,`: false, `=1,`: false, "\":1\xb1,": false,
	} {
		if got := counted([]byte(text+strings.Repeat(" ", 24)), 0); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
