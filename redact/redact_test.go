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

func TestUnknownRule(t *testing.T) {
	if _, err := redact.New(redact.WithDisabledRules("no-such-rule")); err == nil {
		t.Error("an unknown rule id is accepted")
	}
}
