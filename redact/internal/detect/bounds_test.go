package detect

import (
	"strings"
	"testing"

	"jezero/redact/internal/scan"
)

// An unquoted value longer than what people write goes on while it is one
// token, its padding and what a URL escapes in it included.
func TestBareAt_Long(t *testing.T) {
	long := strings.Repeat("aB3x", 128) // as long as a value without doubt is
	for _, tt := range []struct{ name, goes, stays string }{
		{"at the bound", long, ""},
		{"at the bound, and the line ends", long, "\n"},
		{"a blank", long, " x"},
		{"beyond it", long + "aB3x", " x"},
		{"punctuation", long + "a-b_c.d/e+f", "!x"},
		{"an escape", long + "%2Bx%3D", "%20x"},
		{"half an escape", long, "%2"},
		{"padding", long + "x=", "\n"},
		{"twice", long + "x==", "\n"},
		{"three times", long + "x==", "=\n"},
		{"a pair", long + "x=", "y"},
	} {
		s := tt.goes + tt.stays
		if got := bareAt(&scan.View{Src: []byte(s)}, 0, bare{}); got != len(tt.goes) {
			t.Errorf("%s: %d of %d bytes, want %d", tt.name, got, len(s), len(tt.goes))
		}
	}
}

// Rows of a table are looked at for a thousand bytes, and for as many rows as
// the bound says.
func TestColumn_Bounds(t *testing.T) {
	find := func(s string) []scan.Span {
		var out scan.Out
		at := strings.Index(s, "token")
		word(&scan.View{Src: []byte(s), At: at, To: at + 5, Begin: true, Finish: true}, &out)
		return out.Spans
	}
	value := "kQ3xT9vBzA1mWfR7kQ3xT9vBzA1mWfR7"
	const head = "name,token\n"
	for _, n := range []int{1000 - len(value) - 1, 1000 - len(value), 1000 - 3} {
		row := strings.Repeat("x", n) + "," + value
		got := find(head + row + "\n")
		want := min(len(row), 1000)
		if len(got) == 0 && want-n-1 < 20 {
			continue // what is left of the value is too short
		}
		if len(got) != 1 || got[0].End != len(head)+want {
			t.Errorf("a cell before of %d bytes: %+v, want the end at %d", n, got, len(head)+want)
		}
	}
	rows := head + strings.Repeat("x,"+value+"\n", maxRows+5)
	if got := find(rows); len(got) != maxRows {
		t.Errorf("%d rows go, want %d", len(got), maxRows)
	}
	ruled := head + strings.Repeat("----,----\n", 1) + "x," + value + "\n"
	if got := find(ruled); len(got) > 1 {
		t.Errorf("under a rule: %+v", got)
	}
}

// An element that the input cuts off, behind the first byte of its end tag too,
// goes while it is short; whatever its length, once the end tag is seen to begin.
func TestContent_CutOff(t *testing.T) {
	const head = "<password><![CDATA["
	value := strings.Repeat("kQ3xT9vBzA1mWfR7c", 12)
	for _, tt := range []struct {
		name string
		n    int // bytes of the value
		tail string
		goes bool
	}{
		{"short", 200, "", true},
		{"short, and a bracket", 200, "<", true},
		{"long", 201, "", false},
		{"long, and a bracket", 201, "<", false},
		{"long, and an end tag", 201, "</", true},
		{"short, and another tag", 200, "<x", false},
	} {
		s := head + value[:tt.n] + tt.tail
		var out scan.Out
		word(&scan.View{Src: []byte(s), At: 1, To: 9, Begin: true, Finish: true}, &out)
		if goes := len(out.Spans) > 0; goes != tt.goes {
			t.Errorf("%s: %+v, goes: want %t", tt.name, out.Spans, tt.goes)
		}
	}
}

// A line of a server's configuration holds a name and a password, which is as
// long as passwords are at most.
func TestDirective_Bounds(t *testing.T) {
	for n, want := range map[int]bool{1: true, 255: true, 256: true, 257: false, 300: false} {
		s := "requirepass " + strings.Repeat("kQ3xT9vBzA1mWfR7c", 20)[:n] + "\n"
		var out scan.Out
		if got := directive(&scan.View{Src: []byte(s), Begin: true, Finish: true}, &out, 0, 11); got != want || got && out.Spans[0].End != len(s)-1 {
			t.Errorf("%d bytes: %t, %+v, want %t", n, got, out.Spans, want)
		}
	}
}
