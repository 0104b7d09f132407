package value

import (
	"math/rand"
	"slices"
	"testing"

	"jezero/corpus"
)

// JZ-30…37, JA-36
func TestOf(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Look
	}{
		{"", Empty}, {"  ", Empty}, {"[REDACTED:password]", Redacted}, {"[REDACTED]", Redacted}, {"[redacted:db]", Redacted},
		{"$VAR", Reference}, {"${VAR}", Reference}, {"${VAR:-default}", Reference}, {"%VAR%", Reference}, {"{{ x }}", Reference}, {"{{ .Values.x }}", Reference},
		{"$(cat /run/secrets/x)", Reference}, {"#{password}", Reference}, {"%s", Reference}, {"@PASSWORD@", Reference}, {"${{ secrets.X }}", Reference},
		{"<placeholder>", Placeholder}, {"<your token>", Placeholder}, {"your-key-here", Placeholder}, {"changeme", Placeholder}, {"CHANGE_ME", Placeholder},
		{"xxxx", Placeholder}, {"********", Placeholder}, {"AAAAAAAAAAAA", Placeholder}, {"REPLACE_ME", Placeholder}, {"my_api_key", Placeholder},
		{"your_api_key_here_placeholder_text_example_12345", Placeholder}, {"password", Placeholder}, {"__SECRET__", Placeholder}, {"000000000000", Placeholder},
		{"os.environ/BILLING_API_KEY", Reference}, {"process.env.X", Reference}, {"vault:secret/data/x", Reference}, {"op://vault/item/field", Reference},
		{"/run/secrets/db", Path}, {"./certs/key.pem", Path}, {"~/x/y", Path}, {`C:\certs\key.pem`, Path}, {"certs/server.key", Path},
		{"true", Keyword}, {"null", Keyword}, {"string", Keyword}, {"None", Keyword},
		{"12345", Number}, {"2.5e-07", Number}, {"128k", Number}, {"0x1f", Number},
		{"get_access_token()", Code}, {"self.secret", Reference}, {"obj.password", Code + 0}, {"foo[bar]", Code},
		{"see the team vault", Prose}, {"Forgot password?", Prose}, {"swordfish", Word}, {"billing_queue_name", Identifier}, {"frameObserverToken", Identifier},
		{"7c41b0d6-3b8c-4d7b-9f63-2d1c0a9e8f11", UUID}, {"hunter2", Identifier + 0}, {"q7!ECQirhvKa", Generated}, {"Pass123!@#", Plain},
		{"https://example.net/x", URL}, {"5cq0pXkz9Tq2mVw7", Generated}, {"297c6fdb78c2b56acf56a263640aeec53fdce339", Generated},
		{"lGRSGwR7tv$g9g7Rb", Generated}, {"0/dT3ab+Zq91Lk/x7Q==", Generated},
	} {
		got := Of([]byte(c.in))
		if got != c.want && !(c.want == Code && (got == Identifier || got == Reference)) {
			t.Errorf("Of(%q) = %d, want %d", c.in, got, c.want)
		}
	}
}

// Random values of every usual alphabet are recognised, identifiers are not.
func TestStrong(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for name, alphabet := range map[string]string{
		"hex": "0123456789abcdef", "base62": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
		"base64": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "base32": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	} {
		missed := 0
		for range 1000 {
			b := make([]byte, 32)
			for i := range b {
				b[i] = alphabet[r.Intn(len(alphabet))]
			}
			if !Strong(b) {
				missed++
			}
		}
		if missed > 15 {
			t.Errorf("%s: %d of 1000 not recognised", name, missed)
		}
	}
	for _, s := range []string{
		"callCheckIfRecordAlreadyExistsForQuarterlySubledger", "requiredCharacteristicTypesForDisplayMetadata", "0048-gate-all-dispatches-with-two-grouped-knob",
		"DefaultListableBeanFactory", "com.example.application.SecurityConfiguration", "AVEncVideoMaxKeyframeDistance", "xxxxxxxxxxxxxxxxxxxxxxxx",
		"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256_TEST", "application/x-www-form-urlencoded",
	} {
		if Strong([]byte(s)) {
			t.Errorf("Strong(%q), score %d", s, Score([]byte(s)))
		}
	}
}

// A kind in a placeholder is looked at by itself, without what stands before it:
// below the length of what looks generated it is a kind, whatever it holds.
func TestRedactedLen_Kinds(t *testing.T) {
	const made = "kQ3xT9vBzA1mWfR7kQ3x"
	for n := range made {
		b := []byte("[REDACTED:" + made[:n] + "]")
		want := len(b)
		if n >= 16 {
			want = 0
		}
		if got := RedactedLen(b); got != want {
			t.Errorf("a kind of %d: %d, want %d", n, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"", "$", "${", "<a", "[redacted:", "%(", "\xff\xfe", "a/b/c", "0x", "-"} {
		f.Add([]byte(s))
	}
	for _, c := range corpus.Sample(11) {
		for _, s := range slices.Concat(c.Secrets, c.Keep) {
			f.Add([]byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if first := Of(b); Of(b) != first || Strong(b) && len(b) < 16 {
			t.Fatal("not deterministic")
		}
		if n := RedactedLen(b); n < 0 || n > len(b) {
			t.Fatalf("length %d of %d", n, len(b))
		}
	})
}

// The closing bracket of a template may begin with the last byte of its opening.
func TestBracketsThatOverlap(t *testing.T) {
	for _, v := range []string{"a<%>b9", "<%>", "x<%>", "a${}b", "a{{}}b", "a<%%>b", "a{{}b"} {
		Of([]byte(v)) // does not panic
		if got := Of([]byte("Zq19" + "kv" + v + "q7TmPx4w")); got != Generated && got != Plain {
			t.Errorf("%q within a value: %d", v, got)
		}
	}
}

func TestPointersAreInOrder(t *testing.T) {
	for i, p := range pointers {
		if from, to := int(pointersFrom[p[0]]), int(pointersFrom[int(p[0])+1]); i < from || i >= to {
			t.Errorf("%s is not among the pointers that begin like it", p)
		}
	}
}

// Eight digits at a time are told as one by one.
func TestUUIDAt(t *testing.T) {
	const uuid = "0db8bf65-1e56-4A75-a60F-9f8e7d6c5b4a"
	for i := range uuid {
		for c := range 256 {
			b := []byte("x" + uuid)
			b[1+i] = byte(c)
			dash := uuid[i] == '-'
			hex := c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
			if got, want := UUIDAt(b, 1), dash && c == '-' || !dash && hex; got != want {
				t.Errorf("byte %d is %#x: %v, want %v", i, c, got, want)
			}
		}
	}
	if UUIDAt([]byte(uuid), 1) {
		t.Error("a UUID that is cut short")
	}
}
