package redact_test

import (
	"fmt"
	"strings"
	"testing"
)

// A list of keys that are named after it, or a long value that holds its own name
// several times, is no example of one: nothing of it stays.
func TestListsOfKeys(t *testing.T) {
	r := newRedactor(t)
	parts := func(n int, format string) (text string, all []string) {
		for i := range n {
			s := token(alnum, 24, uint32(40+i))
			all = append(all, s)
			text += fmt.Sprintf(format, i, s)
		}
		return text, all
	}
	for _, c := range []struct{ before, format, after string }{
		{"api_keys=", "key%d-%s;", "\n"},
		{"passwords=", "pass%d%s:", "\n"},
		{"token = \"", "token%d%s.", "\"\n"},
		{"DB_PASS=\"", "pass%d%s", "\"\n"},
		{"token=", "token%d=%s&", "\n"},
		{"auth_tokens=", "auth_%d%s,", "\n"},
	} {
		list, all := parts(9, c.format)
		got := string(r.Append(nil, []byte(c.before+list+c.after)))
		for i, s := range all {
			if strings.Contains(got, s) {
				t.Errorf("%s%s: key %d of the list stays", c.before, c.format, i)
			}
		}
	}
}
