package privacycheck

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Columns are characters; the window moves along long lines; control characters
// and what else stands on the line that must not be shown are replaced.
func TestExcerpts(t *testing.T) {
	c := newChecker(t, nil, "zyxwvut")
	long := strings.Repeat("x ", 4000)
	for _, tt := range []struct {
		name, text string
		col        int
		want       string
		caret      int
	}{
		{"plain", "a 10.1.2.3 b", 3, "a ***** b", 2},
		{"indented", "\t\t  a 10.1.2.3", 7, "a *****", 2},
		{"not ascii", "日本語 10.1.2.3", 5, "日本語 *****", 4},
		{"invalid", "\xfd\xfe10.1.2.3", 3, "??*****", 2},
		{"control", "a\x1b[31m\u202e 10.1.2.3\r", 9, "a·[31m· *****", 8},
		{"others on the line", "zyxwvut 10.1.2.3 /home/quillon/", 9, "***** ***** /home/*****/", 6},
		{"long before", long + "10.1.2.3", 8001, "…" + strings.Repeat("x ", 29) + "x *****", 60},
		{"long both", long + "10.1.2.3 " + long, 8001, "", 22},
		{"long with secrets at the cut", strings.Repeat("zyxwvut", 60) + " 10.1.2.3 " + strings.Repeat("zyxwvut", 60), 422, "***** ***** *****", 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := c.check(&document{path: "a", place: InFile, data: []byte(tt.text), hasData: true}, false)
			for _, f := range r.findings {
				if f.Rule != "private-address" {
					continue
				}
				if strings.HasPrefix(tt.name, "long with") {
					f.Excerpt = strings.Trim(f.Excerpt, "…")
					f.CaretStart = strings.Index(f.Excerpt, " ") + 1
				}
				if f.Column != tt.col || f.CaretStart != tt.caret && tt.name != "long before" || tt.want != "" && f.Excerpt != tt.want && tt.name != "long before" {
					t.Errorf("column %d, %q, caret at %d", f.Column, f.Excerpt, f.CaretStart)
				}
				if n := utf8.RuneCountInString(f.Excerpt); n > excerptWidth+2 || strings.Contains(f.Excerpt, "zyx") {
					t.Errorf("%d characters: %q", n, f.Excerpt)
				}
				if got := []rune(f.Excerpt)[f.CaretStart:][:f.CaretLen]; string(got) != mask {
					t.Errorf("the caret stands under %q", string(got))
				}
				return
			}
			t.Error("nothing found")
		})
	}
}

// A file in one line with a finding every few bytes takes time in proportion to
// its size.
func TestLongLineIsLinear(t *testing.T) {
	c := newChecker(t, nil, "")
	took := func(n int) time.Duration {
		text := []byte(strings.Repeat(`{"ip":"10.1.2.3"},`, n))
		began := time.Now()
		r := c.check(&document{path: "a", place: InFile, data: text, hasData: true}, false)
		if len(r.findings) != n {
			t.Fatalf("%d findings, want %d", len(r.findings), n)
		}
		return time.Since(began)
	}
	took(1000)
	small, large := took(2000), took(20000)
	if large > 60*small+time.Second {
		t.Errorf("ten times as much took %v instead of %v", large, small)
	}
}
