package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jezero/redact"
	"jezero/redact/pattern"
)

// JZ-26
func TestOption(t *testing.T) {
	opt, err := pattern.Option(
		pattern.Spec{Kind: "acme-key", Pattern: `acme_[0-9a-f]{8}`},
		pattern.Spec{Kind: "badge", Pattern: `(?i)badge (?:no|number):? (?<n>\d{6})`, Group: "n"},
		pattern.Spec{Kind: "plate", Pattern: `\b[A-Z]{2}-\d{4}\b`}, // no gate
	)
	if err != nil {
		t.Fatal(err)
	}
	r, err := redact.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("lorem ipsum ", 5000)
	for _, c := range []struct{ name, in, want string }{
		{"gated", "x acme_0123abcd y", "x [REDACTED:acme-key] y"},
		{"near miss", "x acme_0123abc y", "x acme_0123abc y"},
		{"group", "Badge NO: 123456.", "Badge NO: [REDACTED:badge]."},
		{"without a gate", "a\nAB-1234\nb AB-12345", "a\n[REDACTED:plate]\nb AB-12345"},
		{"gate deep in a long line", long + "acme_0123abcd" + long, long + "[REDACTED:acme-key]" + long},
		{"no gate deep in a long line", long + "AB-1234 " + long, long + "[REDACTED:plate] " + long},
		{"behind a colour", "\x1b[1;31mAB-1234\x1b[0m", "\x1b[1;31m[REDACTED:plate]\x1b[0m"},
		{"behind an escaped line end", `{"t":"x\nAB-1234\u001b[32mCD-5678"}`, `{"t":"x\n[REDACTED:plate]\u001b[32m[REDACTED:plate]"}`},
		{"behind an escape escaped again", `"{\"t\":\"x\\nAB-1234\"}"`, `"{\"t\":\"x\\n[REDACTED:plate]\"}"`},
		{"two on a line", "acme_0123abcd,acme_0123abce", "[REDACTED:acme-key],[REDACTED:acme-key]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := r.String(c.in)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%.300s", d)
			}
			if again := r.String(got); again != got {
				t.Error("not idempotent")
			}
			for _, n := range []int{1, 7, 4096} {
				var b strings.Builder
				w := r.Writer(&b)
				for i := 0; i < len(c.in); i += n {
					if _, err := w.Write([]byte(c.in[i:min(i+n, len(c.in))])); err != nil {
						t.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				if b.String() != got {
					t.Errorf("a stream in pieces of %d differs", n)
				}
			}
		})
	}
}

// What cannot be judged in time is not let through.
func TestTimeoutRedactsTheLine(t *testing.T) {
	opt, err := pattern.Option(pattern.Spec{Kind: "slow", Pattern: `id=(\w+\s?)+!`, Literal: "id="})
	if err != nil {
		t.Fatal(err)
	}
	r, err := redact.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	var in, want strings.Builder
	for i := range 12 {
		fmt.Fprintf(&in, "line %d\nid=%s?\n", i, strings.Repeat("a", 60))
		fmt.Fprintf(&want, "line %d\n[REDACTED:slow]\n", i)
	}
	if d := cmp.Diff(want.String(), r.String(in.String())); d != "" {
		t.Errorf("%.500s", d)
	}
	if n := r.Timeouts(); n != 12 {
		t.Errorf("%d timeouts counted", n)
	}
}
