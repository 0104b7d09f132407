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
