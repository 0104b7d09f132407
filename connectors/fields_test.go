package connectors

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestFields(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want string
		ok   bool
	}{
		{`{}`, "", true},
		{` { "a" : 1 , "b":"x" } `, "a=1 b=\"x\"", true},
		{`{"a":{"b":["}","\"]"]},"c":null}`, `a={"b":["}","\"]"]} c=null`, true},
		{`{"a":"\\","b":"\\\""}`, `a="\\" b="\\\""`, true},
		{`{"a":-1.5e3,"b":true}`, "a=-1.5e3 b=true", true},
		{`{"a":1`, "a=1", false},
		{`{"a":"x`, "", false},
		{`{"a":1}}`, "a=1", false},
		{`{"a":1,}`, "a=1", false},
		{`{"a"}`, "", false},
		{`{a:1}`, "", false},
		{`[1]`, "", false},
		{``, "", false},
		{`{"a":{"b":1}`, `a={"b":1}`, false},
	} {
		var got []string
		ok := Fields([]byte(tt.in), func(k, v []byte) { got = append(got, string(k)+"="+string(v)) })
		if ok != tt.ok || strings.Join(got, " ") != tt.want {
			t.Errorf("Fields(%s) = %q, %v, want %q, %v", tt.in, strings.Join(got, " "), ok, tt.want, tt.ok)
		}
	}
}

// Whatever encoding/json takes, Fields and Elements take apart the same way.
func FuzzFields(f *testing.F) {
	f.Add([]byte(`{"a":{"b":["}","\"]"]},"c":null,"a":"\\"}`))
	f.Add([]byte(`[1,"a",{"b":[]},[],true]`))
	f.Add([]byte(` { } `))
	f.Fuzz(func(t *testing.T, b []byte) {
		got := map[string]string{}
		escaped := false
		okFields := Fields(b, func(k, v []byte) {
			escaped = escaped || bytes.IndexByte(k, '\\') >= 0 || strings.ToValidUTF8(string(k), "") != string(k)
			got[string(k)] = string(v)
		})
		var elems []string
		okElements := Elements(b, func(v []byte) { elems = append(elems, string(v)) })
		if !json.Valid(b) {
			return
		}
		var m map[string]json.RawMessage
		if json.Unmarshal(b, &m) == nil && m != nil {
			if !okFields {
				t.Fatal("an object is refused")
			}
			want := map[string]string{}
			for k, v := range m {
				want[k] = string(v)
			}
			if !escaped {
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("members differ (-want +got):\n%s", diff)
				}
			}
		} else if okFields {
			t.Error("no object, and taken for one")
		}
		var list []json.RawMessage
		if json.Unmarshal(b, &list) == nil && list != nil {
			if !okElements || len(list) != len(elems) {
				t.Fatalf("%d elements, want %d", len(elems), len(list))
			}
			for i := range list {
				if string(list[i]) != elems[i] {
					t.Errorf("element %d differs", i)
				}
			}
		} else if okElements {
			t.Error("no array, and taken for one")
		}
		var s string
		if json.Unmarshal(b, &s) == nil && len(bytes.TrimSpace(b)) > 0 && bytes.TrimSpace(b)[0] == '"' {
			// How many marks stand for bytes that are no text is not a promise.
			if got := Str(bytes.TrimSpace(b)); got != s && utf8.Valid(b) {
				t.Errorf("Str = %q, want %q", got, s)
			}
		}
	})
}

func BenchmarkFields(b *testing.B) {
	line := []byte(`{"type":"user","uuid":"u","message":{"role":"user","content":[{"type":"tool_result","content":"` + strings.Repeat(`word \"quoted\" and \\ more\n`, 5000) + `"}]}}`)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		Fields(line, func(k, v []byte) {})
	}
}
