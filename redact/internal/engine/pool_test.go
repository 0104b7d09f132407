package engine

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"jezero/corpus"
	"jezero/redact/internal/value"
)

// A scanner that was cleaned holds no more of a text than a new one, wherever it kept
// it: what is cleared is what was used, not all.
func TestCleanedIsAsNew(t *testing.T) {
	e, err := New(builtin())
	if err != nil {
		t.Fatal(err)
	}
	fresh := e.newScanner()
	used := false
	check := func(what string, s *scanner) {
		t.Helper()
		if got := s.dirty; got.found+got.out > 0 || got.room || got.all {
			t.Errorf("%s: it is not known to be clean: %+v", what, got)
		}
		for name, of := range map[string]func(*scanner) any{
			"runs":     func(s *scanner) any { return s.runs },
			"near":     func(s *scanner) any { return s.near },
			"words":    func(s *scanner) any { return s.words },
			"reaches":  func(s *scanner) any { return s.reaches },
			"seeks":    func(s *scanner) any { return s.seeks },
			"classes":  func(s *scanner) any { return s.dirty.classes },
			"contexts": func(s *scanner) any { return s.dirty.contexts },
			"groups":   func(s *scanner) any { return s.dirty.groups },
		} {
			if got, want := of(s), of(fresh); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s are %v, in a new one %v", what, name, got, want)
			}
		}
		for i, sp := range s.found[:cap(s.found)] {
			if sp != (span{}) {
				t.Errorf("%s: span %d is left", what, i)
			}
		}
		for i, m := range s.room[:cap(s.room)] {
			if m != (maybe{}) {
				t.Errorf("%s: match %d that waits is left", what, i)
			}
		}
		for i, sp := range s.out.Spans[:cap(s.out.Spans)] {
			if !reflect.ValueOf(sp).IsZero() {
				t.Errorf("%s: a detector's span %d is left", what, i)
			}
		}
		if s.values != (value.Memo{}) {
			t.Errorf("%s: values are left", what)
		}
	}
	var all strings.Builder
	for i, c := range corpus.Sample(5) {
		all.WriteString(c.Text)
		s := e.start([]byte(c.Text), true)
		for s.step() {
		}
		used = used || s.dirty.found > 0 && s.dirty.room
		s.stop()
		check(fmt.Sprint("text ", i), s)
	}
	// That of a stream is moved on, and what it knows with it.
	st := e.NewStream(io.Discard)
	for range 1<<20/all.Len() + 1 {
		if _, err := io.WriteString(st, all.String()); err != nil {
			t.Fatal(err)
		}
	}
	s := st.s
	if !s.dirty.all {
		t.Error("the stream was too short")
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	check("a stream", s)
	if !used {
		t.Error("nothing was found, or nothing waited")
	}
}
