package redact_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"jezero/redact"
)

func TestReaderPassesErrorsOn(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	in := io.MultiReader(strings.NewReader("first"), iotest.ErrReader(io.ErrUnexpectedEOF))
	got, err := io.ReadAll(r.Reader(in))
	if string(got) != "first" || err != io.ErrUnexpectedEOF {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestReader(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("a line of text\n", 100_000)
	if err := iotest.TestReader(r.Reader(strings.NewReader(text[:100])), []byte(text[:100])); err != nil {
		t.Error(err)
	}
	got, err := io.ReadAll(r.Reader(iotest.HalfReader(strings.NewReader(text))))
	if err != nil || string(got) != text {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(text))
	}
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestWriterReportsTheSinksError(t *testing.T) {
	r, err := redact.New()
	if err != nil {
		t.Fatal(err)
	}
	w := r.Writer(&failing{after: 10_000})
	_, werr := io.Copy(w, bytes.NewReader(make([]byte, 10<<20)))
	if cerr := w.Close(); werr != io.ErrShortWrite || cerr != io.ErrShortWrite {
		t.Errorf("Write: %v, Close: %v", werr, cerr)
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("writing after Close succeeds")
	}
}

// A disabled rule takes nothing, whether a shape, a detector or a key finds it:
// what each rule finds stays when it alone is disabled.
func TestDisabledRules(t *testing.T) {
	v := pat(77)[4:]
	url := "x https://bob:" + v[:12] + "@h.example/x"
	block := "-----BEGIN RSA PRIVATE" + " KEY-----\n" + strings.Repeat(v, 8) + "\n-----END RSA PRIVATE" + " KEY-----\n"
	for id, in := range map[string]string{
		"url-password":      url,
		"private-key":       block,
		"signed-url":        "https://h.example/x?X-Amz-Signature=" + strings.Repeat("0a1b9c8d", 8),
		"session-cookie":    "Cookie: sid=" + v,
		"assigned-password": "password = '" + v + "'",
		"bearer-header":     "curl -H 'Authorization: Bearer " + v + "'",
		"github-pat":        "see " + pat(77),
	} {
		if out := newRedactor(t).String(in); out == in {
			t.Errorf("%s: nothing found without options", id)
		}
		r := newRedactor(t, redact.WithDisabledRules(id))
		if out := r.String(in); out != in {
			t.Errorf("%s: %d bytes of %d are left", id, len(out), len(in))
		}
		if id != "url-password" && r.String(url) == url {
			t.Errorf("%s: other rules are off too", id)
		}
	}
	in := `{"password":"two words","db_password":1234,"client_secret":"a b"}`
	got, err := newRedactor(t, redact.WithDisabledRules("assigned-password")).JSON([]byte(in))
	if want := `{"password":"two words","db_password":1234,"client_secret":"[REDACTED:secret]"}`; err != nil || string(got) != want {
		t.Errorf("JSON: %s, %v", got, err)
	}
}

func TestUnknownRule(t *testing.T) {
	if _, err := redact.New(redact.WithDisabledRules("no-such-rule")); err == nil {
		t.Error("an unknown rule id is accepted")
	}
}
