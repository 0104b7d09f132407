package detect

import (
	"jezero/redact/internal/scan"
)

// netUse: net use Z: \\host\share PASSWORD /user:x, or /user:x PASSWORD.
func netUse(v *scan.View, out *scan.Out) {
	s := v.Src
	end := enclosed(v, v.At, v.To, plainEnd(v, v.To))
	i := v.To
	for n := 0; i < end && n < 12; n++ {
		for i < end && blank(s[i]) {
			i++
		}
		start := i
		quoted := i < end && s[i] == '"'
		if at(s, i, "{{") {
			i = template(s, i, end)
		}
		for i < end && (!blank(s[i]) || quoted) {
			i++
			quoted = quoted && (i-start < 2 || s[i-1] != '"')
		}
		w := s[start:i]
		if len(w) == 0 {
			return
		}
		a, b := start, i
		if w[0] == '"' && len(w) > 2 {
			a++
			if s[b-1] == '"' {
				b--
			}
		}
		if n > 0 && w[0] == '*' || n > 1 && w[0] == '%' {
			return // asked for, a variable
		}
		if n == 0 && (w[len(w)-1] == ':' || w[0] == '*') || w[0] == '\\' || w[0] == '/' || w[0] == '*' || w[0] == '%' || w[0] == '"' && s[a] == '\\' || w[len(w)-1] == ':' {
			continue
		}
		if a == start {
			b = wordEndCmd(s, a, b)
		}
		if n > 0 && a < b && commandValue(v, s[a:b]) {
			addCommand(v, out, a, b)
		}
		return
	}
}

// plainEnd is where a command ends whose words know no quotes of the shell: those of
// Windows, and of the configuration of devices.
func plainEnd(v *scan.View, i int) int {
	s := v.Src
	walked := v.Known(func(w *scan.Walked) *scan.Stretch { return &w.Shells })
	from, limit := i, min(len(s), i+512)
	for ; ; i++ {
		if i = walked.Skip(v, i); i >= limit || s[i] == '\n' || s[i] == '\r' || s[i] == '&' || s[i] == '|' || s[i] == '`' {
			break
		}
	}
	walked.Saw(v, from, i)
	return min(i, limit)
}
